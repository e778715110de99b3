"""SS: super-steps and scheduling."""

from __future__ import annotations

from .invariants import INVARIANTS
from .kinds import Docstring, Rule
from .sources import GRAPHS, OBSERVED

STEPS = (
    Rule(
        "SS-01",
        "A node runs only because an edge, a router, a goto or a Send leads to it, never because a key it reads"
        " changed",
        GRAPHS,
        "A node that no edge, waiting edge or path map names also runs in the first step of each input, because the"
        " input changed the keys it reads",
    ),
    Rule(
        "SS-02",
        "All tasks of a super-step read what was committed before it; their writes become visible at its boundary",
        Docstring("langgraph.pregel.main:Pregel", "- **Execution**", "d494457ea5d56355"),
        "A task also reads what the tasks before it in task order wrote in the same super-step",
    ),
    Rule(
        "SS-03",
        "START is a super-step of its own: the nodes it leads to run in the next one and read the input as committed",
        Docstring("langgraph.pregel.main:Pregel", "Each step consists", "9f21ba169093c200"),
        "The nodes START leads to are given the state as it was before the input; their routers, and all that comes"
        " after them, see the input",
    ),
    Rule(
        "SS-04",
        "The tasks of a super-step are planned with those of Sends first, then the triggered ones",
        OBSERVED,
        "The triggered tasks of a super-step are planned first, then those of Sends",
    ),
    Rule(
        "SS-05",
        "The triggered tasks of a super-step are planned in node-name order, by code points",
        OBSERVED,
        "The triggered tasks of a super-step are planned in the order in which their nodes were added to the graph",
    ),
    Rule(
        "SS-06",
        "A node to which something leads in the very super-step in which it runs is run again in the next one",
        GRAPHS,
        "What leads to a node, other than by a waiting edge, in a super-step in which it runs as a triggered task is"
        " used up by that run",
    ),
    Rule(
        "SS-08",
        "The input of a triggered task holds the keys of its node's schema that have a value; a key without one is"
        " left out",
        OBSERVED,
        "A key of the schema that has no value is in the input as None",
    ),
    Rule(
        "SS-09",
        "A task of a Send gets the argument of the Send as it is, and nothing of the state",
        Docstring("langgraph.types:Send", "Importantly, the sent state", "cf2b4b3c13548190"),
        "The argument of the Send is laid over the state: keys of the state that it lacks are in the input too",
    ),
    Rule(
        "SS-10",
        "Each Send is a task of its own, told apart by its place, also beside one with the same node and argument",
        Docstring("langgraph.types:Send", "One such example", "3e9b8f02fecebdd6"),
        "Sends of one super-step with the same node and an equal argument give one task",
    ),
    Rule(
        "SS-11",
        "A run ends when a super-step leaves nothing to run; END only means that one way leads nowhere",
        Docstring("langgraph.pregel.main:Pregel", "Repeat until no", "dbc03d665e80b3e6"),
        "A run ends after the first super-step in which an edge, a goto or a router led to END, whatever else is due",
    ),
    Rule(
        "SS-12",
        "A node that several edges, gotos and routers lead to in one super-step runs once for all of them",
        OBSERVED,
        "A node runs once for each edge, goto and router that leads to it",
    ),
    Rule(
        "SS-13",
        "A Send to a node that does not exist is reported: the task that sent it fails with InvalidUpdateError",
        INVARIANTS["INV-17"],
        "A Send to a node that does not exist is dropped with a log line when the next super-step is planned, and"
        " the run goes on",
    ),
    Rule(
        "SS-15",
        "A deferred node runs once nothing else is due, and once for all that led to it until then",
        Docstring("langgraph.graph.state:StateGraph.add_node", "defer:", "f2b932f562b962f6"),
        "A deferred node runs in the super-step after the first thing that leads to it, like any other node",
    ),
    Rule(
        "SS-16",
        "A deferred node also waits while Sends are pending",
        Docstring("langgraph.graph.state:StateGraph.add_node", "defer:", "f2b932f562b962f6"),
        "Pending Sends do not count as work that is due: the deferred node runs beside them, and again if they lead to"
        " it",
    ),
    Rule(
        "SS-17",
        "All deferred nodes that are ready run in the same super-step",
        OBSERVED,
        "Deferred nodes that are ready run one super-step each, in node-name order, and what they lead to goes first",
    ),
    Rule(
        "SS-18",
        "A Send to a deferred node runs in the next super-step, like any Send",
        Docstring("langgraph.types:Send", "The `Send` class is used", "111e5769eb4672d7"),
        "A Send to a deferred node waits until nothing else is due, like anything else that leads to the node",
    ),
)
