"""Values, and what nodes and routers return, as Python expressions."""

from __future__ import annotations

from collections.abc import Iterable

from twinstep_model.cases import (
    BareSend,
    Command,
    Fields,
    Goto,
    Many,
    Nothing,
    Result,
    Route,
    Target,
    Update,
    Whole,
    Write,
)
from twinstep_model.values import AUTO, Foreign, Instance, Map, Message, Overwrite, Raise, Remove, Value

from .source import Source

_CLASSES = {"human": "HumanMessage", "ai": "AIMessage", "tool": "ToolMessage"}
_ODD = {"text": "'text'", "empty_list": "[]", "dicts": "[{}]"}


def literal(source: Source, value: Value) -> str:
    """An expression that makes the value anew each time. Raises ValueError for values that are only ever seen."""
    if value is None or isinstance(value, (bool, int, str)):
        return repr(value)
    if isinstance(value, tuple):
        return f"[{', '.join(literal(source, item) for item in value)}]"
    if isinstance(value, Map):
        return _dict((repr(key), literal(source, item)) for key, item in value.items)
    if isinstance(value, Message):
        return _message(source, value)
    if isinstance(value, Remove):
        return f"{source.use('langchain_core.messages', 'RemoveMessage')}(id={value.id!r})"
    if isinstance(value, Overwrite):
        return _overwrite(source, value)
    assert isinstance(value, (Instance, Foreign))
    raise ValueError(f"no program writes {value!r}")


def returned(source: Source, result: Result) -> str:
    """The expression that a node returns for this result; Raise has none (ValueError)."""
    if isinstance(result, Nothing):
        return "None"
    if isinstance(result, Update):
        return writes(source, result.writes)
    if isinstance(result, Fields):
        return f"State(**{writes(source, result.writes)})"
    if isinstance(result, Whole):
        return literal(source, result.value)
    if isinstance(result, Command):
        return _command(source, result)
    if isinstance(result, Many):
        return f"[{', '.join(returned(source, item) for item in result.items)}]"
    if isinstance(result, BareSend):
        return target(source, result.send)
    if isinstance(result, Raise):
        raise ValueError("an input cannot raise")
    return _ODD.get(result.what) or f"[{source.use('langgraph.types', 'Send')}('odd', {{}})]"


def asks(source: Source, questions: tuple[Value, ...]) -> list[str]:
    """The statements with which a node asks."""
    return [f"{source.use('langgraph.types', 'interrupt')}({literal(source, question)})" for question in questions]


def ends(source: Source, result: Result) -> str:
    """The statement with which a node ends."""
    if isinstance(result, Raise):
        return f"raise ScriptedError({result.error!r})"
    return f"return {returned(source, result)}"


def routed(source: Source, route: Route | None) -> str:
    """The statement with which a router ends; without a route it goes nowhere."""
    if route is None:
        return "return []"
    if route.form == "raise":
        return f"raise ScriptedError({route.error!r})"
    if route.form == "none":
        return "return None"
    targets = [target(source, item) for item in route.targets]
    if route.form == "one":
        return f"return {targets[0]}"
    if route.form == "list":
        return f"return [{', '.join(targets)}]"
    return f"return ({', '.join(targets)}{',' if len(targets) == 1 else ''})"


def target(source: Source, to: Target) -> str:
    if isinstance(to, Goto):
        return repr(to.node)
    fields = [("'send'", repr(to.label))] + [(repr(w.key), literal(source, w.value)) for w in to.fields]
    return f"{source.use('langgraph.types', 'Send')}({to.node!r}, {_dict(fields)})"


def writes(source: Source, pairs: tuple[Write, ...]) -> str:
    return _dict((repr(write.key), literal(source, write.value)) for write in pairs)


def _dict(pairs: Iterable[tuple[str, str]]) -> str:
    # Of two equal keys the last one counts, in its first place, as in the dict that a program would build.
    return "{" + ", ".join(f"{key}: {value}" for key, value in dict(pairs).items()) + "}"


def _message(source: Source, message: Message) -> str:
    parts = [repr(message.text)]
    if message.role == "ai" and message.calls:
        calls = ", ".join(
            _dict([("'id'", repr(c.id)), ("'name'", repr(c.name)), ("'args'", literal(source, c.args))])
            for c in message.calls
        )
        parts.append(f"tool_calls=[{calls}]")
    if message.role == "tool":
        parts.append(f"tool_call_id={message.answers!r}")
        parts += ["status='error'"] if message.failed else []
    parts += [f"name={message.name!r}"] if message.name else []
    parts += [f"id={message.id!r}"] if message.id != AUTO else []
    return f"{source.use('langchain_core.messages', _CLASSES[message.role])}({', '.join(parts)})"


def _overwrite(source: Source, value: Overwrite) -> str:
    inner = literal(source, value.value)
    if value.form == "object":
        return f"{source.use('langgraph.types', 'Overwrite')}({inner})"
    return (
        f"{{'__overwrite__': {inner}}}" if value.form == "short" else f"{{'type': '__overwrite__', 'value': {inner}}}"
    )


def _command(source: Source, command: Command) -> str:
    name = source.use("langgraph.types", "Command")
    parts = []
    if command.update is not None and command.pairs:
        pairs = ", ".join(f"({write.key!r}, {literal(source, write.value)})" for write in command.update)
        parts.append(f"update=[{pairs}]")
    elif command.update is not None:
        parts.append(f"update={writes(source, command.update)}")
    if command.goto:
        targets = [target(source, to) for to in command.goto]
        parts.append(f"goto={targets[0]}" if len(targets) == 1 else f"goto=[{', '.join(targets)}]")
    if command.graph:
        parts.append("graph=Command.PARENT" if command.graph == "__parent__" else f"graph={command.graph!r}")
    return f"{name}({', '.join(parts)})"
