"""What a check has counted and kept so far. Memory stays bounded however many cases are run."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from twinstep.features import FEATURES
from twinstep.judge import Divergence, Judgement
from twinstep_model import codec
from twinstep_model.cases import Case
from twinstep_model.rules import RULES

from .confirm import is_choice, varies
from .summary import RuleCount, Topology

MOST_TRIED = 50
"""Hit cases of one rule in which it is replaced by its alternative, and allowed outcomes of those cases together."""


@dataclass(frozen=True, slots=True)
class Example:
    """The best case seen with some signature. ``size``: characters of its canonical JSON. ``open``: whether the rule
    at issue leaves something open and runs of this case can be seen to differ. ``odd``: whether the case calls a tool
    that nobody has, which is a story of its own."""

    case: Case
    text: str
    divergence: Divergence
    topology: str
    size: int
    open: bool
    odd: bool

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """Smaller is better."""
        return not self.open, self.odd, self.size


@dataclass(slots=True)
class Sighting:
    """How often a signature was seen, by topology, and where best."""

    example: Example
    counts: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Counts:
    """The cases of one topology."""

    name: str
    wanted: int | None
    began: float = field(default_factory=time.monotonic)
    seconds: float = 0.0
    cases: int = 0
    judged: int = 0
    outcomes: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    features: Counter[str] = field(default_factory=Counter)

    def summary(self) -> Topology:
        """The counts as they are reported."""
        shares = {
            name: round(100 * self.features[name] / self.judged, 1) if self.judged else 0.0
            for name in FEATURES[self.name]
        }
        mean = round(self.outcomes / self.judged, 3) if self.judged else 0.0
        return Topology(
            self.name, self.cases, self.wanted, dict(sorted(self.verdicts.items())), shares, mean, self.seconds
        )


@dataclass(frozen=True, slots=True)
class Kept:
    """A case that the profile explains, with what was seen, and the rules to be replaced in it."""

    case: Case
    text: str
    rules: tuple[str, ...]


class Tally:
    """All counts of a check. ``profile``: the alternatives that the release has."""

    def __init__(self, profile: frozenset[str]) -> None:
        self.profile = profile
        self.topologies: list[Counts] = []
        self.sightings: dict[str, Sighting] = {}
        self.kept: list[Kept] = []
        self._hits: Counter[str] = Counter()
        self._tried: Counter[str] = Counter()
        self._spent: Counter[str] = Counter()
        self._decides: Counter[str] = Counter()

    def begin(self, topology: str, wanted: int | None) -> Counts:
        """Starts counting the cases of a topology."""
        self.topologies.append(Counts(topology, wanted))
        return self.topologies[-1]

    def add(self, counts: Counts, case: Case, text: str, judgement: Judgement, found: frozenset[str]) -> list[str]:
        """Counts a judged case. ``found``: its features. Returns the signatures not seen before."""
        counts.judged += 1
        counts.outcomes += judgement.outcomes
        counts.features.update(found)
        self._hits.update(judgement.hits & RULES.keys())
        size = len(codec.dumps(case)) if judgement.divergences else 0
        fresh = []
        for divergence in judgement.divergences:
            example = Example(case, text, divergence, counts.name, size, open=False, odd="unknown name" in found)
            sighting = self.sightings.get(divergence.signature)
            if sighting is None:
                sighting = self.sightings[divergence.signature] = Sighting(self._looked_at(example))
                fresh.append(divergence.signature)
            else:
                sighting.example = self._better(example, sighting.example)
            sighting.counts[counts.name] += 1
        if all(divergence.deviations for divergence in judgement.divergences):
            self._keep(case, text, judgement)
        return fresh

    def decided(self, rule: str, fails: bool) -> None:
        """Counts a comparison in which only this rule was replaced."""
        self._tried[rule] += 1
        self._decides[rule] += fails

    @property
    def rules(self) -> Mapping[str, RuleCount]:
        """The counts of every rule there is."""
        return {rule: RuleCount(self._hits[rule], self._tried[rule], self._decides[rule]) for rule in RULES}

    def _better(self, one: Example, other: Example) -> Example:
        """The example to keep: the smaller one, except that a choice should be seen to be one."""
        if one.rank[1:] >= other.rank[1:] and (other.open or not is_choice(other.divergence)):
            return other
        one = self._looked_at(one)
        return one if one.rank < other.rank else other

    def _looked_at(self, example: Example) -> Example:
        open_ = is_choice(example.divergence) and varies(example.case, self.profile)
        return replace(example, open=open_)

    def _keep(self, case: Case, text: str, judgement: Judgement) -> None:
        """Remembers the case for those of its rules that have not been tried often enough.

        What a deviation decides is known already: each one that fired was switched off alone to find the divergences.
        """
        decisive = {divergence.rule for divergence in judgement.divergences}
        later = []
        for rule in sorted(judgement.hits & RULES.keys()):
            if self._spent[rule] >= MOST_TRIED:
                continue
            if rule in self.profile:
                self._spent[rule] += 1
                self.decided(rule, rule in decisive)
            else:
                self._spent[rule] += judgement.outcomes
                later.append(rule)
        if later:
            self.kept.append(Kept(case, text, tuple(later)))
