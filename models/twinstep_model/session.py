"""What one run of one case carries along: the rules in force, whose turn each script is at, and new ids."""

from __future__ import annotations

from collections import Counter

from .cases import Schedule
from .laws import Laws
from .messages import Ids
from .plan import Plan
from .showing import Shown
from .state import State, values_of
from .values import Value


class Session:
    """The moving parts of one run. ``laws`` and ``schedule`` are fixed, ``limit`` is the recursion limit of the
    action under way (every graph run inside it counts its own steps against it, SG-17), ``lasts`` says that what a
    failed run leaves on its thread will be looked at, the counters advance."""

    def __init__(self, laws: Laws, schedule: Schedule) -> None:
        self.laws = laws
        self.schedule = schedule
        self.ids = Ids()
        self.limit = 0
        self.lasts = False
        self.concurrent: list[int] = []
        self.used: set[int] = set()
        self.show = Shown(self.ids).show
        self._executions: Counter[str] = Counter()
        self._plain: tuple[Value, ...] = ()
        self._read: tuple[State | None, dict[str, Value]] = (None, {})

    def values_of(self, plan: Plan, state: State) -> dict[str, Value]:
        """The keys that have a value in this state, with it. Not to be changed."""
        if self._read[0] is not state:
            self._read = (state, values_of(plan, state.contents, self.laws))
        return self._read[1]

    def execution(self, script: str) -> int:
        """How often this script has run before (0 for its first execution)."""
        count = self._executions[script]
        self._executions[script] += 1
        return count

    def offer(self, plain: tuple[Value, ...]) -> None:
        """From now on this answer is there for whoever asks first; () for none."""
        self._plain = plain

    @property
    def offers(self) -> bool:
        """Whether an answer is on offer."""
        return bool(self._plain)

    def take(self) -> tuple[Value, ...]:
        """The answer that is on offer; it is gone then."""
        plain, self._plain = self._plain, ()
        return plain

    def order(self, tasks: int) -> tuple[int, ...]:
        """The completion order of a step with this many tasks: positions in the planned order, first one first."""
        straight = tuple(range(tasks))
        if tasks < 2:
            return straight
        place = len(self.concurrent)
        self.concurrent.append(tasks)
        orders = self.schedule.orders
        if place < len(orders) and len(orders[place]) == tasks:
            self.used.add(place)
            return orders[place]
        return straight
