"""Histories of turns: valid cases that cannot block, whose past does not change when the future is scripted."""

from __future__ import annotations

from hypothesis import settings
from hypothesis.stateful import invariant, run_state_machine_as_test

from twinstep.generate.machines import TurnsMachine
from twinstep.validity import may_block, problem
from twinstep_model.cases import Case
from twinstep_model.deviations import PROFILES
from twinstep_model.observation import Ran
from twinstep_model.run import run_case


class Watched(TurnsMachine):
    """Compares the turns so far with what they were one step before."""

    def __init__(self) -> None:
        super().__init__()
        self.before: tuple[Ran, ...] = ()
        self.saver = True

    @invariant()
    def the_past_stays(self) -> None:
        history = getattr(self, "history", None)
        if history is None:
            return
        now = run_case(history.case(), PROFILES["1.2.24"]).observation.actions
        if history.schedule.saver == self.saver:
            assert now[: len(self.before)] == self.before
        self.before, self.saver = now, history.schedule.saver

    def check(self, case: Case) -> None:
        assert problem(case) is None
        assert not may_block(case)


def test_histories() -> None:
    run_state_machine_as_test(Watched, settings=settings(max_examples=60, stateful_step_count=16, deadline=None))
