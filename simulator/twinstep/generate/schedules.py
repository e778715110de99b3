"""Schedules: sync or async, with or without a saver, and the order in which the tasks of each step complete.

Orders are drawn for the steps that the model says the run has. The model is asked with the profile of the reference
release, which is what a run will most probably look like; where it looks otherwise an order goes unused.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from twinstep_model.agents import TeamScript
from twinstep_model.cases import DEFAULT_CONCURRENCY, Action, Case, GraphScript, Schedule, Topology
from twinstep_model.deviations import REFERENCE
from twinstep_model.observation import Step, Task
from twinstep_model.run import Modelled, run_case
from twinstep_model.topologies.toolnode import TOOLS

from .draw import Draw

_MODES: tuple[Literal["sync", "async"], ...] = ("sync", "async")
_LIMITED = 15  # percent of the gated async cases that limit how many tasks run at a time


def scheduled(
    draw: Draw,
    topology: Topology,
    script: GraphScript | TeamScript,
    actions: tuple[Action, ...],
    gated: int = 70,
    saver: bool | None = None,
) -> Case:
    """The case with a schedule drawn for it.

    ``gated``: in how many of a hundred cases with concurrent tasks or tool calls their order is imposed. It always is
    where the order decides what is seen: where a task fails beside others, or two tasks ask models. ``saver``: whether
    there is one, if that is not to be drawn.
    """
    mode = draw.pick(_MODES)
    case = Case(topology, script, actions, Schedule(mode, saver=not draw.chance(10) if saver is None else saver))
    modelled = run_case(case, REFERENCE)
    sizes = modelled.concurrent
    races = any(_races(ran.steps) for ran in modelled.observation.actions)
    if not sizes or not (races or draw.chance(gated)):
        return case
    # What has not started when a sibling fails is a race.
    limited = mode == "async" and not races and draw.chance(_LIMITED)
    limit = draw.between(1, 3) if limited else DEFAULT_CONCURRENCY
    orders = tuple(order(draw, size, limit) for size in sizes)
    gated_case = replace(case, schedule=Schedule(mode, True, orders, case.schedule.saver, limit))
    return ordered(draw, gated_case)[0] if races else gated_case


def ordered(draw: Draw, case: Case) -> tuple[Case, Modelled]:
    """The case with an order for everything in it that has several parts, and the model's run of it.

    Orders that the case has are kept as far as they fit: each may change what happens after it.
    """
    schedule = case.schedule
    while True:
        modelled = run_case(case, REFERENCE)
        sizes, orders = modelled.concurrent, case.schedule.orders
        if tuple(map(len, orders)) == sizes:
            return case, modelled
        fitting = [len(one) == size for one, size in zip(orders, sizes)]
        kept = fitting.index(False) if False in fitting else len(fitting)
        more = tuple(order(draw, size, schedule.max_concurrency) for size in sizes[kept:])
        case = replace(case, schedule=replace(schedule, gates=bool(sizes), orders=orders[:kept] + more))


def order(draw: Draw, size: int, limit: int = DEFAULT_CONCURRENCY) -> tuple[int, ...]:
    """A completion order of ``size`` tasks of which only ``limit`` run at a time, started in task order."""
    waiting = list(range(size))
    running = [waiting.pop(0) for _ in range(min(size, limit))]
    done = []
    while running:
        done.append(running.pop(draw.below(len(running))))
        if waiting:
            running.append(waiting.pop(0))
    return tuple(done)


def _races(steps: tuple[Step, ...]) -> bool:
    """Whether the order decides what is seen in these steps or in runs inside them: a task fails, or raises a parent
    command, beside others; several tasks contain runs, whose models may have one script; a tool node fails, which may
    have carried out several calls."""
    return any(_racing(step.tasks) or any(_races(task.nested) for task in step.tasks) for step in steps)


def _racing(tasks: tuple[Task, ...]) -> bool:
    failed = [task for task in tasks if task.end != "ok"]
    if len(tasks) == 1:
        return bool(failed) and tasks[0].node == TOOLS
    return bool(failed) or sum(bool(task.nested) for task in tasks) > 1
