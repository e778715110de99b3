"""The course of a check: run and judge the cases, look into what is new, ask which rules decided, report."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from twinstep.features import features
from twinstep.files import case_id
from twinstep.judge import Judgement, judge
from twinstep.pool import Answer, Pool, WorkerError
from twinstep_model.cases import Case
from twinstep_model.deviations import profile_of

from .decides import decide
from .entries import look_at
from .events import Deciding, Event, Finished, Found, Progress, Started
from .findings import Finder
from .keep import Keeper, prepare
from .settings import Settings
from .sources import Source, sources
from .summary import EntryNote, Reported, Summary, Unjudged
from .tally import Counts, Tally

Emit = Callable[[Event], None]
_TICK = 0.2
"""Seconds between two events of progress."""
_FILES = 20
"""Cases without a verdict that are written to disk; more are only counted."""


def run(settings: Settings, emit: Emit) -> Summary:
    """Does the check; everything that happens is emitted, last of all `Finished` with the summary, also returned.

    KeyboardInterrupt ends the check early, and so does a worker that cannot be started again: what was found until
    then is reported. The same goes for an exception that nobody foresaw, which is raised again at the end. Raises
    BadInput where nothing can be written to the folder, WorkerError where no worker can be started at all.
    """
    prepare(settings.out)
    began = time.monotonic()
    with Pool(settings.jobs, settings.timeout) as pool:
        check = _Check(settings, pool, emit)
        check.timings["start"] = time.monotonic() - began
        summary = check.run()
    emit(Finished(summary))
    if check.crash is not None:
        raise check.crash
    return summary


class _Check:
    """One check on its way."""

    def __init__(self, settings: Settings, pool: Pool, emit: Emit) -> None:
        self.settings, self.pool, self.emit = settings, pool, emit
        self.release = pool.versions.get("langgraph", "0")
        self.profile, alternatives = profile_of(self.release)
        self.tally = Tally(alternatives)
        self.keeper = Keeper(settings.out)
        self.finder = Finder(settings, pool, alternatives, self.keeper, emit)
        self.unjudged: list[Unjudged] = []
        self.entries: tuple[EntryNote, ...] = ()
        self.timings: dict[str, float] = {}
        self.crash: Exception | None = None
        self._problems: list[str] = []
        self._ticked = 0.0

    def run(self) -> Summary:
        """All of it, or as much as there is time for."""
        reported: list[Reported] = []
        try:
            self._all(reported)
            return self._summary(reported, "")
        except KeyboardInterrupt:
            return self._cut_short(reported, "interrupted", "interrupted")
        except WorkerError as problem:
            self._problems.append(str(problem))
            return self._cut_short(reported, "failed", "the worker cannot be started again")
        except Exception as problem:  # is raised again when what was done has been reported
            self.crash = problem
            return self._cut_short(reported, "failed", "twinstep failed")

    def _cut_short(self, reported: list[Reported], ended: Literal["interrupted", "failed"], why: str) -> Summary:
        """The summary with what has not been looked into as it was found."""
        done = {one.signature for one in reported}
        left = [sighting for signature, sighting in self.tally.sightings.items() if signature not in done]
        reported += [self.finder.as_found(sighting, f"Not replayed: {why}") for sighting in left]
        return self._summary(reported, ended)

    def _all(self, reported: list[Reported]) -> None:
        given = sources(self.settings)
        seed = None if self.settings.targets else self.settings.seed
        topologies = tuple(source.topology for source in given)
        self.emit(Started(self.pool.versions, self.profile, seed, topologies))
        with self._timed("cases"):
            for source in given:
                self._cases(source)
        with self._timed("findings"):
            found = self.tally.sightings.values()
            for sighting in sorted(found, key=lambda one: one.example.divergence.signature):
                reported.append(self.finder.look_into(sighting))
        with self._timed("ledger"):
            self.entries = look_at(self.settings.ledgers, self.release, self.pool, self.tally.profile)
        with self._timed("decides"):
            for done, total in decide(self.tally):
                if self._tick():
                    self.emit(Deciding(done, total))

    def _cases(self, source: Source) -> None:
        counts = self.tally.begin(source.topology, source.total)
        for case, answer in self.pool.run(source.cases):
            counts.cases += 1
            self._one(counts, case, answer)
            counts.seconds = time.monotonic() - counts.began
            if self._tick():
                self._progress(counts)
        self._progress(counts)

    def _one(self, counts: Counts, case: Case, answer: Answer) -> None:
        judgement = self._judged(case, answer)
        counts.verdicts[judgement.verdict] += 1
        if answer.text is None or judgement.expected is None:
            self._no_verdict(counts.name, case, judgement)
            return
        found = features(case, judgement.expected)
        for signature in self.tally.add(counts, case, answer.text, judgement, found):
            self.emit(Found(signature, self.finder.status(signature), counts.name, case_id(case)))

    def _judged(self, case: Case, answer: Answer) -> Judgement:
        if answer.hang:
            return Judgement("UNDETERMINED", why=f"the library did not finish within {self.settings.timeout:g} s")
        if answer.text is None:
            return Judgement("ERROR", why=f"the worker failed: {answer.failure}")
        try:
            return judge(case, answer.text, self.tally.profile)
        except Exception as problem:  # one case that twinstep cannot judge must not lose the others
            return Judgement("ERROR", why=f"twinstep failed on this case: {type(problem).__name__}: {problem}")

    def _no_verdict(self, topology: str, case: Case, judgement: Judgement) -> None:
        verdict: Literal["UNDETERMINED", "ERROR"] = "ERROR" if judgement.verdict == "ERROR" else "UNDETERMINED"
        path = ""
        if len(self.unjudged) < _FILES:
            about = {"verdict": verdict, "why": judgement.why, "versions": dict(self.pool.versions)}
            path = self.keeper.unjudged(case, verdict, about)
        self.unjudged.append(Unjudged(verdict, judgement.why, topology, case_id(case), path))

    def _tick(self) -> bool:
        now = time.monotonic()
        if now - self._ticked < _TICK:
            return False
        self._ticked = now
        return True

    def _progress(self, counts: Counts) -> None:
        new = sum(self.finder.status(signature) == "new" for signature in self.tally.sightings)
        known = len(self.tally.sightings) - new
        per_second = counts.cases / counts.seconds if counts.seconds else 0.0
        self.emit(Progress(counts.name, counts.cases, counts.wanted, per_second, known, new))

    @contextmanager
    def _timed(self, what: str) -> Iterator[None]:
        began = time.monotonic()
        try:
            yield
        finally:
            self.timings[what] = time.monotonic() - began

    def _summary(self, reported: list[Reported], ended: Literal["", "interrupted", "failed"]) -> Summary:
        topologies = tuple(counts.summary() for counts in self.tally.topologies)
        short = any(top.wanted is not None and top.cases < top.wanted for top in topologies)
        return Summary(
            versions=self.pool.versions,
            profile=self.profile,
            seed=None if self.settings.targets else self.settings.seed,
            ended=ended or ("budget" if short else ""),
            topologies=topologies,
            divergences=tuple(sorted(reported, key=lambda one: (one.status, one.signature))),
            unjudged=tuple(self.unjudged),
            rules=self.tally.rules,
            entries=self.entries,
            timings=self.timings,
            strict=self.settings.strict,
            problems=(*self._problems, *dict.fromkeys(self.keeper.problems)),
        )
