"""Replays: does a case show its divergence again, and does that make it stable?

Under a rule with a choice (decision 4) a run may also do what is documented: then nothing is shown this time. Such a
divergence is stable when every run lies in what the profile allows and some run shows it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from twinstep.judge import Divergence, judge
from twinstep.outcomes import TooManyOutcomes, outcomes
from twinstep.pool import Answer, Pool
from twinstep_model.cases import Case
from twinstep_model.observation import Observation
from twinstep_model.rules import RULES

TIMES = 10

What = Literal["shown", "allowed", "other"]


@dataclass(frozen=True, slots=True)
class Replays:
    """What became of replaying a case. ``kinds``: shown - the signature was; allowed - the profile explains the run
    without it; other - neither (another divergence, a hang, a failure). ``seen``: the different observations, as JSON
    texts."""

    kinds: tuple[What, ...]
    seen: tuple[str, ...] = ()

    @property
    def shown(self) -> int:
        """How many runs showed the signature."""
        return self.kinds.count("shown")

    def holds(self, choice: bool) -> bool:
        """Whether the divergence is stable. ``choice``: whether its rule leaves something open."""
        if choice:
            return "other" not in self.kinds and "shown" in self.kinds
        return self.shown == len(self.kinds)


def is_choice(divergence: Divergence) -> bool:
    """Whether the rule at issue leaves open what happens, so that runs may differ."""
    return divergence.rule in RULES and RULES[divergence.rule].choice


def replay(pool: Pool, case: Case, signature: str, profile: frozenset[str], times: int = TIMES) -> Replays:
    """Runs the case so many times and looks for the signature."""
    kinds: list[What] = []
    texts: dict[str, None] = {}
    for _, answer in pool.run([case] * times):
        kinds.append(_what(case, answer, signature, profile))
        if answer.text is not None:
            texts[answer.text] = None
    return Replays(tuple(kinds), tuple(texts))


def shown(case: Case, answer: Answer, signature: str, profile: frozenset[str]) -> Divergence | None:
    """The divergence of this signature in what one run showed, or None."""
    if answer.text is None:
        return None
    found = judge(case, answer.text, profile).divergences
    return next((divergence for divergence in found if divergence.signature == signature), None)


def varies(case: Case, profile: frozenset[str]) -> bool:
    """Whether runs of the case may differ in which nodes run or in the error raised, so that a choice is seen to be
    one. Two handoffs to the same agent, for example, differ only in a call's id."""
    try:
        return len({_course(modelled.observation) for modelled in outcomes(case, profile)}) > 1
    except TooManyOutcomes:
        return True


def _course(seen: Observation) -> tuple[object, ...]:
    return tuple(
        (ran.error, tuple(tuple(task.node for task in step.tasks) for step in ran.steps)) for ran in seen.actions
    )


def _what(case: Case, answer: Answer, signature: str, profile: frozenset[str]) -> What:
    if answer.text is None:
        return "other"
    judgement = judge(case, answer.text, profile)
    if any(divergence.signature == signature for divergence in judgement.divergences):
        return "shown"
    explained = judgement.verdict in ("AGREES", "DIVERGES") and all(one.deviations for one in judgement.divergences)
    return "allowed" if explained else "other"


def data_of(texts: Iterable[str]) -> list[Any]:
    """Observations as plain JSON data."""
    return [json.loads(text) for text in texts]
