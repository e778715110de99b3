"""`twinstep adopt`."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import click

from twinstep.check.confirm import TIMES
from twinstep.check.keep import slug
from twinstep.check.sources import read_valid
from twinstep.files import BadInput, CaseFile, case_id, write_case
from twinstep.judge import Divergence, judge
from twinstep.ledger import Entry, Ledger
from twinstep.pool import Pool
from twinstep.report.terminal import quoted
from twinstep_model.deviations import profile_of

from .ledgers import OWN

_REVIEW = timedelta(days=365)
"""When somebody should look at an entry again."""


@click.command("adopt")
@click.argument("file")
@click.option("--ledger", default=str(OWN), show_default=True, help="The ledger; it is made if it does not exist.")
@click.option("--link", default="", help="Where the divergence is discussed, such as an upstream issue.")
@click.option("--note", default="", help="Anything to remember.")
def command(file: str, ledger: str, link: str, note: str) -> None:
    """Put the divergence that FILE shows into a ledger, so that checks no longer report it as new.

    The file is replayed first: what does not show itself cannot be adopted. A copy of it is put beside the ledger as
    evidence. Adopting a file again changes nothing.
    """
    path = Path(ledger)
    known = Ledger.read(path) if os.path.lexists(path) else Ledger((), str(path.parent))
    given = read_valid(file)
    with Pool(1) as pool:
        release = pool.versions.get("langgraph", "0")
        shown = _shown(file, given, pool, release)
    place = _evidence(Path(file), path, shown.signature, given)
    before = next((entry for entry in known.entries if entry.signature == shown.signature), None)
    entry = before or Entry(
        shown.signature,
        shown.deviations[0] if shown.deviations else "",
        since=release,
        review=(date.today() + _REVIEW).isoformat(),
    )
    entry = replace(
        entry,
        until=entry.until if entry.covers(release) else "",
        evidence=entry.evidence or place,
        link=link or entry.link,
        note=note or entry.note,
    )
    if entry == before:
        click.echo(f"{shown.signature} is in {quoted(ledger)} already: nothing changed")
        return
    if entry.evidence == place and not os.path.exists(path.parent / place):
        write_case(path.parent / place, given.case, given.about)
    known.with_entry(entry).write(path)
    click.echo(f"{shown.signature}: adopted into {quoted(ledger)}")
    click.echo(
        "Checks in this folder know it from now on." if path == OWN else f"Use it with --ledger {quoted(ledger)}"
    )


def _shown(file: str, given: CaseFile, pool: Pool, release: str) -> Divergence:
    """The divergence that the file is about, as runs of it show it. Raises BadInput."""
    _, profile = profile_of(release)
    texts = [answer.text for _, answer in pool.run([given.case] * TIMES) if answer.text is not None]
    found = {
        one.signature: one for text in dict.fromkeys(texts) for one in judge(given.case, text, profile).divergences
    }
    wanted = given.about.get("signature")
    if isinstance(wanted, str) and wanted not in found:
        raise BadInput(
            file, f"does not show {wanted} in {TIMES} runs on langgraph {release}: there is nothing to adopt"
        )
    if isinstance(wanted, str):
        return found[wanted]
    if len(found) != 1:
        raise BadInput(
            file, f"shows {', '.join(sorted(found)) or 'no divergence'}; name one of them in about.signature"
        )
    return next(iter(found.values()))


def _evidence(file: Path, ledger: Path, signature: str, given: CaseFile) -> str:
    """Where the evidence is, relative to the ledger: the file itself if it is there to stay, else a copy."""
    folder = ledger.resolve().parent
    if file.resolve().is_relative_to(folder):
        here = file.resolve().relative_to(folder)
        if not any(part.startswith(".") for part in here.parts):
            return here.as_posix()
    return f"{ledger.stem}-evidence/{slug(signature)}-{case_id(given.case)}.json"
