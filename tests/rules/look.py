"""What a case shows, as short texts: the decisive fields of an observation, in the words of the one-line notation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from twinstep.notation.values import show_value
from twinstep_model.observation import Error, NotObserved, Observation, Ran, Saved, Snapshot, Step, Task
from twinstep_model.values import Map, Message, Value


def look(seen: Observation, fields: str) -> str:
    """The fields of the last action with these names (separated by commas, as is what they show).

    ``build``, ``error``, ``begin``, ``entry``, ``result``; ``said``: the messages of the result; of each step ``ran``
    and ``values``; of the last step ``ends``; of each task of a node, as in ``inputs a``: ``inputs``, ``writes``,
    ``routers``, ``heard``, the messages of its input, and ``answers``. ``shows``: what get_state shows; ``saved``: the
    checkpoints. Where there are several, ``+`` stands between them.
    """
    return ", ".join(_look(seen, *field.partition(" ")[::2]) for field in fields.split(", "))


def _look(seen: Observation, field: str, node: str) -> str:
    if field == "build":
        return _error(seen.build)
    return _FIELDS[field](seen.actions[-1], node) if seen.actions else "not built"


def _error(found: Error | None) -> str:
    return "none" if found is None else f"{found.type} {found.code}".rstrip()


def _ran(steps: Sequence[Step]) -> str:
    """The nodes of each step's tasks as planned, ``@`` after one that a Send started, its own steps in brackets."""
    return " | ".join(" ".join(_task(task) for task in step.tasks) for step in steps)


def _task(task: Task) -> str:
    inside = f"({_ran(task.nested)})" if task.nested else ""
    return f"{task.node}{'@' if task.cause == 'push' else ''}{inside}"


def _tasks(steps: Sequence[Step], node: str) -> Iterator[Task]:
    """All tasks of the node, in nested steps too."""
    for step in steps:
        for task in step.tasks:
            if task.node == node:
                yield task
            yield from _tasks(task.nested, node)


def _ends(steps: Sequence[Step]) -> str:
    return _each(
        f"{task.node} {task.end}" + (f" {_error(task.error)}" if task.error else "") for task in steps[-1].tasks
    )


def _value(found: Value | NotObserved) -> str:
    return "nothing" if isinstance(found, NotObserved) else show_value(found)


def _pairs(found: tuple[tuple[str, Value], ...]) -> str:
    return "; ".join(f"{name}={_value(item)}" for name, item in found) or "none"


def _written(task: Task) -> str:
    return "nothing" if isinstance(task.writes, NotObserved) else _pairs(task.writes)


def _spoken(state: Value | NotObserved) -> str:
    """The messages of a state, each as who said what, with the tools it calls or the call it answers."""
    if not isinstance(state, Map):
        return "nothing"
    messages = dict(state.items)["messages"]
    items = messages if isinstance(messages, tuple) else (messages,)
    return "; ".join(_message(item) for item in items if isinstance(item, Message)) or "no message"


def _message(item: Message) -> str:
    calls = "".join(f" {call.id}={call.name}" for call in item.calls)
    answers = f" answers {item.answers}" if item.answers else ""
    return f"{item.name or item.role} {item.text}{calls}{answers}{' failed' if item.failed else ''}"


def _listed(found: Iterable[Value]) -> str:
    return " ".join(map(show_value, found)) or "none"


def _snapshot(found: Snapshot | Error | NotObserved) -> str:
    if not isinstance(found, Snapshot):
        return _error(found) if isinstance(found, Error) else "nothing"
    asked = "".join(f" {node}?{show_value(question)}" for node, question in found.questions)
    return f"{_value(found.values)} next {' '.join(found.next) or 'none'}{asked}"


def _saved(found: Saved) -> str:
    after = "" if found.parent is None else f" after {found.parent}"
    return f"{found.source} {found.step}{after} {_value(found.values)} next {' '.join(found.next) or 'none'}"


def _each(texts: Iterable[str]) -> str:
    return " + ".join(texts)


_FIELDS: dict[str, Callable[[Ran, str], str]] = {
    "error": lambda action, _: _error(action.error),
    "begin": lambda action, _: _value(action.begin),
    "entry": lambda action, _: _pairs(action.entry),
    "result": lambda action, _: _value(action.result),
    "said": lambda action, _: _spoken(action.result),
    "ran": lambda action, _: _ran(action.steps),
    "values": lambda action, _: _each(_value(step.values) for step in action.steps),
    "ends": lambda action, _: _ends(action.steps),
    "inputs": lambda action, node: _each(_value(task.input) for task in _tasks(action.steps, node)),
    "writes": lambda action, node: _each(_written(task) for task in _tasks(action.steps, node)),
    "routers": lambda action, node: _each(_pairs(task.routers) for task in _tasks(action.steps, node)),
    "answers": lambda action, node: _each(_listed(task.answers) for task in _tasks(action.steps, node)),
    "shows": lambda action, _: _snapshot(action.snapshot),
    "saved": lambda action, _: _each(map(_saved, action.history)) if isinstance(action.history, tuple) else "nothing",
    "heard": lambda action, node: _each(_spoken(task.input) for task in _tasks(action.steps, node)),
}
