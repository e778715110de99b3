"""Ledger entries that should be looked at: those whose evidence no longer shows them, and those past their review."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from twinstep.files import BadInput
from twinstep.ledger import Entry, Ledger
from twinstep.pool import Pool
from twinstep_model.cases import Case
from twinstep_model.deviations import BY_NAME
from twinstep_model.rules import RULES

from .confirm import TIMES, replay
from .sources import read_valid
from .summary import EntryNote


def look_at(ledgers: Iterable[Ledger], release: str, pool: Pool, profile: frozenset[str]) -> tuple[EntryNote, ...]:
    """The entries whose range this release lies in and that need a look. What has no evidence is never stale."""
    return tuple(
        note
        for ledger in ledgers
        for entry in ledger.entries
        if entry.covers(release)
        for note in _of_entry(ledger, entry, release, pool, profile)
    )


def _of_entry(ledger: Ledger, entry: Entry, release: str, pool: Pool, profile: frozenset[str]) -> Iterator[EntryNote]:
    if entry.expired(date.today()):
        yield EntryNote(entry.signature, "EXPIRED", f"it was to be reviewed by {entry.review}")
    if not entry.evidence:
        return
    try:
        case = read_valid(Path(ledger.folder) / entry.evidence).case
    except BadInput as problem:
        yield EntryNote(entry.signature, "UNREADABLE", str(problem))
        return
    if not _shown(pool, case, entry, profile):
        yield EntryNote(entry.signature, "STALE", f"its evidence does not show it on langgraph {release}")


def _shown(pool: Pool, case: Case, entry: Entry, profile: frozenset[str]) -> bool:
    """Whether the evidence shows the entry's signature. One run is mostly enough; where the rule leaves something open
    it need not be, and what a process decides once and for all, like the order of its sets, needs others."""
    if any(replay(pool, case, entry.signature, profile, times).shown for times in (1, TIMES)):
        return True
    deviation = BY_NAME.get(entry.deviation)
    if deviation is None or not RULES[deviation.rule].choice:
        return False
    return any(_shown_with(seed, pool, case, entry.signature, profile) for seed in range(TIMES))


def _shown_with(hash_seed: int, pool: Pool, case: Case, signature: str, profile: frozenset[str]) -> bool:
    with pool.other(hash_seed) as other:
        return bool(replay(other, case, signature, profile).shown)
