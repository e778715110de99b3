"""Does memory stay bounded? A worker and the process that checks run many cases, all families mixed.

Reads `/proc`: Linux only.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, cycle, islice
from pathlib import Path

from tests.processes import children_of
from twinstep.check.sources import TOPOLOGIES
from twinstep.check.tally import Tally
from twinstep.features import features
from twinstep.generate.draw import Seeded
from twinstep.judge import judge
from twinstep.pool import Pool
from twinstep_model.cases import Case
from twinstep_model.deviations import REFERENCE


@dataclass(frozen=True)
class Usage:
    """Of one process: resident memory in MB, and threads."""

    megabytes: float
    threads: int


@dataclass(frozen=True)
class Growth:
    """What a process gained between two numbers of cases."""

    process: str
    megabytes: float
    threads: int


def grown(first: int, last: int) -> Iterator[Growth]:
    """Runs ``last`` cases, and says what each of the two processes gained from case ``first`` on."""
    tally = Tally(REFERENCE)
    counts = {name: tally.begin(name, None) for name in TOPOLOGIES}
    names = cycle(TOPOLOGIES)
    with Pool(1) as pool:
        before: dict[str, Usage] = {}
        for number, (case, answer) in enumerate(pool.run(_cases(last)), 1):
            name = next(names)
            if answer.text is not None:
                judgement = judge(case, answer.text, REFERENCE)
                if judgement.expected is not None:
                    found = features(case, judgement.expected)
                    tally.add(counts[name], case, answer.text, judgement, found)
            if number == first:
                before = _usages()
        after = _usages()
    for process, usage in after.items():
        gained = usage.megabytes - before[process].megabytes
        yield Growth(process, gained, usage.threads - before[process].threads)


def _cases(many: int) -> Iterator[Case]:
    """One case of each family in turn."""
    made = (make(Seeded(f"memory:{name}:{number}")) for number in count() for name, make in TOPOLOGIES.items())
    return islice(made, many)


def _usages() -> dict[str, Usage]:
    [worker] = children_of(os.getpid())
    return {"the checking process": _usage("self"), "the worker": _usage(str(worker))}


def _usage(process: str) -> Usage:
    lines = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
    return Usage(int(lines["VmRSS"].split()[0]) / 1024, int(lines["Threads"]))
