"""How soon generated cases find a fault, and how few of them it touches."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from twinstep.generate.draw import Draw, Seeded
from twinstep.generate.graphs import graph_case
from twinstep.generate.teams import supervisor_case
from twinstep.judge import Divergence, judge
from twinstep.pool import Answer, Pool
from twinstep_model.cases import Case
from twinstep_model.deviations import DEVIATIONS, profile_of

from .fault import Fault
from .worker import launcher

MOST = 500
"""Cases within which a fault has to be found."""

_PROFILE = profile_of("1.2.24")[1]
_KNOWN = {deviation.name for deviation in DEVIATIONS.values()}
_GENERATORS: dict[str, Callable[[Draw], Case]] = {"graph": graph_case, "supervisor": supervisor_case}


@dataclass(frozen=True, slots=True)
class Finding:
    """What ``cases`` generated cases showed of a fault.

    ``found``: the number, from 1, of the first case with a new divergence that names the fault's rule; None if there
    was none. ``affected``: the cases of which the library with the fault shows what it does not show without, and what
    its profile does not allow. ``naming``: those of them that name the rule. ``noise``: the cases that have a new
    divergence, or no verdict, without the fault.
    """

    cases: int
    found: int | None
    affected: int
    naming: int
    noise: int

    @property
    def share(self) -> float:
        """The share of the cases that the fault affects."""
        return self.affected / self.cases


def search(fault: Fault, seed: int, enough: int = MOST) -> Finding:
    """Run the cases of a seed with and without the fault, until it is found and ``enough`` cases have run; MOST at
    most."""
    healthy = _healthy(fault.group, seed)
    found = None
    number = affected = naming = noise = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        Pool(1) as plain,
        Pool(1, python=launcher(fault, Path(folder))) as faulty,
    ):
        for number, (case, answer) in enumerate(faulty.run(healthy.cases()), 1):
            shown, silent = healthy.run(number, plain)
            noise += not silent
            new = [] if answer == shown else _new(case, answer)
            if new is None or new:
                affected += 1
            if new and any(divergence.rule == fault.rule for divergence in new):
                naming += 1
                found = found or number
            if found and number >= enough:
                break
    return Finding(number, found, affected, naming, noise)


class _Healthy:
    """The cases of one seed, and what the library shows of them without a fault: run once for all faults."""

    def __init__(self, group: str, seed: int) -> None:
        self._group = group
        self._seed = seed
        self._runs: list[tuple[Answer, bool]] = []

    def cases(self) -> Iterator[Case]:
        return map(self._case, range(1, MOST + 1))

    def run(self, number: int, pool: Pool) -> tuple[Answer, bool]:
        """What the case of this number (from 1) shows, and whether it agrees but for known deviations."""
        while len(self._runs) < number:
            case = self._case(len(self._runs) + 1)
            answer = pool.one(case)
            self._runs.append((answer, _new(case, answer) == []))
        return self._runs[number - 1]

    def _case(self, number: int) -> Case:
        return _GENERATORS[self._group](Seeded(f"{self._seed}:{number - 1}"))


_healthy = cache(_Healthy)


def _new(case: Case, answer: Answer) -> list[Divergence] | None:
    """The divergences that no deviation explains; None where there is no verdict: a hang, a failure, too many
    outcomes."""
    if answer.text is None:
        return None
    judgement = judge(case, answer.text, _PROFILE)
    if judgement.verdict not in ("AGREES", "DIVERGES"):
        return None
    return [divergence for divergence in judgement.divergences if divergence.signature not in _KNOWN]
