"""What becomes of a divergence: a known one is explained; a new one is also replayed, shrunk and written to a file."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from twinstep.explain import sentence
from twinstep.files import case_id
from twinstep.ledger import Entry, first_entry
from twinstep.outcomes import Seen, TooManyOutcomes, outcomes
from twinstep.pool import Pool
from twinstep.shrink import Shrunk, shrink
from twinstep_model import codec
from twinstep_model.cases import Case
from twinstep_model.deviations import BY_NAME

from .confirm import TIMES, Replays, data_of, is_choice, replay, shown, varies
from .events import Confirmed, Event, Shrinking
from .keep import Keeper
from .settings import Settings
from .summary import Reported, Status
from .tally import Example, Sighting

MOST_RUNS = 200
"""Candidates tried for one smaller case."""
_SECONDS = 60.0
"""Time for one smaller case."""
_AGAIN = 3
"""Runs of a candidate whose divergence need not show in each."""


class Finder:
    """Looks into divergences, with the pool that found them."""

    def __init__(
        self,
        settings: Settings,
        pool: Pool,
        profile: frozenset[str],
        keeper: Keeper,
        emit: Callable[[Event], None],
    ) -> None:
        self._settings, self._pool, self._profile, self._keeper, self._emit = settings, pool, profile, keeper, emit
        self._release = pool.versions.get("langgraph", "0")

    def status(self, signature: str) -> Status:
        """Whether a ledger knows it on this release."""
        return "known" if self._entry(signature) is not None else "new"

    def as_found(self, sighting: Sighting, note: str = "") -> Reported:
        """The divergence as it was found, with its smallest case so far in a file."""
        return self._report(sighting.example, sighting.counts, (sighting.example.text,), note)

    def look_into(self, sighting: Sighting) -> Reported:
        """The same for a known divergence; a new one is replayed, and shrunk as long as its signature stays.

        On KeyboardInterrupt the sighting has the smallest case so far.
        """
        found, divergence = sighting.example, sighting.example.divergence
        if self.status(divergence.signature) == "known":
            return self.as_found(sighting)
        choice = is_choice(divergence)
        first = self._replayed(found)
        stable = first.holds(choice)
        if not stable:
            found = sighting.example = replace(found, divergence=replace(divergence, kind="nondeterminism"))
        if not first.shown:
            note = f"Seen once, and in none of {TIMES} replays"
            return self._report(sighting.example, sighting.counts, first.seen, note)
        shrunk = self._shrink(sighting, each=stable and not choice)
        if shrunk.case == found.case:
            return self._report(sighting.example, sighting.counts, first.seen, _replayed(first, shrunk))
        replays = self._replayed(sighting.example)
        if not stable and replays.holds(choice):
            settled = replace(sighting.example.divergence, kind=divergence.kind)
            sighting.example = replace(sighting.example, divergence=settled)
        if replays.shown and (replays.holds(choice) or not stable):
            return self._report(sighting.example, sighting.counts, replays.seen, _replayed(replays, shrunk))
        note = f"Shown by {first.shown} of {TIMES} replays; not shrunk: smaller cases show it less reliably"
        return self._report(found, sighting.counts, first.seen, note)

    def _replayed(self, example: Example) -> Replays:
        signature = example.divergence.signature
        replays = replay(self._pool, example.case, signature, self._profile)
        self._emit(Confirmed(signature, replays.shown, TIMES, replays.holds(is_choice(example.divergence))))
        return replays

    def _shrink(self, sighting: Sighting, each: bool) -> Shrunk:
        """Puts the smallest case that still shows the signature in place of the example; ``each``: it must show it in
        its first run."""
        signature, kind = sighting.example.divergence.signature, sighting.example.divergence.kind
        open_ = sighting.example.open
        end = time.monotonic() + self._seconds()
        tried = 0

        def still(case: Case) -> bool:
            nonlocal tried
            if time.monotonic() > end or (open_ and not varies(case, self._profile)):
                return False
            tried += 1
            self._emit(Shrinking(signature, tried, MOST_RUNS))
            for _, answer in self._pool.run([case] * (1 if each else _AGAIN)):
                found = shown(case, answer, signature, self._profile)
                if found is None or answer.text is None:
                    continue
                divergence = found if kind != "nondeterminism" else replace(found, kind=kind)
                sighting.example = replace(sighting.example, case=case, text=answer.text, divergence=divergence)
                return True
            return False

        shrunk = shrink(sighting.example.case, still, MOST_RUNS)
        if shrunk.interrupted:
            raise KeyboardInterrupt
        return replace(shrunk, runs=tried, complete=shrunk.complete and time.monotonic() <= end)

    def _seconds(self) -> float:
        budget = self._settings.budget
        return _SECONDS if budget is None else min(_SECONDS, max(budget / 10, 1.0))

    def _report(self, example: Example, counts: Mapping[str, int], seen: tuple[str, ...], note: str) -> Reported:
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
        keep = self._keeper.new if status == "new" else self._keeper.known
        entry = self._entry(divergence.signature)
        return Reported(
            signature=divergence.signature,
            status=status,
            kind=divergence.kind,
            rule=divergence.rule,
            deviations=divergence.deviations,
            counts=dict(counts),
            case=case_id(case),
            file=keep(case, divergence.signature, about),
            sentence=said,
            topology=example.topology,
            note=note,
            advice=" ".join(f"{BY_NAME[name].advice}." for name in divergence.deviations),
            link=entry.link if entry is not None else "",
        )

    def _allowed(self, case: Case) -> list[Any]:
        """What the profile allows, as observations in plain JSON data; [] where it is too much to list."""
        try:
            return [codec.encode(modelled.observation) for modelled in outcomes(case, self._profile)]
        except TooManyOutcomes:
            return []

    def _entry(self, signature: str) -> Entry | None:
        return first_entry(self._settings.ledgers, signature, self._release)


def _replayed(replays: Replays, shrunk: Shrunk) -> str:
    end = "" if shrunk.complete else ", not to the end"
    return f"Shown by {replays.shown} of {TIMES} replays; shrunk in {shrunk.runs} runs{end}"
