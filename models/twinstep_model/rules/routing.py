"""RT: what a node's return value and its edges lead to. What the graph takes in and refuses is in `entry`."""

from __future__ import annotations

from .invariants import INVARIANTS
from .kinds import Docstring, Rule
from .sources import CONDITIONAL, OBSERVED, RETURN_VALUE, RETURNS

_ADD_EDGE = "langgraph.graph.state:StateGraph.add_edge"
_ADD_CONDITIONAL_EDGES = "langgraph.graph.state:StateGraph.add_conditional_edges"

ROUTING = (
    Rule(
        "RT-01",
        "A return value that is no update, Command or Send fails the node with InvalidUpdateError",
        RETURN_VALUE,
        "A return value that is no update, Command or Send counts as None: nothing is written, and the edges of"
        " the node fire",
    ),
    Rule(
        "RT-02",
        "A node that returns one bare Send writes nothing to the state",
        INVARIANTS["INV-15"],
        "Keys of the state that are called node, arg or timeout are written with those attributes of the Send",
    ),
    Rule(
        "RT-03",
        "The goto of a Command adds to the edges, waiting edges and conditional edges of its node",
        RETURNS,
        "The goto of a Command replaces the edges, waiting edges and conditional edges of its node: they do not fire",
    ),
    Rule(
        "RT-04",
        "A destination name that is no node, of a goto or of a router without path map, is reported: the task fails"
        " with InvalidUpdateError",
        INVARIANTS["INV-17"],
        "A destination name that is no node is ignored with a log line, and the run goes on",
    ),
    Rule(
        "RT-05",
        "A goto may name any node of the graph, whether or not an edge leads there",
        Docstring("langgraph.types:Command", "- Name of the node", "2517cfe059bd2fbf"),
        "A goto to a node that no edge, waiting edge or path map of its own node names is ignored",
    ),
    Rule(
        "RT-06",
        "An update spelt as pairs writes every pair, also the second one of a key",
        OBSERVED,
        "An update spelt as pairs is taken as a dict: the last pair of a key is the only one written, at the place"
        " of the first",
    ),
    Rule(
        "RT-07",
        "A Command whose graph is any text but the parent's mark is for the current graph",
        OBSERVED,
        "A Command whose graph is any text but the parent's mark fails the node with InvalidUpdateError, because"
        " there is no graph of that name",
    ),
    Rule(
        "RT-08",
        "A router sees the state as a boundary with the writes of its own task alone would leave it",
        CONDITIONAL,
        "A router sees the state as it was when the super-step began, without the writes of its own task",
    ),
    Rule(
        "RT-09",
        "After a task of a Send the router sees the state and the task's own writes, not the argument of the Send",
        OBSERVED,
        "After a task of a Send the router sees the argument of the Send instead of the state, with the task's own"
        " writes folded in",
    ),
    Rule(
        "RT-10",
        "A task that writes a key without reducer twice fails itself, if a router has to read that key",
        OBSERVED,
        "A router reads the last of the values that its task wrote to a key without reducer, and only the boundary"
        " fails",
    ),
    Rule(
        "RT-11",
        "With a path map each item a router returns, Sends apart, is a label of it; another one fails the task with"
        " KeyError",
        Docstring(_ADD_CONDITIONAL_EDGES, "path_map:", "80128d2f535027da"),
        "An item that is no label is taken as the name of a node, or END",
    ),
    Rule(
        "RT-12",
        "An exception of a router is the failure of its node's task",
        INVARIANTS["INV-02"],
        "A router that raises routes nowhere, and the run goes on",
    ),
    Rule(
        "RT-13",
        "All conditional edges of a node run, in the order they were added",
        OBSERVED,
        "Once one conditional edge of a node leads somewhere, those after it do not run",
    ),
    Rule(
        "RT-14",
        "A node with several plain edges into it runs in the super-step after each of their sources, it does not wait"
        " for the others",
        Docstring(_ADD_EDGE, "When a single start node", "f8f6c6627824aa36"),
        "A node with several plain edges into it waits for all of their sources, like a waiting edge",
    ),
    Rule(
        "RT-15",
        "A waiting edge fires each time all its sources have completed since it last fired, repeats counting once",
        Docstring(_ADD_EDGE, "When a single start node", "f8f6c6627824aa36"),
        "A waiting edge that was complete once is not reset: each later arrival of any of its sources fires it again",
    ),
    Rule(
        "RT-16",
        "The arrivals of an incomplete round are kept with the thread, across runs",
        INVARIANTS["INV-07"],
        "The arrivals of an incomplete round are forgotten when the run ends",
    ),
    Rule(
        "RT-17",
        "Each waiting edge counts its own arrivals, also beside another one into the same node",
        INVARIANTS["INV-07"],
        "The waiting edges into one node are one: the node waits for the sources of all of them",
    ),
    Rule(
        "RT-18",
        "An edge and a waiting edge into one node that are due in the same super-step give one run",
        OBSERVED,
        "An edge and a waiting edge into one node that are due in the same super-step give two runs",
    ),
)
