"""Values: what a program can write at all, and what fits a key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from twinstep_model.cases import Barrier, Fold, Graph, Key, Managed, Messages
from twinstep_model.values import AUTO, Foreign, Instance, Map, Message, Overwrite, Remove, Value

_OVERWRITE = "__overwrite__"


def content_problems(part: Any, path: str = "") -> Iterator[str]:
    """Values anywhere in a case that no program writes, or that would not be read back as they are."""
    if type(part) is tuple:
        for place, item in enumerate(part):
            yield from content_problems(item, f"{path}[{place}]")
    elif is_dataclass(part):
        yield from _odd(part, path)
        for field in fields(part):
            yield from content_problems(getattr(part, field.name), f"{path}.{field.name}".lstrip("."))


def _odd(part: Any, path: str) -> Iterator[str]:
    match part:
        case Instance() | Foreign():
            yield f"{path}: no program writes a value of this kind, it is only ever observed; write another"
        case Map(items):
            names = [name for name, _ in items]
            if names != sorted(set(names)):
                yield f"{path}.items: keys must be distinct and sorted; sort them"
            if _OVERWRITE in names:
                yield f"{path}.items: {_OVERWRITE} makes this an overwrite; use a value of kind overwrite"
        case Message(role=role, calls=calls, answers=answers, failed=failed):
            if calls and role != "ai":
                yield f"{path}.calls: only messages of role ai make calls; leave it out"
            if (answers or failed) and role != "tool":
                yield f"{path}.answers: only messages of role tool answer a call or fail; leave both out"
        case Remove(id):
            if id == AUTO:
                yield f"{path}.id: {AUTO} stands for ids that nobody knows; name the message to remove"


def is_plain(value: Value) -> bool:
    """Whether this is what JSON can say: a scalar, a list or a dict of such."""
    match value:
        case None | bool() | int() | str():
            return True
        case tuple():
            return all(map(is_plain, value))
        case Map(items):
            return all(is_plain(item) for _, item in items)
    return False


def misfit(graph: Graph, key: Key, value: Value) -> str | None:
    """Why this value must not be written to the key, as the second half of a problem, or None."""
    content = value.value if isinstance(value, Overwrite) else value
    match key:
        case Messages():
            items = content if isinstance(content, tuple) else (content,)
            if not all(isinstance(item, (Message, Remove)) for item in items):
                return "a message key takes messages, removes and lists of them; write these"
        case Barrier():
            if not isinstance(value, str):
                return "a barrier takes texts; write one of its names"
        case Fold():
            if isinstance(content, (Message, Remove)):
                return "a message is no value for this reducer; put it in a list, or into a key of kind messages"
            if graph.form == "pydantic":
                return _untyped(key, value, content)
    return None


def _untyped(key: Fold, value: Value, content: Value) -> str | None:
    """A Pydantic state checks what is kept: plain writes to a start value cannot break it, all others must fit."""
    if key.start == "missing" and isinstance(value, Overwrite):
        return "a Pydantic state refuses an overwrite that is kept as it is; write a plain value"
    if value is content and key.start != "missing":
        return None
    if content is None and key.start == "missing":
        return None
    if fits(key, content):
        return None
    what = "a whole number" if key.reducer in ("sum", "max") else "a list"
    return f"the Pydantic state declares this key as {what}; write one"


def fits(key: Key, content: Value) -> bool:
    """Whether a plain value has the type that the key is declared with."""
    match key:
        case Fold(reducer="sum" | "max"):
            return type(content) is int
        case Fold():
            return isinstance(content, tuple)
        case Messages():
            return isinstance(content, tuple) and all(isinstance(item, (Message, Remove)) for item in content)
        case Managed(what=what):
            return type(content) is (int if what == "remaining" else bool)
    return True
