"""What the tasks of a super-step come to: each runs its node, then its routers.

Rules SS-02, RT-03, ER-04, ER-06.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .boundary import contents_after
from .cases import END
from .plan import Plan
from .program import Program
from .recording import show_all
from .refusal import Refused
from .results import Destination, Said
from .routing import Routed, routes_of
from .session import Session
from .state import Sent, State, view
from .tasks import Acted, Done, Earlier, Planned


class Acting(NamedTuple):
    """A super-step whose tasks are to run. ``state``: the one at its start; ``left``: how many steps the run may still
    make, this one included; ``order``: the places of the tasks as they complete."""

    program: Program
    state: State
    tasks: Sequence[Planned]
    left: int
    order: Sequence[int]
    session: Session


def all_acted(step: Acting, earlier: Sequence[Earlier]) -> list[Done]:
    """What every task comes to: each sees the state at the step's start, and nothing of the others (SS-02).

    ``earlier``: what earlier runs left of each task, where the step was begun before.
    """
    program, state, tasks, left, order, session = step
    if earlier or session.offers:
        return _taken_up(step, earlier or [Earlier()] * len(tasks))
    plan, laws = program.plan, session.laws
    apart = len(tasks) == 1 or laws.holds("SS-02")
    if apart and plan.nests and session.schedule.gates:
        return _acted_in_turn(step)
    finished: list[Done] = []
    for place, task in enumerate(tasks):
        if not apart and task.cause == "pull":
            task = task._replace(seen=view(plan, plan.reads[task.node], session.values_of(plan, state), left, laws))
        done = Done(task, _acted(program, state, task, left, session), order.index(place))
        finished.append(done)
        if not apart:
            state = _written_over(plan, state, done, session)
    return finished


def _taken_up(step: Acting, earlier: Sequence[Earlier]) -> list[Done]:
    """What the tasks of a step come to that was begun before: those that had finished do not run again (ER-06).

    The others run as they complete, since an answer goes to whoever asks first; those that a failure cancels (ER-04) do
    not get to ask.
    """
    program, state, tasks, left, order, session = step
    came: dict[int, Acted] = {}
    for place in order:
        past = earlier[place]
        if past.finished is not None:
            came[place] = past.finished
            continue
        came[place] = _acted(program, state, tasks[place]._replace(answers=past.answers + past.named), left, session)
        failed = came[place].error is not None
        if failed and session.offers and session.schedule.mode == "async" and session.laws.holds("ER-04"):
            session.offer(())
    return [Done(task, came[place], order.index(place)) for place, task in enumerate(tasks)]


def _acted_in_turn(step: Acting) -> list[Done]:
    """What the tasks of a team come to at the gates: each begins its own run when the one before it has ended.

    Those that a failure cancels (ER-04) have not begun.
    """
    program, state, tasks, left, order, session = step
    came: dict[int, Acted] = {}
    cancelled = False
    for place in order:
        came[place] = Acted() if cancelled else _acted(program, state, tasks[place], left, session)
        if came[place].error is not None and session.schedule.mode == "async" and len(came) < len(tasks):
            cancelled = session.laws.holds("ER-04")
    return [Done(task, came[place], order.index(place)) for place, task in enumerate(tasks)]


def _written_over(plan: Plan, state: State, done: Done, session: Session) -> State:
    """The state with the writes of this task in it, where its keys take them."""
    try:
        after = contents_after(plan, state.contents, [done], session.laws, session.ids)
    except Refused:
        return state
    wrote = dict(done.acted.writes)
    contents = [new if name in wrote else old for name, old, new in zip(plan.keys, state.contents, after)]
    return state._replace(contents=tuple(contents))


def _acted(program: Program, state: State, task: Planned, left: int, session: Session) -> Acted:
    """One task: its node, then its routers, which see the step's start and its own writes only."""
    plan, laws = program.plan, session.laws
    try:
        did = program.act(task, session.values_of(plan, state), left, session)
    except Refused as refusal:
        return Acted(error=refusal.error)
    said = did.said
    if did.error is not None or said.parent is not None or did.question:
        return Acted(
            said.writes,
            nested=did.nested,
            error=did.error,
            parent=said.parent,
            answers=did.answers,
            question=did.question,
        )
    alone = bool(said.goes) and plan.leads_on(task.node) and not laws.holds("RT-03")
    payload = task.seen if task.cause == "push" else None
    routed = Routed()
    if not alone:
        routed = routes_of(plan, state.contents, task.node, said, did.routes, left, laws, session.ids, payload)
    edges = () if alone else plan.follows.get(task.node, ())
    ways = (*edges, *said.goes, *(one for route in routed.goes for one in route))
    return Acted(
        said.writes,
        tuple([way for way in ways if isinstance(way, str) and way in plan.reads]),
        _sends(said.goes),
        tuple([_sends(route) for route in routed.goes]),
        show_all(routed.saw, session),
        did.nested,
        routed.error,
        arrives=not alone,
        ends=END in ways,
        answers=did.answers,
        recorded=_leaves_a_trace(plan, task.node, said, ways),
    )


def _leaves_a_trace(plan: Plan, node: str, said: Said, ways: Sequence[Destination]) -> bool:
    """Whether a node has anything stored before its routers have all run: END is nothing to store."""
    joins = any(node in join.sources for join in plan.joins)
    return joins or bool(said.writes) or any(way != END for way in ways)


def _sends(goes: tuple[Destination, ...]) -> tuple[Sent, ...]:
    return tuple([one for one in goes if isinstance(one, Sent)])
