"""State classes, and the reducers they name."""

from __future__ import annotations

from twinstep_model.cases import (
    AnyValue,
    Barrier,
    Ephemeral,
    Fold,
    Graph,
    Key,
    Last,
    Managed,
    Messages,
    OddReducer,
    Topic,
    Untracked,
)

from .literals import literal
from .source import Source, block, is_plain

_REDUCERS = {
    "larger": "def larger(left, right):\n    return max(left, right)",
    "strict": (
        "def strict(left, right):\n"
        "    if right == ['bad']:\n"
        "        raise ValueError('bad update')\n"
        "    return left + right"
    ),
    "odd_one": "def odd_one(left):\n    return left",
    "odd_three": "def odd_three(left, right, more):\n    return left + right + more",
}


class Schemas:
    """The schemas of a graph: ``parts`` are the definitions, the rest are expressions ("" for none)."""

    def __init__(self, source: Source, graph: Graph) -> None:
        self._source = source
        if graph.form == "root" and isinstance(graph.keys[0], Last):
            self.types = {graph.keys[0].name: "object"}  # Any would be taken for a class without keys
        else:
            self.types = {key.name: _annotation(source, key) for key in graph.keys + graph.private}
        used = " ".join(self.types.values())
        self.parts = [text for name, text in _REDUCERS.items() if f" {name}]" in used]
        self.parts.append(self._state(graph))
        self.inputs = self._typed_dict("Inputs", graph.inputs)
        self.outputs = self._typed_dict("Outputs", graph.outputs)
        self.nodes = {
            node.name: self._typed_dict(source.identifier(f"Reads_{node.name}", "Reads"), node.reads)
            for node in graph.nodes
            if node.reads is not None
        }

    def _state(self, graph: Graph) -> str:
        if graph.form == "root":
            return f"State = {next(iter(self.types.values()))}"
        names = tuple(key.name for key in graph.keys)
        if graph.form == "typeddict":
            return self._typed_dict_text("State", names)
        if graph.form == "dataclass":
            return self._dataclass(graph)
        return self._pydantic(graph)

    def _typed_dict(self, name: str, keys: tuple[str, ...] | None) -> str:
        if keys is None:
            return ""
        self.parts.append(self._typed_dict_text(name, keys))
        return name

    def _typed_dict_text(self, name: str, keys: tuple[str, ...]) -> str:
        base = self._source.use("typing", "TypedDict")
        if all(map(is_plain, keys)):
            return f"class {name}({base}):\n" + block(*[f"{key}: {self.types[key]}" for key in keys] or ["pass"])
        return f"{name} = {base}({name!r}, {{{', '.join(f'{key!r}: {self.types[key]}' for key in keys)}}})"

    def _dataclass(self, graph: Graph) -> str:
        starts = {key.name: self._default(key, "dataclasses", "field") for key in graph.keys}
        if all(map(is_plain, starts)):
            head = f"@{self._source.use('dataclasses', 'dataclass')}\nclass State:\n"
            return head + block(*[f"{key}: {self.types[key]} = {start}" for key, start in starts.items()])
        items = ", ".join(f"({key!r}, {self.types[key]}, {start})" for key, start in starts.items())
        return f"State = {self._source.use('dataclasses', 'make_dataclass')}('State', [{items}])"

    def _pydantic(self, graph: Graph) -> str:
        config = f"{self._source.use('pydantic', 'ConfigDict')}(arbitrary_types_allowed=True)"
        starts = {key.name: self._default(key, "pydantic", "Field") for key in graph.keys}
        if all(map(is_plain, starts)):
            head = f"class State({self._source.use('pydantic', 'BaseModel')}):\n"
            lines = [f"{key}: {self.types[key]} = {start}" for key, start in starts.items()]
            return head + block(f"model_config = {config}", "", *lines)
        items = ", ".join(f"{key!r}: ({self.types[key]}, {start})" for key, start in starts.items())
        return f"State = {self._source.use('pydantic', 'create_model')}('State', __config__={config}, **{{{items}}})"

    def _default(self, key: Key, module: str, field: str) -> str:
        if isinstance(key, (Last, Fold)) and key.default:
            made = literal(self._source, key.default[0])
            constant = key.default[0] is None or isinstance(key.default[0], (int, str))
            return made if constant else f"{self._source.use(module, field)}(default_factory=lambda: {made})"
        start = _start(key)
        return f"{self._source.use(module, field)}(default_factory={start})" if start else "None"


def _annotation(source: Source, key: Key) -> str:
    if isinstance(key, Last):
        return source.use("typing", "Any")
    if isinstance(key, Managed):
        return source.use("langgraph.managed", "RemainingSteps" if key.what == "remaining" else "IsLastStep")
    annotated = source.use("typing", "Annotated")
    if isinstance(key, Fold):
        return f"{annotated}[{_fold(source, key)}]"
    if isinstance(key, Messages):
        return f"{annotated}[list, {source.use('langgraph.graph.message', 'add_messages')}]"
    if isinstance(key, OddReducer):
        return f"{annotated}[list, {'odd_one' if key.parameters == 1 else 'odd_three'}]"
    whatever = source.use("typing", "Any")
    if isinstance(key, Topic):
        channel = f"{source.use('langgraph.channels', 'Topic')}(Any, {key.accumulate})"
        return f"{annotated}[{source.use('typing', 'Optional')}[list], {channel}]"
    if isinstance(key, Ephemeral):
        channel = f"{source.use('langgraph.channels', 'EphemeralValue')}(Any, {key.guard})"
    elif isinstance(key, AnyValue):
        channel = f"{source.use('langgraph.channels', 'AnyValue')}(Any)"
    elif isinstance(key, Untracked):
        channel = f"{source.use('langgraph.channels', 'UntrackedValue')}(Any, False)"
    else:
        assert isinstance(key, Barrier)
        names = f"{{{', '.join(map(repr, key.names))}}}" if key.names else "set()"
        channel = f"{source.use('langgraph.channels', 'NamedBarrierValue')}(str, {names})"
    return f"{annotated}[{whatever}, {channel}]"


def _fold(source: Source, key: Fold) -> str:
    whole = "int" if key.reducer in ("sum", "max") else "list"
    if key.start == "abstract":
        whole = source.use("collections.abc", "Sequence")
    elif key.start == "missing":
        whole = f"{source.use('typing', 'Optional')}[{whole}]"
    if key.reducer in ("sum", "concat"):
        return f"{whole}, {source.module('operator')}.add"
    return f"{whole}, {'larger' if key.reducer == 'max' else 'strict'}"


def _start(key: Key) -> str:
    """What makes the start value of a key; "" where its kind has none."""
    if isinstance(key, Fold) and key.start != "missing":
        return "int" if key.reducer in ("sum", "max") else "list"
    return "list" if isinstance(key, (Messages, OddReducer)) else ""
