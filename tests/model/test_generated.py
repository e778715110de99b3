"""What is true of the model whatever the case: it always answers, always the same, and order decides nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from twinstep.features import steps
from twinstep.generate.draw import Seeded
from twinstep.generate.graphs import graph_case
from twinstep.generate.teams import react_case, supervisor_case, swarm_case
from twinstep.notation import show
from twinstep.outcomes import outcomes, runs
from twinstep_model import codec
from twinstep_model.cases import Case
from twinstep_model.deviations import PROFILES
from twinstep_model.laws import DOCUMENTED
from twinstep_model.observation import Observation
from twinstep_model.rules import RULES
from twinstep_model.run import Modelled, run_case

PROFILE = PROFILES["1.2.24"]
SEMANTICS = pytest.mark.parametrize("alternatives", [DOCUMENTED, PROFILE], ids=["documented", "profile"])


FAMILIES = {
    "graph": (graph_case, 400),
    "react": (react_case, 100),
    "supervisor": (supervisor_case, 100),
    "swarm": (swarm_case, 100),
}


@pytest.fixture(scope="module", params=FAMILIES)
def cases(request: pytest.FixtureRequest) -> Sequence[Case]:
    make, count = FAMILIES[request.param]
    return [make(Seeded(f"model:{number}")) for number in range(count)]


@SEMANTICS
def test_it_answers_under_every_single_change_of_the_rules(cases: Sequence[Case], alternatives: frozenset[str]) -> None:
    for case in cases if alternatives == DOCUMENTED else cases[::3]:
        modelled = run_case(case, alternatives)
        assert modelled.hits <= RULES.keys()
        for rule in modelled.hits:
            for changed in islice(runs(case, alternatives ^ {rule}), 2):
                assert changed.fired <= alternatives ^ {rule}


@SEMANTICS
def test_it_answers_the_same_every_time(cases: Sequence[Case], alternatives: frozenset[str]) -> None:
    for case in cases:
        again = codec.decode(Case, json.loads(codec.dumps(case)))
        assert run_case(case, alternatives) == run_case(again, alternatives)


def test_the_documentation_leaves_nothing_open(cases: Sequence[Case]) -> None:
    for case in cases:
        assert len(outcomes(case, DOCUMENTED)) == 1, show(case)


@SEMANTICS
def test_an_observation_survives_its_json_form(cases: Sequence[Case], alternatives: frozenset[str]) -> None:
    for case in cases:
        seen = run_case(case, alternatives).observation
        assert codec.decode(Observation, json.loads(codec.dumps(seen))) == seen


@SEMANTICS
def test_the_completion_order_decides_nothing_where_no_task_fails(
    cases: Sequence[Case], alternatives: frozenset[str]
) -> None:
    """WR-01, CC-04: neither what happens nor, where a choice is left (SG-14), what may happen. Agents that run beside
    each other are left out: their models' replies are used in the order in which they run."""
    reordered = 0
    for case in cases:
        straight = outcomes(_ordered(case, ()), alternatives)
        if any(_fails(modelled.observation) or _beside(modelled.observation) for modelled in straight):
            continue
        for orders in _other_orders(straight[0].concurrent):
            other = outcomes(_ordered(case, orders), alternatives)
            assert _observed(other) == _observed(straight), show(_ordered(case, orders))
            assert other[0].used == set(range(len(orders)))
            reordered += 1
    assert reordered > len(cases) // 2


def _ordered(case: Case, orders: tuple[tuple[int, ...], ...]) -> Case:
    return replace(case, schedule=replace(case.schedule, gates=True, orders=orders))


def _fails(seen: Observation) -> bool:
    return any(task.end == "error" for step in steps(seen) for task in step.tasks)


def _beside(seen: Observation) -> bool:
    return any(len(step.tasks) > 1 and any(task.nested for task in step.tasks) for step in steps(seen))


def _observed(allowed: Iterable[Modelled]) -> set[Observation]:
    return {modelled.observation for modelled in allowed}


def _other_orders(sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every step backwards, and some order of each step; nothing where no step has two tasks."""
    draw = Random(str(sizes))
    if sizes:
        yield tuple(tuple(reversed(range(size))) for size in sizes)
        yield tuple(tuple(draw.sample(range(size), size)) for size in sizes)
