"""`twinstep check`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
from rich.console import Console

from twinstep.check import Settings, run
from twinstep.check.events import Event, Finished
from twinstep.check.keep import LAST
from twinstep.check.sources import GENERATORS, TOPOLOGIES, read_targets
from twinstep.duration import duration
from twinstep.files import write_text
from twinstep.report.data import text_of
from twinstep.report.progress import ProgressLine
from twinstep.report.terminal import Terminal

from .ledgers import ledgers

OUT = ".twinstep"
"""The folder for what a check finds, where none is named."""
_EXAMPLES = 300


@click.command("check")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@click.option(
    "--topology",
    "topologies",
    multiple=True,
    type=click.Choice(list(GENERATORS)),
    help=f"What to generate; may be given several times. Default: {', '.join(TOPOLOGIES)}.",
)
@click.option(
    "--examples",
    metavar="N",
    type=click.IntRange(1, 10_000_000),
    help=f"Cases of each topology. Default: {_EXAMPLES}, or with --budget as many as there is time for.",
)
@click.option(
    "--budget", metavar="TIME", type=duration, help="Time for running cases, like 60s or 2m; what was found is kept."
)
@click.option(
    "--seed", metavar="N", type=click.IntRange(0), default=1, show_default=True, help="Another seed makes other cases."
)
@click.option(
    "--jobs", metavar="N", type=click.IntRange(1, 256), help="Worker processes. Default: one for each processor."
)
@click.option(
    "--timeout",
    metavar="TIME",
    type=duration,
    default="20s",
    show_default=True,
    help="Time for one case before it counts as hung.",
)
@click.option("--out", metavar="DIR", default=OUT, show_default=True, help="Folder for what is found.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Form of the report.",
)
@click.option(
    "--ledger", metavar="FILE", help="More known divergences. Default: twinstep-ledger.json, if there is one."
)
@click.option("--no-ledger", is_flag=True, help="Nothing counts as known.")
@click.option("--strict-ledger", is_flag=True, help="Fail on ledger entries that are out of date.")
def command(
    targets: tuple[str, ...],
    topologies: tuple[str, ...],
    examples: int | None,
    budget: float | None,
    seed: int,
    jobs: int | None,
    timeout: float,
    out: str,
    form: str,
    ledger: str | None,
    no_ledger: bool,
    strict_ledger: bool,
) -> None:
    """Run many cases in the model and in the real library, and report what differs.

    TARGET: case files, or folders of them, to be checked instead of generated cases.

    A divergence that a ledger holds is known and does not fail the check. A new one is replayed, shrunk and written to
    a file, and the check ends with status 1.
    """
    if targets and (topologies or examples or budget):
        raise click.UsageError("--topology, --examples and --budget are for generated cases; name either them or files")
    if no_ledger and (ledger or strict_ledger):
        raise click.UsageError("--no-ledger cannot go with --ledger or --strict-ledger")
    given = read_targets(targets)
    settings = Settings(
        topologies=tuple(name for name in GENERATORS if name in (topologies or TOPOLOGIES)),
        out=Path(out),
        examples=_EXAMPLES if examples is None and budget is None else examples,
        budget=budget,
        seed=seed,
        jobs=jobs or min(os.cpu_count() or 1, len(given) or 256),
        timeout=timeout,
        ledgers=ledgers(ledger, no_ledger),
        targets=given,
        strict=strict_ledger,
    )
    progress = ProgressLine(Console(stderr=True))
    report = Terminal(Console()) if form == "text" else None

    def emit(event: Event) -> None:
        progress(event)
        if report is not None:
            report(event)
        if isinstance(event, Finished):
            text = text_of(event.summary)
            if report is None:
                click.echo(text, nl=False)
            write_text(settings.out / LAST, text)

    try:
        summary = run(settings, emit)
    finally:
        progress.close()
    sys.exit(summary.status)
