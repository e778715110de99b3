"""What the seeded faults are: small, of one rule each, and edits of what is there. `tests/quality` finds them."""

from __future__ import annotations

import pytest

from twinstep_model.rules import RULES

from .fault import Edit, Fault, Outdated, changed_lines, edited
from .faults import FAULTS

GROUPS = {"SS", "CH", "WR", "RT", "TN", "RA", "SV", "SW"}

every_fault = pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)


@every_fault
def test_small(fault: Fault) -> None:
    assert 1 <= changed_lines(fault) <= 10


@every_fault
def test_rule(fault: Fault) -> None:
    assert fault.rule in RULES


def test_enough() -> None:
    assert len(FAULTS) >= 40
    assert {fault.rule.split("-")[0] for fault in FAULTS.values()} == GROUPS
    assert {fault.group for fault in FAULTS.values()} == {"graph", "react", "supervisor", "swarm"}
    assert sum(fault.otherwise != "" for fault in FAULTS.values()) >= 35


def test_passage_that_is_gone() -> None:
    gone = Edit("langgraph.channels.topic:Topic.update", "self.nothing", "self.something")
    with pytest.raises(Outdated, match="0 times"):
        edited(Fault("gone", "CH-09", "graph", "nothing", "", (gone,)))
