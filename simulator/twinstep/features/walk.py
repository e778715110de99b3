"""The super-steps of an observation, however deep."""

from __future__ import annotations

from collections.abc import Iterator

from twinstep_model.observation import Observation, Step


def steps(seen: Observation) -> Iterator[Step]:
    """Every super-step of a run, each before those of the runs inside it."""

    def inner(found: tuple[Step, ...]) -> Iterator[Step]:
        for step in found:
            yield step
            for task in step.tasks:
                yield from inner(task.nested)

    for ran in seen.actions:
        yield from inner(ran.steps)
