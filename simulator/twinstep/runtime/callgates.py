"""The tool calls that one task carries out at once, and which of them may go on.

Pure bookkeeping, without threads or events: `gates` owns both.
"""

from __future__ import annotations

from typing import NamedTuple


class AtOnce(NamedTuple):
    """Several tool calls of one task: their ids, in the order of the reply, and those that can be held at gates: all of
    these are sure to start."""

    calls: tuple[str, ...]
    held: frozenset[str]


class Calls:
    """The tool calls of one task. The first goes on when all that are held have arrived, each further one when the one
    before it has ended."""

    def __init__(self, several: AtOnce) -> None:
        self.ids = several.calls
        self._held = several.held
        self._order: tuple[str, ...] = ()
        self._here: set[str] = set()
        self._done: set[str] = set()

    def put(self, order: tuple[str, ...]) -> None:
        """The calls are to complete in this order."""
        self._order = tuple([call for call in order if call in self._held])

    def holds(self, call: str) -> bool:
        """Whether this call has to wait for its turn."""
        return call in self._order

    def arrived(self, call: str) -> str | None:
        """The call waits. Returns the call that may go on now, if any."""
        self._here.add(call)
        return self._next()

    def done(self, call: str) -> str | None:
        """The call has ended. Returns the call that may go on now, if any."""
        self._done.add(call)
        return self._next()

    def _next(self) -> str | None:
        if len(self._here) < len(self._order):
            return None
        return next((call for call in self._order if call not in self._done), None)
