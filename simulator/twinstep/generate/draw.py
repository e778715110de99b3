"""Where a generator's decisions come from: one tiny interface, `below`, and everything else built on it.

The same generators are driven by a seeded random source (`Seeded`, fast) and by hypothesis (`strategies`, which can
shrink). Every helper therefore makes the simplest thing the smallest number: options are listed simplest first.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Draw:
    """A source of decisions."""

    def below(self, bound: int) -> int:
        """A number n with 0 <= n < bound (bound >= 1); smaller is simpler."""
        raise NotImplementedError

    def between(self, low: int, high: int) -> int:
        """A number n with low <= n <= high."""
        return low + self.below(high - low + 1)

    def chance(self, percent: int) -> bool:
        """True in that many of a hundred; False is simpler."""
        return self.below(100) >= 100 - percent

    def pick(self, options: Sequence[T]) -> T:
        """One of the options; the first is the simplest."""
        return options[self.below(len(options))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in any order; as given is simplest."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in items]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """``count`` different items, in any order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(items)))]

    def some(self, items: Sequence[T], percent: int) -> list[T]:
        """Each item with that chance, in the order given."""
        return [item for item in items if self.chance(percent)]


class Seeded(Draw):
    """Decisions from a pseudo-random source: the same seed makes the same decisions on every machine."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed).random

    def below(self, bound: int) -> int:
        return int(self._random() * bound)

    def chance(self, percent: int) -> bool:
        return self._random() * 100 < percent

    def pick(self, options: Sequence[T]) -> T:
        return options[int(self._random() * len(options))]


def weighted(*options: tuple[int, T]) -> tuple[T, ...]:
    """The options of (weight, option) pairs as a sequence to `pick` from, each as often as its weight says."""
    return tuple(option for weight, option in options for _ in range(weight))
