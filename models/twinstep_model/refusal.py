"""How the model says that something is refused: exceptions that carry the canonical error."""

from __future__ import annotations

from .observation import Error


class Refused(Exception):
    """Part of a program is refused or fails; ``error`` is what the user would be shown."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.type, error.code)
        self.error = error


def refused(type_: str, code: str = "") -> Refused:
    """A Refused with this error class name and stable code."""
    return Refused(Error(type_, code))
