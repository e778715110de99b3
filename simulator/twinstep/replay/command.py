"""The command `twinstep replay`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console, RenderableType
from rich.text import Text

from twinstep.duration import duration
from twinstep.export import script
from twinstep.files import BadInput, CaseFile, printable, read_case_file, read_text, write_text
from twinstep.validity import problem

from . import report
from .running import Environment, Replayed, replay

AGREES, DIVERGES, UNDETERMINED, INTERRUPTED = 0, 1, 3, 130
_OURS = "How to run it: pip install"
"""Stands in every exported script: what has it may be written over."""


@click.command("replay")
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--times", default=1, show_default=True, type=click.IntRange(1, 1000), help="Run each case so often.")
@click.option("--timeout", metavar="TIME", default="20s", show_default=True, type=duration, help="Time for one run.")
@click.option("--export-script", is_flag=True, help="Write a LangGraph script that shows the same without twinstep.")
@click.option("--out", type=click.Path(), help="Where to write the script (one file only); default: beside the case.")
@click.option("--ledger", metavar="FILE", help="More known divergences. Default: twinstep-ledger.json, if it exists.")
def command(
    files: tuple[str, ...], times: int, timeout: float, export_script: bool, out: str | None, ledger: str | None
) -> None:
    """Run case FILES again, in the model and in the library, and show both runs side by side.

    Exit status: 0 all agree, 1 something diverges (known or new), 2 bad input, 3 undetermined or error.
    """
    if out is not None and (not export_script or len(files) > 1):
        raise click.UsageError("--out names the script of one file: give --export-script and one FILE")
    sys.exit(_run(files, times, timeout, _Script(export_script, out), ledger))


class _Script:
    """Whether and where to write a script."""

    def __init__(self, wanted: bool, out: str | None) -> None:
        self.wanted = wanted
        self._out = out

    def write(self, replayed: Replayed, environment: Environment) -> str:
        """Writes the script of a case; returns its path. Raises BadInput."""
        target = Path(self._out) if self._out is not None else Path(replayed.path).with_suffix(".py")
        if self._out is None and target.exists() and _OURS not in read_text(target):
            raise BadInput(target, "is there already and is no exported script; name another file with --out")
        try:
            source = script(replayed.case, report.about_script(replayed, environment))
        except ValueError as error:
            raise BadInput(replayed.path, f"cannot be exported: {error}") from None
        write_text(target, source)
        return str(target)


def _run(files: tuple[str, ...], times: int, timeout: float, script: _Script, ledger: str | None) -> int:
    from twinstep.cli.ledgers import ledgers  # the command line imports this module

    console = Console(highlight=False, markup=False, emoji=False)
    known = ledgers(ledger, none=False)
    subjects = [(path, _read(path)) for path in files]
    with _progress(times * len(files)) as progress:
        outcome = replay(subjects, times, timeout, progress)
    environment, found = outcome.environment, outcome.found
    _print(console, report.opening(environment))
    for replayed in found:
        _print(console, report.of_file(replayed, environment, known))
        if script.wanted:
            path = script.write(replayed, environment)
            _print(console, [Text(), Text(f"The script: {printable(path, 1000)}")], wrap=False)
        _print(console, [Text(), *report.reproduce(replayed.path, times)], wrap=False)
    if len(files) > 1:
        _print(console, [Text(), report.table(found, known, environment.release)])
    if outcome.interrupted:
        click.echo(f"interrupted: {len(found)} of {len(files)} files were run", err=True)
        return INTERRUPTED
    return _status(found)


def _read(path: str) -> CaseFile:
    file = read_case_file(path)
    wrong = problem(file.case)
    if wrong is not None:
        raise BadInput(path, wrong)
    return file


def _status(found: Iterable[Replayed]) -> int:
    verdicts = {replayed.verdict for replayed in found}
    if "DIVERGES" in verdicts:
        return DIVERGES
    return UNDETERMINED if verdicts & {"UNDETERMINED", "ERROR"} else AGREES


def _print(console: Console, parts: Iterable[RenderableType], wrap: bool = True) -> None:
    """Prints the parts without the spaces that fill up their lines."""
    with console.capture() as capture:
        for part in parts:
            console.print(part, soft_wrap=not wrap)
    click.echo("\n".join(line.rstrip(" ") for line in capture.get().split("\n")), nl=False, color=True)


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    """Shows how many runs are finished, on a terminal and only where there are several."""
    console = Console(stderr=True)
    if total == 1 or not console.is_terminal:
        yield lambda done: None
        return
    with console.status(f"0 of {total} runs") as status:
        yield lambda done: status.update(f"{done} of {total} runs")
