"""The result of a check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from twinstep.judge import Kind

Status = Literal["known", "new"]
OK, NEW, BAD_ENVIRONMENT, UNSURE, INTERRUPTED = 0, 1, 2, 3, 130


@dataclass(frozen=True, slots=True)
class Topology:
    """The cases of one topology.

    ``wanted``: how many there should have been, or None. ``verdicts``: verdict to number of cases. ``distribution``:
    feature to percent of the cases that show it. ``outcomes``: how many the profile allows a case, on average.
    """

    name: str
    cases: int
    wanted: int | None
    verdicts: Mapping[str, int]
    distribution: Mapping[str, float]
    outcomes: float
    seconds: float

    @property
    def per_second(self) -> float:
        """Cases a second."""
        return self.cases / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class Reported:
    """One divergence. ``counts``: topology to number of cases that show it. ``case``: the id of the example, ``file``:
    where it stands, "" where it could not be written.

    ``note``: what became of it when it was replayed and shrunk; "" for a known one.
    """

    signature: str
    status: Status
    kind: Kind
    rule: str
    deviations: tuple[str, ...]
    counts: Mapping[str, int]
    case: str
    file: str
    sentence: str
    topology: str
    note: str = ""
    advice: str = ""
    link: str = ""

    @property
    def count(self) -> int:
        """Cases that show it."""
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class Unjudged:
    """A case without a verdict, or whose run failed. ``file``: where it stands, or "" beyond the first few."""

    verdict: Literal["UNDETERMINED", "ERROR"]
    why: str
    topology: str
    case: str
    file: str


@dataclass(frozen=True, slots=True)
class RuleCount:
    """``hits``: cases in which the rule was asked. ``tried``: cases compared with the rule's alternative instead;
    ``decides``: those of them in which the comparison then fails."""

    hits: int = 0
    tried: int = 0
    decides: int = 0


@dataclass(frozen=True, slots=True)
class EntryNote:
    """A ledger entry that should be looked at. ``state``: STALE - its evidence no longer shows it; EXPIRED - its
    review date has passed; UNREADABLE - its evidence cannot be read."""

    signature: str
    state: Literal["STALE", "EXPIRED", "UNREADABLE"]
    why: str


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything a check found. ``complete``: whether all was done that was asked; ``ended``: what ended it early
    ("interrupted", "budget", "failed" or ""); ``problems``: what the environment refused, one line each."""

    versions: Mapping[str, str]
    profile: str
    seed: int | None
    ended: Literal["", "budget", "interrupted", "failed"]
    topologies: tuple[Topology, ...]
    divergences: tuple[Reported, ...]
    unjudged: tuple[Unjudged, ...]
    rules: Mapping[str, RuleCount]
    entries: tuple[EntryNote, ...]
    timings: Mapping[str, float]
    strict: bool = False
    problems: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether all cases were run, and everything found was looked into."""
        return not self.ended

    @property
    def status(self) -> int:
        """The exit status of the command: the first that applies of interrupted, bad environment, new, unsure, fine."""
        if self.ended == "interrupted":
            return INTERRUPTED
        if self.problems:
            return BAD_ENVIRONMENT
        if any(one.status == "new" for one in self.divergences) or (self.strict and self.entries):
            return NEW
        if any(top.verdicts.get(verdict) for top in self.topologies for verdict in ("UNDETERMINED", "ERROR")):
            return UNSURE
        return OK
