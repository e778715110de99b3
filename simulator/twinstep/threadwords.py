"""How what a thread shows differs from what was expected, in words: `get_state` and `get_state_history`."""

from __future__ import annotations

from typing import Any

from twinstep_model.observation import Error, Saved, Snapshot

from . import words
from .contract import Path


def of_snapshot(path: Path, ours: Any, theirs: Any) -> str:
    """What `get_state` shows otherwise: a whole snapshot or error, or a field of a snapshot at the end of the path."""
    if isinstance(ours, Error) or isinstance(theirs, Error):
        return f"let get_state {_shown(theirs)}; expected: {_shown(ours)}"
    field = path[-1]
    if isinstance(ours, Snapshot) and isinstance(theirs, Snapshot):
        field = _differing(ours, theirs, ("values", "next", "questions"))
        ours, theirs = getattr(ours, field), getattr(theirs, field)
    if field == "questions":
        return f"let get_state show as waiting {words.questions(theirs)} instead of {words.questions(ours)}"
    return f"let get_state show {_state(str(field), ours, theirs)}"


def of_history(path: Path, ours: Any, theirs: Any) -> str:
    """What `get_state_history` shows otherwise. ``path``: its place in the history; the rest of the history is given
    where it ends at a checkpoint."""
    if not path:
        place = next((place for place, (one, other) in enumerate(zip(ours, theirs)) if one != other), None)
        place = min(len(ours), len(theirs)) if place is None else place
        return of_history((place,), ours[place:], theirs[place:])
    number = f"checkpoint {int(path[0]) + 1}"
    if len(path) > 1:
        return f"let get_state_history show {number} {_of_checkpoint(str(path[1]), ours, theirs)}"
    if not ours:
        return f"let get_state_history show {number}, {_one(theirs[0])}; the history should have ended before"
    if not theirs:
        return f"let get_state_history show no {number}; {_one(ours[0])} was expected"
    field = _differing(ours[0], theirs[0], ("source", "step", "parent", "values", "next"))
    return of_history((path[0], field), getattr(ours[0], field), getattr(theirs[0], field))


def _differing(one: object, other: object, fields: tuple[str, ...]) -> str:
    """The first of these fields that differs."""
    return next((field for field in fields if getattr(one, field) != getattr(other, field)), fields[0])


def _shown(shown: Any) -> str:
    return f"raise {words.spelt(shown)}" if isinstance(shown, Error) else "show a state"


def _one(saved: Saved) -> str:
    return f"one of {saved.source}, step {saved.step}"


def _of_checkpoint(field: str, ours: Any, theirs: Any) -> str:
    if field in ("values", "next"):
        return f"with {_state(field, ours, theirs)}"
    if field == "parent":
        return f"after {_parent(theirs)} instead of {_parent(ours)}"
    return f"of {field} {theirs} instead of {ours}"


def _state(field: str, ours: Any, theirs: Any) -> str:
    """How the values, or the nodes that follow, differ."""
    if field == "values":
        return f"a state in which {words.changes(ours, theirs)}"
    return f"next {words.names(theirs)} instead of {words.names(ours)}"


def _parent(place: int | None) -> str:
    return "none" if place is None else f"checkpoint {place + 1}"
