"""Ledger entries that should be looked at: those whose evidence no longer shows them, and those past their review."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from twinstep.files import BadInput
from twinstep.ledger import Entry, Ledger
from twinstep.pool import Pool

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
    # One run is mostly enough; where the rule leaves something open it need not be.
    if all(replay(pool, case, entry.signature, profile, times).shown == 0 for times in (1, TIMES)):
        yield EntryNote(entry.signature, "STALE", f"its evidence does not show it on langgraph {release}")
