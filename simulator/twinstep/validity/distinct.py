"""Finding what occurs twice."""

from __future__ import annotations

from collections.abc import Hashable, Iterable


def repeated(items: Iterable[Hashable]) -> int | None:
    """The place of the first item that equals an earlier one, or None."""
    seen: set[Hashable] = set()
    for place, item in enumerate(items):
        if item in seen:
            return place
        seen.add(item)
    return None
