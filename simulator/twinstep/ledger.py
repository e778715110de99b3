"""The ledger: the divergences that are known, and where each is shown.

An entry matches the signature of a difference, never a case. Its range of releases is open upwards until a release is
seen to differ. Whether an entry is stale is decided only by replaying its evidence.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from twinstep_model import codec
from twinstep_model.deviations import release_key

from .files import MAX_BYTES, BadInput, read_json, shipped, write_text

LEDGER_VERSION = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """One known divergence.

    ``deviation``: the name of the deviation that explains it, or "". ``since``/``until``: the first and the last
    release that are known to show it ("" for until: none is known not to). ``evidence``: a case file that shows it,
    relative to the ledger. ``review``: the day (ISO) by which somebody should look again.
    """

    signature: str
    deviation: str = ""
    since: str = ""
    until: str = ""
    link: str = ""
    evidence: str = ""
    review: str = ""
    note: str = ""

    def covers(self, release: str) -> bool:
        """Whether this release lies in the entry's range. One older than ``since`` does: nothing says otherwise."""
        return not self.until or release_key(release) <= release_key(self.until)

    def expired(self, today: date) -> bool:
        """Whether its review date has passed."""
        return bool(self.review) and date.fromisoformat(self.review) < today


@dataclass(frozen=True, slots=True)
class Ledger:
    """The known divergences, and the folder that their evidence is relative to ("" where there is none)."""

    entries: tuple[Entry, ...] = ()
    folder: str = ""

    @staticmethod
    def read(path: str | os.PathLike[str]) -> Ledger:
        """The ledger in this file. Raises BadInput, naming the file and the field."""
        return _decoded(os.fspath(path), read_json(path, MAX_BYTES), str(Path(path).parent))

    @staticmethod
    def default() -> Ledger:
        """The ledger that comes with twinstep."""
        return Ledger.read(shipped("ledger.json"))

    def entry(self, signature: str, release: str) -> Entry | None:
        """The entry that knows this signature on this release, or None."""
        found = (entry for entry in self.entries if entry.signature == signature and entry.covers(release))
        return next(found, None)

    def with_entry(self, entry: Entry) -> Ledger:
        """The ledger with this entry, in place of an earlier one of the same signature; sorted by signature."""
        others = [one for one in self.entries if one.signature != entry.signature]
        return replace(self, entries=tuple(sorted([*others, entry], key=lambda one: one.signature)))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the ledger, whole or not at all."""
        data = {"ledger_version": LEDGER_VERSION, "entries": [codec.encode(entry) for entry in self.entries]}
        write_text(path, json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def first_entry(ledgers: Iterable[Ledger], signature: str, release: str) -> Entry | None:
    """The first entry of these ledgers that knows this signature on this release, or None."""
    found = (ledger.entry(signature, release) for ledger in ledgers)
    return next((entry for entry in found if entry is not None), None)


def _decoded(source: str, data: object, folder: str) -> Ledger:
    if not isinstance(data, dict) or set(data) != {"ledger_version", "entries"}:
        raise BadInput(source, "a ledger is an object with ledger_version and entries")
    if data["ledger_version"] != LEDGER_VERSION or data["ledger_version"] is True:
        raise BadInput(
            source, f"ledger_version: this twinstep reads version {LEDGER_VERSION}; use the one that wrote it"
        )
    if not isinstance(data["entries"], list):
        raise BadInput(source, "entries: must be a list")
    try:
        entries = tuple(codec.decode(Entry, entry, f"entries[{place}]") for place, entry in enumerate(data["entries"]))
    except codec.FormatError as error:
        raise BadInput(source, str(error)) from None
    signatures: set[str] = set()
    for place, entry in enumerate(entries):
        if entry.signature in {"", *signatures}:
            wrong = "has an entry already; merge the two" if entry.signature else "must not be empty; name a divergence"
            raise BadInput(source, f"entries[{place}].signature: {wrong}")
        signatures.add(entry.signature)
        for name, read, like in _READ:
            try:
                read(getattr(entry, name) or like)
            except ValueError:
                raise BadInput(source, f"entries[{place}].{name}: must be like {like}, or left out") from None
    return Ledger(entries, folder)


_READ: tuple[tuple[str, Callable[[str], object], str], ...] = (
    ("since", release_key, "1.2.24"),
    ("until", release_key, "1.2.24"),
    ("review", date.fromisoformat, "2027-05-31"),
)
"""The fields whose text has a form of its own: what reads it (ValueError where it cannot), and an example."""
