"""Faults put into the library on purpose are found, and the rule they bend is named."""

from __future__ import annotations

import sys

import pytest

from twinstep_model.rules import RULES

from .fault import Edit, Fault, Outdated, changed_lines, edited
from .faults import FAULTS
from .search import Finding, search

SEED = 1
SAMPLE = ("join-keeps-an-arrival", "goto-instead-of-edges", "handoff-keeps-case")

needs_shell = pytest.mark.skipif(sys.platform == "win32", reason="the worker is started by a shell script")
every_fault = pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)


def assert_found(finding: Finding) -> None:
    """With the fault, and nothing without it."""
    assert finding.found is not None, finding
    assert finding.noise == 0, finding


@needs_shell
@pytest.mark.parametrize("name", SAMPLE)
def test_sample(name: str) -> None:
    assert_found(search(FAULTS[name], SEED, enough=1))


@needs_shell
@pytest.mark.verify
@every_fault
def test_all(fault: Fault) -> None:
    finding = search(fault, SEED, enough=200)
    assert_found(finding)
    assert finding.share <= 0.2, finding


@every_fault
def test_small(fault: Fault) -> None:
    assert 1 <= changed_lines(fault) <= 10


def test_enough() -> None:
    assert len(FAULTS) >= 10
    assert sum(fault.otherwise != "" for fault in FAULTS.values()) >= 5
    assert {fault.rule for fault in FAULTS.values()} <= RULES.keys()


def test_passage_that_is_gone() -> None:
    with pytest.raises(Outdated, match="0 times"):
        edited(Edit("langgraph.channels.topic:Topic.update", "self.nothing", "self.something"))
