"""The budgets of the design as far as they apply: ratios measured in one process run. Exit status 1 on a miss.

CPU time only, never the clock: these figures hold on a busy machine, within its noise.

    python -m tests.benchmarks.run [--cases N] [--topology NAME] [--memory N]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from rich.console import Console

from twinstep.check.sources import TOPOLOGIES
from twinstep.features import steps
from twinstep.generate.draw import Seeded
from twinstep.judge import judge
from twinstep.runtime import drive
from twinstep.runtime.loops import new_loop
from twinstep_model import codec
from twinstep_model.cases import Case
from twinstep_model.deviations import REFERENCE
from twinstep_model.observation import Observation
from twinstep_model.run import run_case

from .library import invoked, observed, only_drained
from .memory import grown

PAIRS = 5
LEAST = {"graph": 120.0, "react": 60.0, "supervisor": 40.0, "swarm": 45.0}
"""Cases per CPU second, by family."""
FIRST, LAST = 5_000, 20_000
"""Cases between which memory is compared."""


@dataclass(frozen=True)
class Row:
    """One figure. ``least``/``most``: its budget, None for none."""

    name: str
    value: float
    least: float | None = None
    most: float | None = None

    @property
    def met(self) -> bool | None:
        if self.least is not None:
            return self.value >= self.least
        return None if self.most is None else self.value <= self.most

    @property
    def budget(self) -> str:
        if self.least is not None:
            return f">= {self.least:g}"
        return "" if self.most is None else f"<= {self.most:g}"


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of this process for one call."""
    gc.collect()
    begun = time.process_time()
    work()
    return time.process_time() - begun


def made(topology: str, cases: int) -> list[Case]:
    """Generated cases."""
    return [TOPOLOGIES[topology](Seeded(f"bench:{topology}:{number}")) for number in range(cases)]


def count(observations: Iterable[Observation]) -> int:
    """All super-steps of these observations."""
    return sum(1 for observation in observations for _ in steps(observation))


def model_against_library(topology: str, cases: int, runner: asyncio.Runner) -> Iterator[Row]:
    """Super-steps per CPU second of the model against those of the library, same cases, without gates, with a saver."""
    free = [
        replace(case, schedule=replace(case.schedule, gates=False, orders=(), saver=True))
        for case in made(topology, cases)
    ]
    observations = observed(free, runner)
    watched = statistics.median(cpu(lambda: observed(free, runner)) for _ in range(3)) / count(observations)
    plain = statistics.median(cpu(lambda: invoked(free, runner)) for _ in range(3)) / count(observations)
    modelled = [run_case(case, REFERENCE).observation for case in free]
    model = statistics.median(cpu(lambda: [run_case(case, REFERENCE) for case in free]) for _ in range(5))
    model /= count(modelled)
    yield Row(f"{topology}: model against observed library, super-steps per second", watched / model, least=50)
    yield Row(f"{topology}: model against plain invoke, super-steps per second", plain / model)


def check_against_draining(topology: str, cases: int, runner: asyncio.Runner) -> Iterator[Row]:
    """CPU time of generating, observing, modelling and comparing against draining the same streams: as the cases are
    generated, with gates, savers and turns mixed."""
    drawn = made(topology, cases)
    observed(drawn, runner)
    drained, checking = [], []
    for _ in range(PAIRS):
        with only_drained():
            drained.append(cpu(lambda: observed(drawn, runner)))
        checking.append(cpu(lambda: checked(topology, cases, runner)))
    ratio = statistics.median(after / before for before, after in zip(drained, checking))
    yield Row(f"{topology}: check against draining its streams (median of {PAIRS})", ratio, most=1.25)
    yield Row(
        f"{topology}: cases per CPU second, everything included",
        cases / statistics.median(checking),
        least=LEAST[topology],
    )
    yield Row(f"{topology}: cases per CPU second, streams only drained", cases / statistics.median(drained))


def checked(topology: str, cases: int, runner: asyncio.Runner) -> None:
    """What `twinstep check` does for each case, in one process."""
    for case in made(topology, cases):
        judge(case, codec.dumps(drive.observe_case(case, runner)), REFERENCE)


def memory(first: int, last: int) -> Iterator[Row]:
    """What a long check gains in memory and threads."""
    for growth in grown(first, last):
        span = f"from case {first:,} to case {last:,}"
        yield Row(f"{growth.process}: MB gained {span}", growth.megabytes, most=20)
        yield Row(f"{growth.process}: threads gained {span}", growth.threads, most=0)


def rows(topologies: Iterable[str], cases: int, last: int) -> Iterator[Row]:
    """Every figure, as it is measured."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        for topology in topologies:
            observed(made(topology, 5), runner)
        gc.freeze()
        for topology in topologies:
            yield from model_against_library(topology, cases, runner)
            yield from check_against_draining(topology, cases, runner)
    if last:
        yield from memory(max(1, last * FIRST // LAST), last)


def main() -> int:
    """Measure, print each figure as it is known, and say by the exit status whether every budget was met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=100, help="cases for each figure (default 100)")
    parser.add_argument("--topology", action="append", choices=list(TOPOLOGIES), help="only this family")
    parser.add_argument(
        "--memory", type=int, default=LAST, metavar="N", help=f"cases for the figures of memory, 0 for none ({LAST})"
    )
    chosen = parser.parse_args()
    logging.disable(logging.CRITICAL)  # as the worker does
    console = Console(highlight=False, soft_wrap=True)
    missed = False
    for row in rows(chosen.topology or list(TOPOLOGIES), chosen.cases, chosen.memory):
        missed |= row.met is False
        verdict = {True: "met", False: "MISSED", None: ""}[row.met]
        console.print(f"{row.name:<75} {row.value:>8.2f}   {row.budget:<7} {verdict}".rstrip())
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
