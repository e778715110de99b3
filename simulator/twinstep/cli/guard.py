"""No traceback ever reaches a user: what goes wrong is one line, and an exit status that says whose fault it is."""

from __future__ import annotations

import sys
import tempfile
import traceback
from typing import Any

import click

from twinstep.files import BadInput, printable
from twinstep.pool import WorkerError

BAD_INPUT, INTERNAL, INTERRUPTED = 2, 3, 130
_LINES = 12
"""Lines of a worker's last words that are shown."""


class Guarded(click.Group):
    """A group of commands whose errors are told in one line each."""

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command; ends the process with the status of what went wrong."""
        for stream in (sys.stdout, sys.stderr):
            # A name from a case may not exist in the terminal's encoding.
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except BadInput as problem:
            say(str(problem))
            ctx.exit(BAD_INPUT)
        except WorkerError as problem:
            first, *more = str(problem).splitlines() or ["the worker failed"]
            say(printable(first, 1000))
            for line in more[-_LINES:]:
                click.echo(f"  {printable(line, 200)}", err=True)
            ctx.exit(BAD_INPUT)
        except KeyboardInterrupt:
            say("interrupted")
            ctx.exit(INTERRUPTED)
        except Exception as problem:
            say(f"internal error: {printable(f'{type(problem).__name__}: {problem}', 300)}")
            click.echo(f"  please report it with this file: {_written(traceback.format_exc())}", err=True)
            ctx.exit(INTERNAL)


def say(problem: str) -> None:
    """One line about what went wrong, on standard error."""
    click.echo(f"twinstep: error: {problem}", err=True)


def _written(text: str) -> str:
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", errors="backslashreplace", prefix="twinstep-error-", suffix=".txt", delete=False
    ) as file:
        file.write(text)
    return file.name
