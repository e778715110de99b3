"""What the generators make: the shares that the project promises, over cases with fixed seeds, as they really run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from twinstep.features import GRAPH_FEATURES, TEAM_FEATURES, features, steps
from twinstep.generate.draw import Draw, Seeded
from twinstep.generate.graphs import LIMIT, graph_case
from twinstep.generate.teams import supervisor_case
from twinstep_model.cases import Case
from twinstep_model.deviations import PROFILES
from twinstep_model.run import run_case

REFERENCE = PROFILES["1.2.24"]
GRAPH_CASES = 1000
TEAM_CASES = 300

# At least this many of a hundred cases.
GRAPH_SHARES = {
    "three tasks in a step": 40,
    "waiting edge": 25,
    "cycle": 25,
    "Send": 25,
    "Command with goto": 20,
    "fails": 15,
    "defer": 10,
    "two turns": 30,
    "async": 45,
}
TEAM_SHARES = {
    "two calls in a reply": 50,
    "two handoffs in a reply": 30,
    "handoff beside another call": 25,
    "unknown name": 10,
    "raising tool": 10,
    "other completion order": 30,
    "fails": 10,
    "two turns": 30,
    "async": 45,
}


def _shares(generator: Callable[[Draw], Case], count: int) -> dict[str, float]:
    seen: Counter[str] = Counter()
    for seed in range(count):
        case = generator(Seeded(seed))
        seen.update(features(case, run_case(case, REFERENCE).observation))
    return {name: 100 * times / count for name, times in seen.items()}


@pytest.mark.parametrize(
    ("generator", "count", "shares", "names"),
    [
        (graph_case, GRAPH_CASES, GRAPH_SHARES, GRAPH_FEATURES),
        (supervisor_case, TEAM_CASES, TEAM_SHARES, TEAM_FEATURES),
    ],
)
def test_every_promised_share_is_reached(
    generator: Callable[[Draw], Case], count: int, shares: dict[str, int], names: tuple[str, ...]
) -> None:
    assert set(shares) == set(names)
    found = _shares(generator, count)
    assert {name: found.get(name, 0) for name, least in shares.items() if found.get(name, 0) < least} == {}
    assert found["fails"] <= 30
    assert found["async"] <= 55


def test_a_graph_case_costs_a_bounded_number_of_steps_and_tasks() -> None:
    runs = [run_case(graph_case(Seeded(seed)), REFERENCE).observation for seed in range(300)]
    assert max(len(ran.steps) for run in runs for ran in run.actions) <= LIMIT
    assert 3 <= sum(1 for run in runs for _ in steps(run)) / len(runs) <= 6
    widest = sorted(max((len(step.tasks) for step in steps(run)), default=0) for run in runs)
    assert widest[-1] <= 10
    assert widest[int(0.98 * len(runs))] <= 6
