"""What a case shows, as short texts: the decisive field of an observation, in the words of the one-line notation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from twinstep.notation.values import show_value
from twinstep_model.observation import Error, NotObserved, Observation, Ran, Step, Task
from twinstep_model.values import Map, Message, Value


def look(seen: Observation, field: str) -> str:
    """The field of the last action with this name; ``inputs a``, ``writes a`` and ``routers a`` are of one node."""
    if field == "build":
        return error(seen.build)
    name, _, node = field.partition(" ")
    if not seen.actions:
        return f"refused: {error(seen.build)}"
    return FIELDS[name](seen.actions[-1], node)


def error(found: Error | None) -> str:
    """The class of an error and its code; ``none`` for no error."""
    return "none" if found is None else f"{found.type} {found.code}".rstrip()


def ran(steps: Sequence[Step]) -> str:
    """The nodes of each step's tasks as planned, ``@`` after one that a Send started, its own steps in brackets."""
    return " | ".join(" ".join(_task(task) for task in step.tasks) for step in steps)


def value(found: Value | NotObserved) -> str:
    """A value; ``nothing`` where there is none."""
    return "nothing" if isinstance(found, NotObserved) else show_value(found)


def tasks(steps: Sequence[Step]) -> Iterator[Task]:
    """All tasks, each before those nested in it."""
    for step in steps:
        for task in step.tasks:
            yield task
            yield from tasks(task.nested)


def _task(task: Task) -> str:
    inside = f"({ran(task.nested)})" if task.nested else ""
    return f"{task.node}{'@' if task.cause == 'push' else ''}{inside}"


def _inputs(action: Ran, node: str) -> str:
    return " ; ".join(value(task.input) for task in tasks(action.steps) if task.node == node)


def _writes(action: Ran, node: str) -> str:
    return " ; ".join(_pairs(task.writes) for task in tasks(action.steps) if task.node == node)


def _routers(action: Ran, node: str) -> str:
    return " ; ".join(_pairs(task.routers) for task in tasks(action.steps) if task.node == node)


def _pairs(found: tuple[tuple[str, Value], ...] | NotObserved) -> str:
    if isinstance(found, NotObserved):
        return "nothing"
    return ", ".join(f"{name}={value(item)}" for name, item in found) or "none"


def _ends(action: Ran, _: str) -> str:
    last = action.steps[-1].tasks if action.steps else ()
    return ", ".join(f"{task.node} {task.end} {error(task.error) if task.error else ''}".rstrip() for task in last)


def _values(action: Ran, _: str) -> str:
    return " ; ".join(value(step.values) for step in action.steps)


def _next(action: Ran, _: str) -> str:
    return " | ".join("nothing" if isinstance(step.next, NotObserved) else " ".join(step.next) for step in action.steps)


def _said(action: Ran, _: str) -> str:
    return "nothing" if isinstance(action.result, NotObserved) else spoken(action.result)


def _heard(action: Ran, node: str) -> str:
    found = [task.input for task in tasks(action.steps) if task.node == node]
    return " ; ".join("nothing" if isinstance(item, NotObserved) else spoken(item) for item in found)


def spoken(state: Value) -> str:
    """The messages of a state, each as who said what, with the tools it calls or the call it answers."""
    messages = dict(state.items).get("messages", ()) if isinstance(state, Map) else ()
    items = messages if isinstance(messages, tuple) else (messages,)
    return ", ".join(_message(item) for item in items if isinstance(item, Message))


def _message(item: Message) -> str:
    calls = "".join(f" {call.id}={call.name}" for call in item.calls)
    answers = f" answers {item.answers}" if item.answers else ""
    return f"{item.name or item.role} {item.text}{calls}{answers}{' failed' if item.failed else ''}"


FIELDS: dict[str, Callable[[Ran, str], str]] = {
    "ran": lambda action, _: ran(action.steps),
    "begin": lambda action, _: value(action.begin),
    "result": lambda action, _: value(action.result),
    "error": lambda action, _: error(action.error),
    "entry": lambda action, _: _pairs(action.entry),
    "values": _values,
    "next": _next,
    "inputs": _inputs,
    "writes": _writes,
    "routers": _routers,
    "ends": _ends,
    "said": _said,
    "heard": _heard,
}
