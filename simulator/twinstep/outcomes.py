"""Which outcomes a semantics allows a case, and whether what was seen is one of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from twinstep_model import codec
from twinstep_model.cases import Case
from twinstep_model.laws import Recorded
from twinstep_model.observation import Observation
from twinstep_model.run import Modelled, run_case

from .contract import Difference, first_difference

MOST = 256
"""Outcomes looked at for one case; one with more is cut off, and then nothing is said about it."""


class TooManyOutcomes(Exception):
    """A case has more than MOST allowed outcomes."""


@dataclass(frozen=True)
class Seen:
    """What a runtime did, as the canonical JSON text of its observation."""

    text: str

    @cached_property
    def observation(self) -> Observation:
        """The observation, decoded when it is first asked for. Raises FormatError."""
        return codec.decode(Observation, json.loads(self.text))


def runs(case: Case, alternatives: frozenset[str]) -> Iterator[Modelled]:
    """Every run the semantics allows, one for each way of taking all choices.

    Raises TooManyOutcomes after MOST of them.
    """
    taken: list[int] = []
    for _ in range(MOST):
        chooser = Recorded(taken)
        yield run_case(case, alternatives, chooser)
        taken = _next(chooser)
        if not taken:
            return
    raise TooManyOutcomes


def outcomes(case: Case, alternatives: frozenset[str]) -> tuple[Modelled, ...]:
    """The distinct allowed outcomes. Raises TooManyOutcomes."""
    allowed = tuple(runs(case, alternatives))
    if len(allowed) == 1:
        return allowed
    return tuple({modelled.observation: modelled for modelled in allowed}.values())


def matching(allowed: Iterable[Modelled], seen: Seen) -> Modelled | None:
    """The first of these outcomes that agrees with what was seen, or None."""
    return next((modelled for modelled in allowed if agrees(modelled, seen)), None)


def agrees(modelled: Modelled, seen: Seen) -> bool:
    """Whether the contract finds no difference."""
    if codec.dumps(modelled.observation) == seen.text:
        return True
    return first_difference(modelled.observation, seen.observation) is None


def nearest(case: Case, alternatives: frozenset[str], seen: Seen) -> tuple[Modelled, Difference] | None:
    """The allowed outcome whose first difference from what was seen comes last, and that difference; None if one
    agrees. Raises TooManyOutcomes."""
    best: tuple[Modelled, Difference] | None = None
    for modelled in runs(case, alternatives):
        difference = first_difference(modelled.observation, seen.observation)
        if difference is None:
            return None
        if best is None or _later(difference, best[1]):
            best = (modelled, difference)
    return best


def _next(chooser: Recorded) -> list[int]:
    """The choices of the next run in order: the last one that has another option moves on. [] when there is none."""
    taken = list(chooser.taken)
    while taken and taken[-1] + 1 >= chooser.offered[len(taken) - 1]:
        taken.pop()
    if taken:
        taken[-1] += 1
    return taken


def _later(one: Difference, other: Difference) -> bool:
    numbers = [[part for part in difference.path if isinstance(part, int)] for difference in (one, other)]
    return numbers[0] > numbers[1]
