"""What happens in a check, as flat data. Writers consume these; nothing else is told to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Union

from .summary import Status, Summary


@dataclass(frozen=True, slots=True)
class Started:
    """The workers run. ``profile``: the release whose profile is used. ``seed``: None where no case is generated.
    ``topologies``: what will be run."""

    versions: Mapping[str, str]
    profile: str
    seed: int | None
    topologies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """So many cases of this topology are done. ``total``: None where only the clock ends them. ``known`` and ``new``:
    divergences so far, counted by signature."""

    topology: str
    done: int
    total: int | None
    per_second: float
    known: int
    new: int


@dataclass(frozen=True, slots=True)
class Found:
    """A signature was seen for the first time. ``case``: the id of the case."""

    signature: str
    status: Status
    topology: str
    case: str


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A new divergence was replayed: so many of ``runs`` runs showed it; ``holds``: whether that makes it stable."""

    signature: str
    shown: int
    runs: int
    holds: bool


@dataclass(frozen=True, slots=True)
class Shrinking:
    """A smaller case is looked for: ``runs`` candidates of at most ``most`` were tried."""

    signature: str
    runs: int
    most: int


@dataclass(frozen=True, slots=True)
class Deciding:
    """Rules are replaced by their alternatives, one at a time: ``done`` of ``total`` comparisons were made."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Finished:
    """The last event of every check, however it ended."""

    summary: Summary


Event = Union[Started, Progress, Found, Confirmed, Shrinking, Deciding, Finished]
