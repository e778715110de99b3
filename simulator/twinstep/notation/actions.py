"""Actions and schedules in the one-line notation."""

from __future__ import annotations

from typing import Any

from twinstep_model.cases import DEFAULT_LIMIT, Action, Answers, Continue, Invoke, Resume, Schedule, Update, Write
from twinstep_model.values import Message, Value

from .reader import ACTIONS, Reader, show_name
from .results import read_result, show_result
from .values import read_value, show_value

_PLAIN_THREAD = Continue().thread
_PLAIN = Schedule()
_WORDS: dict[str, tuple[str, Any]] = {
    "async": ("mode", "async"),
    "gates": ("gates", True),
    "nosaver": ("saver", False),
    "history": ("history", True),
}


def show_action(action: Action) -> str:
    thread = "" if action.thread == _PLAIN_THREAD else f" on {show_name(action.thread)}"
    return _show_given(action) + thread + ("" if action.limit == DEFAULT_LIMIT else f" limit {action.limit}")


def read_action(reader: Reader) -> Action:
    word = reader.one_of(*ACTIONS)
    given: Any = _read_given(reader, word)
    more: dict[str, Any] = {}
    if reader.next("on"):
        more["thread"] = reader.name("a thread")
    if reader.next("limit"):
        more["limit"] = reader.number()
    if word == "continue":
        return Continue(**more)
    if word == "resume":
        return Resume(given, **more)
    return Answers(given, **more) if word == "answer" else Invoke(given, **more)


def show_schedule(schedule: Schedule) -> list[str]:
    """No section at all for the default."""
    words = ["async"] if schedule.mode == "async" else []
    words += ["gates"] if schedule.gates else []
    words += [f"[{','.join(map(str, order))}]" for order in schedule.orders]
    words += [] if schedule.saver else ["nosaver"]
    words += ["history"] if schedule.history else []
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


def _show_given(action: Action) -> str:
    """The action without its thread and limit."""
    if isinstance(action, Continue):
        return "continue"
    if isinstance(action, Resume):
        return f"resume {show_value(action.answer)}"
    if isinstance(action, Answers):
        return " ".join(["answer", *(f"{number}={show_value(answer)}" for number, answer in action.answers)])
    said = _said(action)
    return f"invoke {show_result(action.input)}" if said is None else f"say {said!r}"


def _read_given(reader: Reader, word: str) -> Any:
    """What an action of this word is given: an input, an answer, or several; None where it is given nothing."""
    if word == "say":
        return _say(reader.text())
    if word == "invoke":
        return read_result(reader)
    if word == "resume":
        return read_value(reader)
    return _read_answers(reader) if word == "answer" else None


def _read_answers(reader: Reader) -> tuple[tuple[int, Value], ...]:
    answers = []
    while reader.at_number():
        number = reader.number()
        reader.take("=")
        answers.append((number, read_value(reader)))
    return tuple(answers)


def _say(text: str) -> Update:
    return Update((Write("messages", (Message("human", text),)),))


def _said(action: Invoke) -> str | None:
    """The text of an input that ``say`` describes, else None."""
    update = action.input
    if isinstance(update, Update) and len(update.writes) == 1 and isinstance(update.writes[0].value, tuple):
        messages = update.writes[0].value
        if len(messages) == 1 and isinstance(messages[0], Message) and update == _say(messages[0].text):
            return messages[0].text
    return None
