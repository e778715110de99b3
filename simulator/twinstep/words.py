"""Values, tasks and places of an observation in a few plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from twinstep_model.observation import Error, NotObserved
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
        missing = list((Counter(expected) - Counter(seen)).elements())
        extra = list((Counter(seen) - Counter(expected)).elements())
        if missing or extra:
            parts = [f"without {brief(tuple(missing))}"] * bool(missing) + [f"with {brief(tuple(extra))}"] * bool(extra)
            return " and ".join(parts)
        return f"in the order {brief(seen)} instead of {brief(expected)}"
    return f"{brief(seen)} instead of {brief(expected)}"


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
