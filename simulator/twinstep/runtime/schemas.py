"""State schemas: the real classes and annotations that a plain graph's keys are declared with."""

from __future__ import annotations

import collections.abc
import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from langgraph.channels import AnyValue as AnyValueChannel
from langgraph.channels import EphemeralValue, NamedBarrierValue, UntrackedValue
from langgraph.channels import Topic as TopicChannel
from langgraph.graph.message import add_messages
from langgraph.managed import IsLastStep, RemainingSteps
from pydantic import ConfigDict, Field, create_model
from typing_extensions import TypedDict

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

from .canonical import real


@dataclasses.dataclass(frozen=True, slots=True)
class Schemas:
    """``state`` is the class (or annotated type) of the state; ``inputs`` and ``outputs`` are None where there is no
    separate one; ``nodes`` has one for each node with an input schema of its own."""

    state: Any
    inputs: Any
    outputs: Any
    nodes: dict[str, Any]


def schemas(graph: Graph) -> Schemas:
    """The schemas of a graph: new classes in every call, since the library writes into channel annotations."""
    types = {key.name: _annotation(key) for key in graph.keys + graph.private}

    def part(name: str, keys: tuple[str, ...] | None) -> Any:
        return None if keys is None else _typed_dict(name, {key: types[key] for key in keys})

    return Schemas(
        state=_state(graph, types),
        inputs=part("Inputs", graph.inputs),
        outputs=part("Outputs", graph.outputs),
        nodes={node.name: part(f"Reads_{node.name}", node.reads) for node in graph.nodes if node.reads is not None},
    )


def _state(graph: Graph, types: dict[str, Any]) -> Any:
    if graph.form == "root":
        only = graph.keys[0]
        # A type without annotations of its own: Any would be taken for a class without keys.
        return object if isinstance(only, Last) else types[only.name]
    names = [key.name for key in graph.keys]
    if graph.form == "typeddict":
        return _typed_dict("State", {name: types[name] for name in names})
    starts = {key.name: _start(key) for key in graph.keys}
    if graph.form == "dataclass":
        plain = [(name, types[name], _field(starts[name])) for name in names]
        return dataclasses.make_dataclass("State", plain)
    fields: dict[str, Any] = {name: (types[name], _pydantic_field(starts[name])) for name in names}
    return create_model("State", __config__=ConfigDict(arbitrary_types_allowed=True), **fields)


def _typed_dict(name: str, types: dict[str, Any]) -> Any:
    return TypedDict(name, types)  # type: ignore[operator]  # a type checker wants the keys spelt out


def _field(start: Callable[[], Any] | None) -> Any:
    return dataclasses.field(default=None) if start is None else dataclasses.field(default_factory=start)


def _pydantic_field(start: Callable[[], Any] | None) -> Any:
    return None if start is None else Field(default_factory=start)


def _annotation(key: Key) -> Any:
    """The annotation of a key; one without a start value is optional."""
    if isinstance(key, Last):
        return Any
    if isinstance(key, Fold):
        return _fold(key)
    if isinstance(key, Topic):
        return Annotated[list[Any] | None, TopicChannel(Any, key.accumulate)]
    if isinstance(key, Ephemeral):
        return Annotated[Any, EphemeralValue(Any, key.guard)]
    if isinstance(key, AnyValue):
        return Annotated[Any, AnyValueChannel(Any)]
    if isinstance(key, Untracked):
        return Annotated[Any, UntrackedValue(Any, False)]
    if isinstance(key, Barrier):
        return Annotated[Any, NamedBarrierValue(str, set(key.names))]
    if isinstance(key, Messages):
        return Annotated[list[Any], add_messages]
    if isinstance(key, Managed):
        return RemainingSteps if key.what == "remaining" else IsLastStep
    return Annotated[list[Any], _ODD[key.parameters]]


def _fold(key: Fold) -> Any:
    whole: Any = int if key.reducer in ("sum", "max") else list[Any]
    if key.start == "abstract":
        whole = collections.abc.Sequence
    elif key.start == "missing":
        whole = whole | None
    return Annotated[whole, _REDUCERS[key.reducer]]


def _start(key: Key) -> Callable[[], Any] | None:
    """Makes the default of a key in a state class: the declared one, else the start value of its kind. None where it
    has none."""
    if isinstance(key, (Last, Fold)) and key.default:
        return None if key.default[0] is None else partial(real, key.default[0])
    if isinstance(key, Fold) and key.start != "missing":
        return int if key.reducer in ("sum", "max") else list
    return list if isinstance(key, (Messages, OddReducer)) else None


def _add(left: Any, right: Any) -> Any:
    return left + right


def _max(left: int, right: int) -> int:
    return max(left, right)


def _strict(left: list[Any], right: list[Any]) -> list[Any]:
    if right == ["bad"]:
        raise ValueError("bad update")
    return left + right


def _one(left: list[Any]) -> list[Any]:
    return left


def _three(left: list[Any], right: list[Any], more: list[Any]) -> list[Any]:
    return left + right + more


_REDUCERS: dict[str, Any] = {"sum": _add, "concat": _add, "max": _max, "strict": _strict}
_ODD: dict[int, Any] = {1: _one, 3: _three}
