"""Faults put into the library on purpose are found soon, the rule they bend is named, and the case becomes small."""

from __future__ import annotations

import sys

import pytest

from tests.rediscovery.fault import Fault
from tests.rediscovery.faults import FAULTS
from tests.rediscovery.search import MOST, faulty, search
from tests.rediscovery.smallest import TIMES, smallest

SEED = 1
RUNS = 100
MEASURED = 100
SAMPLE = ("join-keeps-an-arrival", "commands-after-answers", "handoff-keeps-case", "unknown-destination-built")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the worker is started by a shell script")


def check(fault: Fault, measured: int) -> None:
    """Found with the fault, and nothing without it; a case that anyone can read."""
    with faulty(fault) as pool:
        finding = search(fault, SEED, pool, measured)
        assert finding.found is not None, f"not found in {MOST} cases: {finding}"
        assert finding.noise == 0, finding
        small = smallest(fault, finding, pool, RUNS)
    assert small.turns <= 2, small.line
    assert small.nodes <= 3, small.line
    assert small.calls <= 2, small.line
    assert small.replayed == TIMES, small.line
    if measured > 1:
        assert finding.share <= 0.2, finding


@pytest.mark.parametrize("name", SAMPLE)
def test_sample(name: str) -> None:
    check(FAULTS[name], measured=1)


@pytest.mark.verify
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_all(fault: Fault) -> None:
    check(fault, MEASURED)
