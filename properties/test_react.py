"""Every random agent does what the profile of the installed release says, super-step by super-step."""

from __future__ import annotations

from hypothesis import given

from twinstep.checking import Checks
from twinstep.features import features
from twinstep.generate.strategies import react_cases
from twinstep_model.cases import Case
from twinstep_model.run import run_case

SOMETIMES = (
    "two calls in a reply",
    "three calls in a reply",
    "unknown name",
    "raising tool",
    "tool that commands",
    "calls in one task",
    "by hand",
    "hook",
    "return_direct",
    "structured",
    "other completion order",
    "fails",
    "two turns",
    "async",
)


@given(case=react_cases())
def test_agents(twinstep: Checks, case: Case) -> None:
    check_agent(twinstep, case)


def check_agent(twinstep: Checks, case: Case) -> None:
    """One case; what the property is about is looked for in the model's run of it."""
    shown = features(case, run_case(case).observation)
    for feature in SOMETIMES:
        twinstep.sometimes(feature, feature in shown)
    twinstep.check(case)
