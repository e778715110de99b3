"""Which outcomes a semantics allows a case, and whether what was seen is one of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from twinstep_model import codec
from twinstep_model.cases import Case
from twinstep_model.laws import Recorded
from twinstep_model.observation import Observation
from twinstep_model.run import Modelled, run_case

from .contract import Difference, first_difference

Taken = tuple[int, ...]
"""The options taken in one run, in order."""

MOST = 256
"""Outcomes looked at for one case; one with more is cut off, and then nothing is said about it."""


class TooManyOutcomes(Exception):
    """A case has more than MOST allowed outcomes."""


class Seen:
    """What a runtime did, as the canonical JSON text of its observation."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._observation: Observation | None = None

    @property
    def observation(self) -> Observation:
        """The observation, decoded when it is first asked for. Raises FormatError."""
        if self._observation is None:
            self._observation = codec.decode(Observation, json.loads(self.text), "observation")
        return self._observation

    def reads(self, observation: Observation) -> bool:
        """Whether this observation has the very same text; then it is what was seen, and need not be decoded."""
        same = codec.dumps(observation) == self.text
        if same:
            self._observation = observation
        return same


def runs(case: Case, alternatives: frozenset[str]) -> Iterator[Modelled]:
    """Every run the semantics allows, one for each way of taking all choices.

    Raises TooManyOutcomes after MOST of them.
    """
    return (modelled for modelled, _ in _runs(case, alternatives))


def _runs(case: Case, alternatives: frozenset[str]) -> Iterator[tuple[Modelled, Taken]]:
    taken: list[int] = []
    for _ in range(MOST):
        chooser = Recorded(taken)
        yield run_case(case, alternatives, chooser), tuple(chooser.taken)
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
    """The first of these outcomes that reads as what was seen, else the first that agrees with it, or None."""
    others = []
    for modelled in allowed:
        if seen.reads(modelled.observation):
            return modelled
        others.append(modelled)
    return next((modelled for modelled in others if agrees(modelled, seen)), None)


def agrees(modelled: Modelled, seen: Seen) -> bool:
    """Whether the contract finds no difference."""
    return first_difference(modelled.observation, seen.observation) is None


class Nearest(NamedTuple):
    """An allowed outcome that differs from what was seen: where first, and by which choices it comes about."""

    modelled: Modelled
    difference: Difference
    taken: Taken


def nearest(case: Case, alternatives: frozenset[str], seen: Seen) -> Nearest | None:
    """The allowed outcome whose first difference from what was seen comes last; None if one agrees.

    Raises TooManyOutcomes.
    """
    best: Nearest | None = None
    for modelled, taken in _runs(case, alternatives):
        difference = first_difference(modelled.observation, seen.observation)
        if difference is None:
            return None
        if best is None or difference.place > best.difference.place:
            best = Nearest(modelled, difference, taken)
    return best


def _next(chooser: Recorded) -> list[int]:
    """The choices of the next run in order: the last one that has another option moves on. [] when there is none."""
    taken = list(chooser.taken)
    while taken and taken[-1] + 1 >= chooser.offered[len(taken) - 1]:
        taken.pop()
    if taken:
        taken[-1] += 1
    return taken
