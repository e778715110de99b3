"""Every history of a thread that pauses, fails and goes on is what the profile of the installed release says.

The next action of a history depends on what the model says happened before, never on the library.
"""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from twinstep.checking import Checks
from twinstep.features import features
from twinstep.generate.pausing import THEMES
from twinstep.generate.threadmachine import ThreadMachine
from twinstep_model.cases import Case
from twinstep_model.run import run_case

STEPS = 10
"""Steps of one history, at most."""
SOMETIMES = {
    "questions": (
        "asks a question",
        "several questions at once",
        "answered by id",
        "resumed",
        "input while a question waits",
        "kept a finished task",
    ),
    "failures": ("fails", "went on after a failure", "kept a finished task"),
    "limits": ("limit reached and went on",),
}
"""What must be seen, by what the histories are about."""


@pytest.mark.parametrize("about", SOMETIMES)
def test_histories(about: str, twinstep: Checks) -> None:
    class Histories(ThreadMachine):
        theme = THEMES[about]

        def check(self, case: Case) -> None:
            check_history(twinstep, case, about)

    run_state_machine_as_test(Histories, settings=settings(stateful_step_count=STEPS))


def check_history(twinstep: Checks, case: Case, about: str) -> None:
    """One history; what the property is about is looked for in the model's run of it."""
    shown = features(case, run_case(case).observation)
    for feature in SOMETIMES[about]:
        twinstep.sometimes(feature, feature in shown)
    twinstep.sometimes("two threads", len({action.thread for action in case.actions}) > 1)
    twinstep.sometimes("async", "async" in shown)
    twinstep.check(case)
