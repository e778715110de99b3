"""Ideas for values, texts and kinds of keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from twinstep_model.agents import Reply, ToolAnswer, ToolCommand, ToolDoes, ToolMany, ToolScript, ToolText
from twinstep_model.cases import (
    Answers,
    AnyValue,
    Barrier,
    Case,
    Ephemeral,
    Fold,
    Graph,
    Invoke,
    Last,
    Messages,
    Outcome,
    Result,
    Resume,
    Topic,
    Untracked,
    Update,
    Whole,
    Write,
)
from twinstep_model.values import AUTO, Map, Message, Overwrite, Raise, Remove, Value

from .parts import Idea, everywhere, fewer, one_place


def plain_inputs(case: Case) -> Iterator[Case]:
    """Inputs that are dicts, and have fewer keys."""

    def options(part: Any) -> Iterator[Any]:
        if isinstance(part, Invoke):
            yield replace(part, input=Update(()))
            yield from (replace(part, input=Update(writes)) for writes in fewer(_writes(part.input)))

    return (replace(case, actions=actions) for actions in one_place(case.actions, options))


def bare_values(case: Case) -> Iterator[Case]:
    """Every value, question and answer as small as its type allows, then each in turn."""
    yield everywhere(case, _bare)
    yield from one_place(case, _simpler_part)


def no_texts(case: Case) -> Iterator[Case]:
    """Models, tools and users say nothing."""
    yield everywhere(case, _silent)
    yield from one_place(case, lambda part: [_silent(part)] if isinstance(part, (Reply, ToolScript, Message)) else [])


def plain_keys(case: Case) -> Iterator[Case]:
    """Keys of a plainer kind, with what was written to them or with nothing."""
    if not isinstance(case.topology, Graph):
        return
    for place, key in enumerate(case.topology.keys):
        for plainer in _plainer(key):
            keys = (*case.topology.keys[:place], plainer, *case.topology.keys[place + 1 :])
            yield replace(case, topology=replace(case.topology, keys=keys))


VALUES: tuple[Idea, ...] = (plain_inputs, no_texts, bare_values, plain_keys)


def _writes(given: Result) -> tuple[Write, ...]:
    return given.writes if isinstance(given, Update) else ()


def _plainer(key: Any) -> Iterator[Any]:
    match key:
        case Fold(name):
            yield Last(name)
            yield Fold(name)
            yield replace(key, start="empty")
            yield replace(key, reducer="concat")
        case Topic(name) | Ephemeral(name) | AnyValue(name) | Untracked(name) | Messages(name):
            yield Last(name)
            yield Fold(name)
            if isinstance(key, Topic):
                yield Topic(name)
            if isinstance(key, Ephemeral):
                yield Ephemeral(name)
        case Barrier(name, names):
            yield Last(name)
            yield from (Barrier(name, left) for left in fewer(names, least=1))


def _silent(part: Any) -> Any:
    match part:
        case Reply():
            return replace(part, text="")
        case ToolScript(does=does):
            return replace(part, does=_silent_tool(does))
        case Message():
            return replace(part, text="", id=AUTO, name="")
    return part


def _silent_tool(does: ToolDoes) -> ToolDoes:
    match does:
        case ToolText() | ToolAnswer() | ToolCommand():
            return replace(does, text="")
        case ToolMany(items):
            return ToolMany(tuple(replace(item, text="") for item in items))
        case Raise():
            return Raise("boom")
    return does


def _bare(part: Any) -> Any:
    if isinstance(part, (Write, Whole)) and not _has_messages(part.value):
        return replace(part, value=_smallest(part.value))
    match part:
        case Outcome(asks=asks) if asks:
            return replace(part, asks=tuple(_smallest(question) for question in asks))
        case Resume(answer):
            return replace(part, answer=_smallest(answer))
        case Answers(answers):
            return replace(part, answers=tuple((number, _smallest(answer)) for number, answer in answers))
    return part


def _smallest(value: Value) -> Value:
    match value:
        case bool():
            return False
        case int():
            return 0
        case str():
            return ""
        case tuple():
            return ()
        case Map():
            return 0
        case Overwrite(inner):
            return Overwrite(_smallest(inner))
    return value


def _has_messages(value: Value) -> bool:
    content = value.value if isinstance(value, Overwrite) else value
    items = content if isinstance(content, tuple) else (content,)
    return any(isinstance(item, (Message, Remove)) for item in items)


def _simpler_part(part: Any) -> Iterator[Any]:
    match part:
        case Write(value=value) | Whole(value):
            yield from (replace(part, value=simpler) for simpler in _simpler(value))
        case Outcome(asks=asks):
            yield from (replace(part, asks=simpler) for simpler in _one_simpler(asks))
        case Resume(answer):
            yield from (replace(part, answer=simpler) for simpler in _simpler(answer))
        case Answers(answers):
            for place, (number, answer) in enumerate(answers):
                for simpler in _simpler(answer):
                    yield replace(part, answers=(*answers[:place], (number, simpler), *answers[place + 1 :]))


def _one_simpler(values: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    """The values with one of them simpler."""
    for place, value in enumerate(values):
        yield from ((*values[:place], simpler, *values[place + 1 :]) for simpler in _simpler(value))


def _simpler(value: Value) -> Iterator[Value]:
    match value:
        case bool():
            yield False
        case int():
            yield from (0, 1)
        case str():
            yield ""
        case tuple():
            yield from fewer(value)
            yield from _one_simpler(value)
        case Map(items):
            yield 0
            yield from (Map(some) for some in fewer(items))
            for place, (name, item) in enumerate(items):
                yield from (Map((*items[:place], (name, simpler), *items[place + 1 :])) for simpler in _simpler(item))
        case Overwrite(inner):
            yield inner
            yield Overwrite(inner)
            yield from (replace(value, value=simpler) for simpler in _simpler(inner))
        case Message():
            yield Message("human", "", value.id)
            yield from (
                replace(value, text=""),
                replace(value, id=AUTO),
                replace(value, name=""),
                replace(value, calls=()),
                replace(value, failed=False),
            )
