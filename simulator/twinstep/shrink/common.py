"""Ideas for every kind of case: fewer turns, one thread, the plain schedule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from twinstep_model.cases import DEFAULT_LIMIT, Action, Case, Schedule

from .executed import keeping_actions, unexecuted
from .parts import Idea

_PLAIN = Schedule()


def fewer_actions(case: Case) -> Iterator[Case]:
    """One turn only, then one turn less; without what the others used of the scripts, then with the scripts whole."""
    count = len(case.actions)
    if count < 2:
        return
    keeping = [{place} for place in reversed(range(count))]
    if count > 2:
        keeping += [set(range(count)) - {place} for place in reversed(range(count))]
    for kept in keeping:
        yield keeping_actions(case, kept)
        yield replace(case, actions=tuple(action for place, action in enumerate(case.actions) if place in kept))


def one_thread(case: Case) -> Iterator[Case]:
    """Everything on the first thread."""
    yield replace(case, actions=tuple(replace(action, thread="t1") for action in case.actions))
    yield from _actions(case, lambda action: [replace(action, thread="t1")])


def plain_limits(case: Case) -> Iterator[Case]:
    """The default recursion limit; where the limit matters, a smaller one."""
    yield replace(case, actions=tuple(replace(action, limit=DEFAULT_LIMIT) for action in case.actions))
    yield from _actions(
        case,
        lambda action: [replace(action, limit=limit) for limit in (DEFAULT_LIMIT, action.limit // 2, action.limit - 1)],
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


COMMON: tuple[Idea, ...] = (fewer_actions, plain_schedule, unexecuted, one_thread, plain_limits, plain_orders)


def with_lower_limits(case: Case, lower: Iterable[int]) -> Iterator[Case]:
    """The case; where a recursion limit matters, also with each of these numbers of super-steps less: what was left out
    took some."""
    yield case
    if all(action.limit == DEFAULT_LIMIT for action in case.actions):
        return
    for less in lower:
        actions = tuple(
            action if action.limit == DEFAULT_LIMIT else replace(action, limit=max(1, action.limit - less))
            for action in case.actions
        )
        yield replace(case, actions=actions)


def _actions(case: Case, options: Callable[[Action], Iterable[Action]]) -> Iterator[Case]:
    """The case with one action replaced by one of its options."""
    for place, action in enumerate(case.actions):
        for option in options(action):
            yield replace(case, actions=(*case.actions[:place], option, *case.actions[place + 1 :]))
