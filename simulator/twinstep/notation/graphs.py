"""Plain graphs in the one-line notation: state, nodes, edges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from twinstep_model.cases import (
    START,
    AnyValue,
    Barrier,
    Branch,
    Edge,
    Ephemeral,
    Fold,
    Graph,
    GraphScript,
    Join,
    Key,
    Last,
    Managed,
    Messages,
    Node,
    NodeScript,
    OddReducer,
    Topic,
    Untracked,
)
from twinstep_model.values import Value

from .reader import SECTIONS, Reader, show_name
from .results import read_script, show_script
from .values import read_value, show_value

_FORMS: dict[str, Any] = {"typeddict": "typeddict", "dataclass": "dataclass", "pydantic": "pydantic", "root": "root"}
_REDUCERS: dict[str, Any] = {"sum": "sum", "concat": "concat", "max": "max", "strict": "strict"}
_STARTS: dict[str, Any] = {"abstract": "abstract", "missing": "missing"}


def show_graph(graph: Graph, script: GraphScript) -> list[str]:
    """The sections of a plain graph and of its script."""
    form = "" if graph.form == "typeddict" else f"/{graph.form}"
    sections = [" ".join([f"graph{form}", *map(_show_key, graph.keys)])]
    sections += [" ".join(["private", *map(_show_key, graph.private)])] if graph.private else []
    sections += [_show_names("inputs", graph.inputs)] if graph.inputs is not None else []
    sections += [_show_names("outputs", graph.outputs)] if graph.outputs is not None else []
    sections += [" ".join(["nodes", *map(_show_node, graph.nodes)])] if graph.nodes else []
    edges = [f"{_show_source(edge.source)}>{show_name(edge.target)}" for edge in graph.edges]
    edges += [f"[{','.join(map(show_name, join.sources))}]>{show_name(join.target)}" for join in graph.joins]
    edges += map(_show_branch, graph.branches)
    sections += [" ".join(["edges", *edges])] if edges else []
    return sections + [show_script(node) for node in script.nodes]


@dataclass
class GraphParts:
    """What has been read of a graph so far; made by reading its first section."""

    reader: Reader
    fields: dict[str, Any] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    joins: list[Join] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    scripts: list[NodeScript] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.reader.next("/"):
            self.fields["form"] = _FORMS[self.reader.one_of(*_FORMS)]
        keys = []
        while self.reader.at_name():
            keys.append(_read_key(self.reader))
        self.fields["keys"] = tuple(keys)

    def built(self) -> tuple[Graph, GraphScript]:
        edges, joins, branches = tuple(self.edges), tuple(self.joins), tuple(self.branches)
        fields = {"nodes": (), **self.fields}
        return Graph(edges=edges, joins=joins, branches=branches, **fields), GraphScript(tuple(self.scripts))


def read_graph_section(reader: Reader, parts: GraphParts) -> None:
    """Reads one section into ``parts``."""
    if reader.at(*(set(_LISTS) - parts.fields.keys())):
        section = reader.one_of(*_LISTS)
        items = []
        while reader.at_name():
            items.append(_LISTS[section](reader))
        parts.fields[section] = tuple(items)
    elif reader.next("edges"):
        while not reader.at("|", ""):
            _read_edge(reader, parts)
    elif reader.at_name() and not reader.at(*SECTIONS):
        parts.scripts.append(read_script(reader))
    else:
        reader.fail("a section of a graph")


def _show_key(key: Key) -> str:
    name = show_name(key.name)
    if isinstance(key, Last):
        return name + _show_default(key)
    if isinstance(key, Fold):
        return f"{name}:{key.reducer}" + ("" if key.start == "empty" else f"/{key.start}") + _show_default(key)
    if isinstance(key, Topic):
        return f"{name}:topic" + ("/all" if key.accumulate else "")
    if isinstance(key, Ephemeral):
        return f"{name}:ephemeral" + ("" if key.guard else "/unguarded")
    if isinstance(key, Barrier):
        return f"{name}:barrier({','.join(map(show_name, key.names))})"
    if isinstance(key, OddReducer):
        return f"{name}:odd/{key.parameters}"
    if isinstance(key, Managed):
        return f"{name}:{key.what}"
    word = {AnyValue: "any", Untracked: "untracked", Messages: "messages"}[type(key)]
    return f"{name}:{word}"


def _read_key(reader: Reader) -> Key:
    name = reader.name("a key")
    if not reader.next(":"):
        return Last(name, _read_default(reader))
    kinds = (*_REDUCERS, "topic", "ephemeral", "any", "untracked", "barrier", "messages", "odd", "remaining", "last")
    kind = reader.one_of(*kinds)
    if kind in _REDUCERS:
        start: Any = _STARTS[reader.one_of(*_STARTS)] if reader.next("/") else "empty"
        return Fold(name, _REDUCERS[kind], start, _read_default(reader))
    if kind in ("remaining", "last"):
        return Managed(name, "remaining" if kind == "remaining" else "last")
    if kind == "barrier":
        return Barrier(name, reader.list("(", reader.name, ")"))
    if kind == "topic":
        return Topic(name, _flag(reader, "all"))
    if kind == "ephemeral":
        return Ephemeral(name, not _flag(reader, "unguarded"))
    if kind == "odd":
        reader.take("/")
        return OddReducer(name, 1 if reader.one_of("1", "3") == "1" else 3)
    return AnyValue(name) if kind == "any" else Untracked(name) if kind == "untracked" else Messages(name)


def _show_default(key: Last | Fold) -> str:
    return "".join(f"={show_value(value)}" for value in key.default)


def _read_default(reader: Reader) -> tuple[Value, ...]:
    found = []
    while reader.next("="):
        found.append(read_value(reader))
    return tuple(found)


def _flag(reader: Reader, word: str) -> bool:
    if not reader.next("/"):
        return False
    reader.take(word)
    return True


def _show_node(node: Node) -> str:
    reads = "" if node.reads is None else f"({','.join(map(show_name, node.reads))})"
    return show_name(node.name) + ("~" if node.defer else "") + reads


def _read_node(reader: Reader) -> Node:
    name, defer = reader.name("a node"), reader.next("~")
    return Node(name, reader.list("(", reader.name, ")") if reader.at("(") else None, defer)


def _show_source(source: str) -> str:
    return "" if source == START else show_name(source)


def _show_branch(branch: Branch) -> str:
    pairs = () if branch.paths is None else (f"{show_name(label)}:{show_name(to)}" for label, to in branch.paths)
    paths = "" if branch.paths is None else "{" + ",".join(pairs) + "}"
    return f"{_show_source(branch.source)}?{show_name(branch.name)}{paths}" + ("/typed" if branch.typed else "")


def _read_edge(reader: Reader, parts: GraphParts) -> None:
    if reader.at("["):
        sources = reader.list("[", reader.name, "]")
        reader.take(">")
        parts.joins.append(Join(sources, reader.name("a target")))
        return
    source = START if reader.at(">", "?") else reader.name("an edge")
    if reader.next(">"):
        parts.edges.append(Edge(source, reader.name("a target")))
        return
    if not reader.next("?"):
        reader.fail("'>' or '?'")
    name = reader.name("a router")
    paths = reader.list("{", lambda: _read_path(reader), "}") if reader.at("{") else None
    parts.branches.append(Branch(source, name, paths, _flag(reader, "typed")))


def _read_path(reader: Reader) -> tuple[str, str]:
    label = reader.name("a label")
    reader.take(":")
    return label, reader.name("a target")


def _show_names(word: str, names: tuple[str, ...]) -> str:
    return " ".join([word, *map(show_name, names)])


# The sections that are plain lists and may be given once, with the reader of one item.
_LISTS: dict[str, Callable[[Reader], Any]] = {
    "private": _read_key,
    "inputs": Reader.name,
    "outputs": Reader.name,
    "nodes": _read_node,
}
