"""Taking nodes out of a plain graph, with everything that mentions them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from twinstep_model.cases import (
    END,
    START,
    BareSend,
    Branch,
    Case,
    Command,
    Edge,
    Goto,
    Graph,
    GraphScript,
    Join,
    NodeScript,
    Nothing,
    Route,
    Send,
    Target,
)

from .parts import everywhere


def without_nodes(case: Case, gone: Collection[str]) -> Case:
    """The case without these nodes, and without every edge, path, goto and Send that leads to or from them."""
    graph, script = case.topology, case.script
    if not isinstance(graph, Graph) or not isinstance(script, GraphScript) or not gone:
        return case
    branches = [_without_paths(branch, gone) for branch in graph.branches if branch.source not in gone]
    joins = [(tuple(name for name in join.sources if name not in gone), join.target) for join in graph.joins]
    topology = replace(
        graph,
        nodes=tuple(node for node in graph.nodes if node.name not in gone),
        edges=tuple(edge for edge in graph.edges if edge.source not in gone and edge.target not in gone),
        joins=tuple(Join(sources, target) for sources, target in joins if sources and target not in gone),
        branches=tuple(branches),
    )
    scripts = tuple(without_targets(topology, one, gone) for one in script.nodes if one.node not in gone)
    return replace(case, topology=topology, script=GraphScript(scripts))


def without_targets(graph: Graph, script: NodeScript, gone: Collection[str]) -> NodeScript:
    """The node's script without the destinations in ``gone`` (labels included that lead nowhere any more)."""
    labels = {
        branch.name: {label for label, _ in branch.paths}
        for branch in graph.branches
        if branch.source == script.node and branch.paths is not None
    }

    def stays(target: Target, allowed: Collection[str] | None = None) -> bool:
        if isinstance(target, Goto) and allowed is not None:
            return target.node in allowed
        return target.node not in gone

    def change(part: Any) -> Any:
        match part:
            case Command(goto=goto):
                return replace(part, goto=tuple(target for target in goto if stays(target)))
            case BareSend(send):
                return part if stays(send) else Nothing()
            case Route(branch=name, targets=targets):
                return with_targets(part, tuple(one for one in targets if stays(one, labels.get(name))))
        return part

    return everywhere(script, change)


def with_targets(route: Route, targets: tuple[Target, ...]) -> Route:
    """The route with other targets, in a form that allows so many."""
    bare = route.form == "one" and len(targets) != 1
    return replace(route, targets=targets, form="list" if bare else route.form)


def leads(case: Case) -> dict[str, set[str]]:
    """For START and each node the nodes that it leads to, by whatever way."""
    graph, script = case.topology, case.script
    if not isinstance(graph, Graph) or not isinstance(script, GraphScript):
        return {}
    found: dict[str, set[str]] = {name: set() for name in (START, *(node.name for node in graph.nodes))}
    ways = [(edge.source, edge.target) for edge in graph.edges]
    ways += [(source, join.target) for join in graph.joins for source in join.sources]
    ways += [(branch.source, target) for branch in graph.branches for _, target in branch.paths or ()]
    ways += [(one.node, target) for one in script.nodes for target in _targets(one)]
    for source, target in ways:
        if source in found and target in found:
            found[source].add(target)
    return found


def reached(case: Case, node: str) -> set[str]:
    """The node and all nodes after it."""
    ways = leads(case)
    found, waiting = {node}, [node]
    while waiting:
        new = ways.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found - {START}


def entered_at(case: Case, node: str) -> Case:
    """The case in which START leads straight to this node, and only what is after it remains."""
    graph = case.topology
    if not isinstance(graph, Graph):
        return case
    rest = without_nodes(case, {one.name for one in graph.nodes} - reached(case, node))
    return _entering(rest, node)


def pulled(case: Case, node: str) -> Case:
    """The case in which this node does by trigger what it did for the first label of its Sends, and nothing else."""

    def change(part: Any) -> Any:
        if isinstance(part, NodeScript) and part.node == node and part.sends:
            return replace(part, pulls=(part.sends[0][1],), sends=())
        return part

    return everywhere(case, change)


def bypassed(case: Case, node: str) -> Case:
    """The case without this node: what led to it by an edge leads to what it led to, START where nothing else does."""
    graph = case.topology
    if not isinstance(graph, Graph):
        return case
    after = leads(case).get(node, set()) - {node}
    before = dict.fromkeys(edge.source for edge in graph.edges if edge.target == node and edge.source != node)
    edges = [Edge(source, target) for source in (before or (START,)) for target in sorted(after)]
    rest = without_nodes(case, {node})
    return _with_edges(rest, edges)


def _entering(case: Case, node: str) -> Case:
    graph, script = case.topology, case.script
    assert isinstance(graph, Graph)
    assert isinstance(script, GraphScript)
    topology = replace(
        graph,
        edges=(Edge(START, node), *(edge for edge in graph.edges if edge.source != START)),
        branches=tuple(branch for branch in graph.branches if branch.source != START),
    )
    scripts = tuple(one for one in script.nodes if one.node != START)
    return replace(case, topology=topology, script=GraphScript(scripts))


def _with_edges(case: Case, edges: Iterable[Edge]) -> Case:
    graph = case.topology
    assert isinstance(graph, Graph)
    return replace(case, topology=replace(graph, edges=tuple(dict.fromkeys((*graph.edges, *edges)))))


def _without_paths(branch: Branch, gone: Collection[str]) -> Branch:
    if branch.paths is None:
        return branch
    paths = tuple((label, target) for label, target in branch.paths if target not in gone)
    return replace(branch, paths=paths or (("end", END),))


def _targets(script: NodeScript) -> Iterable[str]:
    """The nodes that a script names as destinations; the labels of a router with a path map do no harm."""
    found: list[str] = []

    def note(part: Any) -> Any:
        if isinstance(part, (Goto, Send)):
            found.append(part.node)
        return part

    everywhere(script, note)
    return found
