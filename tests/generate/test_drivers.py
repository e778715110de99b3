"""Both drivers of the generators: the seeded one is the same everywhere, the one of hypothesis shrinks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis.strategies import SearchStrategy

from twinstep.check.sources import TOPOLOGIES, topology_of
from twinstep.files import case_id, read_case, write_case
from twinstep.generate.draw import Draw, Seeded, weighted
from twinstep.generate.graphs import graph_case
from twinstep.generate.strategies import graph_cases, react_cases, supervisor_cases, swarm_cases
from twinstep_model.agents import TeamScript
from twinstep_model.cases import Case, Graph
from twinstep_model.codec import decode, dumps

STRATEGIES = {"graph": graph_cases, "react": react_cases, "supervisor": supervisor_cases, "swarm": swarm_cases}
SETTINGS = settings(
    max_examples=60, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
IDS = """
from twinstep.files import case_id
from twinstep.check.sources import TOPOLOGIES
from twinstep.generate.draw import Seeded
for make in TOPOLOGIES.values():
    print(*[case_id(make(Seeded(seed))) for seed in range(40)])
"""


@pytest.mark.parametrize("generator", TOPOLOGIES.values(), ids=list(TOPOLOGIES))
def test_cases_survive_json(generator: Callable[[Draw], Case]) -> None:
    for seed in range(150):
        case = generator(Seeded(seed))
        assert decode(Case, json.loads(dumps(case))) == case


@pytest.mark.parametrize("generator", TOPOLOGIES.values(), ids=list(TOPOLOGIES))
def test_cases_may_be_written_to_files(generator: Callable[[Draw], Case], tmp_path: Path) -> None:
    for seed in range(40):
        case = generator(Seeded(seed))
        write_case(tmp_path / "case.json", case)
        assert read_case(tmp_path / "case.json") == case


def test_a_seed_makes_the_same_cases_in_every_process() -> None:
    here = [" ".join(case_id(make(Seeded(seed))) for seed in range(40)) for make in TOPOLOGIES.values()]
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(
            [sys.executable, "-c", IDS], env=environment, capture_output=True, text=True, check=True, timeout=120
        )
        assert done.stdout.splitlines() == here


def test_seeds_make_different_cases() -> None:
    assert len({case_id(graph_case(Seeded(seed))) for seed in range(200)}) > 190


@pytest.mark.parametrize("family", STRATEGIES)
def test_hypothesis_draws_cases_of_the_family(family: str) -> None:
    @SETTINGS
    @given(STRATEGIES[family]())
    def drawn(case: Case) -> None:
        assert topology_of(case) == family
        assert decode(Case, json.loads(dumps(case))) == case

    drawn()


def test_every_family_has_a_strategy() -> None:
    assert list(STRATEGIES) == list(TOPOLOGIES)


def _smallest(strategy: SearchStrategy[Case], condition: Callable[[Case], bool]) -> Case:
    phases = (Phase.generate, Phase.shrink)
    return find(strategy, condition, settings=settings(SETTINGS, max_examples=150, phases=phases))


def test_the_smallest_graph_case_is_one_node() -> None:
    case = _smallest(graph_cases(), lambda case: True)
    assert isinstance(case.topology, Graph)
    assert len(case.topology.nodes) == 1
    assert len(case.actions) == 1
    assert case.schedule.mode == "sync"


def test_a_waiting_edge_shrinks_to_the_nodes_it_needs() -> None:
    case = _smallest(graph_cases(), lambda case: isinstance(case.topology, Graph) and len(case.topology.joins) > 0)
    assert isinstance(case.topology, Graph)
    assert len(case.topology.nodes) <= 4
    assert len(case.actions) == 1


def test_two_calls_in_a_reply_shrink_to_one_short_turn() -> None:
    def has_two(case: Case) -> bool:
        assert isinstance(case.script, TeamScript)
        return any(len(reply.calls) > 1 for model in case.script.models for reply in model.replies)

    case = _smallest(supervisor_cases(), has_two)
    assert isinstance(case.script, TeamScript)
    assert len(case.actions) == 1
    assert sum(len(reply.calls) for model in case.script.models for reply in model.replies) <= 3


def test_the_helpers_of_a_draw_list_the_simplest_first() -> None:
    class Simplest(Draw):
        def below(self, bound: int) -> int:
            return 0

    draw = Simplest()
    assert draw.pick("abc") == "a"
    assert draw.chance(99) is False
    assert draw.between(2, 5) == 2
    assert draw.shuffled([3, 1, 2]) == [3, 1, 2]
    assert draw.sample("abc", 2) == ["a", "b"]
    assert draw.some("abc", 99) == []
    assert weighted((2, "a"), (1, "b")) == ("a", "a", "b")


def test_a_seeded_draw_respects_its_bounds() -> None:
    draw = Seeded(1)
    assert {draw.below(3) for _ in range(100)} == {0, 1, 2}
    assert {draw.between(2, 3) for _ in range(100)} == {2, 3}
    assert draw.sample("ab", 5) in (["a", "b"], ["b", "a"])
    assert sorted(draw.shuffled(range(5))) == list(range(5))
    assert not any(draw.chance(0) for _ in range(100))
    assert all(draw.chance(100) for _ in range(100))
