"""A state machine that builds the history of threads that pause, fail and go on: its rules are what a user can do.

Only the model is asked what happened. When a history is over its case is handed to `check`, which a subclass gives.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from twinstep.features.threads import limited, waiting
from twinstep_model.cases import Action, Case

from .draw import Draw
from .pausing import ANYTHING, Theme, program
from .strategies import Drawn
from .threads import Threads, begun

_ACTIONS = 6
"""Actions of one history, at most."""


def _goes_on(machine: ThreadMachine) -> bool:
    return len(machine.threads.actions) < _ACTIONS and not machine.threads.crowded


def _waits(machine: ThreadMachine) -> bool:
    return _goes_on(machine) and waiting(machine.threads.last) > 0


def _waits_for_several(machine: ThreadMachine) -> bool:
    return _goes_on(machine) and waiting(machine.threads.last) > 1


def _stopped(machine: ThreadMachine) -> bool:
    """Whether the last run on the thread failed or reached its limit."""
    return _goes_on(machine) and machine.threads.last is not None and machine.threads.last.error is not None


def _has_nothing_to_answer(machine: ThreadMachine) -> bool:
    last = machine.threads.last
    return _goes_on(machine) and last is not None and not waiting(last) and not limited(last)


class ThreadMachine(RuleBasedStateMachine):
    """Actions on the threads of a plain graph. A subclass says in `check` what is to be done with the case of a
    history, and in ``theme`` what it is about."""

    theme: ClassVar[Theme] = ANYTHING
    threads: Threads

    def check(self, case: Case) -> None:
        """Called once with the case of every history; it has an action at least."""
        raise NotImplementedError

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """A graph is built, and the user gives it its first input."""
        draw = Drawn(data.draw)
        self.threads = begun(draw, program(draw, self.theme))
        self.threads.do(draw, self.threads.invoke(draw))

    @precondition(_goes_on)
    @rule(data=st.data())
    def gives_input(self, data: st.DataObject) -> None:
        """The user gives new input, whatever is under way."""
        self._do(data, self.threads.invoke)

    @precondition(_waits)
    @rule(data=st.data())
    def answers(self, data: st.DataObject) -> None:
        """The user gives an answer, for whoever has asked."""
        self._do(data, self.threads.resume)

    @precondition(_waits)
    @rule(data=st.data())
    def answers_by_id(self, data: st.DataObject) -> None:
        """The user answers some of the questions, each by its id."""
        self._do(data, self.threads.answers)

    @precondition(_waits_for_several)
    @rule(data=st.data())
    def answers_several_by_id(self, data: st.DataObject) -> None:
        """The same, where there are several to choose from."""
        self._do(data, self.threads.answers)

    @precondition(_goes_on)
    @rule(data=st.data())
    def goes_on(self, data: st.DataObject) -> None:
        """The user lets the thread go on without input."""
        self._do(data, self.threads.go_on)

    @precondition(_stopped)
    @rule(data=st.data())
    def goes_on_after_it_stopped(self, data: st.DataObject) -> None:
        """The same, after a failure or at the recursion limit."""
        self._do(data, self.threads.go_on)

    @precondition(_has_nothing_to_answer)
    @rule(data=st.data())
    def answers_nobody(self, data: st.DataObject) -> None:
        """The user gives an answer though nobody asked."""
        self._do(data, self.threads.resume)

    @rule()
    def switches_thread(self) -> None:
        """The user goes to the other thread."""
        self.threads.switch()

    def teardown(self) -> None:
        """The history is over."""
        if getattr(self, "threads", None) is not None:
            self.check(self.threads.case())

    def _do(self, data: st.DataObject, act: Callable[[Draw], Action]) -> None:
        """The user does what this draws."""
        draw = Drawn(data.draw)
        self.threads.do(draw, act(draw))
