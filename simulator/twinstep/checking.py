"""One case after another for tests: what is known is counted, what is new is raised, each signature by its own class.

Behind the pytest plugin's fixture; usable without pytest too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

from twinstep.check.keep import prepare, slug
from twinstep.explain import sentence
from twinstep.files import case_id, printable, write_case
from twinstep.judge import Divergence, Judgement, judge
from twinstep.ledger import Ledger, first_entry
from twinstep.notation import show
from twinstep.outcomes import Seen
from twinstep.pool import Pool
from twinstep.report.terminal import quoted
from twinstep.validity import problem
from twinstep_model.cases import Case
from twinstep_model.codec import FormatError
from twinstep_model.deviations import DEVIATIONS, profile_of

_SHORT = 300
"""Characters of a one-line notation that a message still shows."""
_WHAT: Mapping[str, str] = {deviation.name: deviation.what for deviation in DEVIATIONS.values()}


class Found(AssertionError):
    """A case that failed. ``file``: where it is to be written; ``about``: what its file says besides the case."""

    def __init__(self, message: str, case: Case, file: Path, about: Mapping[str, Any]) -> None:
        super().__init__(message)
        self.case, self.file, self.about = case, file, about


class NewDivergence(Found):
    """The library did what neither the rules nor a ledger explain. Raised as a subclass made for the signature, so
    that hypothesis shrinks and reports each signature by itself."""


class NoVerdict(Found):
    """The library hung, a worker failed, or the case allows too much to be judged. Never counted as agreement."""


class NeverSeen(AssertionError):
    """A test passed without ever seeing what it says it sometimes sees: it tested less than it claims."""


@dataclass(slots=True)
class Known:
    """A known divergence: how many cases showed it, and what it is in plain words."""

    signature: str
    kind: str
    rule: str
    what: str
    count: int = 0


@dataclass(slots=True)
class Tally:
    """What was compared so far, in this process or in several."""

    cases: int = 0
    known: dict[str, Known] = field(default_factory=dict)

    def add(self, data: Mapping[str, Any]) -> None:
        """Adds the tally of another process, as `data` gives it."""
        self.cases += data["cases"]
        for one in data["known"]:
            known = Known(**one)
            self.known.setdefault(known.signature, Known(**{**one, "count": 0})).count += known.count

    def data(self) -> dict[str, Any]:
        """Plain data that can be sent to another process."""
        fields = ("signature", "kind", "rule", "what", "count")
        return {
            "cases": self.cases,
            "known": [{name: getattr(one, name) for name in fields} for one in self.known.values()],
        }


@dataclass(slots=True)
class _Test:
    """A test on its way: how many cases it has checked, and what it has sometimes seen."""

    cases: int = 0
    seen: dict[str, bool] = field(default_factory=dict)


class Checks:
    """Checks cases against the installed libraries, in a worker: a context manager, which starts and ends it.

    ``out``: the folder for case files. ``shown``: the folder that paths in messages are relative to. ``ledgers``: what
    is known. ``timeout``: seconds for one case.
    """

    def __init__(self, out: Path, shown: Path, ledgers: Sequence[Ledger], timeout: float = 20.0) -> None:
        self._out, self._shown, self._ledgers = out, shown, ledgers
        self._pool = Pool(1, timeout)
        self._test = _Test()
        self.tally = Tally()

    def __enter__(self) -> Checks:
        self._pool.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._pool.close()

    def check(self, case: Case) -> Judgement:
        """Runs the case on both sides and compares them to the end.

        Returns the judgement where the two agree or differ in what is known. Raises a subclass of NewDivergence, or
        NoVerdict, and ValueError for a case that means nothing.
        """
        __tracebackhide__ = True
        wrong = problem(case)
        if wrong is not None:
            raise ValueError(f"not a case that can be run: {wrong}")
        self.tally.cases += 1
        self._test.cases += 1
        answer = self._pool.one(case)
        if answer.text is None:
            raise self._no_verdict(case, "it did not finish" if answer.hang else answer.failure)
        try:
            judgement = judge(case, answer.text, profile_of(self._release())[1])
        except FormatError as error:
            raise self._no_verdict(case, f"the worker's observation cannot be read: {error}") from None
        if judgement.verdict == "UNDETERMINED":
            raise self._no_verdict(case, judgement.why)
        for divergence in judgement.divergences:
            if not self._is_known(divergence):
                raise self._new(case, divergence, Seen(answer.text))
        for divergence in judgement.divergences:
            self._count(case, divergence, Seen(answer.text))
        return judgement

    def sometimes(self, what: str, seen: bool) -> None:
        """Says that the running test sees this in some of its cases, and whether it does in this one. A test that
        passes without ever having seen it fails."""
        self._test.seen[what] = self._test.seen.get(what, False) or seen

    def begin(self) -> None:
        """A test begins."""
        self._test = _Test()

    def end(self, raised: BaseException | None) -> None:
        """The test ends, with this exception or none: the cases it reports are written to files.

        Raises NeverSeen if it has passed in vain, BadInput where nothing can be written.
        """
        for found in _reported(raised):
            prepare(self._out)
            write_case(found.file, found.case, found.about)
        never = [what for what, seen in self._test.seen.items() if not seen]
        if raised is None and never:
            raise NeverSeen(f"in {self._test.cases} cases never seen: {'; '.join(never)}")

    def _release(self) -> str:
        return self._pool.versions["langgraph"]

    def _is_known(self, divergence: Divergence) -> bool:
        return first_entry(self._ledgers, divergence.signature, self._release()) is not None

    def _count(self, case: Case, divergence: Divergence, seen: Seen) -> None:
        if divergence.signature not in self.tally.known:
            what = " ".join(f"{_WHAT[name]}." for name in divergence.deviations)
            what = what or printable(sentence(case, divergence, seen.observation), 1000)
            known = Known(divergence.signature, divergence.kind, divergence.rule, what)
            self.tally.known[divergence.signature] = known
        self.tally.known[divergence.signature].count += 1

    def _new(self, case: Case, divergence: Divergence, seen: Seen) -> NewDivergence:
        said = printable(sentence(case, divergence, seen.observation), 2000)
        about = {
            "signature": divergence.signature,
            "kind": divergence.kind,
            "rule": divergence.rule,
            "deviations": list(divergence.deviations),
            "sentence": said,
            "versions": dict(self._pool.versions),
        }
        file = self._out / "counterexamples" / f"{slug(divergence.signature)}-{case_id(case)}.json"
        message = [said, *self._reproduce(case, file)]
        message.append(f"  twinstep adopt {self._shown_as(file)}   (to count it as known)")
        return class_for(divergence.signature)("\n".join(message), case, file, about)

    def _no_verdict(self, case: Case, why: str) -> NoVerdict:
        file = self._out / "undetermined" / f"{case_id(case)}.json"
        message = [f"no verdict: {printable(why, 1000)}", *self._reproduce(case, file)]
        return NoVerdict("\n".join(message), case, file, {"why": why})

    def _reproduce(self, case: Case, file: Path) -> list[str]:
        line = show(case)
        path = self._shown_as(file)
        short = [line] if len(line) <= _SHORT else []
        return [*short, f"Case: {path}", "Reproduce with:", f"  twinstep replay {path}"]

    def _shown_as(self, file: Path) -> str:
        return quoted(os.path.relpath(file, self._shown))


def _reported(raised: BaseException | None) -> Iterator[Found]:
    """What a test reports: hypothesis raises groups of exceptions, and replaces those that do not show again."""
    waiting, done = [raised], set()
    while waiting:
        one = waiting.pop()
        if one is None or id(one) in done:
            continue
        done.add(id(one))
        if isinstance(one, Found):
            yield one
        if isinstance(one, BaseExceptionGroup):
            waiting += one.exceptions
        waiting += [one.__cause__, one.__context__]


@cache
def class_for(signature: str) -> type[NewDivergence]:
    """The class of the exception for this signature."""
    words = re.findall(r"[A-Za-z0-9]+", signature)
    return type("".join(word[:1].upper() + word[1:] for word in words) or "Divergence", (NewDivergence,), {})
