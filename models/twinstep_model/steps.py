"""One super-step: its tasks, and how it ends.

Rules SS-04, SS-05, SS-09, CH-22, ER-01, ER-03 to ER-05, ER-09, SG-10, SG-14, SG-16.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, Union

from .acting import Acting, all_acted
from .boundary import BoundaryRefused, committed, in_writing_order
from .leftovers import after_refusal, left_behind, left_of
from .observation import NOT_OBSERVED, Error, NotObserved, Step
from .plan import Plan
from .program import Program
from .recording import End, recorded, snapshot
from .refusal import Refused
from .results import Said
from .session import Session
from .state import State, as_map, view
from .tasks import Done, Earlier, Planned
from .values import Map, Value


class Ended(NamedTuple):
    """How a step ended. ``state`` is the next one, or the step's own where it failed or was left by a command.

    ``writes``: what was committed, or what tasks that raised parent commands wrote beside them; ``beside``: what the
    other tasks of such a step had finished. ``tasks``: those of the next step. ``earlier``: what is left of each task
    of a step that is still under way; ``paused``: it waits for answers.
    """

    step: Step
    state: State
    writes: tuple[tuple[str, Value], ...] = ()
    error: Union[Error, None] = None
    parents: tuple[Said, ...] = ()
    tasks: tuple[Planned, ...] = ()
    beside: tuple[tuple[str, Value], ...] = ()
    earlier: tuple[Earlier, ...] = ()
    paused: bool = False


def planned(plan: Plan, state: State, left: int, session: Session) -> tuple[Planned, ...]:
    """A step's tasks: those of Sends in their order, then the triggered ones by node name (SS-04, SS-05).

    A Send to a node that does not exist gives none. ``left``: as in `stepped`.
    """
    laws = session.laws
    if not state.due and not state.sends:
        return ()
    values = session.values_of(plan, state)
    pushes = [Planned(sent.node, "push", sent.payload, sent.calling) for sent in state.sends if sent.node in plan.reads]
    if any(isinstance(task.seen, Map) for task in pushes) and not plan.answers and not laws.holds("SS-09"):
        pushes = [task._replace(seen=_laid_over(plan, task, values)) for task in pushes]
    due = list(state.due)
    if len(due) > 1 and not laws.holds("SS-05"):
        due.sort(key=plan.nodes.index)
    pulls = [
        Planned(name, "pull", view(plan, plan.reads[name], values, left, laws)) for name in due if name in plan.reads
    ]
    if pushes and pulls and not laws.holds("SS-04"):
        return (*pulls, *pushes)
    return (*pushes, *pulls)


def stepped(
    program: Program,
    state: State,
    tasks: Sequence[Planned],
    left: int,
    session: Session,
    earlier: Sequence[Earlier] = (),
) -> Ended:
    """Run one super-step. ``left`` is how many steps the run may still make, this one included. ``earlier``: what
    earlier runs left of each task, where the step was begun before."""
    order = session.order(len(tasks))
    finished = all_acted(Acting(program, state, tasks, left, order, session), earlier)
    acted = [done.acted for done in finished]
    kept = [place for place, one in enumerate(earlier) if one.finished is not None]
    failed = [place for place in order if acted[place].error is not None and place not in kept]
    parents = [place for place, one in enumerate(acted) if one.parent is not None]
    if failed:
        return _failed(program.plan, state, finished, order, failed, parents, session, earlier)
    if parents:
        return _left(program.plan, state, finished, parents, left, session)
    if any(one.question for one in acted):
        return _paused(program.plan, state, finished, kept, session)
    return _closed(program.plan, state, finished, left, session, kept)


def _laid_over(plan: Plan, task: Planned, values: dict[str, Value]) -> Value:
    fields = dict(task.seen.items) if isinstance(task.seen, Map) else {}
    return as_map({name: values[name] for name in plan.reads[task.node].keys if name in values} | fields)


def _paused(plan: Plan, state: State, finished: Sequence[Done], kept: Sequence[int], session: Session) -> Ended:
    """A step in which tasks wait for answers: the others run to their end, and nothing is committed yet."""
    ends: list[End] = ["paused" if done.acted.question else "ok" for done in finished]
    for place in kept:
        ends[place] = "kept"
    earlier = tuple([left_of(done.acted) for done in finished])
    return Ended(recorded(plan, finished, ends, session), state, earlier=earlier, paused=True)


def _closed(
    plan: Plan, state: State, finished: Sequence[Done], left: int, session: Session, kept: Sequence[int] = ()
) -> Ended:
    """A step whose tasks all finished: its writes are committed, or its boundary fails (ER-09, CH-22)."""
    laws = session.laws
    ends: list[End] = ["kept" if place in kept else "ok" for place in range(len(finished))]
    try:
        after = committed(plan, state, finished, laws, session.ids)
    except BoundaryRefused as refusal:
        values: Map | NotObserved = NOT_OBSERVED
        if not laws.holds("ER-09"):
            state = state._replace(contents=refusal.contents)
            values = snapshot(plan, state, session)
        if not laws.holds("CH-22"):
            ends[_last_writer(plan, finished, refusal.key, session)] = "error"
        step = recorded(plan, finished, ends, session, values, error=refusal.error)
        return Ended(step, state, error=refusal.error, earlier=after_refusal(finished, session))
    tasks = planned(plan, after, left - 1, session)
    upcoming = tuple(sorted([task.node for task in tasks]))
    step = recorded(plan, finished, ends, session, snapshot(plan, after, session), upcoming)
    return Ended(step, after, tuple([write for done in finished for write in done.acted.writes]), tasks=tasks)


def _last_writer(plan: Plan, finished: Sequence[Done], key: str, session: Session) -> int:
    writers = [done for done in in_writing_order(plan, finished, session.laws) if key in dict(done.acted.writes)]
    return list(finished).index(writers[-1])


def _failed(
    plan: Plan,
    state: State,
    finished: Sequence[Done],
    order: Sequence[int],
    failed: Sequence[int],
    parents: Sequence[int],
    session: Session,
    earlier: Sequence[Earlier] = (),
) -> Ended:
    """A step in which a task failed commits nothing; the first exception surfaces (ER-01, ER-05).

    Sync runs cannot stop what has started, so any failure of the step may be the one that surfaces; async runs
    cancel the rest at the first. A parent command that was made may surface instead (SG-16).
    """
    laws = session.laws
    is_async = session.schedule.mode == "async"
    first = failed[0]
    kept = [place for place, one in enumerate(earlier) if one.finished is not None]
    before = [place for place in order[: order.index(first)] if place not in parents and place not in kept]
    ends: list[End] = ["ok" if place in before else "open" for place in range(len(finished))]
    if not is_async and before and not laws.holds("ER-03"):
        ends = ["open"] * len(finished)
    cancels = is_async and (len(before) == len(finished) - 1 or laws.holds("ER-04"))
    if is_async and not cancels:
        ends = ["open" if place in failed or place in parents else "ok" for place in range(len(finished))]
    for place, end in enumerate(ends):
        if end == "ok" and finished[place].acted.question:
            ends[place] = "paused"
    for place in kept:
        ends[place] = "kept"
    ends[first] = "error"
    behind = left_behind(finished, ends, first, cancels, earlier, session) if session.lasts else ()
    step = recorded(
        plan, [_hidden(done) if end == "open" else done for done, end in zip(finished, ends)], ends, session
    )
    commands = [place for place in parents if not cancels or finished[place].finished < finished[first].finished]
    if commands and not laws.holds("SG-16"):
        surfaced = laws.choose(("error", "command"), "what surfaces: the error or the parent command")
        if surfaced == "command":
            return Ended(step, state, (), None, _surviving(finished, commands, session))
    if before and not laws.holds("ER-01"):
        try:
            state = committed(plan, state, [finished[place] for place in sorted(before)], laws, session.ids)
            step = replace(step, values=snapshot(plan, state, session))
        except Refused:
            pass  # a boundary that fails commits nothing of them either
    errors = list(dict.fromkeys(finished[place].acted.error for place in (failed[:1] if cancels else failed)))
    if len(errors) > 1 and not laws.holds("ER-05"):
        return Ended(step, state, error=laws.choose(errors, "which of several errors surfaces"), earlier=behind)
    return Ended(step, state, error=errors[0], earlier=behind)


def _hidden(done: Done) -> Done:
    """The task without the runs inside it: what it still does after a failure is a race."""
    return done._replace(acted=done.acted._replace(nested=()))


def _left(
    plan: Plan, state: State, finished: Sequence[Done], parents: Sequence[int], left: int, session: Session
) -> Ended:
    """A step that was left by parent commands: its own graph commits nothing more, the parent applies them."""
    laws = session.laws
    ends: list[End] = ["open" if n in parents else "ok" for n in range(len(finished))]
    others = [done for n, done in enumerate(finished) if n not in parents]
    beside = tuple([write for done in others for write in done.acted.writes])
    local = tuple([write for n in parents for write in finished[n].acted.writes])
    commands = _surviving(finished, parents, session)
    if not laws.holds("SG-10"):
        try:
            after = committed(plan, state, others, laws, session.ids)
        except BoundaryRefused as refusal:
            return Ended(recorded(plan, finished, ends, session), state, error=refusal.error)
        tasks = planned(plan, after, left - 1, session)
        return Ended(recorded(plan, finished, ends, session), after, local, None, commands, tasks, beside)
    return Ended(recorded(plan, finished, ends, session), state, local, None, commands, beside=beside)


def _surviving(finished: Sequence[Done], parents: Sequence[int], session: Session) -> tuple[Said, ...]:
    """The parent commands that are applied: all of them, in task order (SG-14)."""
    commands = [command for n in parents if (command := finished[n].acted.parent) is not None]
    if len(commands) > 1 and not session.laws.holds("SG-14"):
        return (session.laws.choose(list(dict.fromkeys(commands)), "which of several parent commands survives"),)
    return tuple(commands)
