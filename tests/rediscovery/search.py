"""How soon generated cases find a fault, and how few of them it touches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from twinstep.check.sources import TOPOLOGIES
from twinstep.generate.draw import Seeded
from twinstep.judge import Divergence, judge
from twinstep.pool import Answer, Pool
from twinstep_model.cases import Case
from twinstep_model.deviations import BY_NAME, REFERENCE

from .fault import Fault
from .worker import launcher

MOST = 500
"""Cases within which a fault has to be found."""

_TIMEOUT = 10.0
"""Seconds for one case: a fault may well make the library hang."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What ``cases`` generated cases showed of a fault.

    ``found``: the number, from 1, of the first case with a new divergence that names the fault's rule, and ``case``
    that case; None if there was none. ``affected``: the cases of which the library with the fault shows what it does
    not show without, and what its profile does not allow. ``noise``: the cases that have a new divergence, or no
    verdict, without the fault.
    """

    cases: int
    found: int | None
    case: Case | None
    affected: int
    noise: int

    @property
    def share(self) -> float:
        """The share of the cases that the fault affects."""
        return self.affected / self.cases


@contextmanager
def faulty(fault: Fault) -> Iterator[Pool]:
    """A worker with the fault in its library."""
    with TemporaryDirectory() as folder, Pool(1, _TIMEOUT, launcher(fault, Path(folder))) as pool:
        yield pool


def search(fault: Fault, seed: int, pool: Pool, enough: int = MOST) -> Finding:
    """Run the cases of a seed with the fault, in this pool, and without, until it is found and ``enough`` cases have
    run; MOST at most."""
    healthy = _healthy(fault.group, seed)
    found: int | None = None
    case: Case | None = None
    number = affected = noise = 0
    with Pool(1) as plain:
        for number, (made, answer) in enumerate(pool.run(healthy.cases()), 1):
            shown, silent = healthy.run(number, plain)
            noise += not silent
            new = [] if answer == shown else _new(made, answer)
            affected += new is None or new != []
            if found is None and _names(fault, new):
                found, case = number, made
            if found and number >= enough:
                break
    return Finding(number, found, case, affected, noise)


def shows(fault: Fault, case: Case, answer: Answer) -> bool:
    """Whether a run shows a new divergence that names the fault's rule."""
    return _names(fault, _new(case, answer))


def _names(fault: Fault, divergences: list[Divergence] | None) -> bool:
    return any(divergence.rule == fault.rule for divergence in divergences or ())


class _Healthy:
    """The cases of one seed, and what the library shows of them without a fault: run once for all faults."""

    def __init__(self, group: str, seed: int) -> None:
        self._make = TOPOLOGIES[group]
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
        return self._make(Seeded(f"{self._seed}:{number - 1}"))


_healthy = cache(_Healthy)


def _new(case: Case, answer: Answer) -> list[Divergence] | None:
    """The divergences that no deviation explains; None where there is no verdict: a hang, a failure, too many
    outcomes."""
    if answer.text is None:
        return None
    judgement = judge(case, answer.text, REFERENCE)
    if judgement.verdict not in ("AGREES", "DIVERGES"):
        return None
    return [divergence for divergence in judgement.divergences if divergence.signature not in BY_NAME]
