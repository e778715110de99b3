"""Every random swarm does what the profile of the installed release says, super-step by super-step."""

from __future__ import annotations

from hypothesis import given

from twinstep.checking import Checks
from twinstep.features import features
from twinstep.generate.strategies import swarm_cases
from twinstep_model.cases import Case
from twinstep_model.run import run_case

SOMETIMES = (
    "handoff",
    "two calls in a reply",
    "two handoffs in a reply",
    "handoff beside another call",
    "unknown name",
    "tool that commands",
    "calls in one task",
    "active agent given",
    "nested",
    "other completion order",
    "fails",
    "two turns",
    "async",
)


@given(case=swarm_cases())
def test_swarms(twinstep: Checks, case: Case) -> None:
    check_swarm(twinstep, case)


def check_swarm(twinstep: Checks, case: Case) -> None:
    """One case; what the property is about is looked for in the model's run of it."""
    shown = features(case, run_case(case).observation)
    for feature in SOMETIMES:
        twinstep.sometimes(feature, feature in shown)
    twinstep.check(case)
