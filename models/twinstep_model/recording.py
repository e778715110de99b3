"""What observations show of a super-step, and of the state that it leaves (rule WR-10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from .observation import NOT_OBSERVED, Error, NotObserved, Step, Task
from .plan import Plan
from .session import Session
from .state import State
from .tasks import Done
from .values import Foreign, Map, Value

End = Literal["ok", "error", "open", "paused", "kept"]


def snapshot(plan: Plan, state: State, session: Session) -> Map:
    """The committed values as observations show them."""
    values = session.values_of(plan, state)
    if state.sends and not session.laws.holds("WR-10"):
        values = values | {"__pregel_tasks": tuple(Foreign("Send") for _ in state.sends)}
    return Map(tuple([(name, session.show(value)) for name, value in sorted(values.items())]))


def show_all(saw: tuple[tuple[str, Value], ...], session: Session) -> tuple[tuple[str, Value], ...]:
    """Pairs of a name and a value as observations show them."""
    return tuple([(name, session.show(value)) for name, value in saw])


def recorded(
    plan: Plan,
    finished: Sequence[Done],
    ends: Sequence[End],
    session: Session,
    values: Map | NotObserved = NOT_OBSERVED,
    upcoming: tuple[str, ...] | NotObserved = NOT_OBSERVED,
    error: Error | None = None,
) -> Step:
    """The super-step as observations show it. ``ends``: how each task ended; ``error``: that of the boundary."""
    return Step(
        tuple([_record(plan, done, end, session, error) for done, end in zip(finished, ends)]), values, upcoming
    )


def _record(plan: Plan, done: Done, end: End, session: Session, error: Error | None) -> Task:
    task, acted = done.task, done.acted
    return Task(
        task.node,
        task.cause,
        session.show(task.seen),
        end,
        show_all(tuple([w for w in acted.writes if w[0] in plan.outputs]), session)
        if end in ("ok", "kept")
        else NOT_OBSERVED,
        (acted.error or error) if end == "error" else None,
        acted.routers if end not in ("open", "kept") else (),
        acted.nested,
        acted.answers if end not in ("open", "kept") else (),
        acted.question if end == "paused" else (),
    )
