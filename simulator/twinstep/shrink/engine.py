"""The search: greedy, the biggest cuts first, until no idea makes the case smaller any more."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from twinstep.validity import may_block, problem
from twinstep_model import codec
from twinstep_model.cases import Case, Graph

from .common import COMMON
from .fitting import fitted
from .graph import STRUCTURE
from .names import NAMES
from .outcomes import OUTCOMES
from .parts import Idea
from .size import size
from .team import TEAM
from .values import VALUES

Progress = Callable[[Case, int], None]

_GRAPH: tuple[Idea, ...] = (*COMMON, *STRUCTURE, *OUTCOMES, *VALUES)
_TEAM: tuple[Idea, ...] = (*COMMON, *TEAM)


@dataclass(frozen=True, slots=True)
class Shrunk:
    """The smallest case found. ``runs``: how often ``still`` was asked. ``complete``: no idea makes it smaller.

    ``interrupted``: the user pressed Ctrl-C, and the search ended with what it had.
    """

    case: Case
    runs: int
    complete: bool
    interrupted: bool = False


def shrink(case: Case, still: Callable[[Case], bool], budget: int = 300, on_progress: Progress | None = None) -> Shrunk:
    """The smallest case found that ``still`` shows what ``case`` shows.

    ``still`` runs a candidate and says whether it shows it; it is asked at most ``budget`` times, only about valid
    cases that may not block (unless ``case`` itself may), and never twice about one. ``on_progress`` is told the
    smallest case so far and the number of runs after each. An exception of either ends the search, except
    KeyboardInterrupt.
    """
    search = _Search(case, still, budget, on_progress)
    try:
        search.to_its_end()
    except _Spent:
        return Shrunk(search.best, search.runs, complete=False)
    except KeyboardInterrupt:
        return Shrunk(search.best, search.runs, complete=False, interrupted=True)
    return Shrunk(search.best, search.runs, complete=True)


class _Spent(Exception):
    """The budget is used up."""


class _Search:
    def __init__(self, case: Case, still: Callable[[Case], bool], budget: int, on_progress: Progress | None) -> None:
        self.best = case
        self.runs = 0
        self._still = still
        self._budget = budget
        self._on_progress = on_progress
        self._may_block = may_block(case)
        self._tried = {codec.dumps(case)}

    def to_its_end(self) -> None:
        """Cut until nothing can be cut, then give what is left plain names. Raises _Spent."""
        ideas = _GRAPH if isinstance(self.best.topology, Graph) else _TEAM
        while self._any_helps(ideas):
            pass
        self._any_helps(NAMES)

    def _any_helps(self, ideas: Sequence[Idea]) -> bool:
        before = self.best
        for idea in ideas:
            self._exhaust(idea)
        return self.best is not before

    def _exhaust(self, idea: Idea) -> None:
        """Try all candidates of an idea; after one that is taken go on at the same place in those of the new case."""
        place = 0
        while (taken := self._first_taken(idea, place)) is not None:
            place = taken

    def _first_taken(self, idea: Idea, start: int) -> int | None:
        for place, candidate in enumerate(idea(self.best)):
            if place >= start and self._takes(fitted(candidate)):
                return place
        return None

    def _takes(self, candidate: Case) -> bool:
        if size(candidate) >= size(self.best) or not self._may_try(candidate):
            return False
        if self.runs >= self._budget:
            raise _Spent
        self.runs += 1
        taken = self._still(candidate)
        if taken:
            self.best = candidate
        if self._on_progress is not None:
            self._on_progress(self.best, self.runs)
        return taken

    def _may_try(self, candidate: Case) -> bool:
        text = codec.dumps(candidate)
        if text in self._tried:
            return False
        self._tried.add(text)
        if problem(candidate) is not None or (may_block(candidate) and not self._may_block):
            return False
        return codec.decode(Case, json.loads(text)) == candidate
