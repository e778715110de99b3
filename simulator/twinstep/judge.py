"""The judgement of one case: does what the library did agree with the profile, and if not, which rule is at issue?

Decision 7: a known difference must not hide the next one. A case is compared to its end with the profile of the
release. If that agrees, each deviation that fired is switched off alone, and kept if the observation is then no longer
explained. If the profile does not agree, the rule whose alternative alone explains it is named, else the rules that
bear on the first difference (see `attribution`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from twinstep_model.agents import Supervisor
from twinstep_model.cases import Case
from twinstep_model.deviations import DEVIATIONS
from twinstep_model.observation import Observation
from twinstep_model.rules import RULES

from .attribution import weighed
from .contract import Difference
from .outcomes import MOST, Seen, TooManyOutcomes, agrees, matching, nearest, outcomes, runs

Kind = Literal["broken promise", "surprise", "changed", "unexplained", "nondeterminism"]
Verdict = Literal["AGREES", "DIVERGES", "UNDETERMINED", "ERROR"]


@dataclass(frozen=True, slots=True)
class Divergence:
    """A difference the contract forbids.

    ``rule``: the rule at issue, or "" where none could be named; ``rules``: all that may be, the likeliest first.
    ``deviations``: the names of the known deviations that explain it. ``signature``: equal for equal faults, whatever
    the case. ``difference``: the first one, with what the rules had led one to expect.
    """

    kind: Kind
    rule: str
    deviations: tuple[str, ...]
    signature: str
    difference: Difference
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on one case.

    ``outcomes``: how many the profile allows; ``hits``: the rules that were asked in them; ``expected``: the first
    of them; ``why``: what prevented a verdict, in one line.
    """

    verdict: Verdict
    divergences: tuple[Divergence, ...] = ()
    outcomes: int = 0
    hits: frozenset[str] = frozenset()
    expected: Observation | None = None
    why: str = ""


def judge(case: Case, text: str, profile: frozenset[str]) -> Judgement:
    """Judge what a runtime showed for a case (``text``: the canonical JSON of its observation) against a profile."""
    seen = Seen(text)
    try:
        allowed = outcomes(case, profile)
        hits = frozenset(rule for modelled in allowed for rule in modelled.hits)
        found = matching(allowed, seen)
        if found is not None:
            divergences = tuple(_deviations(case, seen, profile, found.fired))
        else:
            divergences = (_unknown(case, seen, profile, hits),)
    except TooManyOutcomes:
        return Judgement("UNDETERMINED", why=f"the case has more than {MOST} allowed outcomes")
    verdict: Verdict = "DIVERGES" if divergences else "AGREES"
    return Judgement(verdict, divergences, len(allowed), hits, allowed[0].observation)


def kind_in(case: Case, rule: str) -> Kind:
    """What it is called when this rule does not hold in this case."""
    basis = RULES[rule].basis
    team = case.topology
    if rule == "SG-14" and not (isinstance(team, Supervisor) and team.parallel_tool_calls):
        # The docstring promises several handoffs at once where parallel_tool_calls=True; elsewhere INV-02 does.
        basis = "invariant"
    kinds: dict[str, Kind] = {"documented": "broken promise", "invariant": "surprise", "observed": "changed"}
    return kinds[basis]


def _deviations(case: Case, seen: Seen, profile: frozenset[str], fired: frozenset[str]) -> Iterator[Divergence]:
    """The deviations without which the profile would not explain what was seen."""
    for rule in sorted(fired):
        closest = nearest(case, profile - {rule}, seen)
        if closest is not None:
            name = DEVIATIONS[rule].name
            yield Divergence(kind_in(case, rule), rule, (name,), name, closest.difference, (rule,))


def _unknown(case: Case, seen: Seen, profile: frozenset[str], hits: frozenset[str]) -> Divergence:
    """A difference that the profile does not explain."""
    closest = nearest(case, profile, seen)
    if closest is None:
        raise AssertionError("an outcome agrees after all")
    difference = closest.difference
    suspects = sorted(hits & RULES.keys())
    explaining = tuple(rule for rule in suspects if _explains(case, profile ^ {rule}, seen))
    evidence = [] if explaining else weighed(case, profile, seen, closest, suspects)
    explaining = explaining or tuple(one.rule for one in evidence if one.weight == "all")
    if explaining:
        rule = explaining[0]
        return Divergence(kind_in(case, rule), rule, (), f"changed {rule}", difference, explaining)
    deciding = tuple(one.rule for one in evidence)
    rule = deciding[0] if deciding else ""
    return Divergence("unexplained", rule, (), f"unexplained {difference.field}", difference, deciding)


def _explains(case: Case, alternatives: frozenset[str], seen: Seen) -> bool:
    """Whether this semantics allows what was seen; not, as far as is known, where it allows too much to be looked at:
    the difference is one from the profile, whether or not a rule can be named for it."""
    try:
        return any(seen.reads(one.observation) or agrees(one, seen) for one in runs(case, alternatives))
    except TooManyOutcomes:
        return False
