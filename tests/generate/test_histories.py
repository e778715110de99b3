"""Histories of threads that pause: valid cases that cannot block, what they show, and that their past stays."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import settings
from hypothesis.stateful import invariant, run_state_machine_as_test

from twinstep.check.sources import GENERATORS, topology_of
from twinstep.features import FEATURES, features
from twinstep.generate.draw import Seeded
from twinstep.generate.pausing import THEMES, Theme
from twinstep.generate.threadmachine import ThreadMachine
from twinstep.generate.threads import history_case
from twinstep.validity import may_block, problem
from twinstep_model.cases import Case, Graph, GraphScript
from twinstep_model.codec import decode, encode
from twinstep_model.deviations import PROFILES
from twinstep_model.observation import Observation, Ran
from twinstep_model.run import run_case

REFERENCE = PROFILES["1.2.24"]
CASES = 300
# At least this many of a hundred cases.
SHARES = {
    "asks a question": 40,
    "several questions at once": 22,
    "answered by id": 20,
    "resumed": 12,
    "went on after a failure": 12,
    "input while a question waits": 8,
    "kept a finished task": 22,
    "limit reached and went on": 5,
    "fails": 35,
    "two turns": 100,
    "async": 42,
}


@cache
def _cases() -> tuple[tuple[Case, Observation], ...]:
    cases = [history_case(Seeded(seed)) for seed in range(CASES)]
    return tuple((case, run_case(case, REFERENCE).observation) for case in cases)


def test_every_promised_share_is_reached() -> None:
    found = Counter(feature for case, seen in _cases() for feature in features(case, seen))
    assert set(SHARES) <= set(FEATURES["history"])
    measured = {feature: 100 * found[feature] / CASES for feature in SHARES}
    assert {feature: share for feature, share in measured.items() if share < SHARES[feature]} == {}


def test_about_half_of_the_programs_ask() -> None:
    asking = 0
    for case, _ in _cases():
        assert isinstance(case.script, GraphScript)
        outcomes = [one for node in case.script.nodes for one in (*node.pulls, *(sent for _, sent in node.sends))]
        asking += any(outcome.asks for outcome in outcomes)
    assert 40 <= 100 * asking / CASES <= 65


def test_cases_are_valid_small_and_gated() -> None:
    for case, seen in _cases():
        assert problem(case) is None
        assert not may_block(case)
        assert isinstance(case.topology, Graph)
        assert 2 <= len(case.topology.nodes) <= 6
        assert 2 <= len(case.actions) <= 6
        assert case.schedule.gates
        assert case.schedule.history == case.schedule.saver
        assert seen.build is None
    assert 0 < sum(not case.schedule.saver for case, _ in _cases()) <= 0.08 * CASES


def test_cases_survive_json_and_have_a_family() -> None:
    for case, _ in _cases()[:60]:
        assert decode(Case, encode(case)) == case
        assert topology_of(case) == "history"
    assert topology_of(GENERATORS["graph"](Seeded(1))) == "graph"


class Watched(ThreadMachine):
    """Compares the actions so far with what they were one step before."""

    def __init__(self) -> None:
        super().__init__()
        self.before: tuple[Ran, ...] = ()

    @invariant()
    def the_past_stays(self) -> None:
        if getattr(self, "threads", None) is None:
            return
        now = run_case(self.threads.case(), REFERENCE).observation.actions
        assert now[: len(self.before)] == self.before
        self.before = now

    def check(self, case: Case) -> None:
        assert problem(case) is None
        assert not may_block(case)


@pytest.mark.parametrize("about", THEMES.values(), ids=list(THEMES))
def test_the_machine_builds_valid_cases(about: Theme) -> None:
    class Built(Watched):
        theme = about

    run_state_machine_as_test(Built, settings=settings(max_examples=25, stateful_step_count=10, deadline=None))
