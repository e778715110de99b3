"""The fixed part of a graph: its keys, who reads what, where each node leads; and what LangGraph refuses to build."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from .cases import (
    END,
    START,
    AnyValue,
    Barrier,
    Branch,
    Edge,
    Ephemeral,
    Fold,
    Graph,
    Held,
    Join,
    Last,
    Managed,
    OddReducer,
    Topic,
)
from .channels import MISSING, initial
from .laws import Laws
from .observation import Error
from .values import Value

ROOT = "__root__"


@dataclass(frozen=True, slots=True)
class Schema:
    """The keys that a node, a router or the input may use, in order; ``instance``: given as an object, not a dict."""

    keys: tuple[str, ...]
    instance: bool = False


@dataclass(frozen=True)
class Plan:
    """A graph as its rules need it.

    ``keys`` are those that hold something; ``managed`` are the others that schemas name. ``reads`` has a schema for
    every node, ``state`` is that of START and routers, ``answers`` says that the tasks of Sends answer tool calls,
    ``unset`` what the fields of a state object hold that nobody set, where they are written, ``defaults`` what its
    fields show whose key has no value.
    ``nests``: its nodes are models or runs of graphs, so that at the gates each task begins when the one before ends.
    ``veiled``: keys whose readers see less than they carry. ``fading``: keys that a step without a write may clear.
    """

    keys: dict[str, Held]
    state: Schema
    inputs: Schema
    outputs: tuple[str, ...]
    reads: dict[str, Schema]
    follows: dict[str, tuple[str, ...]]
    joins: tuple[Join, ...]
    branches: dict[str, tuple[Branch, ...]]
    deferred: frozenset[str]
    root: bool = False
    unset: tuple[tuple[str, Value], ...] = ()
    defaults: Mapping[str, Value] = field(default_factory=dict)
    managed: tuple[Managed, ...] = ()
    veiled: frozenset[str] = frozenset()
    fading: frozenset[str] = frozenset()
    answers: bool = False
    nests: bool = False

    @property
    def nodes(self) -> tuple[str, ...]:
        """The nodes' names in the order they were added."""
        return tuple(self.reads)

    def drawn(self, node: str) -> frozenset[str]:
        """The nodes that an edge, a waiting edge or a path map leads to from this one."""
        waits = {join.target for join in self.joins if node in join.sources}
        labelled = {target for branch in self.branches.get(node, ()) for _, target in branch.paths or ()}
        return frozenset(self.follows.get(node, ())) | waits | labelled

    def leads_on(self, node: str) -> bool:
        """Whether an edge, a waiting edge or a router leads on from this node."""
        out = self.follows.get(node) or self.branches.get(node)
        return bool(out) or any(node in join.sources for join in self.joins)

    @cached_property
    def unreached(self) -> tuple[str, ...]:
        """The nodes that no edge, waiting edge or path map leads to, by name."""
        led_to = {target for node in (START, *self.reads) for target in self.drawn(node)}
        return tuple(sorted(self.reads.keys() - led_to))


def plan_of(graph: Graph, laws: Laws) -> Plan:
    """The plan of a graph that can be built."""
    edges, joins = _edges_and_joins(graph, laws)
    held = [key for key in graph.keys + graph.private if not isinstance(key, Managed)]
    keys = {key.name: key for key in _starting(held, laws)}
    known = {END, *(node.name for node in graph.nodes)}
    state = Schema(tuple(key.name for key in graph.keys), graph.form in ("dataclass", "pydantic"))
    sources = [edge.source for edge in edges] + [branch.source for branch in graph.branches]
    return Plan(
        keys=keys,
        state=state,
        inputs=state if graph.inputs is None else Schema(graph.inputs),
        outputs=tuple(name for name in _outputs(graph, laws) if name in keys),
        reads={node.name: state if node.reads is None else Schema(node.reads) for node in graph.nodes},
        follows={
            source: tuple(dict.fromkeys(edge.target for edge in edges if edge.source == source)) for source in sources
        },
        joins=joins,
        branches={source: tuple(_known(b, known) for b in graph.branches if b.source == source) for source in sources},
        deferred=frozenset(node.name for node in graph.nodes if node.defer),
        root=graph.form == "root",
        unset=_unset(graph, keys),
        defaults={key.name: key.default[0] for key in graph.keys if isinstance(key, (Last, Fold)) and key.default},
        managed=tuple(key for key in graph.keys + graph.private if isinstance(key, Managed)),
        veiled=frozenset(name for name, key in keys.items() if isinstance(key, (Topic, Barrier))),
        fading=frozenset(name for name, key in keys.items() if isinstance(key, (Ephemeral, AnyValue, Topic))),
    )


