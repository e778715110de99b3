"""Ideas for every kind of case: fewer turns, one thread, the plain schedule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from twinstep.features import steps
from twinstep_model.cases import START, Case, GraphScript, Invoke, Schedule
from twinstep_model.observation import Observation, Ran, Step
from twinstep_model.run import run_case

from .fitting import PROFILE
from .parts import Idea, one_place

_PLAIN = Schedule()
_LIMIT = 25


def fewer_actions(case: Case) -> Iterator[Case]:
    """One turn only, then one turn less; without what the others used of the scripts, then with the scripts whole."""
    count = len(case.actions)
    if count < 2:
        return
    seen = run_case(case, PROFILE).observation
    keeping = [[place] for place in reversed(range(count))]
    if count > 2:
        keeping += [[other for other in range(count) if other != place] for place in reversed(range(count))]
    for kept in keeping:
        actions = tuple(case.actions[place] for place in kept)
        rest = replace(case, actions=actions)
        yield replace(rest, script=_script_without(case, seen, kept))
        yield rest


def one_thread(case: Case) -> Iterator[Case]:
    """Everything on the first thread."""
    yield replace(case, actions=tuple(replace(action, thread="t1") for action in case.actions))
    yield from _actions(case, lambda action: [replace(action, thread="t1")])


def plain_limits(case: Case) -> Iterator[Case]:
    """The default recursion limit; where the limit matters, a smaller one."""
    yield replace(case, actions=tuple(replace(action, limit=_LIMIT) for action in case.actions))
    yield from _actions(
        case, lambda action: [replace(action, limit=limit) for limit in (_LIMIT, action.limit // 2, action.limit - 1)]
    )


def plain_schedule(case: Case) -> Iterator[Case]:
    """Nothing imposed; else each part of the schedule as it is by default."""
    schedule = case.schedule
    gated = Schedule(gates=True)
    if schedule == _PLAIN:
        return
    for simpler in (
        _PLAIN,
        gated,
        replace(gated, saver=schedule.saver),
        replace(schedule, orders=(), gates=False, max_concurrency=_PLAIN.max_concurrency),
        replace(schedule, orders=(), max_concurrency=_PLAIN.max_concurrency),
        # What wakes the consumer of a synchronous run takes a place of its own: no small limit there.
        replace(schedule, mode="sync", max_concurrency=_PLAIN.max_concurrency),
        replace(schedule, saver=True),
        replace(schedule, max_concurrency=_PLAIN.max_concurrency),
    ):
        yield replace(case, schedule=simpler)


def plain_orders(case: Case) -> Iterator[Case]:
    """Fewer orders, and task order in more of them."""
    schedule = case.schedule
    for place in reversed(range(len(schedule.orders))):
        yield replace(case, schedule=replace(schedule, orders=schedule.orders[:place]))
    for place, order in enumerate(schedule.orders):
        straight = tuple(sorted(order))
        orders = (*schedule.orders[:place], straight, *schedule.orders[place + 1 :])
        yield replace(case, schedule=replace(schedule, orders=orders))


ACTIONS: tuple[Idea, ...] = (fewer_actions,)
SCHEDULE: tuple[Idea, ...] = (plain_schedule, one_thread, plain_limits, plain_orders)


def executions(ran: Sequence[Ran]) -> Counter[str]:
    """How often each script was run by trigger in these actions: of a node, or of a model (named after its agent)."""
    counts: Counter[str] = Counter({START: len(ran)})
    for one in ran:
        _count(one.steps, "", counts)
    return counts


def _count(found: Sequence[Step], agent: str, counts: Counter[str]) -> None:
    for step in found:
        for task in step.tasks:
            if agent and task.node == "agent":
                counts[agent] += 1
            elif task.cause == "pull" and not agent and not task.nested:
                counts[task.node] += 1
            _count(task.nested, task.node, counts)


def labels(seen: Observation) -> set[str]:
    """The labels of the Sends that were carried out."""
    sent = (dict(task.input.items).get("send") for step in steps(seen) for task in step.tasks if _is_push(task))
    return {label for label in sent if isinstance(label, str)}
