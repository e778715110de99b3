"""What each kind of key makes of the writes of one super-step (rules CH-01 to CH-13, CH-23, WR-13).

A key's *content* is what it carries from step to step; what a reader sees of it may be less (a topic that is empty,
a barrier that is not complete). MISSING stands for "no value".
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Literal, Union

from .cases import AnyValue, Barrier, Ephemeral, Fold, Held, Last, Messages, OddReducer, Topic, Untracked
from .laws import Laws
from .messages import Ids, merge
from .refusal import refused
from .values import Map, Overwrite, Value


@dataclass(frozen=True, slots=True)
class ActiveAgent(Last):
    """The key in which a swarm keeps which agent is active (SW-07)."""


class _Missing(Enum):
    MISSING = "missing"


MISSING: Final = _Missing.MISSING
Content = Union[Value, Literal[_Missing.MISSING]]


def initial(key: Held) -> Content:
    """A key's content on a new thread: its declared default, else the reducer's type called without arguments, where
    it can be (CH-04)."""
    if isinstance(key, (Last, Fold)) and key.default:
        return key.default[0]
    if isinstance(key, Messages):
        return ()
    if isinstance(key, Fold) and key.start != "missing":
        return 0 if key.reducer in ("sum", "max") else ()
    return MISSING


def visible(key: Held, content: Content, laws: Laws) -> Content:
    """What a reader sees of a key with this content."""
    if isinstance(key, Topic):
        return content if content != () else MISSING
    if isinstance(key, Barrier):
        if isinstance(content, tuple) and (len(content) == len(set(key.names)) or not laws.holds("CH-13")):
            return None
        return MISSING
    return content


def written(key: Held, content: Content, writes: Sequence[Value], laws: Laws, ids: Ids) -> Content:
    """A key's content after a boundary at which these values (one or more) were written, in this order.

    Refused with InvalidUpdateError where the kind accepts no such writes, or with what the reducer raised.
    """
    match key:
        case Last() | OddReducer():
            return _last(writes, laws, "SW-07" if isinstance(key, ActiveAgent) else "CH-01")
        case Fold():
            return _folded(content, writes, lambda old, new: _reduced(key, old, new), laws)
        case Messages():
            return _folded(content, writes, lambda old, new: merge(old, new, laws, ids), laws)
        case Topic():
            kept = content if isinstance(content, tuple) and key.accumulate else ()
            return kept + tuple(item for write in writes for item in _flat(write))
        case Ephemeral():
            if len(writes) > 1 and key.guard:
                raise refused("InvalidUpdateError")
            return writes[-1]
        case AnyValue() | Untracked():
            return writes[-1]
    return _arrived(key, content, writes)


_FADING: dict[type, str] = {Ephemeral: "CH-10", AnyValue: "CH-11", Topic: "CH-09"}


def unwritten(key: Held, content: Content, laws: Laws) -> Content:
    """A key's content after a boundary of executed tasks none of which wrote it."""
    rule = _FADING.get(type(key))
    accumulates = isinstance(key, Topic) and key.accumulate
    if rule is None or accumulates or content is MISSING or content == () or not laws.holds(rule):
        return content
    return MISSING if laws.holds("WR-13") else None


def changed(key: Held, before: Content, after: Content, writes: Sequence[Value]) -> bool:
    """Whether these writes count as a change of the key: a barrier's known name, and nothing for a topic, do not."""
    if isinstance(key, Barrier):
        return before != after
    if isinstance(key, Topic) and key.accumulate:
        return any(_flat(write) for write in writes)
    return True


def forgotten(key: Held, content: Content, laws: Laws) -> Content:
    """A key's content when a later run takes the thread up again (CH-12)."""
    if isinstance(key, Untracked) and content is not MISSING and laws.holds("CH-12"):
        return MISSING
    return content


def replaced(key: Held, writes: Sequence[Value]) -> list[Value]:
    """The writes as replacements of what a reducer holds."""
    reduces = isinstance(key, (Fold, Messages))
    return [Overwrite(write) if reduces and not isinstance(write, Overwrite) else write for write in writes]


def _last(writes: Sequence[Value], laws: Laws, alone: str) -> Value:
    """The one value that was written; ``alone``: the rule by which there may be no other."""
    if len(writes) > 1 and laws.holds(alone):
        raise refused("InvalidUpdateError", "INVALID_CONCURRENT_GRAPH_UPDATE")
    last = writes[-1]
    if isinstance(last, Overwrite) and laws.holds("CH-07"):
        return last.value
    return last


_REDUCERS: dict[str, Callable[[Any, Any], Any]] = {
    "sum": operator.add,
    "concat": operator.add,
    "max": max,
    "strict": operator.add,
}


def _reduced(key: Fold, old: Value, new: Value) -> Value:
    if key.reducer == "strict" and new == ("bad",):
        raise refused("ValueError")
    try:
        result: Value = _REDUCERS[key.reducer](old, new)
    except TypeError:
        raise refused("TypeError") from None
    return result


def _folded(content: Content, writes: Sequence[Value], combine: Callable[[Value, Value], Value], laws: Laws) -> Content:
    """A left fold of the writes into the content; an Overwrite replaces it and silences all plain writes (CH-05)."""
    value, rest = _begun(content, writes, laws)
    if not rest:
        return value
    if not any(isinstance(write, Overwrite) for write in rest):
        if laws.holds("CH-03"):
            for write in rest:
                value = combine(value, write)
        else:
            for write in reversed(rest):
                value = combine(write, value)
        return value
    settled = False
    for write in rest:
        if isinstance(write, Overwrite):
            if settled:
                raise refused("InvalidUpdateError", "INVALID_CONCURRENT_GRAPH_UPDATE")
            value, settled = write.value, True
        elif not settled or not laws.holds("CH-05"):
            value = combine(value, write)
    return value


def _begun(content: Content, writes: Sequence[Value], laws: Laws) -> tuple[Value, Sequence[Value]]:
    """What a fold starts from, and the writes left to fold: a missing value takes the first write (CH-04, CH-06)."""
    if content is not MISSING:
        return content, writes
    first = writes[0]
    if isinstance(first, Overwrite):
        return (None, writes) if laws.holds("CH-06") else (first, writes[1:])
    return (first, writes[1:]) if laws.holds("CH-04") else (None, writes)


def _flat(write: Value) -> tuple[Value, ...]:
    return write if isinstance(write, tuple) else (write,)


def _arrived(key: Barrier, content: Content, writes: Sequence[Value]) -> Content:
    if any(isinstance(write, (Map, tuple)) for write in writes):
        raise refused("TypeError")  # looked up among the names, which it could not be one of
    if any(write not in key.names for write in writes):
        raise refused("InvalidUpdateError")
    seen = content if isinstance(content, tuple) else ()
    return tuple(name for name in dict.fromkeys(key.names) if name in seen or name in writes)
