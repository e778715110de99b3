"""`twinstep rules`."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from twinstep.check.keep import LAST
from twinstep.check.summary import RuleCount
from twinstep.files import read_text
from twinstep.report.data import rule_counts
from twinstep.report.terminal import wrapped
from twinstep.rulebook import Row, groups, rows

from .check import OUT

_MAX_BYTES = 50_000_000
_LONGEST = 120


@click.command("rules")
@click.option("--group", default="", metavar="XX", help="Only rules of this group, such as SG.")
@click.option("--out", default=OUT, show_default=True, help="Folder of the last check, for hits and decides.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Form of the table.",
)
def command(group: str, out: str, form: str) -> None:
    """List the rules: what each says, what it rests on, its alternative, and what the last check made of it.

    Hits are cases in which the rule was asked. Decides is the number of tried cases in which the comparison fails when
    the rule alone is replaced by its alternative.
    """
    if group and group.upper() not in groups():
        raise click.UsageError(f"there is no group {group}; the groups are {', '.join(groups())}")
    counts = _last_counts(Path(out) / LAST)
    table = rows(group, counts)
    if form == "json":
        click.echo(json.dumps({"rules": {row.rule: _data(row) for row in table}}, indent=2))
        return
    console = Console()
    width = min(console.width, _LONGEST)
    for row in table:
        for line in _lines(row, width):
            console.print(line, soft_wrap=True)
    if counts is None:
        console.print(Text("No hits and decides: there was no check yet (twinstep check)."), soft_wrap=True)
    else:
        silent = sum(not row.count.hits for row in table if row.count is not None)
        console.print(Text(f"{len(table)} rules, {silent} of them never asked in the last check."), soft_wrap=True)


def _last_counts(path: Path) -> Mapping[str, RuleCount] | None:
    """What the last check counted, or None: there was none, or another version of twinstep made it."""
    if not os.path.exists(path):
        return None
    try:
        return rule_counts(json.loads(read_text(path, _MAX_BYTES)))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _lines(row: Row, width: int) -> list[Text]:
    head = Text(f"{row.rule}  ", "bold")
    head.append(row.basis, "cyan")
    head.append(f", {row.source}", "dim")
    if row.deviation:
        head.append(f", deviation {row.deviation}", "yellow")
    if row.count is not None:
        said = f"  hits {row.count.hits}, decides {row.count.decides} of {row.count.tried}"
        head.append(said, "" if row.count.hits else "red")
    if row.hidden:
        head.append("  not observable", "dim")
    says = wrapped(f"{row.sentence}.", width, "       ")
    otherwise = wrapped(f"Alternative: {row.alternative}.", width, "       ")
    reason = wrapped(f"Not observable: {row.hidden}.", width, "       ") if row.hidden else []
    return [head, *map(Text, says), *map(Text, otherwise), *map(Text, reason)]


def _data(row: Row) -> dict[str, Any]:
    data = asdict(row)
    del data["rule"]
    return data
