"""What becomes of a divergence: a known one is explained; a new one is also replayed, shrunk and written to a file."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from twinstep.explain import sentence
from twinstep.files import case_id
from twinstep.judge import Divergence, judge
from twinstep.ledger import Entry
from twinstep.outcomes import Seen, TooManyOutcomes, outcomes
from twinstep.pool import Pool
from twinstep.shrink import Shrunk, shrink
from twinstep_model import codec
from twinstep_model.cases import Case
from twinstep_model.deviations import DEVIATIONS

from .confirm import Replays, data_of, is_choice, replay, what
from .events import Confirmed, Event, Shrinking
from .keep import keep_known, keep_new
from .settings import Settings
from .summary import Reported, Status
from .tally import Example

MOST_RUNS = 200
"""Candidates tried for one smaller case."""
_SECONDS = 60.0
"""Time for one smaller case."""
_AGAIN = 3
"""Runs of a candidate whose divergence need not show in each."""


class Finder:
    """Looks into divergences, with the pool that found them."""

    def __init__(self, settings: Settings, pool: Pool, profile: frozenset[str], emit: Callable[[Event], None]) -> None:
        self._settings, self._pool, self._profile, self._emit = settings, pool, profile, emit
        self._release = pool.versions.get("langgraph", "0")

    def status(self, signature: str) -> Status:
        """Whether a ledger knows it on this release."""
        return "known" if self._entry(signature) is not None else "new"

    def as_found(self, example: Example, count: int, note: str = "") -> Reported:
        """The divergence as it was found, with its smallest case so far in a file."""
        return self._report(example, count, (example.text,), note)

    def look_into(self, example: Example, count: int) -> Reported:
        """The same for a known divergence; a new one is replayed, and shrunk as long as its signature stays."""
        signature = example.divergence.signature
        if self.status(signature) == "known":
            return self.as_found(example, count)
        first = self._replayed(example.case, example.divergence)
        if first.shown == 0:
            divergence = replace(example.divergence, kind="nondeterminism")
            return self._report(
                replace(example, divergence=divergence), count, first.seen, "seen once, and in none of 10 replays"
            )
        stable = first.holds(is_choice(example.divergence))
        shrunk = self._shrunk(example, each=stable and not is_choice(example.divergence))
        small, replays = self._smaller(example, shrunk.case, stable, first)
        if not stable:
            small = replace(small, divergence=replace(small.divergence, kind="nondeterminism"))
        note = f"shown by {replays.shown} of {len(replays.kinds)} replays; shrunk in {shrunk.runs} runs"
        if small.case != shrunk.case:
            note = (
                f"shown by {replays.shown} of {len(replays.kinds)} replays; not shrunk: smaller cases are less stable"
            )
        elif not shrunk.complete:
            note += ", not to the end"
        return self._report(small, count, replays.seen, note)

    def _replayed(self, case: Case, divergence: Divergence) -> Replays:
        replays = replay(self._pool, case, divergence.signature, self._profile)
        holds = replays.holds(is_choice(divergence))
        self._emit(Confirmed(divergence.signature, replays.shown, len(replays.kinds), holds))
        return replays

    def _shrunk(self, example: Example, each: bool) -> Shrunk:
        """The smallest case that still shows the signature; ``each``: it must do so in its first run."""
        signature = example.divergence.signature
        end = time.monotonic() + self._seconds()
        tried = 0

        def still(case: Case) -> bool:
            nonlocal tried
            if time.monotonic() > end:
                return False
            tried += 1
            self._emit(Shrinking(signature, tried, MOST_RUNS))
            cases = [case] * (1 if each else _AGAIN)
            kinds = [what(case, answer, signature, self._profile) for _, answer in self._pool.run(cases)]
            return "shown" in kinds

        shrunk = shrink(example.case, still, MOST_RUNS)
        return replace(shrunk, complete=shrunk.complete and time.monotonic() <= end)

    def _seconds(self) -> float:
        budget = self._settings.budget
        return _SECONDS if budget is None else min(_SECONDS, max(budget / 10, 1.0))

    def _smaller(self, example: Example, case: Case, stable: bool, first: Replays) -> tuple[Example, Replays]:
        """The shrunk case as an example, if it replays as well as the case it was made from; else that one."""
        if case == example.case:
            return example, first
        signature = example.divergence.signature
        replays = self._replayed(case, example.divergence)
        if replays.shown == 0 or (stable and not replays.holds(is_choice(example.divergence))):
            return example, first
        for text in replays.seen:
            for divergence in judge(case, text, self._profile).divergences:
                if divergence.signature == signature:
                    return replace(example, case=case, text=text, divergence=divergence), replays
        raise AssertionError("a replay that showed the signature does not show it when it is judged again")

    def _report(self, example: Example, count: int, seen: tuple[str, ...], note: str) -> Reported:
        divergence, case = example.divergence, example.case
        status = self.status(divergence.signature)
        said = sentence(case, divergence, Seen(example.text).observation)
        about: dict[str, Any] = {
            "signature": divergence.signature,
            "kind": divergence.kind,
            "rule": divergence.rule,
            "deviations": list(divergence.deviations),
            "sentence": said,
            "versions": dict(self._pool.versions),
            "topology": example.topology,
            **({} if self._settings.targets else {"seed": self._settings.seed}),
            "note": note,
            "seen": data_of(seen),
        }
        if is_choice(divergence):
            about["allowed"] = self._allowed(case)
        keep = keep_new if status == "new" else keep_known
        entry = self._entry(divergence.signature)
        return Reported(
            signature=divergence.signature,
            status=status,
            kind=divergence.kind,
            rule=divergence.rule,
            deviations=divergence.deviations,
            count=count,
            case=case_id(case),
            file=keep(self._settings.out, case, divergence.signature, about),
            sentence=said,
            topology=example.topology,
            note=note,
            advice=" ".join(f"{_ADVICE[name]}." for name in divergence.deviations),
            link=entry.link if entry is not None else "",
        )

    def _allowed(self, case: Case) -> list[Any]:
        """What the profile allows, as observations in plain JSON data; [] where it is too much to list."""
        try:
            return [codec.encode(modelled.observation) for modelled in outcomes(case, self._profile)]
        except TooManyOutcomes:
            return []

    def _entry(self, signature: str) -> Entry | None:
        found = (ledger.entry(signature, self._release) for ledger in self._settings.ledgers)
        return next((entry for entry in found if entry is not None), None)


_ADVICE: Mapping[str, str] = {deviation.name: deviation.advice for deviation in DEVIATIONS.values()}
