"""Running cases again, each run in a fresh process as far as that is affordable, and judging every run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from twinstep.files import CaseFile
from twinstep.judge import Divergence, Judgement, Verdict, judge
from twinstep.outcomes import Seen
from twinstep.pool import Answer, Pool
from twinstep_model.cases import Case
from twinstep_model.codec import FormatError
from twinstep_model.deviations import profile_of

PROCESSES = 10
"""Fresh processes at most; more runs than that share them evenly."""


@dataclass(frozen=True, slots=True)
class Environment:
    """What the cases ran in. ``versions``: distribution to version; ``made_for``: the release whose profile is used."""

    versions: Mapping[str, str]
    made_for: str
    profile: frozenset[str]

    @property
    def release(self) -> str:
        """The release of langgraph."""
        return self.versions["langgraph"]


@dataclass(frozen=True, slots=True)
class Run:
    """One run: what the library showed (None where it hung or failed) and the judgement."""

    seen: Seen | None
    judgement: Judgement

    @property
    def signatures(self) -> frozenset[str]:
        """The signatures of all its divergences."""
        return frozenset(divergence.signature for divergence in self.judgement.divergences)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything that was replayed. ``interrupted``: whether it was ended by the user; files that had not been run
    by then are not in ``found``."""

    environment: Environment
    found: tuple[Replayed, ...]
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class Replayed:
    """A file's case with all its runs (at least one)."""

    path: str
    file: CaseFile
    runs: tuple[Run, ...]

    @property
    def case(self) -> Case:
        return self.file.case

    @property
    def verdict(self) -> Verdict:
        """The first of DIVERGES, ERROR, UNDETERMINED that some run gave, else AGREES."""
        given = {run.judgement.verdict for run in self.runs}
        order: tuple[Verdict, ...] = ("DIVERGES", "ERROR", "UNDETERMINED", "AGREES")
        return next(verdict for verdict in order if verdict in given)

    @property
    def told(self) -> Run:
        """The run to show: one that diverges (without an explanation, if there is such a one), else the first."""
        diverging = [run for run in self.runs if run.judgement.verdict == "DIVERGES"]
        unknown = [run for run in diverging if any(not found.deviations for found in run.judgement.divergences)]
        return (unknown or diverging or list(self.runs))[0]

    @property
    def divergences(self) -> tuple[Divergence, ...]:
        """Those of all runs, each signature once: those of the run to show first."""
        found: dict[str, Divergence] = {}
        for run in (self.told, *self.runs):
            for divergence in run.judgement.divergences:
                found.setdefault(divergence.signature, divergence)
        return tuple(found.values())


def replay(
    files: Sequence[tuple[str, CaseFile]], times: int, timeout: float, progress: Callable[[int], None]
) -> Outcome:
    """Runs every file's case ``times`` times. ``progress`` is told the number of runs finished.

    A case that hangs or fails is not run again. Raises WorkerError, and KeyboardInterrupt if nothing was run before it.
    """
    runs: list[list[Run]] = [[] for _ in files]
    environment: Environment | None = None
    interrupted = False
    done = 0
    try:
        for share in _shares(times):
            with Pool(1, timeout) as pool:
                environment = _environment(pool.versions)
                for (_, file), found in zip(files, runs):
                    for _ in range(share):
                        if not found or found[-1].seen is not None:
                            found.append(_judged(file.case, pool.one(file.case), environment.profile, timeout))
                        done += 1
                        progress(done)
    except KeyboardInterrupt:
        if environment is None:
            raise
        interrupted = True
    assert environment is not None
    replayed = [Replayed(path, file, tuple(found)) for (path, file), found in zip(files, runs) if found]
    return Outcome(environment, tuple(replayed), interrupted)


def _shares(times: int) -> list[int]:
    """How many runs of a case each process makes."""
    processes = min(times, PROCESSES)
    return [times // processes + (number < times % processes) for number in range(processes)]


def _environment(versions: Mapping[str, str]) -> Environment:
    return Environment(versions, *profile_of(versions["langgraph"]))


def _judged(case: Case, answer: Answer, profile: frozenset[str], timeout: float) -> Run:
    if answer.hang:
        return Run(None, Judgement("UNDETERMINED", why=f"the library did not finish within {timeout:g} s"))
    if answer.text is None:
        return Run(None, Judgement("ERROR", why=answer.failure))
    try:
        return Run(Seen(answer.text), judge(case, answer.text, profile))
    except FormatError as error:
        return Run(None, Judgement("ERROR", why=f"the worker's observation is malformed: {error}"))
