"""Values, tasks and places of an observation in a few plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from twinstep_model.observation import Error, NotObserved, Saved, Snapshot, Task
from twinstep_model.topologies.toolnode import TOOLS
from twinstep_model.values import AUTO, Foreign, Instance, Map, Message, Overwrite, Remove, Value

MOST = 120
"""Characters of one value in a sentence."""


def brief(value: object) -> str:
    """A value in at most MOST characters, control characters made visible."""
    text = spelt(value)
    return text if len(text) <= MOST else text[: MOST - 3] + "..."


def spelt(value: object) -> str:
    """A value as a reader would write it: messages by role and text, lists in brackets."""
    match value:
        case NotObserved():
            return "not observed"
        case Error(type_, code):
            return f"{type_} ({code})" if code else type_
        case Snapshot(values, next_, waiting):
            return f"{spelt(values)}, next: {listed(next_) or 'nothing'}, waiting: {questions(waiting)}"
        case Saved(source, step, _, values, next_):
            return f"{source} step {step}: {spelt(values)}, next: {listed(next_) or 'nothing'}"
        case Message():
            return _message(value)
        case Remove(id_):
            return f"remove {id_!r}"
        case Overwrite(inner):
            return f"Overwrite({spelt(inner)})"
        case Foreign(type_):
            return f"<{type_}>"
        case Map(items):
            return "{" + _pairs(items) + "}"
        case Instance(items):
            return "(" + _pairs(items) + ")"
        case tuple():
            return "[" + ", ".join(spelt(item) for item in value) + "]"
        case _:
            return repr(value)


def names(nodes: Iterable[str]) -> str:
    """Nodes as a set in braces, sorted, with their number where one runs several times."""
    counts = sorted(Counter(nodes).items())
    return "{" + ", ".join(name if count == 1 else f"{name} x{count}" for name, count in counts) + "}"


def task_name(task: Task) -> str:
    """The task's node, with what tells it from other executions: the calls it carries out, or the label of its Send."""
    given = dict(task.input.items) if isinstance(task.input, Map) else {}
    if task.cause == "push" and "send" in given:
        return f"{task.node}({given['send']})"
    calls = calls_of(task)
    return f"{task.node}({', '.join(f'{call}={tool}' for call, tool in calls)})" if calls else task.node


def calls_of(task: Task) -> list[tuple[Value, Value]]:
    """The id and the tool of every call that a task of tools was given."""
    given = task.input if isinstance(task.input, tuple) else (task.input,)
    sent = [dict(item.items) for item in given if isinstance(item, Map)]
    if sent and all({"call", "tool"} == item.keys() for item in sent):
        return [(item["call"], item["tool"]) for item in sent]
    if task.node != TOOLS:
        return []
    asked = [message for message in _messages(task.input) if message.role == "ai"]
    return [(call.id, call.name) for call in asked[-1].calls] if asked else []


def _messages(state: Value) -> list[Message]:
    """The messages in a state of an agent, whatever its form."""
    fields = dict(state.items if isinstance(state, Map) else state.fields if isinstance(state, Instance) else ())
    listed_ = state if isinstance(state, tuple) else fields.get("messages", ())
    return [item for item in listed_ if isinstance(item, Message)] if isinstance(listed_, tuple) else []


def questions(waiting: Iterable[tuple[str, Value]]) -> str:
    """The nodes that wait for answers, each with its question."""
    return listed([f"{node} at {brief(question)}" for node, question in waiting]) or "nothing"


def answers(given: Iterable[Value]) -> str:
    """Answers, in the order in which they were given."""
    return listed([brief(answer) for answer in given]) or "nothing"


def listed(words: Sequence[str]) -> str:
    """Words joined as in a sentence: a, b and c."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def changes(expected: Value, seen: Value) -> str:
    """How one value differs from the other, in words: for lists the items that are missing or too many."""
    if isinstance(expected, Map) and isinstance(seen, Map):
        ours, theirs = dict(expected.items), dict(seen.items)
        parts = [_change(name, ours, theirs) for name in sorted(ours.keys() | theirs.keys())]
        return "; ".join(part for part in parts if part)
    if isinstance(expected, tuple) and isinstance(seen, tuple):
        return _changes_of_list(expected, seen)
    return f"{brief(seen)} instead of {brief(expected)}"


def _changes_of_list(expected: tuple[Value, ...], seen: tuple[Value, ...]) -> str:
    ours, theirs = _answers(expected), _answers(seen)
    other = [call for call in ours if call in theirs and ours[call] != theirs[call]]
    parts = [f"with {brief(theirs[call])} instead of {brief(ours[call])}" for call in other]
    alike = {id(side[call]) for side in (ours, theirs) for call in other}
    missing = list((_counted(expected, alike) - _counted(seen, alike)).elements())
    extra = list((_counted(seen, alike) - _counted(expected, alike)).elements())
    if len(missing) == len(extra) == 1:
        parts += [f"with {brief(extra[0])} instead of {brief(missing[0])}"]
    else:
        parts += [f"without {brief(tuple(missing))}"] * bool(missing) + [f"with {brief(tuple(extra))}"] * bool(extra)
    return " and ".join(parts) or f"in the order {brief(seen)} instead of {brief(expected)}"


def _answers(items: tuple[Value, ...]) -> dict[str, Message]:
    """The answer to each call that has just one."""
    answers = [item for item in items if isinstance(item, Message) and item.answers not in ("", AUTO)]
    once = Counter(item.answers for item in answers)
    return {item.answers: item for item in answers if once[item.answers] == 1}


def _counted(items: tuple[Value, ...], but: set[int]) -> Counter[Value]:
    return Counter(item for item in items if id(item) not in but)


def _change(name: str, ours: dict[str, Value], theirs: dict[str, Value]) -> str:
    if name not in theirs:
        return f"{name} has no value instead of {brief(ours[name])}"
    if name not in ours:
        return f"{name} is {brief(theirs[name])} and should have no value"
    if ours[name] == theirs[name]:
        return ""
    return f"{name} is {changes(ours[name], theirs[name])}"


def _message(message: Message) -> str:
    id_ = f" #{message.id}" if message.id != AUTO else ""
    who = message.role + (f" {message.name}" if message.name else "") + id_
    calls = ", ".join(f"{call.id}={call.name}" for call in message.calls)
    parts = [repr(message.text) if message.text or not calls else "", f"calls {calls}" if calls else ""]
    if message.answers:
        parts.append(f"answers {message.answers}" + (" (failed)" if message.failed else ""))
    return f"<{who}: {' '.join(part for part in parts if part)}>"


def _pairs(items: tuple[tuple[str, Value], ...]) -> str:
    return ", ".join(f"{name}: {spelt(value)}" for name, value in items)
