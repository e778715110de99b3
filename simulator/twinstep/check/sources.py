"""Where the cases of a check come from: generators, or files."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from twinstep.features import pauses
from twinstep.files import BadInput, CaseFile, read_case_file, read_text
from twinstep.generate.draw import Draw, Seeded
from twinstep.generate.graphs import graph_case
from twinstep.generate.teams import react_case, supervisor_case, swarm_case
from twinstep.generate.threads import history_case
from twinstep.validity import problem
from twinstep_model.agents import Agent, Supervisor, Swarm, ToolGraph
from twinstep_model.cases import Case, Graph

from .keep import LAST
from .settings import Settings, Target

TOPOLOGIES: Mapping[str, Callable[[Draw], Case]] = {
    "graph": graph_case,
    "react": react_case,
    "supervisor": supervisor_case,
    "swarm": swarm_case,
}
"""The families of topologies, and what makes random cases of each."""
GENERATORS: Mapping[str, Callable[[Draw], Case]] = {**TOPOLOGIES, "history": history_case}
"""The same, with those that are only checked when they are named."""
_FAMILIES = {Graph: "graph", Agent: "react", ToolGraph: "react", Supervisor: "supervisor", Swarm: "swarm"}


@dataclass(frozen=True, slots=True)
class Source:
    """Cases of one topology. ``total``: how many there are, or None where only the clock ends them."""

    topology: str
    cases: Iterator[Case]
    total: int | None


def sources(settings: Settings) -> list[Source]:
    """The cases of a check, topology by topology. Every topology gets an equal part of what is left of the budget,
    counted from the moment its first case is asked for."""
    if settings.targets:
        return _of_targets(settings.targets)
    end = None if settings.budget is None else time.monotonic() + settings.budget
    found = []
    for place, topology in enumerate(settings.topologies):
        parts = len(settings.topologies) - place
        cases = _until(end, parts, _generated(topology, settings.seed, settings.examples))
        found.append(Source(topology, cases, settings.examples))
    return found


def read_targets(paths: Sequence[str]) -> tuple[Target, ...]:
    """The cases in these files, and in the JSON files in these folders and below. Raises BadInput."""
    return tuple(Target(path, read_valid(path).case) for name in paths for path in _files(Path(name)))


def read_valid(path: str | os.PathLike[str]) -> CaseFile:
    """The case file, whose case can be run. Raises BadInput."""
    file = read_case_file(path)
    wrong = problem(file.case)
    if wrong is not None:
        raise BadInput(path, wrong)
    return file


def topology_of(case: Case) -> str:
    """The name of the case's family."""
    return "history" if pauses(case) else _FAMILIES[type(case.topology)]


def _of_targets(targets: tuple[Target, ...]) -> list[Source]:
    groups: dict[str, list[Case]] = {}
    for target in targets:
        groups.setdefault(topology_of(target.case), []).append(target.case)
    return [Source(topology, iter(cases), len(cases)) for topology, cases in groups.items()]


def _generated(topology: str, seed: int, examples: int | None) -> Iterator[Case]:
    numbers = count() if examples is None else range(examples)
    return (GENERATORS[topology](Seeded(f"{seed}:{topology}:{number}")) for number in numbers)


def _until(end: float | None, parts: int, cases: Iterator[Case]) -> Iterator[Case]:
    """The cases until this topology's part of the time is over; one at least."""
    now = time.monotonic()
    mine = None if end is None else now + (end - now) / parts
    for case in cases:
        yield case
        if mine is not None and time.monotonic() >= mine:
            return


def _files(path: Path) -> list[Path]:
    if not os.path.isdir(path):  # Path.is_dir raises where it may not look
        return [path]
    found = sorted(file for file in path.rglob("*.json") if file.is_file() and not _is_report(file))
    if not found:
        raise BadInput(path, "has no case files (*.json) in it")
    return found


def _is_report(file: Path) -> bool:
    """Whether this is the report of a check, which stands beside the case files that it wrote."""
    return file.name == LAST and '"report_version"' in read_text(file)[:100]