def _starting(keys: Sequence[Held], laws: Laws) -> Sequence[Held]:
    """The keys with the default that each starts with (CH-23)."""
    declared = any(isinstance(key, (Last, Fold)) and key.default for key in keys)
    if not declared or laws.holds("CH-23"):
        return keys
    return [replace(key, default=()) if isinstance(key, (Last, Fold)) else key for key in keys]


def _outputs(graph: Graph, laws: Laws) -> tuple[str, ...]:
    if graph.outputs is None or not laws.holds("ST-09"):
        return tuple(key.name for key in graph.keys)
    return graph.outputs


def _known(branch: Branch, nodes: set[str]) -> Branch:
    """The router with those entries of its path map that name a node."""
    if all(target in nodes for _, target in branch.paths or ()):
        return branch
    return replace(branch, paths=tuple(path for path in branch.paths or () if path[1] in nodes))


def _unset(graph: Graph, keys: Mapping[str, Held]) -> tuple[tuple[str, Value], ...]:
    """A dataclass writes all its fields, a Pydantic object those that were set or have a start value of their own;
    neither writes a default that its key starts with (CH-23)."""
    started = {name for name, key in keys.items() if isinstance(key, (Last, Fold)) and key.default}
    held = [key for key in graph.keys if not isinstance(key, Managed) and key.name not in started]
    starts = [(key.name, initial(key)) for key in held]
    if graph.form == "dataclass":
        return tuple((name, None if start is MISSING else start) for name, start in starts)
    if graph.form == "pydantic":
        return tuple((name, start) for name, start in starts if start is not MISSING and start is not None)
    return ()


def _edges_and_joins(graph: Graph, laws: Laws) -> tuple[tuple[Edge, ...], tuple[Join, ...]]:
    """The plain edges and the waiting edges, each waiting edge with arrivals of its own (RT-14, RT-17)."""
    edges, joins = graph.edges, tuple(dict.fromkeys(graph.joins))
    into = Counter(target for _, target in dict.fromkeys((e.source, e.target) for e in edges if e.source != START))
    several = [target for target, count in into.items() if count > 1]
    if several and not laws.holds("RT-14"):
        joins += tuple(
            Join(tuple(e.source for e in edges if e.target == target and e.source != START), target)
            for target in several
        )
        edges = tuple(e for e in edges if e.target not in several or e.source == START)
    awaited = {(join.target, frozenset(join.sources)) for join in joins}
    targets = dict.fromkeys(join.target for join in joins)
    if len(awaited) > len(targets) and not laws.holds("RT-17"):
        joins = tuple(
            Join(tuple(source for join in joins if join.target == target for source in join.sources), target)
            for target in targets
        )
    return edges, joins


def build_error(graph: Graph, laws: Laws) -> Error | None:
    """Why LangGraph refuses to build this graph (rules RT-27, CH-16), or None."""
    if any(isinstance(key, OddReducer) for key in graph.keys + graph.private) and laws.holds("CH-16"):
        return Error("ValueError")
    if any(_faults(graph)) and laws.holds("RT-27"):
        return Error("ValueError")
    return None


def _faults(graph: Graph) -> Iterator[bool]:
    names = [node.name for node in graph.nodes]
    known = set(names)
    branches = [(branch.source, branch.name) for branch in graph.branches]
    yield len(known) < len(names)
    yield any(name in (START, END) or ":" in name or "|" in name for name in names)
    yield len(set(branches)) < len(branches)
    starts = {edge.source for edge in graph.edges} | {branch.source for branch in graph.branches}
    yield START not in starts
    yield not starts <= known | {START}
    yield any(not set(join.sources) <= known for join in graph.joins)
    targets = {edge.target for edge in graph.edges} | {target for b in graph.branches for _, target in b.paths or ()}
    yield not targets <= known | {END}
    yield any(join.target not in known | {END} for join in graph.joins)
    managed = {key.name for key in graph.keys + graph.private if isinstance(key, Managed)}
    yield not managed.isdisjoint((*(graph.inputs or ()), *(graph.outputs or ())))
