"""RT-19 to RT-27 and ST-09: what a graph takes in, what it gives out, and what it refuses to be."""

from __future__ import annotations

from .kinds import Docstring, Rule
from .sources import INPUT, OBSERVED

ENTRY = (
    Rule(
        "RT-19",
        "A router of START sees the state of the thread with the input folded in",
        OBSERVED,
        "A router of START sees the input alone",
    ),
    Rule(
        "RT-20",
        "An invoke(None) on a thread that was never used fails with EmptyInputError",
        Docstring("langgraph.errors:EmptyInputError", "Raised when graph receives", "a58cb899edeb74d9"),
        "An invoke(None) on a thread that was never used is taken as an input without any key",
    ),
    Rule(
        "RT-21",
        "A new input starts from START: what was pending on the thread, with its Sends and stored writes, is discarded",
        INPUT,
        "The nodes and Sends that were pending run beside those START leads to",
    ),
    Rule(
        "RT-27",
        "A graph is refused when it is built if an edge, a waiting edge or a path map names a node it lacks, if nothing"
        " leads out of START, if a name is reserved or taken twice, or if the input or output schema has a managed"
        " value",
        Docstring("langgraph.graph.state:StateGraph.add_edge", "ValueError:", "b097ca643ee07ea7"),
        "Such a graph is built: an edge, a waiting edge or a path map entry that names a node it lacks is left out, as"
        " are managed values of the input and output schema, and the rest stays",
    ),
    Rule(
        "ST-09",
        "invoke returns the keys of the output schema",
        Docstring("langgraph.graph.state:StateGraph", "output_schema:", "6f58bade85c7c6fa"),
        "invoke returns all keys of the state",
    ),
)
