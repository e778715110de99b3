"""Every random plain graph does what the profile of the installed release says, super-step by super-step."""

from __future__ import annotations

from hypothesis import given

from twinstep.checking import Checks
from twinstep.features import features
from twinstep.generate.strategies import graph_cases
from twinstep_model.cases import Case
from twinstep_model.run import run_case

SOMETIMES = (
    "three tasks in a step",
    "waiting edge",
    "cycle",
    "Send",
    "Command with goto",
    "fails",
    "defer",
    "two turns",
    "async",
)


@given(case=graph_cases())
def test_graphs(twinstep: Checks, case: Case) -> None:
    check_graph(twinstep, case)


def check_graph(twinstep: Checks, case: Case) -> None:
    """One case; what the property is about is looked for in the model's run of it."""
    shown = features(case, run_case(case).observation)
    for feature in SOMETIMES:
        twinstep.sometimes(feature, feature in shown)
    twinstep.check(case)
