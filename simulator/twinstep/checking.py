"""One case after another for tests: what is known is counted, what is new is raised, each signature by its own class.

Behind the pytest plugin's fixture; usable without pytest too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

from twinstep.check.keep import keep_new, keep_unjudged, prepare, slug
from twinstep.explain import sentence
from twinstep.files import case_id, printable
from twinstep.judge import Divergence, Judgement, judge
from twinstep.ledger import Ledger
from twinstep.notation import show
from twinstep.outcomes import Seen
from twinstep.pool import Pool
from twinstep.report.terminal import quoted
from twinstep.validity import problem
from twinstep_model.cases import Case
from twinstep_model.deviations import DEVIATIONS, profile_of

_SHORT = 300
"""Characters of a one-line notation that a message still shows."""
_WHAT: Mapping[str, str] = {deviation.name: deviation.what for deviation in DEVIATIONS.values()}


class NewDivergence(AssertionError):
    """The library did what neither the rules nor a ledger explain. Raised as a subclass made for the signature, so
    that hypothesis shrinks and reports each signature by itself."""


class NoVerdict(AssertionError):
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
    """A test on its way: what it has sometimes seen, and the files to be written for what it found."""

    cases: int = 0
    seen: dict[str, bool] = field(default_factory=dict)
    found: dict[str, tuple[Case, Mapping[str, Any]]] = field(default_factory=dict)


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
        judgement = judge(case, answer.text, profile_of(self._release())[1])
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

    def end(self, passed: bool) -> None:
        """The test ends: files are written for what it found. Raises NeverSeen if it has passed in vain."""
        for signature, (case, about) in self._test.found.items():
            prepare(self._out)
            if signature:
                keep_new(self._out, case, signature, about)
            else:
                keep_unjudged(self._out, case, "UNDETERMINED", about)
        never = [what for what, seen in self._test.seen.items() if not seen]
        if passed and never:
            raise NeverSeen(f"in {self._test.cases} cases never seen: {'; '.join(never)}")

    def _release(self) -> str:
        return self._pool.versions["langgraph"]

    def _is_known(self, divergence: Divergence) -> bool:
        return any(ledger.entry(divergence.signature, self._release()) for ledger in self._ledgers)

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
        # Hypothesis runs the smallest case of every signature last: what was found before is written over.
        self._test.found[divergence.signature] = (case, about)
        path = self._path(f"counterexamples/{slug(divergence.signature)}-{case_id(case)}.json")
        message = [said, *_notation(case), f"Case: {path}", "Reproduce with:", f"  twinstep replay {quoted(path)}"]
        message.append(f"  twinstep adopt {quoted(path)}   (to count it as known)")
        return class_for(divergence.signature)("\n".join(message))

    def _no_verdict(self, case: Case, why: str) -> NoVerdict:
        self._test.found[""] = (case, {"why": why})
        path = self._path(f"undetermined/{case_id(case)}.json")
        message = [f"no verdict: {printable(why, 1000)}", *_notation(case), f"Case: {path}"]
        return NoVerdict("\n".join([*message, "Reproduce with:", f"  twinstep replay {quoted(path)}"]))

    def _path(self, name: str) -> str:
        return os.path.relpath(self._out / name, self._shown)


@cache
def class_for(signature: str) -> type[NewDivergence]:
    """The class of the exception for this signature."""
    words = re.findall(r"[A-Za-z0-9]+", signature)
    return type("".join(word[:1].upper() + word[1:] for word in words) or "Divergence", (NewDivergence,), {})


def _notation(case: Case) -> list[str]:
    line = show(case)
    return [line] if len(line) <= _SHORT else []
