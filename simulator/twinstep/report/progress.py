"""Progress of a check, on standard error: a line that changes on a terminal, else a plain line now and then."""

from __future__ import annotations

import time

from rich.console import Console
from rich.status import Status
from rich.text import Text

from twinstep.check.events import Confirmed, Deciding, Event, Finished, Found, Progress, Shrinking, Started

_PATIENCE = 2.0
"""Seconds before anything is shown on a terminal."""
_PLAIN_EVERY = 15.0
"""Seconds between two lines elsewhere."""


class ProgressLine:
    """A consumer of events."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._began = self._said = time.monotonic()
        self._status: Status | None = None

    def __call__(self, event: Event) -> None:
        """Shows the event, if it says how far the check is."""
        if isinstance(event, Finished):
            self.close()
            return
        line = _line(event)
        now = time.monotonic()
        if line is None:
            return
        if self._console.is_terminal:
            self._show(line, now)
        elif now - self._said > _PLAIN_EVERY:
            self._said = now
            self._console.print(Text(line), soft_wrap=True)

    def close(self) -> None:
        """Removes the line from the terminal."""
        if self._status is not None:
            self._status.stop()
            self._status = None

    def _show(self, line: str, now: float) -> None:
        if self._status is not None:
            self._status.update(Text(line))
        elif now - self._began > _PATIENCE:
            self._status = self._console.status(Text(line))
            self._status.start()


def _line(event: Event) -> str | None:
    match event:
        case Progress(topology, done, total, per_second, known, new):
            of = f" of {total}" if total is not None else ""
            return f"{topology}: {done}{of} cases, {per_second:.0f} a second, {known} known and {new} new divergences"
        case Shrinking(signature, runs, most):
            return f"{signature}: looking for a smaller case, {runs} of at most {most} tried"
        case Confirmed(signature, shown, runs):
            return f"{signature}: shown again by {shown} of {runs} replays"
        case Deciding(done, total):
            return f"which rules decide: {done} of {total} comparisons"
        case Started() | Found() | Finished():
            return None
