"""Actions and schedules in the one-line notation."""

from __future__ import annotations

from typing import Any

from twinstep_model.cases import Action, Invoke, Schedule, Update, Write
from twinstep_model.values import Message

from .reader import Reader, show_name
from .results import read_result, show_result

_PLAIN_INVOKE = Invoke(Update(()))
_PLAIN = Schedule()
_WORDS: dict[str, tuple[str, Any]] = {"async": ("mode", "async"), "gates": ("gates", True), "nosaver": ("saver", False)}


def show_action(action: Action) -> str:
    said = _said(action)
    head = f"invoke {show_result(action.input)}" if said is None else f"say {said!r}"
    thread = "" if action.thread == _PLAIN_INVOKE.thread else f" on {show_name(action.thread)}"
    return head + thread + ("" if action.limit == _PLAIN_INVOKE.limit else f" limit {action.limit}")


def read_action(reader: Reader) -> Action:
    given: dict[str, Any] = {}
    if reader.next("say"):
        given["input"] = _say(reader.text())
    else:
        reader.take("invoke")
        given["input"] = read_result(reader)
    if reader.next("on"):
        given["thread"] = reader.name("a thread")
    if reader.next("limit"):
        given["limit"] = reader.number()
    return Invoke(**given)


def show_schedule(schedule: Schedule) -> list[str]:
    """No section at all for the default."""
    words = ["async"] if schedule.mode == "async" else []
    words += ["gates"] if schedule.gates else []
    words += [f"[{','.join(map(str, order))}]" for order in schedule.orders]
    words += [] if schedule.saver else ["nosaver"]
    limited = schedule.max_concurrency != _PLAIN.max_concurrency
    words += [f"concurrency {schedule.max_concurrency}"] if limited else []
    return [" ".join(["run", *words])] if words else []


def read_schedule(reader: Reader) -> Schedule:
    reader.take("run")
    given: dict[str, Any] = {}
    orders = []
    while not reader.at("|", ""):
        if reader.at("["):
            orders.append(reader.list("[", reader.number, "]"))
        elif reader.next("concurrency"):
            given["max_concurrency"] = reader.number()
        else:
            field, value = _WORDS[reader.one_of(*_WORDS)]
            given[field] = value
    return Schedule(orders=tuple(orders), **given)


def _say(text: str) -> Update:
    return Update((Write("messages", (Message("human", text),)),))


def _said(action: Action) -> str | None:
    """The text of an input that ``say`` describes, else None."""
    update = action.input
    if isinstance(update, Update) and len(update.writes) == 1 and isinstance(update.writes[0].value, tuple):
        messages = update.writes[0].value
        if len(messages) == 1 and isinstance(messages[0], Message) and update == _say(messages[0].text):
            return messages[0].text
    return None
