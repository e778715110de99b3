"""Schedules, as far as they can be judged without running the case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from twinstep_model.cases import Schedule


def schedule_problems(schedule: Schedule) -> Iterator[str]:
    """What is wrong with a schedule, whatever the case."""
    if schedule.max_concurrency < 1:
        yield "schedule.max_concurrency: must be 1 or more"
    if schedule.history and not schedule.saver:
        yield "schedule.history: without a saver a thread shows nothing; set saver, or leave history out"
    if schedule.orders and not schedule.gates:
        yield "schedule.orders: without gates no order is imposed; set gates, or leave orders out"
    for place, order in enumerate(schedule.orders):
        path = f"schedule.orders[{place}]"
        if len(order) < 2:
            yield f"{path}: orders are for super-steps of two tasks or more; leave it out"
        if sorted(order) != list(range(len(order))):
            yield f"{path}: must have each of 0 to {len(order) - 1} once; change it"
        if not possible(order, schedule.max_concurrency):
            yield (
                f"{path}: cannot happen with max_concurrency {schedule.max_concurrency}, the task completed at "
                "position i must be among the first i + max_concurrency; change one of the two"
            )


def possible(order: Sequence[int], limit: int) -> bool:
    """Whether tasks started in task order, ``limit`` at a time, can complete in this order."""
    return all(task < place + limit for place, task in enumerate(order))
