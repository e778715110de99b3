"""The table in the real library: each case does there what the profile of the reference release says."""

from __future__ import annotations

import pytest

from twinstep.outcomes import Seen, matching, outcomes
from twinstep.runtime.drive import observe_case
from twinstep_model import codec
from twinstep_model.cases import Case
from twinstep_model.deviations import PROFILES
from twinstep_model.laws import DOCUMENTED
from twinstep_model.rules import RULES

from .corners import CORNERS
from .kinds import Corner, Shows
from .table import TABLE

PROFILE = PROFILES["1.2.24"]


def _seen(case: Case) -> Seen:
    return Seen(codec.dumps(observe_case(case)))


@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: f"{entry.rule}-{entry.field}")
def test_the_library_follows_its_profile_and_not_the_other_side_of_the_rule(entry: Shows) -> None:
    seen = _seen(entry.case)
    assert matching(outcomes(entry.case, PROFILE), seen)
    other = matching(outcomes(entry.case, PROFILE ^ {entry.rule}), seen)
    assert other is None or RULES[entry.rule].choice  # one of several outcomes may be the other one as well


@pytest.mark.parametrize(
    "corner", [one for one in CORNERS if one.alternatives == DOCUMENTED], ids=lambda corner: corner.line[:60]
)
def test_the_library_follows_its_profile_in_the_corners(corner: Corner) -> None:
    assert matching(outcomes(corner.case, PROFILE), _seen(corner.case))
