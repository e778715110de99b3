"""Between the library's objects and the values of a case or an observation.

`value` and `error` read what the library shows; `real` makes what a script writes. What differs from run to run or
from release to release is replaced on the way in: ids and call ids that no script wrote read ``<auto>``, texts that
no script wrote ``<library>``. For every value ``v`` of a case, ``value(real(v), known) == v``.
"""

from __future__ import annotations

import dataclasses
import re
from functools import lru_cache
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, RemoveMessage, ToolMessage
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.types import Overwrite as LibraryOverwrite
from pydantic import BaseModel

from twinstep_model.agents import Reply, ToolAnswer, ToolCommand, ToolText
from twinstep_model.cases import Case
from twinstep_model.observation import Error
from twinstep_model.values import (
    AUTO,
    LIBRARY,
    REMOVE_ALL,
    Call,
    Foreign,
    Instance,
    Map,
    Message,
    Overwrite,
    Remove,
    Value,
)

from .errors import ScriptedError
from .hooks import TEXTS

_OVERWRITE = "__overwrite__"
_CODE = re.compile(r"errors/([A-Z][A-Z_]*[A-Z])")
_SAW = re.compile(r"saw [0-9]+")
_LIBRARIES = ("langgraph", "langchain_core", "langgraph_supervisor", "langgraph_swarm", "langchain")
_ROLES: dict[type, Any] = {HumanMessage: "human", AIMessage: "ai", ToolMessage: "tool"}


@dataclasses.dataclass(frozen=True, slots=True)
class Known:
    """What the script of a case wrote: message texts, message ids and call ids. All else is a library's own.

    ``seen``: the canonical forms of the messages already read in this run, by identity: a stream shows every message
    many times over, and all that a library ever changes in one that it has shown is a missing id.
    """

    texts: frozenset[str]
    ids: frozenset[str]
    calls: frozenset[str]
    seen: dict[int, tuple[BaseMessage, Value]] = dataclasses.field(default_factory=dict, compare=False, repr=False)


def known(case: Case) -> Known:
    """What the script of this case wrote, with the texts a script gives by default and those of hooks."""
    texts, ids, calls = {"", "done", "ok", *TEXTS}, {REMOVE_ALL}, {""}
    waiting: list[Any] = [case]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Message):
            texts.add(part.text)
            ids.add(part.id)
            calls.add(part.answers)
        elif isinstance(part, (Reply, ToolText, ToolAnswer, ToolCommand)):
            texts.add(part.text)
        elif isinstance(part, Call):
            calls.add(part.id)
        elif isinstance(part, Remove):
            ids.add(part.id)
        if isinstance(part, tuple):
            waiting.extend(part)
        elif dataclasses.is_dataclass(part):
            cls: Any = type(part)
            waiting.extend([getattr(part, name) for name in _field_names(cls)])
    return Known(frozenset(texts - {LIBRARY}), frozenset(ids - {AUTO}), frozenset(calls - {AUTO}))


def value(thing: Any, script: Known) -> Value:
    """The canonical form of anything that a stream shows. Never fails: what has no form of its own is Foreign."""
    kind: Any = type(thing)
    if thing is None or kind in (bool, int, str):
        return thing  # type: ignore[no-any-return]  # one of the scalars, by the test above
    if kind in (list, tuple):
        return tuple([value(item, script) for item in thing])
    if kind is dict:
        return _dict(thing, script)
    if isinstance(thing, BaseMessage):
        seen = script.seen.get(id(thing))
        if seen is None:
            # The message is kept with its form, so that its identity stays its own.
            seen = script.seen[id(thing)] = (thing, _message(thing, script))
        return seen[1]
    if kind is LibraryOverwrite:
        return Overwrite(value(thing.value, script))
    if kind.__module__.partition(".")[0] in _LIBRARIES:
        return Foreign(kind.__name__)
    if isinstance(thing, BaseModel):
        return _instance(thing, tuple(kind.model_fields), script)
    if dataclasses.is_dataclass(thing):
        return _instance(thing, _field_names(kind), script)
    return Foreign(kind.__name__)


