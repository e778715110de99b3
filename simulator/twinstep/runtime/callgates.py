"""The tool calls that one task carries out at once, and which of them may go on.

Pure bookkeeping, without threads or events: `gates` owns both.
"""

from __future__ import annotations

from typing import NamedTuple


class AtOnce(NamedTuple):
    """Several tool calls of one task: their ids, in the order of the reply, and those of them that run a tool."""

    calls: tuple[str, ...]
    startable: frozenset[str]


class Calls:
    """The tool calls of one task; those that run no tool never arrive. ``room``: how many can be under way at once."""

    def __init__(self, several: AtOnce, room: int) -> None:
        self.ids = several.calls
        self._startable = several.startable
        self._room = room
        self._order: tuple[str, ...] = ()
        self._here: set[str] = set()
        self._done: set[str] = set()
        self._going: str | None = None

    def put(self, order: tuple[str, ...]) -> None:
        """The calls are to complete in this order."""
        self._order = tuple([call for call in order if call in self._startable])

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
        if self._going == call:
            self._going = None
        return self._next()

    def _next(self) -> str | None:
        """The first in the order. Where there is no room for all it may not be here and never come before one that
        is: then the first of those that are."""
        waiting = [call for call in self._order if call in self._here and call not in self._done]
        if self._going is None and waiting and len(waiting) >= min(self._room, len(self._order) - len(self._done)):
            self._going = waiting[0]
            return self._going
        return None
