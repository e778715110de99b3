"""Histories of threads that pause, fail and go on: what was done so far, and what the model says came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod
from types import MappingProxyType
from typing import Literal

from twinstep.features.threads import failed, limited, waiting
from twinstep_model.cases import Action, Answers, Case, Continue, Invoke, Resume, Schedule, Whole
from twinstep_model.observation import Ran
from twinstep_model.run import Modelled
from twinstep_model.values import Map, Value

from .draw import Draw, weighted
from .graphs import any_input
from .pausing import LIMIT, Program, program
from .schedules import ordered

THREADS = ("t1", "t2")
_MODES: tuple[Literal["sync", "async"], ...] = ("sync", "async")
_COUNTS = weighted((2, 2), (4, 3), (4, 4), (3, 5), (2, 6))
_MOST = 16
"""Outcomes that a history is allowed before its last action: each race in it doubles them."""
_WITHOUT_SAVER = 3  # percent
_ANSWERS: tuple[Value, ...] = ("yes", 0, "", False, (), "no", ("a", 1), 7, True, Map((("in", 1),)))

Status = Literal["new", "asks", "asks several", "failed and asks", "failed", "limited", "finished"]

# What the user does then.
_NEXT: Mapping[Status, tuple[str, ...]] = MappingProxyType(
    {
        "new": weighted((40, "invoke"), (1, "continue"), (1, "resume"), (1, "answers")),
        "asks": weighted((12, "resume"), (4, "answers"), (3, "continue"), (3, "invoke")),
        "asks several": weighted((12, "answers"), (3, "resume"), (2, "continue"), (2, "invoke")),
        "failed and asks": weighted((5, "continue"), (5, "resume"), (4, "answers"), (2, "invoke")),
        "failed": weighted((12, "continue"), (3, "resume"), (3, "invoke"), (1, "answers")),
        "limited": weighted((12, "continue"), (1, "resume"), (3, "invoke")),
        "finished": weighted((12, "invoke"), (2, "continue"), (2, "resume"), (1, "answers")),
    }
)


@dataclass
class Threads:
    """What was done so far, and what the model says came of it. ``thread``: the one that comes next.
    ``crowded``: so much was left to chance already that nothing more is to be done."""

    program: Program
    schedule: Schedule
    actions: list[Action] = field(default_factory=list)
    thread: str = THREADS[0]
    modelled: Modelled | None = None
    crowded: bool = False

    def case(self) -> Case:
        """The history as a case."""
        return Case(self.program.graph, self.program.script, tuple(self.actions), self.schedule)

    @property
    def last(self) -> Ran | None:
        """What the last action on the thread did; None where there was none."""
        ran = self.modelled.observation.actions if self.modelled is not None else ()
        mine = [one for action, one in zip(self.actions, ran) if action.thread == self.thread]
        return mine[-1] if mine else None

    @property
    def status(self) -> Status:
        """How things are on the thread."""
        last = self.last
        if last is None:
            return "new"
        if waiting(last):
            return "failed and asks" if failed(last) else "asks" if waiting(last) == 1 else "asks several"
        if last.error is not None:
            return "limited" if limited(last) else "failed"
        return "finished"

    def switch(self) -> None:
        """The user goes to the other thread."""
        first, second = THREADS
        self.thread = second if self.thread == first else first

    def do(self, draw: Draw, action: Action) -> None:
        """The user does this; in which order what runs at once in its new steps completes is drawn."""
        self.actions.append(action)
        case, self.modelled = ordered(draw, self.case())
        self.schedule = case.schedule
        self.crowded = prod(self.modelled.offered) >= _MOST

    def next(self, draw: Draw) -> Action:
        """Something to do, by what happened on the thread."""
        match draw.pick(_NEXT[self.status]):
            case "invoke":
                return self.invoke(draw)
            case "resume":
                return self.resume(draw)
            case "answers":
                return self.answers(draw)
        return self.go_on(draw)

    def invoke(self, draw: Draw) -> Invoke:
        """New input, now and then one that is refused."""
        odd = self.program.graph.form != "root" and draw.chance(3)
        given = Whole("text") if odd else any_input(draw, self.program.draft)
        return Invoke(given, self.thread, self._limit(draw))

    def go_on(self, draw: Draw) -> Continue:
        """No input."""
        return Continue(self.thread, self._limit(draw))

    def resume(self, draw: Draw) -> Resume:
        """A plain answer."""
        return Resume(draw.pick(_ANSWERS), self.thread, self._limit(draw))

    def answers(self, draw: Draw) -> Answers:
        """Answers to some of the questions that wait, or to all; now and then to one that does not."""
        count = waiting(self.last)
        numbers = draw.sample(range(count), draw.between(1, count)) if count else []
        if not numbers or draw.chance(8):
            numbers.append(count + draw.below(2))
        given = tuple((number, draw.pick(_ANSWERS)) for number in numbers)
        return Answers(() if draw.chance(3) else given, self.thread, self._limit(draw))

    def _limit(self, draw: Draw) -> int:
        """Mostly that of the program; a run that goes on needs more, to get anywhere."""
        return LIMIT if self.actions and draw.chance(40) else self.program.limit


def begun(draw: Draw, made: Program) -> Threads:
    """A history in which nothing has been done yet."""
    saver = not draw.chance(_WITHOUT_SAVER)
    return Threads(made, Schedule(draw.pick(_MODES), gates=True, saver=saver, history=saver))


def history_case(draw: Draw) -> Case:
    """A history of two to six actions, each chosen by what the model says happened so far."""
    threads = begun(draw, program(draw))
    count = draw.pick(_COUNTS)
    two = draw.chance(25)
    while len(threads.actions) < count and not threads.crowded:
        threads.do(draw, threads.next(draw))
        if two and draw.chance(35):
            threads.switch()
    return threads.case()
