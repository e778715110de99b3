"""Values and updates in the one-line notation."""

from __future__ import annotations

import json
from typing import Any, Literal

from twinstep_model.cases import Write
from twinstep_model.codec import encode
from twinstep_model.values import AUTO, Call, Map, Message, Overwrite, Remove, Value

from .reader import Reader, show_name

_WORDS: dict[str, Value] = {"null": None, "true": True, "false": False}


def inline(part: Any) -> str:
    """The form of whatever has no other: ``!`` and its JSON, in ASCII so that no control character is shown."""
    return "!" + json.dumps(encode(part), separators=(",", ":"))


def show_value(value: Value) -> str:
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, str)):
        return repr(value)
    if isinstance(value, tuple):
        return "[" + ",".join(show_value(item) for item in value) + "]"
    if isinstance(value, Map):
        return "{" + ",".join(f"{show_name(key)}:{show_value(item)}" for key, item in value.items) + "}"
    if isinstance(value, Message):
        return _show_message(value)
    if isinstance(value, Remove):
        return f"remove({show_name(value.id)})"
    if isinstance(value, Overwrite):
        form = "" if value.form == "object" else f" {value.form}"
        return f"overwrite({show_value(value.value)}{form})"
    return inline(value)


def read_value(reader: Reader) -> Value:
    if reader.at_number():
        return reader.number()
    if reader.at_text():
        return reader.text()
    if reader.at("["):
        return reader.list("[", lambda: read_value(reader), "]")
    if reader.at("{"):
        return _read_map(reader)
    if reader.at("!"):
        value: Value = reader.inline(Value)
        return value
    if not reader.at(*_WORDS, "human", "ai", "tool", "remove", "overwrite"):
        reader.fail("a value")
    word = reader.name()
    if word in _WORDS:
        return _WORDS[word]
    reader.take("(")
    if word == "remove":
        value = Remove(reader.name("a message id"))
    elif word == "overwrite":
        value = _read_overwrite(reader)
    else:
        value = _read_message(reader, "human" if word == "human" else "ai" if word == "ai" else "tool")
    reader.take(")")
    return value


def show_writes(writes: tuple[Write, ...], brackets: str = "{}") -> str:
    return brackets[0] + ",".join(f"{show_name(w.key)}:{show_value(w.value)}" for w in writes) + brackets[1]


def read_writes(reader: Reader, brackets: str = "{}") -> tuple[Write, ...]:
    def write() -> Write:
        key = reader.name("a key")
        reader.take(":")
        return Write(key, read_value(reader))

    return reader.list(brackets[0], write, brackets[1])


def show_call(call: Call) -> str:
    """``c1=lookup``, with arguments ``c1=lookup{n:3}``."""
    return f"{show_name(call.id)}={show_name(call.name)}" + (show_value(call.args) if call.args.items else "")


def read_call(reader: Reader) -> Call:
    return read_call_of(reader, reader.name("a call id"))


def read_call_of(reader: Reader, identity: str) -> Call:
    """The rest of a call whose id has been read."""
    reader.take("=")
    name = reader.name("a tool")
    return Call(identity, name, _read_map(reader)) if reader.at("{") else Call(identity, name)


def _read_map(reader: Reader) -> Map:
    return Map(tuple((write.key, write.value) for write in read_writes(reader)))


def _show_message(message: Message) -> str:
    parts = [repr(message.text)]
    parts += [f"id={show_name(message.id)}"] if message.id != AUTO else []
    parts += [f"name={show_name(message.name)}"] if message.name else []
    parts += [f"calls=[{','.join(map(show_call, message.calls))}]"] if message.calls else []
    parts += [f"answers={show_name(message.answers)}"] if message.answers else []
    parts += ["failed"] if message.failed else []
    return f"{message.role}({' '.join(parts)})"


def _read_message(reader: Reader, role: Literal["human", "ai", "tool"]) -> Message:
    given: dict[str, Any] = {"text": reader.text()}
    while not reader.at(")"):
        field = reader.one_of("id", "name", "calls", "answers", "failed")
        if field == "failed":
            given[field] = True
            continue
        reader.take("=")
        given[field] = reader.list("[", lambda: read_call(reader), "]") if field == "calls" else reader.name()
    return Message(role, **given)


def _read_overwrite(reader: Reader) -> Overwrite:
    value = read_value(reader)
    if reader.next("short"):
        return Overwrite(value, "short")
    if reader.next("long"):
        return Overwrite(value, "long")
    return Overwrite(value)
