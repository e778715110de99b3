"""Every rule is shown both ways: what a case does if it holds, and what it does if its alternative holds instead."""

from __future__ import annotations

import pytest

from twinstep.notation import show
from twinstep.outcomes import outcomes
from twinstep.validity import problem
from twinstep_model.rules import RULES

from .kinds import Shows
from .look import look
from .table import NOT_SHOWN, TABLE

EACH = pytest.mark.parametrize("entry", TABLE, ids=lambda entry: f"{entry.rule}-{entry.field}")


def _shown(entry: Shows, alternatives: frozenset[str]) -> str:
    allowed = outcomes(entry.case, alternatives)
    return " or ".join(sorted({look(modelled.observation, entry.field) for modelled in allowed}))


def test_every_rule_is_shown_or_has_a_reason_not_to_be() -> None:
    shown = {entry.rule for entry in TABLE}
    assert shown | NOT_SHOWN.keys() == RULES.keys()
    assert not shown & NOT_SHOWN.keys()


@EACH
def test_a_rule_holds_as_it_says(entry: Shows) -> None:
    assert _shown(entry, entry.given) == entry.stated


@EACH
def test_its_alternative_can_hold_instead(entry: Shows) -> None:
    assert entry.stated != entry.otherwise
    assert _shown(entry, entry.given | {entry.rule}) == entry.otherwise


@EACH
def test_its_case_is_valid_and_written_as_it_is_shown(entry: Shows) -> None:
    assert problem(entry.case) is None
    assert show(entry.case) == entry.line
