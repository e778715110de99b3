"""The budgets of the design as far as they apply: ratios measured in one process run. Exit status 1 on a miss.

CPU time only, never the clock: these figures hold on a busy machine, within its noise.

    python tests/benchmarks/run.py [--cases N]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from rich.console import Console
from rich.table import Table

from twinstep.features import steps
from twinstep.generate.draw import Seeded
from twinstep.generate.graphs import graph_case
from twinstep.generate.teams import supervisor_case
from twinstep.judge import judge
from twinstep.runtime import drive
from twinstep.runtime.loops import new_loop
from twinstep_model import codec
from twinstep_model.cases import Case
from twinstep_model.deviations import profile_of
from twinstep_model.observation import Observation
from twinstep_model.run import run_case

GENERATORS: dict[str, Callable[[Any], Case]] = {"graph": graph_case, "supervisor": supervisor_case}
PROFILE = profile_of("1.2.24")[1]
PAIRS = 5


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


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of this process for one call."""
    gc.collect()
    begun = time.process_time()
    work()
    return time.process_time() - begun


def made(topology: str, cases: int, **schedule: Any) -> list[Case]:
    """Generated cases, with this about their schedules."""
    found = [GENERATORS[topology](Seeded(f"bench:{topology}:{number}")) for number in range(cases)]
    return [replace(case, schedule=replace(case.schedule, **schedule)) for case in found]


def observed(cases: Iterable[Case], runner: asyncio.Runner) -> list[Observation]:
    """What the library does, case by case."""
    return [drive.observe_case(case, runner) for case in cases]


@contextmanager
def only_drained() -> Iterator[None]:
    """Within the block the same streams are read, and nothing is made of their chunks."""
    feed, ran = drive._feed, drive._ran
    drive._feed = lambda *_: None
    drive._ran = lambda *_: None
    try:
        yield
    finally:
        drive._feed, drive._ran = feed, ran


def model_against_library(topology: str, cases: int, runner: asyncio.Runner) -> Row:
    """Super-steps per CPU second of the model against those of the observed library, same streams and saver."""
    free = made(topology, cases, gates=False, orders=(), saver=True)
    seen = observed(free, runner)
    library = cpu(lambda: observed(free, runner)) / count(seen)
    modelled = [run_case(case, PROFILE).observation for case in free]
    model = min(cpu(lambda: [run_case(case, PROFILE) for case in free]) for _ in range(3)) / count(modelled)
    return Row(f"{topology}: model against observed library, super-steps per second", library / model, least=50)


def count(observations: Iterable[Observation]) -> int:
    """All super-steps of these observations."""
    return sum(1 for observation in observations for _ in steps(observation))


def check_against_draining(topology: str, cases: int, runner: asyncio.Runner) -> Row:
    """CPU time of generating, observing, modelling and comparing against draining the same streams."""
    free = made(topology, cases, gates=False, orders=())
    observed(free, runner)
    ratios = []
    for _ in range(PAIRS):
        with only_drained():
            drained = cpu(lambda: observed(free, runner))
        ratios.append(cpu(lambda: checked(topology, free, runner)) / drained)
    return Row(
        f"{topology}: check against draining its streams (median of {PAIRS})", statistics.median(ratios), most=1.25
    )


def checked(topology: str, cases: list[Case], runner: asyncio.Runner) -> None:
    """What `twinstep check` does for each case. The cases given are those that generation gives, without gates."""
    for number, case in enumerate(cases):
        GENERATORS[topology](Seeded(f"bench:{topology}:{number}"))
        judge(case, codec.dumps(drive.observe_case(case, runner)), PROFILE)


def throughput(topology: str, cases: int, runner: asyncio.Runner, least: float) -> Row:
    """Cases per CPU second as they are generated: gates, savers and turns mixed, everything included."""

    def all_of_it() -> None:
        for number in range(cases):
            case = GENERATORS[topology](Seeded(f"bench:{topology}:{number}"))
            judge(case, codec.dumps(drive.observe_case(case, runner)), PROFILE)

    all_of_it()
    return Row(f"{topology}: cases per CPU second, everything included", cases / cpu(all_of_it), least=least)


def rows(cases: int) -> Iterator[Row]:
    """Every figure, as it is measured."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        observed(made("graph", 5) + made("supervisor", 5), runner)
        gc.freeze()
        for topology, least in (("graph", 120.0), ("supervisor", 40.0)):
            yield model_against_library(topology, cases, runner)
            yield check_against_draining(topology, cases, runner)
            yield throughput(topology, cases, runner, least)


def main() -> int:
    """Measure, print a table, and say by the exit status whether every budget was met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=100, help="cases for each figure (default 100)")
    console = Console()
    table = Table("what", "measured", "budget", "")
    missed = False
    with console.status("measuring"):
        for row in rows(parser.parse_args().cases):
            missed |= row.met is False
            budget = f">= {row.least:g}" if row.least is not None else f"<= {row.most:g}"
            table.add_row(row.name, f"{row.value:.2f}", budget, "met" if row.met else "MISSED")
    console.print(table)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