def error(exc: BaseException) -> Error:
    """The class of an exception and its stable code: a script's own label, or the code LangGraph put in its text."""
    if isinstance(exc, ScriptedError):
        return Error(type(exc).__name__, exc.label)
    code = _CODE.search(str(exc))
    return Error(type(exc).__name__, code[1] if code else "")


def real(thing: Value) -> Any:
    """What a program really writes where its script says ``thing``. New objects in every call: the library sets ids
    and names on the messages it is given. Instance and Foreign are only ever seen: TypeError."""
    if thing is None or isinstance(thing, (bool, int, str)):
        return thing
    if isinstance(thing, tuple):
        return [real(item) for item in thing]
    if isinstance(thing, Map):
        return {key: real(item) for key, item in thing.items}
    if isinstance(thing, Message):
        return _real_message(thing)
    if isinstance(thing, Remove):
        return RemoveMessage(id=REMOVE_ALL_MESSAGES if thing.id == REMOVE_ALL else thing.id)
    if isinstance(thing, Overwrite):
        inner = real(thing.value)
        if thing.form == "object":
            return LibraryOverwrite(inner)
        return {_OVERWRITE: inner} if thing.form == "short" else {"type": _OVERWRITE, "value": inner}
    raise TypeError(f"no program writes {thing!r}")


@lru_cache(maxsize=64)  # the classes of states are made anew for every case, and must not be kept
def _field_names(cls: type) -> tuple[str, ...]:
    return tuple([field.name for field in dataclasses.fields(cls)])


def _dict(thing: dict[Any, Any], script: Known) -> Value:
    if len(thing) == 1 and _OVERWRITE in thing:
        return Overwrite(value(thing[_OVERWRITE], script), "short")
    if len(thing) == 2 and "value" in thing and thing.get("type") == _OVERWRITE:
        return Overwrite(value(thing["value"], script), "long")
    if not all(type(key) is str for key in thing):
        return Foreign("dict")
    return Map(tuple([(key, value(thing[key], script)) for key in sorted(thing)]))


def _message(thing: BaseMessage, script: Known) -> Value:
    if isinstance(thing, RemoveMessage):
        return Remove(thing.id if thing.id in script.ids else AUTO)
    role = _ROLES.get(type(thing))
    if role is None:
        return Foreign(type(thing).__name__)
    return Message(
        role=role,
        text=_text(thing.content, script),
        id=thing.id if thing.id in script.ids else AUTO,
        name=thing.name or "",
        calls=tuple([_call(call, script) for call in getattr(thing, "tool_calls", ())]),
        answers=call_id(thing.tool_call_id, script) if isinstance(thing, ToolMessage) else "",
        failed=isinstance(thing, ToolMessage) and thing.status == "error",
    )


def _text(content: Any, script: Known) -> str:
    """A text is kept if the script wrote it, or says how many messages a tool saw."""
    return content if isinstance(content, str) and (content in script.texts or _SAW.fullmatch(content)) else LIBRARY


def _call(call: Any, script: Known) -> Call:
    args = value(call["args"], script)
    assert isinstance(args, Map), "the arguments of a call are a dict"
    return Call(call_id(call["id"], script), call["name"], args)


def call_id(name: str | None, script: Known) -> str:
    """The id of a tool call as it is compared."""
    return name if name is not None and name in script.calls else AUTO


def _instance(thing: Any, names: tuple[str, ...], script: Known) -> Instance:
    return Instance(tuple([(name, value(getattr(thing, name), script)) for name in names if hasattr(thing, name)]))


def _real_message(thing: Message) -> BaseMessage:
    common: dict[str, Any] = {"content": thing.text, "name": thing.name or None}
    if thing.id != AUTO:
        common["id"] = thing.id
    if thing.role == "human":
        return HumanMessage(**common)
    if thing.role == "tool":
        return ToolMessage(tool_call_id=thing.answers, status="error" if thing.failed else "success", **common)
    return AIMessage(
        tool_calls=[{"id": call.id, "name": call.name, "args": real(call.args)} for call in thing.calls], **common
    )
