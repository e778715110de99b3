"""Schedules: only possible ones are drawn, and what depends on the order is gated."""

from __future__ import annotations

from itertools import permutations

import pytest

from twinstep.check.sources import TOPOLOGIES
from twinstep.generate.draw import Seeded
from twinstep.generate.graphs import graph_case
from twinstep.generate.healthy import EVERY_ORDER, FAMILIES, in_every_order
from twinstep.generate.schedules import order
from twinstep.validity.schedules import possible
from twinstep_model.cases import DEFAULT_CONCURRENCY
from twinstep_model.deviations import PROFILES
from twinstep_model.run import run_case

REFERENCE = PROFILES["1.2.24"]


def test_orders_are_exactly_the_possible_ones() -> None:
    draw = Seeded(7)
    for size in (2, 3, 4):
        for limit in (1, 2, 3, DEFAULT_CONCURRENCY):
            drawn = {order(draw, size, limit) for _ in range(300)}
            assert drawn == {one for one in permutations(range(size)) if possible(one, limit)}


def test_small_limits_are_for_gated_async_runs_with_possible_orders() -> None:
    limited = 0
    for family, make in TOPOLOGIES.items():
        for seed in range(600 if family == "graph" else 150):
            schedule = make(Seeded(seed)).schedule
            if schedule.max_concurrency == DEFAULT_CONCURRENCY:
                continue
            limited += 1
            assert schedule.mode == "async"
            assert schedule.gates
            assert all(possible(one, schedule.max_concurrency) for one in schedule.orders)
    assert limited > 10


def test_a_failure_beside_other_tasks_is_gated() -> None:
    racing = 0
    for seed in range(300):
        case = graph_case(Seeded(seed))
        for ran in run_case(case, REFERENCE).observation.actions:
            for step in ran.steps:
                if len(step.tasks) > 1 and any(task.end != "ok" for task in step.tasks):
                    racing += 1
                    assert case.schedule.gates
    assert racing > 8


@pytest.mark.parametrize("family", TOPOLOGIES)
def test_most_drawn_orders_are_used(family: str) -> None:
    drawn = used = 0
    for seed in range(300):
        case = TOPOLOGIES[family](Seeded(seed))
        drawn += len(case.schedule.orders)
        used += len(run_case(case, REFERENCE).used)
    assert used > 0.98 * drawn > 0


def test_healthy_families_fail_under_no_semantics() -> None:
    for make in FAMILIES.values():
        for seed in range(30):
            case = make(Seeded(seed))
            seen = run_case(case).observation
            assert seen == run_case(case, REFERENCE).observation
            assert all(ran.error is None for ran in seen.actions)


@pytest.mark.parametrize("family", sorted(EVERY_ORDER))
def test_families_about_orders_are_made_in_every_one(family: str) -> None:
    case = FAMILIES[family](Seeded(3))
    orders = [one.schedule.orders for one in in_every_order(case)]
    assert len(set(orders)) == len(orders) >= 2
    assert len({run_case(one, REFERENCE).observation for one in in_every_order(case)}) == 1
