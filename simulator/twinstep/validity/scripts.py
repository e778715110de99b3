"""What nodes and routers of a plain graph return. Unknown destinations and unknown keys are legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from twinstep_model.cases import (
    START,
    BareSend,
    Command,
    Fields,
    Graph,
    GraphScript,
    Key,
    Many,
    Messages,
    NodeScript,
    Nothing,
    Odd,
    Outcome,
    Result,
    Route,
    Send,
    Target,
    Update,
    Whole,
    Write,
)
from twinstep_model.plan import ROOT
from twinstep_model.values import Raise

from .distinct import repeated
from .values import fits, is_plain, misfit

_LABEL = "send"
_LEAKS = ("node", "arg", "timeout")


def graph_script_problems(graph: Graph, script: GraphScript) -> Iterator[str]:
    """What is wrong with the script of a plain graph."""
    known = {START} | {node.name for node in graph.nodes}
    twice = repeated(one.node for one in script.nodes)
    if twice is not None:
        yield f"script.nodes[{twice}].node: has a script already; merge the two"
    for place, one in enumerate(script.nodes):
        path = f"script.nodes[{place}]"
        if one.node not in known:
            yield f"{path}.node: there is no such node; name one of topology.nodes"
        yield from _Checker(graph, one.node).node(one, path)


class _Checker:
    """Looks at the outcomes of one node."""

    def __init__(self, graph: Graph, node: str) -> None:
        self._graph = graph
        self._name = node
        self._root = graph.form == "root"
        self._branches = {branch.name: branch for branch in graph.branches if branch.source == node}
        self._keys: Mapping[str, Key] = {key.name: key for key in graph.keys + graph.private}

    def node(self, script: NodeScript, path: str) -> Iterator[str]:
        if repeated(label for label, _ in script.sends) is not None:
            yield f"{path}.sends: has a label twice; give each one outcome"
        for place, outcome in enumerate(script.pulls):
            yield from self._outcome(outcome, f"{path}.pulls[{place}]")
        for place, (_, outcome) in enumerate(script.sends):
            yield from self._outcome(outcome, f"{path}.sends[{place}][1]")

    def _outcome(self, outcome: Outcome, path: str) -> Iterator[str]:
        yield from self._asks(outcome, f"{path}.asks")
        yield from self._result(outcome.result, f"{path}.result")
        twice = repeated(route.branch for route in outcome.routes)
        if twice is not None:
            yield f"{path}.routes[{twice}].branch: has returned something already; remove one of the two"
        for place, route in enumerate(outcome.routes):
            yield from self._route(route, f"{path}.routes[{place}]")

    def _asks(self, outcome: Outcome, path: str) -> Iterator[str]:
        if outcome.asks and self._name == START:
            yield f"{path}: START only routes, it asks nothing; let a node ask"
        for place, question in enumerate(outcome.asks):
            if not is_plain(question):
                yield f"{path}[{place}]: a question is what JSON can say; ask that"

    def _route(self, route: Route, path: str) -> Iterator[str]:
        if route.branch not in self._branches:
            yield f"{path}.branch: the node has no such router; name one of its topology.branches"
        elif self._branches[route.branch].paths == () and (route.form == "none" or not _only_sends(route)):
            yield f"{path}: LangGraph takes the empty path map of this router for none; let its paths be null"
        wanted = {"one": 1, "none": 0, "raise": 0}.get(route.form)
        if wanted is not None and len(route.targets) != wanted:
            yield f"{path}.targets: a router of form {route.form} has {wanted} here; change one of the two"
        if route.error and route.form != "raise":
            yield f"{path}.error: only form raise has an error; leave it out"
        yield from self._targets(route.targets, f"{path}.targets")

    def _result(self, result: Result, path: str) -> Iterator[str]:
        match result:
            case Update(writes):
                yield from self._not_in_root(path) if self._root else self._writes(writes, f"{path}.writes")
            case Fields(writes):
                yield from fields_problems(self._graph, writes, path)
            case Whole(value):
                yield from self._whole(Write(ROOT, value), path)
            case Command():
                yield from self._command(result, path)
            case Many(items):
                if not any(isinstance(item, Command) for item in items):
                    yield f"{path}.items: has no command in it; add one"
                for place, item in enumerate(items):
                    yield from self._result(item, f"{path}.items[{place}]")
            case BareSend(send):
                yield from self._targets((send,), f"{path}.send")
                if any(isinstance(key, Messages) and key.name in _LEAKS for key in self._graph.keys):
                    yield f"{path}: would write to a message key of this name what is no message (RT-02); rename it"
            case Odd():
                yield from self._not_in_root(path) if self._root else ()
            case Nothing() | Raise():
                pass

    def _not_in_root(self, path: str) -> Iterator[str]:
        yield f"{path}.kind: a state of form root takes any such value as it is; use kind whole"

    def _whole(self, write: Write, path: str) -> Iterator[str]:
        if self._root:
            yield from self._writes((write,), path)
        else:
            yield f"{path}.kind: only a node of a state of form root returns a whole; use kind update or odd"

    def _command(self, command: Command, path: str) -> Iterator[str]:
        update = command.update or ()
        for place, write in enumerate(update if self._root else ()):
            if write.key != ROOT:
                yield f"{path}.update[{place}].key: a state of form root has just the key {ROOT}; write that"
            if write.value is None:
                yield f"{path}.update[{place}].value: null is no update of form root; write another, or nothing"
        if command.update is None and command.pairs:
            yield f"{path}.pairs: there is no update to spell in pairs; leave it out"
        yield from self._writes(update, f"{path}.update", command.pairs)
        yield from self._targets(command.goto, f"{path}.goto")

    def _writes(self, writes: Sequence[Write], path: str, pairs: bool = False) -> Iterator[str]:
        twice = None if pairs else repeated(write.key for write in writes)
        if twice is not None:
            yield f"{path}[{twice}].key: is written already; a dict has each key once, use pairs or remove one"
        yield from write_problems(self._graph, self._keys, writes, path)

    def _targets(self, targets: Sequence[Target], path: str) -> Iterator[str]:
        for place, target in enumerate(targets):
            if isinstance(target, Send):
                names = [write.key for write in target.fields]
                if _LABEL in names or repeated(names) is not None:
                    yield f"{path}[{place}].fields: a Send has each key once, and not {_LABEL}; rename or remove one"


def write_problems(graph: Graph, keys: Mapping[str, Key], writes: Sequence[Write], path: str) -> Iterator[str]:
    """Values that do not fit their keys; keys that there are not take anything."""
    for place, write in enumerate(writes):
        wrong = misfit(graph, keys[write.key], write.value) if write.key in keys else None
        if wrong is not None:
            yield f"{path}[{place}].value: {wrong}"


def fields_problems(graph: Graph, writes: Sequence[Write], path: str) -> Iterator[str]:
    """What is wrong with an object of the state's class."""
    if graph.form not in ("dataclass", "pydantic"):
        yield f"{path}.kind: a state of form {graph.form} has no class to make an object of; use kind update"
    twice = repeated(write.key for write in writes)
    if twice is not None:
        yield f"{path}.writes[{twice}].key: is set already; remove one of the two"
    public = {key.name: key for key in graph.keys}
    for place, write in enumerate(writes):
        here = f"{path}.writes[{place}]"
        if write.key not in public:
            yield f"{here}.key: the state's class has no such field; name one of topology.keys"
        elif graph.form == "pydantic" and not fits(public[write.key], write.value):
            yield f"{here}.value: the Pydantic class refuses it, since it has not the key's type; change it"
    yield from write_problems(graph, public, writes, f"{path}.writes")


def _only_sends(route: Route) -> bool:
    return all(isinstance(target, Send) for target in route.targets)
