"""Every history of turns with an agent, a supervisor or a swarm ends as the profile of the installed release says.

The next action of a history depends on what the model says happened before, never on the library.
"""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from twinstep.checking import Checks
from twinstep.features import features
from twinstep.generate.machines import TurnsMachine
from twinstep_model.agents import Agent
from twinstep_model.cases import Case
from twinstep_model.run import run_case

STEPS = 16
"""Steps of one history, at most."""


@pytest.mark.parametrize("kind", TurnsMachine.kinds)
def test_turns(kind: str, twinstep: Checks) -> None:
    class Turns(TurnsMachine):
        kinds = (kind,)

        def check(self, case: Case) -> None:
            check_history(twinstep, case)

    run_state_machine_as_test(Turns, settings=settings(stateful_step_count=STEPS))


def check_history(twinstep: Checks, case: Case) -> None:
    """One history; what the property is about is looked for in the model's run of it."""
    seen = run_case(case).observation
    shown = features(case, seen)
    threads = [action.thread for action in case.actions]
    failed = [ran.error is not None for ran in seen.actions]
    if not isinstance(case.topology, Agent):
        twinstep.sometimes("handoff beside another call", "handoff beside another call" in shown)
        twinstep.sometimes("two handoffs in a reply", "two handoffs in a reply" in shown)
    twinstep.sometimes("three turns on one thread", max(map(threads.count, threads)) >= 3)
    twinstep.sometimes("two threads", len(set(threads)) > 1)
    twinstep.sometimes("two turns without a saver", not case.schedule.saver and len(threads) > 1)
    twinstep.sometimes("a turn after one that failed", any(failed[:-1]))
    twinstep.check(case)
