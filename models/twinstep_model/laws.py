"""Which rules hold in a run, and who decides what they leave open.

Every rule of the specification is one yes-or-no question: does it hold as its sentence says, or does its one named
alternative hold instead? A set of rule ids whose alternative holds is therefore a whole semantics; the empty set is
`DOCUMENTED`, and a release's profile is the set of its deviations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

DOCUMENTED: frozenset[str] = frozenset()


class Chooser(Protocol):
    """Decides what the rules leave open."""

    def choose(self, options: int, label: str) -> int:
        """The number (0 <= n < options) of the option taken. ``label`` says what is being decided."""


class First:
    """Always takes the first option."""

    def choose(self, options: int, label: str) -> int:
        return 0


class Recorded:
    """Takes the recorded options in turn, the last one where there are fewer now, then the first; remembers how many
    there were and all it took."""

    def __init__(self, taken: Sequence[int] = ()) -> None:
        self._script = tuple(taken)
        self.taken: list[int] = []
        self.offered: list[int] = []
        self.labels: list[str] = []

    def choose(self, options: int, label: str) -> int:
        place = len(self.taken)
        option = min(self._script[place], options - 1) if place < len(self._script) else 0
        self.taken.append(option)
        self.offered.append(options)
        self.labels.append(label)
        return option


class Laws:
    """One run's view of the rules: which hold and which were asked (``hits``), and how many options each choice had
    that they left open (``offered``)."""

    def __init__(self, alternatives: frozenset[str] = DOCUMENTED, chooser: Chooser | None = None) -> None:
        self._alternatives = alternatives
        self._chooser = chooser if chooser is not None else First()
        self.hits: set[str] = set()
        self.offered: list[int] = []

    def holds(self, rule: str) -> bool:
        """Whether the rule holds as stated. Ask only where it applies: asking is what counts as a hit."""
        self.hits.add(rule)
        return rule not in self._alternatives

    def choose(self, options: Sequence[T], label: str) -> T:
        """One of the options (at least one), as the chooser decides."""
        if len(options) == 1:
            return options[0]
        self.offered.append(len(options))
        return options[self._chooser.choose(len(options), label)]

    @property
    def fired(self) -> frozenset[str]:
        """The alternatives in force that were asked for in this run."""
        return self._alternatives & frozenset(self.hits)


class FromThen(Laws):
    """Laws that change on the way: from the ``first``-th time (1: the first) that ``rule`` is asked on, the other of
    its two variants holds; with None it never does. ``asked``: how often it was asked."""

    def __init__(self, alternatives: frozenset[str], chooser: Chooser, rule: str, first: int | None) -> None:
        super().__init__(alternatives, chooser)
        self._rule, self._first = rule, first
        self.asked = 0

    def holds(self, rule: str) -> bool:
        held = super().holds(rule)
        if rule != self._rule:
            return held
        self.asked += 1
        return held if self._first is None or self.asked < self._first else not held
