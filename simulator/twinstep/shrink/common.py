"""Ideas for every kind of case: fewer turns, plainer ones, one thread, the plain schedule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from twinstep_model.cases import DEFAULT_LIMIT, Action, Answers, Case, Continue, Invoke, Resume, Schedule, Update

from .executed import keeping_actions, unexecuted
from .parts import Idea, fewer

_PLAIN = Schedule()


def fewer_actions(case: Case) -> Iterator[Case]:
    """One turn only, or one input with what was answered to it; then so much less. Without what the others used of the
    scripts, then with the scripts whole."""
    count = len(case.actions)
    if count < 2:
        return
    parts = [{place} for place in reversed(range(count))]
    parts += [whole for place in reversed(range(count)) if 1 < len(whole := _with_answers(case.actions, place)) < count]
    keeping = [*parts, *(set(range(count)) - part for part in parts)] if count > 2 else parts
    for kept in keeping:
        yield keeping_actions(case, kept)
        yield replace(case, actions=tuple(action for place, action in enumerate(case.actions) if place in kept))


def plainer_actions(case: Case) -> Iterator[Case]:
    """A new input instead of going on; fewer answers, given without naming the question, or none at all."""

    def options(action: Action) -> Iterator[Action]:
        if not isinstance(action, Invoke):
            yield Invoke(Update(()), action.thread, action.limit)
        if isinstance(action, (Resume, Answers)):
            yield Continue(action.thread, action.limit)
        if isinstance(action, Answers):
            yield from (Resume(answer, action.thread, action.limit) for _, answer in action.answers)
            yield from (replace(action, answers=answers) for answers in fewer(action.answers))

    return _actions(case, options)


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
        replace(schedule, history=False),
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


COMMON: tuple[Idea, ...] = (
    fewer_actions,
    plain_schedule,
    unexecuted,
    plainer_actions,
    one_thread,
    plain_limits,
    plain_orders,
)


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


def _with_answers(actions: Sequence[Action], place: int) -> set[int]:
    """The places of this action and, if it is given an input, of those that go on with it."""
    found = {place}
    if isinstance(actions[place], Invoke):
        for later in range(place + 1, len(actions)):
            if actions[later].thread == actions[place].thread:
                if isinstance(actions[later], Invoke):
                    break
                found.add(later)
    return found


def _actions(case: Case, options: Callable[[Action], Iterable[Action]]) -> Iterator[Case]:
    """The case with one action replaced by one of its options."""
    for place, action in enumerate(case.actions):
        for option in options(action):
            yield replace(case, actions=(*case.actions[:place], option, *case.actions[place + 1 :]))
