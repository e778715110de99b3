"""Standard output and error for commands whose result must not depend on whether anybody reads what they say."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from twinstep.files import BadInput


@contextmanager
def guarded() -> Iterator[None]:
    """Meanwhile a pipe that its reader has closed takes everything in silence, so that a command goes on to its end
    and has its own exit status; a full disk is a BadInput, once. What an encoding lacks is escaped."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _wrapped(sys.stdout, "standard output"), _wrapped(sys.stderr, "")
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _wrapped(stream: Any, name: str) -> Any:
    if stream is None:  # closed before the command began: whatever prints passes over it
        return None
    # A name from a case may not exist in the terminal's encoding.
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
    return _Stream(stream, name)


class _Stream:
    """A text stream whose writes fail at most once; never where it has no name: then nobody could be told."""

    def __init__(self, stream: Any, name: str) -> None:
        self._stream, self._name = stream, name

    def write(self, text: str) -> int:
        """Writes the text, or loses it. Raises BadInput."""
        if text == "":
            return 0  # click asks with it what kind of stream this is, and hears no error
        try:
            return cast(int, self._stream.write(text))
        except OSError as error:
            self._give_up(error)
            return len(text)

    def flush(self) -> None:
        """Raises BadInput."""
        try:
            self._stream.flush()
        except OSError as error:
            self._give_up(error)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":  # by which click would go past this, where the encoding is ASCII
            raise AttributeError(name)
        return getattr(self._stream, name)

    def _give_up(self, error: OSError) -> None:
        # What the stream still holds is written when the interpreter ends: that must not fail once more.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)
        if self._name and not isinstance(error, BrokenPipeError):
            raise BadInput(self._name, f"cannot be written: {error.strerror}") from None
