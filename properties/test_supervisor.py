"""Every random supervisor team does what the profile of the installed release says, super-step by super-step."""

from __future__ import annotations

from hypothesis import given

from twinstep.checking import Checks
from twinstep.features import features
from twinstep.generate.strategies import supervisor_cases
from twinstep_model.cases import Case
from twinstep_model.run import run_case

SOMETIMES = (
    "two calls in a reply",
    "two handoffs in a reply",
    "handoff beside another call",
    "unknown name",
    "raising tool",
    "tool that commands",
    "calls in one task",
    "nested",
    "other completion order",
    "two turns",
    "async",
)


@given(case=supervisor_cases())
def test_supervisors(twinstep: Checks, case: Case) -> None:
    check_supervisor(twinstep, case)


def check_supervisor(twinstep: Checks, case: Case) -> None:
    """One case; what the property is about is looked for in the model's run of it."""
    shown = features(case, run_case(case).observation)
    for feature in SOMETIMES:
        twinstep.sometimes(feature, feature in shown)
    twinstep.check(case)
