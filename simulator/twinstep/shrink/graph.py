"""Ideas for plain graphs: fewer nodes, ways and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from twinstep_model.cases import (
    Branch,
    Case,
    Command,
    Edge,
    Fields,
    Goto,
    Graph,
    GraphScript,
    Many,
    NodeScript,
    Route,
    Send,
    Update,
    Whole,
    Write,
)
from twinstep_model.plan import ROOT

from .common import with_lower_limits
from .parts import Idea, everywhere, fewer
from .wiring import bypassed, entered_at, pulled, reached, without_nodes


def later_entry(case: Case) -> Iterator[Case]:
    """START leads straight to one node."""
    for name in sorted(_names(case), key=lambda name: len(reached(case, name))):
        yield from _shorter(case, entered_at(case, name))
        yield from _shorter(case, entered_at(pulled(case, name), name))


def fewer_nodes(case: Case) -> Iterator[Case]:
    """Without half of the nodes; without one, whose ways are lost, or go on to where it led."""
    names = _names(case)
    if len(names) > 3:
        half = len(names) // 2
        yield without_nodes(case, names[half:])
        yield without_nodes(case, names[:half])
    for name in reversed(names):
        yield from _shorter(case, without_nodes(case, {name}))
        yield from _shorter(case, bypassed(case, name))


def fewer_scripts(case: Case) -> Iterator[Case]:
    """Nodes and START do nothing."""
    assert isinstance(case.script, GraphScript)
    for scripts in fewer(case.script.nodes):
        yield replace(case, script=GraphScript(scripts))


def fewer_ways(case: Case) -> Iterator[Case]:
    """Fewer branches, waiting edges and edges; waiting edges of fewer sources, or plain edges instead."""
    graph = _graph(case)
    for branches in fewer(graph.branches):
        yield _with_branches(case, branches)
    for joins in fewer(graph.joins):
        yield _with(case, joins=joins)
    for place, join in enumerate(graph.joins):
        others = (*graph.joins[:place], *graph.joins[place + 1 :])
        if len(join.sources) == 1:
            yield _with(case, joins=others, edges=(*graph.edges, Edge(join.sources[0], join.target)))
        for sources in fewer(join.sources, least=1):
            changed = replace(join, sources=sources)
            yield _with(case, joins=(*graph.joins[:place], changed, *graph.joins[place + 1 :]))
    for edges in fewer(graph.edges):
        yield _with(case, edges=edges)


def straight_ways(case: Case) -> Iterator[Case]:
    """Edges instead of a router, or of the gotos of a node."""
    assert isinstance(case.script, GraphScript)
    graph = _graph(case)
    for branch in graph.branches:
        paths = dict(branch.paths or ())
        named = [one for one in case.script.nodes if one.node == branch.source]
        targets = [target for route in _routes(named, branch.name) for target in _gotos(route)]
        edges = tuple(Edge(branch.source, paths.get(target, target)) for target in targets)
        without = _with_branches(case, tuple(other for other in graph.branches if other is not branch))
        yield _with(without, edges=tuple(dict.fromkeys(graph.edges + edges)))
    for place, one in enumerate(case.script.nodes):
        edges = tuple(Edge(one.node, target) for part in _commands(one) for target in _gotos(part))
        scripts = _swapped(case.script.nodes, place, everywhere(one, _without_gotos))
        yield replace(_with(case, edges=tuple(dict.fromkeys(graph.edges + edges))), script=GraphScript(scripts))


def plain_ways(case: Case) -> Iterator[Case]:
    """No deferred nodes, no path maps, no annotated routers."""
    graph = _graph(case)
    yield _with(case, nodes=tuple(replace(node, defer=False) for node in graph.nodes))
    for place, node in enumerate(graph.nodes):
        yield _with(case, nodes=_swapped(graph.nodes, place, replace(node, defer=False)))
    for place, branch in enumerate(graph.branches):
        yield _with(case, branches=_swapped(graph.branches, place, replace(branch, typed=False)))
        if branch.paths is not None:
            yield _without_path_map(case, place)
            for paths in fewer(branch.paths, least=1):
                yield _with(case, branches=_swapped(graph.branches, place, replace(branch, paths=paths)))


def plain_schemas(case: Case) -> Iterator[Case]:
    """One TypedDict for everything."""
    graph = _graph(case)
    if graph.form == "root":
        yield _with_a_key(case)
        return
    plain_nodes = tuple(replace(node, reads=None) for node in graph.nodes)
    written = everywhere(case.script, lambda part: Update(part.writes) if isinstance(part, Fields) else part)
    plain = replace(_with(case, form="typeddict"), script=written)
    yield _with(plain, nodes=plain_nodes, inputs=None, outputs=None, private=())
    yield plain
    yield _with(case, nodes=plain_nodes, keys=graph.keys + graph.private, private=())
    yield _with(case, inputs=None)
    yield _with(case, outputs=None)
    yield _with(case, nodes=plain_nodes)
    for place, node in enumerate(graph.nodes):
        yield _with(case, nodes=_swapped(graph.nodes, place, replace(node, reads=None)))
        for reads in fewer(node.reads or (), least=1):
            yield _with(case, nodes=_swapped(graph.nodes, place, replace(node, reads=reads)))


def fewer_keys(case: Case) -> Iterator[Case]:
    """One key only; one key less, with everything that writes or reads it."""
    names = [key.name for key in _graph(case).keys + _graph(case).private]
    if len(names) > 2:
        for name in names:
            yield _without_keys(case, {other for other in names if other != name})
    if len(names) > 1:
        for name in reversed(names):
            yield _without_keys(case, {name})


STRUCTURE: tuple[Idea, ...] = (
    later_entry,
    fewer_nodes,
    fewer_keys,
    fewer_scripts,
    fewer_ways,
    straight_ways,
    plain_schemas,
    plain_ways,
)


def _graph(case: Case) -> Graph:
    assert isinstance(case.topology, Graph)
    return case.topology


def _names(case: Case) -> list[str]:
    return list(dict.fromkeys(node.name for node in _graph(case).nodes))


def _with(case: Case, **changes: Any) -> Case:
    return replace(case, topology=replace(_graph(case), **changes))


def _swapped(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _shorter(before: Case, case: Case) -> Iterator[Case]:
    """The case; where a recursion limit matters, also with as many super-steps less as it has nodes less."""
    return with_lower_limits(case, [len(_names(before)) - len(_names(case))])


def _with_branches(case: Case, branches: tuple[Branch, ...]) -> Case:
    """The case with these branches only, and without what the others return."""
    assert isinstance(case.script, GraphScript)
    kept = {(branch.source, branch.name) for branch in branches}

    def change(node: str) -> Callable[[Any], Any]:
        def without(part: Any) -> Any:
            if type(part) is not tuple and hasattr(part, "routes"):
                return replace(part, routes=tuple(one for one in part.routes if (node, one.branch) in kept))
            return part

        return without

    scripts = tuple(everywhere(one, change(one.node)) for one in case.script.nodes)
    return replace(_with(case, branches=branches), script=GraphScript(scripts))


def _routes(scripts: Sequence[NodeScript], branch: str) -> list[Route]:
    """Everything that this router returns."""
    outcomes = [outcome for one in scripts for outcome in (*one.pulls, *(sent for _, sent in one.sends))]
    return [route for outcome in outcomes for route in outcome.routes if route.branch == branch]


def _commands(script: NodeScript) -> list[Command]:
    """Every command that the node returns, alone or in a list."""
    results = [outcome.result for outcome in (*script.pulls, *(sent for _, sent in script.sends))]
    items = [item for result in results for item in (result.items if isinstance(result, Many) else (result,))]
    return [item for item in items if isinstance(item, Command)]


def _gotos(part: Route | Command) -> list[str]:
    targets = part.targets if isinstance(part, Route) else part.goto
    return [target.node for target in targets if isinstance(target, Goto)]


def _without_gotos(part: Any) -> Any:
    if isinstance(part, Command):
        return replace(part, goto=tuple(target for target in part.goto if not isinstance(target, Goto)))
    return part


def _without_path_map(case: Case, place: int) -> Case:
    """The router of this number names nodes instead of labels."""
    assert isinstance(case.script, GraphScript)
    branch = _graph(case).branches[place]
    paths = dict(branch.paths or ())

    def change(part: Any) -> Any:
        if not isinstance(part, Route) or part.branch != branch.name:
            return part
        targets = tuple(
            Goto(paths.get(target.node, target.node)) if isinstance(target, Goto) else target for target in part.targets
        )
        return replace(part, targets=targets)

    scripts = tuple(everywhere(one, change) if one.node == branch.source else one for one in case.script.nodes)
    branches = _swapped(_graph(case).branches, place, replace(branch, paths=None))
    return replace(_with(case, branches=branches), script=GraphScript(scripts))


def _with_a_key(case: Case) -> Case:
    """The state of form root as a TypedDict with one key."""
    graph, name = _graph(case), "x"

    def change(part: Any) -> Any:
        match part:
            case Write(key, value) if key == ROOT:
                return Write(name, value)
            case Whole(value):
                return Update((Write(name, value),))
        return part

    keys = tuple(replace(key, name=name) for key in graph.keys)
    return replace(everywhere(case, change), topology=replace(graph, keys=keys, form="typeddict"))


def _without_keys(case: Case, gone: set[str]) -> Case:
    """The case without these keys, and without every write to them and every schema's mention of them."""
    graph = _graph(case)

    def named(names: tuple[str, ...] | None) -> tuple[str, ...] | None:
        return None if names is None else tuple(name for name in names if name not in gone) or None

    def change(part: Any) -> Any:
        match part:
            case Update(writes) | Fields(writes):
                return replace(part, writes=tuple(write for write in writes if write.key not in gone))
            case Command(update=update) if update is not None:
                return replace(part, update=tuple(write for write in update if write.key not in gone))
            case Send(fields=fields):
                return replace(part, fields=tuple(write for write in fields if write.key not in gone))
        return part

    topology = replace(
        graph,
        keys=tuple(key for key in graph.keys if key.name not in gone),
        private=tuple(key for key in graph.private if key.name not in gone),
        nodes=tuple(replace(node, reads=named(node.reads)) for node in graph.nodes),
        inputs=named(graph.inputs),
        outputs=named(graph.outputs),
    )
    return replace(everywhere(case, change), topology=topology)
