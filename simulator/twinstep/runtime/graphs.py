"""Plain graphs: the real `StateGraph` of a topology, with scripted nodes and routers."""

from __future__ import annotations

from typing import Any, Literal, cast

from langgraph.graph import StateGraph
from langgraph.graph.state import CompiledStateGraph

from twinstep_model.cases import Graph

from .nodes import Play, node, router
from .schemas import Schemas


def build(
    graph: Graph, types: Schemas, play: Play, mode: Literal["sync", "async"], saver: Any
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The compiled graph. Raises what the library raises for a graph that it refuses."""
    builder: Any = StateGraph(types.state, input_schema=types.inputs, output_schema=types.outputs)
    for item in graph.nodes:
        function = node(play, item.name, types.state, mode)
        builder.add_node(item.name, function, defer=item.defer, input_schema=types.nodes.get(item.name))
    for edge in graph.edges:
        builder.add_edge(edge.source, edge.target)
    for join in graph.joins:
        builder.add_edge(list(join.sources), join.target)
    for branch in graph.branches:
        typed = types.state if branch.typed else None
        function = router(play, branch.source, branch.name, typed, mode)
        paths = None if branch.paths is None else dict(branch.paths)
        builder.add_conditional_edges(branch.source, function, paths)
    return cast("CompiledStateGraph[Any, Any, Any, Any]", builder.compile(checkpointer=saver))
