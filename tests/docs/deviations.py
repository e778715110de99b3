"""The page of deviations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from twinstep.files import read_case_file
from twinstep.ledger import Entry, Ledger
from twinstep.notation import show
from twinstep_model.deviations import DEVIATIONS, Deviation
from twinstep_model.rules import RULES

_HEAD = """# Deviations

What a release of LangGraph does although a rule promises something else: a **broken promise** where the documentation
says so, a **surprise** where it breaks what a user may rightly expect. Whether a deviation is intended is for the
maintainers to say; each is reported as known, and never hides another one.

The smallest case is in the notation of one line (`twinstep.notation`); its file can be replayed
(`twinstep replay FILE`) and made into a script without twinstep (`twinstep replay FILE --export-script`).

This page is written by `python -m tests.docs.write` from the code and from `reports/`.
"""


def page() -> str:
    """The whole page, in Markdown."""
    ledger = Ledger.default()
    entries = {entry.deviation: entry for entry in ledger.entries}
    ordered = [DEVIATIONS[rule] for rule in RULES if rule in DEVIATIONS]
    index = [f"- [{one.name}](#{one.name}): {one.what}" for one in ordered]
    sections = [_section(one, entries.get(one.name), Path(ledger.folder)) for one in ordered]
    return "\n".join([_HEAD, *index, "", *sections])


def _section(deviation: Deviation, entry: Entry | None, folder: Path) -> str:
    return "\n".join([f"## {deviation.name}\n", f"{deviation.what}.\n", *_facts(deviation, entry, folder), ""])


def _facts(deviation: Deviation, entry: Entry | None, folder: Path) -> Iterator[str]:
    rule = RULES[deviation.rule]
    yield f"- Kind: {deviation.kind}. The rule, [{rule.id}](rules.md#{rule.id.lower()}): {rule.sentence}."
    yield f"- Why: {deviation.why}."
    yield f"- Since: langgraph {deviation.since}"
    yield f"- What you can do: {deviation.advice}."
    if entry is not None and entry.link:
        yield f"- Reported: <{entry.link}>"
    if entry is None or not entry.evidence:
        yield "- Smallest case: the ledger keeps none."
        return
    yield f"- Smallest case, `reports/{entry.evidence}`:\n"
    yield f"  ```\n  {show(read_case_file(folder / entry.evidence).case)}\n  ```"
