"""Every kind of state key with writes that fit it, made once: drawing a write is then one decision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from twinstep_model.cases import (
    AnyValue,
    Barrier,
    Ephemeral,
    Fold,
    Key,
    Last,
    Messages,
    Topic,
    Untracked,
    Write,
)
from twinstep_model.values import REMOVE_ALL, Map, Message, Overwrite, Remove, Value

from .draw import weighted

KINDS: tuple[Key, ...] = (
    Fold("", "concat"),
    Last(""),
    Fold("", "sum"),
    Messages(""),
    Fold("", "max"),
    Fold("", "strict"),
    Fold("", "concat", "abstract"),
    Fold("", "concat", "missing"),
    Fold("", "sum", "missing"),
    Topic("", accumulate=False),
    Topic("", accumulate=True),
    Ephemeral("", guard=True),
    Ephemeral("", guard=False),
    AnyValue(""),
    Untracked(""),
    Barrier("", ("x", "y")),
    Barrier("", ("x",)),
)
# Which kind a random key has, as a number in KINDS.
USUAL = weighted((6, 0), (4, 1), (2, 2), (2, 3), *[(1, number) for number in range(4, len(KINDS))])
LASTING = tuple(
    kind for kind in USUAL if not isinstance(KINDS[kind], (AnyValue, Ephemeral, Untracked)) and KINDS[kind] != Topic("")
)  # the same for keys that a super-step cannot clear
ROOTS = weighted((4, 0), (3, 1), (2, 2), (2, 3), *[(1, number) for number in range(4, 9)])  # the same for a root state

ROOT = "__root__"
_SPELLINGS: tuple[Literal["object", "short", "long"], ...] = ("object", "short", "long")
_NUMBERS: tuple[Value, ...] = (1, 2, 0, -1, 10)
_LISTS: tuple[Value, ...] = (("a",), ("b",), (1,), ("a", "b"), (), (2, "c", 2))
_SCALARS: tuple[Value, ...] = (0, 1, "v", True, -3, "", None, ("l", 2), Map((("in", 1),)))
_MESSAGES: tuple[Value, ...] = (
    (Message("human", "hi"),),
    (Message("human", "hi", "m1"),),
    (Message("ai", "yes", "m2"),),
    (Message("human", "hello", "m1"), Message("ai", "no\nway", "m2")),
    (Message("ai", "\u00fcn\u00ef", "m3"), Message("human", "", "m3")),
    (Message("human", "a"), Message("human", "b"), Message("ai", "c", "m1")),
    (Message("tool", "42", "m2", answers="k1"),),
    (Message("human", "gone", "m4"), Remove("m4")),
    (Message("human", "old", "m4"), Remove("m4"), Message("human", "new", "m4")),
    (Message("ai", "gone", "m5"), Remove("m5"), Remove("m5")),
    (Remove(REMOVE_ALL), Message("human", "first", "m1")),
    (Message("human", "lost"), Remove(REMOVE_ALL), Message("ai", "x", "m2"), Message("ai", "y", "m2")),
    (),
)


@dataclass(frozen=True, eq=False)
class Slot:
    """A key of one graph. ``fits``, ``overwrites``: writes it takes; ``misfits``: writes that fail it or may.

    ``exclusive``: whether it takes only one write a step. ``takes_default``: whether it takes the value that a state
    class gives it (0, [] or None).
    """

    key: Key
    fits: tuple[Write, ...]
    overwrites: tuple[Write, ...]
    misfits: tuple[Write, ...]
    exclusive: bool
    takes_default: bool

    @property
    def name(self) -> str:
        return self.key.name


@cache
def slot(name: str, kind: int) -> Slot:
    """The key of this name and of the kind with this number in KINDS."""
    key = replace(KINDS[kind], name=name)
    fits, misfits = _values(key)
    if name == ROOT:
        # A node of a root state cannot write None: returning it means no update.
        fits, misfits = (tuple(value for value in values if value is not None) for values in (fits, misfits))
    replacing = [Overwrite(value, form) for form in _SPELLINGS for value in fits[:2]]
    return Slot(
        key,
        tuple(Write(name, value) for value in fits),
        tuple(Write(name, value) for value in replacing),
        tuple(Write(name, value) for value in misfits),
        isinstance(key, Last) or (isinstance(key, Ephemeral) and key.guard),
        not isinstance(key, Barrier) and not (isinstance(key, Fold) and key.start == "missing"),
    )


def _values(key: Key) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """Values that fit the key, and values that make its reducer or channel fail (or may)."""
    match key:
        case Fold(reducer="sum" | "max"):
            return _NUMBERS, ("text", None)
        case Fold(reducer="strict"):
            return _LISTS, (("bad",),)
        case Fold():
            return _LISTS, (7, None)
        case Topic():
            return _LISTS, ()
        case Messages():
            return _MESSAGES, ((Remove("nobody"),),)
        case Barrier(names=names):
            return names, ("stranger",)
    return _SCALARS, ()
