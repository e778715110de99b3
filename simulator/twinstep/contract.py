"""The contract: how each field of an observation is compared, and the first difference between two observations.

Both sides are canonical already, so most fields are compared exactly. What one side cannot show is *not observed*: it
is never equal to anything and never different from anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from twinstep_model.observation import Error, NotObserved, Observation, Ran, Saved, Snapshot, Step, Task

How = Literal["exact", "multiset", "ignored"]
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """How one field is compared, and why where that is not *exact*."""

    how: How
    why: str = ""


CONTRACT: dict[type, dict[str, Term]] = {
    Observation: {"build": Term("exact"), "actions": Term("exact")},
    Ran: {
        "begin": Term("exact"),
        "entry": Term("exact"),
        "steps": Term("exact"),
        "error": Term("exact"),
        "result": Term("exact"),
        "snapshot": Term("exact"),
        "history": Term("exact"),
    },
    Snapshot: {"values": Term("exact"), "next": Term("exact"), "questions": Term("exact")},
    Saved: {
        "source": Term("exact"),
        "step": Term("exact"),
        "parent": Term("exact"),
        "values": Term("exact"),
        "next": Term("exact"),
    },
    Step: {
        "tasks": Term("exact"),
        "values": Term("exact"),
        "next": Term("multiset", "a checkpoint names the next nodes in no promised order (SS-05)"),
    },
    Task: {
        "node": Term("exact"),
        "cause": Term("exact"),
        "input": Term("exact"),
        "end": Term("exact"),
        "writes": Term("exact"),
        "error": Term("exact"),
        "routers": Term("exact"),
        "nested": Term("exact"),
        "answers": Term("exact"),
        "question": Term("exact"),
    },
    Error: {"type": Term("exact"), "code": Term("exact")},
}


_RECORDS: dict[str, type] = {
    "build": Error,
    "actions": Ran,
    "steps": Step,
    "tasks": Task,
    "nested": Step,
    "error": Error,
    "snapshot": Snapshot,
    "history": Saved,
}
"""What the fields hold that hold records."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two observations first differ: the field's path, and what each side has there.

    ``expected`` or ``seen`` is None as well where a list ends early on that side.
    """

    path: Path
    expected: Any
    seen: Any

    @property
    def field(self) -> str:
        """The path without numbers: the same for the same kind of difference anywhere."""
        return ".".join(part for part in self.path if isinstance(part, str))

    @property
    def place(self) -> tuple[int, ...]:
        """Where it is in the order in which things happen: a smaller one comes first."""
        record: type = Observation
        place = []
        for part in self.path:
            if isinstance(part, int):
                place.append(part)
            else:
                place.append(list(CONTRACT[record]).index(part))
                record = _RECORDS.get(part, record)
        return tuple(place)


def first_difference(expected: Observation, seen: Observation) -> Difference | None:
    """The first difference that the contract forbids, in the order in which things happened, or None."""
    return _difference(expected, seen, ())


def _difference(expected: Any, seen: Any, path: Path) -> Difference | None:
    if expected is seen or isinstance(expected, NotObserved) or isinstance(seen, NotObserved):
        return None
    terms = CONTRACT.get(type(expected))
    if terms is not None and type(seen) is type(expected):
        return _in_record(expected, seen, path, terms)
    if isinstance(expected, tuple) and isinstance(seen, tuple) and _holds_records(expected or seen):
        return _in_list(expected, seen, path)
    return None if _equal(expected, seen) else Difference(path, expected, seen)


def _in_record(expected: Any, seen: Any, path: Path, terms: dict[str, Term]) -> Difference | None:
    for field, term in terms.items():
        ours, theirs = getattr(expected, field), getattr(seen, field)
        if term.how == "ignored" or (term.how == "multiset" and _same_items(ours, theirs)):
            continue
        found = _difference(ours, theirs, (*path, field))
        if found is not None:
            return found
    return None


def _in_list(expected: tuple[Any, ...], seen: tuple[Any, ...], path: Path) -> Difference | None:
    """Steps and actions are compared one by one; a step's tasks first as a list of nodes, then one by one."""
    ours, theirs = _nodes(expected), _nodes(seen)
    if ours != theirs:
        return Difference(path, ours, theirs)
    for place, (one, other) in enumerate(zip(expected, seen)):
        found = _difference(one, other, (*path, place))
        if found is not None:
            return found
    if len(expected) != len(seen):
        place = min(len(expected), len(seen))
        return Difference((*path, place), expected[place:] or None, seen[place:] or None)
    return None


def _nodes(items: tuple[Any, ...]) -> tuple[tuple[str, str], ...]:
    return tuple([(item.node, item.cause) for item in items if isinstance(item, Task)])


def _holds_records(items: tuple[Any, ...]) -> bool:
    return bool(items) and type(items[0]) in CONTRACT


def _equal(expected: Any, seen: Any) -> bool:
    """Equality that tells True from 1, as the JSON form does."""
    return bool(expected == seen) and (type(expected) is str or repr(expected) == repr(seen))


def _same_items(expected: Any, seen: Any) -> bool:
    return isinstance(expected, tuple) and isinstance(seen, tuple) and sorted(expected) == sorted(seen)
