"""Plain graphs: keys and schemas. What LangGraph refuses to build (RT-27, CH-16) is legal, and not looked at here."""

from __future__ import annotations

import keyword
from collections.abc import Iterator

from twinstep_model.cases import Barrier, Fold, Graph, Last, Managed, Messages, OddReducer
from twinstep_model.plan import ROOT

from .distinct import repeated
from .values import fits


def graph_problems(graph: Graph) -> Iterator[str]:
    """What is wrong with a plain graph."""
    yield from _root_problems(graph) if graph.form == "root" else _key_problems(graph)
    yield from _schema_problems(graph)
    for place, key in enumerate(graph.keys + graph.private):
        if isinstance(key, Barrier) and not key.names:
            yield f"{_at(graph, place)}.names: a barrier waits for at least one name; add one"
        if isinstance(key, (Last, Fold)) and key.default:
            yield from _default_problems(graph, key, place)
    for place, join in enumerate(graph.joins):
        if not join.sources:
            yield f"topology.joins[{place}].sources: a waiting edge has at least one source; add one"
    for place, branch in enumerate(graph.branches):
        if branch.paths and repeated(label for label, _ in branch.paths) is not None:
            yield f"topology.branches[{place}].paths: has a label twice; remove one"


def _root_problems(graph: Graph) -> Iterator[str]:
    if len(graph.keys) != 1 or graph.keys[0].name != ROOT:
        yield f"topology.keys: a state of form root has exactly one key, called {ROOT}; give just that"
    elif not isinstance(graph.keys[0], (Last, Fold, Messages, OddReducer)):
        yield "topology.keys[0].kind: a state of form root is of kind last, fold or messages; choose one"
    for field, given in (("private", graph.private or None), ("inputs", graph.inputs), ("outputs", graph.outputs)):
        if given is not None:
            yield f"topology.{field}: a state of form root has no keys to choose from; leave it out"
    for place, node in enumerate(graph.nodes):
        if node.reads is not None:
            yield f"topology.nodes[{place}].reads: a state of form root has no keys to choose from; leave it out"


def _key_problems(graph: Graph) -> Iterator[str]:
    if all(isinstance(key, Managed) for key in graph.keys):
        yield "topology.keys: a state has at least one key that holds something; add one"
    for place, key in enumerate(graph.keys + graph.private):
        name = key.name
        if not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_"):
            yield f"{_at(graph, place)}.name: must be a Python name that does not start with _; rename the key"
        if graph.form == "pydantic" and name.startswith("model_"):
            yield f"{_at(graph, place)}.name: Pydantic keeps names that start with model_ to itself; rename the key"
    twice = repeated(key.name for key in graph.keys + graph.private)
    if twice is not None:
        yield f"{_at(graph, twice)}.name: another key has this name; rename one"


def _default_problems(graph: Graph, key: Last | Fold, place: int) -> Iterator[str]:
    path = f"{_at(graph, place)}.default"
    if graph.form not in ("dataclass", "pydantic") or place >= len(graph.keys):
        yield f"{path}: only the class of a dataclass or pydantic state declares defaults; leave it empty"
    elif len(key.default) > 1:
        yield f"{path}: a key has one default; remove the others"
    elif not fits(key, key.default[0]) and not (isinstance(key, Fold) and key.start == "missing" and _is_none(key)):
        yield f"{path}: has not the key's type; change it"


def _is_none(key: Fold) -> bool:
    return key.default == (None,)


def _schema_problems(graph: Graph) -> Iterator[str]:
    declared = {key.name for key in graph.keys + graph.private}
    schemas = [("topology.inputs", graph.inputs), ("topology.outputs", graph.outputs)]
    schemas += [(f"topology.nodes[{place}].reads", node.reads) for place, node in enumerate(graph.nodes)]
    named: set[str] = set()
    for path, names in schemas:
        for place, name in enumerate(names or ()):
            if name not in declared:
                yield f"{path}[{place}]: there is no such key; name one of topology.keys or topology.private"
        if repeated(names or ()) is not None:
            yield f"{path}: names a key twice; remove one"
        named.update(names or ())
    for place, key in enumerate(graph.private):
        if key.name not in named:
            yield f"topology.private[{place}]: no node reads this key, so LangGraph never hears of it; let one read it"


def _at(graph: Graph, place: int) -> str:
    """The path of a key by its place among public and private ones."""
    public = len(graph.keys)
    return f"topology.keys[{place}]" if place < public else f"topology.private[{place - public}]"
