"""No traceback ever reaches a user: what goes wrong is one line, and an exit status that says whose fault it is."""

from __future__ import annotations

import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

import click

from twinstep.files import BadInput, printable
from twinstep.pool import WorkerError

from .streams import guarded

BAD_INPUT, INTERNAL, INTERRUPTED = 2, 3, 130
_LINES = 12
"""Lines of a worker's last words that are shown."""


class Guarded(click.Group):
    """A group of commands whose errors are told in one line each."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the command line with streams that cannot fail in the middle of a line."""
        with guarded():
            try:
                return super().main(*args, **kwargs)
            except BadInput as problem:
                say(str(problem))
                sys.exit(BAD_INPUT)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command; ends the process with the status of what went wrong."""
        try:
            with _terminated_like_interrupted():
                return super().invoke(ctx)
        except click.UsageError as problem:
            # It quotes what was given.
            raise click.UsageError(printable(problem.format_message(), 1000), problem.ctx) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort, BadInput):
            raise
        except WorkerError as problem:
            first, *more = str(problem).splitlines() or ["the worker failed"]
            say(printable(first, 1000))
            for line in more[-_LINES:]:
                click.echo(f"  {printable(line, 200)}", err=True)
            ctx.exit(BAD_INPUT)
        except KeyboardInterrupt:
            say("interrupted")
            ctx.exit(INTERRUPTED)
        except OSError as problem:  # the environment's refusal of something that no part foresaw
            where = f"{problem.filename}: " if isinstance(problem.filename, str) else ""
            say(printable(f"{where}{problem.strerror or type(problem).__name__}", 1000))
            ctx.exit(BAD_INPUT)
        except Exception as problem:  # whatever else: the traceback goes to a file
            say(f"internal error: {printable(f'{type(problem).__name__}: {problem}', 300)}")
            click.echo(f"  {_written(traceback.format_exc())}", err=True)
            ctx.exit(INTERNAL)


def say(problem: str) -> None:
    """One line about what went wrong, on standard error."""
    click.echo(f"twinstep: error: {problem}", err=True)


def _written(text: str) -> str:
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", errors="backslashreplace", prefix="twinstep-error-", suffix=".txt", delete=False
        ) as file:
            file.write(text)
    except OSError as error:
        return f"please report it; no file could be written about it: {error.strerror}"
    return f"please report it with this file: {file.name}"


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """A polite request to end is treated like Ctrl-C: workers are ended, and what was found is reported."""

    def interrupt(signum: int, frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread hears signals
        return
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
