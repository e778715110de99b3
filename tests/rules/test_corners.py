"""The corners of the model that no rule is about, each with what it does."""

from __future__ import annotations

import pytest

from twinstep.notation import show
from twinstep.outcomes import outcomes
from twinstep.validity import problem
from twinstep_model.run import run_case

from .corners import CORNERS
from .kinds import Corner
from .look import look

EACH = pytest.mark.parametrize("corner", CORNERS, ids=lambda corner: corner.line[:60])


@EACH
def test_a_corner(corner: Corner) -> None:
    allowed = outcomes(corner.case, corner.alternatives)
    assert " or ".join(sorted({look(one.observation, corner.field) for one in allowed})) == corner.stated
    assert run_case(corner.case, corner.alternatives).observation == allowed[0].observation


@EACH
def test_its_case_is_valid_and_written_as_it_is_shown(corner: Corner) -> None:
    assert problem(corner.case) is None
    assert show(corner.case) == corner.line
