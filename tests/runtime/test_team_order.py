"""Completion order in teams: imposed on plain tools and handoffs alike, without a stall."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from tests.runtime.team_cases import calling, case, random_case
from twinstep.runtime.drive import observe_case
from twinstep_model.agents import TeamScript, ToolCommand
from twinstep_model.cases import Case, Schedule
from twinstep_model.observation import Observation, Step
from twinstep_model.values import Map, Raise

CALLS = ["transfer_to_alice", "note", "transfer_to_bob", "post"]


@pytest.mark.parametrize("mode", ["sync", "async"])
@pytest.mark.parametrize("saver", [True, False])
@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_order_can_be_imposed(mode: Any, saver: bool, size: int, acted: list[str]) -> None:
    for order in permutations(range(size)):
        acted.clear()
        schedule = Schedule(mode, gates=True, orders=(order,), saver=saver)
        observe_case(case(calling(*CALLS[:size]), schedule=schedule))
        assert acted == [f"c{position + 1}" for position in order]


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_random_cases_run_in_the_order_due(mode: str, acted: list[str]) -> None:
    held = 0
    for seed in range(100):
        acted.clear()
        test = random_case(seed, mode, races=True)
        observation = observe_case(test)
        for due in orders_due(test, observation):
            ran = [call for call in acted if call in due]
            wanted = up_to_failure(test, [call for call in due if call in ran])
            assert ran[: len(wanted)] == wanted
            held += len(wanted) > 1 and wanted != sorted(wanted)
    assert held >= 10, "too few steps ran in another order than that of their calls"


def orders_due(test: Case, observation: Observation) -> Iterator[list[str]]:
    """For each step with several tool calls: their ids in the order of the schedule."""
    orders = iter(test.schedule.orders)
    for steps in [ran.steps for ran in observation.actions]:
        for step in parallel(steps):
            calls = [str(dict(task.input.items)["call"]) for task in step.tasks if isinstance(task.input, Map)]
            order = next(orders, ())
            yield [calls[position] for position in order] if len(order) == len(calls) else calls


def parallel(steps: tuple[Step, ...]) -> Iterator[Step]:
    """The steps with several tasks, in the order in which they ran."""
    for step in steps:
        if len(step.tasks) > 1:
            yield step
        for task in step.tasks:
            yield from parallel(task.nested)


def up_to_failure(test: Case, calls: list[str]) -> list[str]:
    """The calls up to the first that fails."""
    assert isinstance(test.script, TeamScript)
    does = {tool.call: tool.does for tool in test.script.tools}
    for place, call in enumerate(calls):
        did = does.get(call)
        if isinstance(did, Raise) or (isinstance(did, ToolCommand) and not did.answers):
            return calls[: place + 1]
    return calls
