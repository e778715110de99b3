"""The table in the real library: each case does there what the profile of the reference release says."""

from __future__ import annotations

import pytest

from twinstep.outcomes import Seen, matching, outcomes
from twinstep.runtime.drive import observe_case
from twinstep_model import codec
from twinstep_model.deviations import PROFILES
from twinstep_model.rules import RULES

from .kinds import Shows
from .table import TABLE

PROFILE = PROFILES["1.2.24"]


@pytest.fixture(scope="module", params=TABLE, ids=lambda entry: f"{entry.rule}-{entry.field}")
def entry_and_seen(request: pytest.FixtureRequest) -> tuple[Shows, Seen]:
    entry: Shows = request.param
    return entry, Seen(codec.dumps(observe_case(entry.case)))


def test_the_library_does_what_its_profile_says(entry_and_seen: tuple[Shows, Seen]) -> None:
    entry, seen = entry_and_seen
    assert matching(outcomes(entry.case, PROFILE), seen)


def test_what_it_does_tells_the_rule_from_its_alternative(entry_and_seen: tuple[Shows, Seen]) -> None:
    entry, seen = entry_and_seen
    other = matching(outcomes(entry.case, PROFILE ^ {entry.rule}), seen)
    assert other is None or RULES[entry.rule].choice  # one of several outcomes may be the other one as well
