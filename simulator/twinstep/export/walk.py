"""Everything that a part of a case is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any


def parts(part: Any) -> Iterator[Any]:
    """The part itself and all that is in it, in the order of the fields."""
    yield part
    if isinstance(part, tuple):
        for item in part:
            yield from parts(item)
    elif is_dataclass(part):
        for field in fields(part):
            yield from parts(getattr(part, field.name))
