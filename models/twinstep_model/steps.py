"""One super-step: its tasks, what each comes to, and how the step ends.

Rules SS-02, SS-04, SS-05, SS-09, RT-03, CH-22, ER-01, ER-03 to ER-05, ER-09, SG-10, SG-14, SG-16.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, Union

from .boundary import BoundaryRefused, committed, contents_after, in_writing_order
from .cases import END
from .observation import NOT_OBSERVED, Error, NotObserved, Step, Task
from .plan import Plan
from .program import Program
from .refusal import Refused
from .results import Destination, Said
from .routing import Routed, routes_of
from .session import Session
from .state import Sent, State, as_map, view
from .tasks import Acted, Done, Earlier, Planned
from .values import Foreign, Map, Value

End = Literal["ok", "error", "open", "paused", "kept"]


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
    finished = _all_acted(program, state, tasks, left, order, session, earlier)
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


def snapshot(plan: Plan, state: State, session: Session) -> Map:
    """The committed values as observations show them."""
    values = session.values_of(plan, state)
    if state.sends and not session.laws.holds("WR-10"):
        values = values | {"__pregel_tasks": tuple(Foreign("Send") for _ in state.sends)}
    return Map(tuple([(name, session.show(value)) for name, value in sorted(values.items())]))


def show_all(saw: tuple[tuple[str, Value], ...], session: Session) -> tuple[tuple[str, Value], ...]:
    """Pairs of a name and a value as observations show them."""
    return tuple([(name, session.show(value)) for name, value in saw])


def _laid_over(plan: Plan, task: Planned, values: dict[str, Value]) -> Value:
    fields = dict(task.seen.items) if isinstance(task.seen, Map) else {}
    return as_map({name: values[name] for name in plan.reads[task.node].keys if name in values} | fields)


def _all_acted(
    program: Program,
    state: State,
    tasks: Sequence[Planned],
    left: int,
    order: Sequence[int],
    session: Session,
    earlier: Sequence[Earlier],
) -> list[Done]:
    """What every task comes to: each sees the state at the step's start, and nothing of the others (SS-02)."""
    if earlier or session.offers:
        return _taken_up(program, state, tasks, left, order, session, earlier or [Earlier()] * len(tasks))
    plan, laws = program.plan, session.laws
    apart = len(tasks) == 1 or laws.holds("SS-02")
    if apart and plan.nests and session.schedule.gates:
        return _acted_in_turn(program, state, tasks, left, order, session)
    finished: list[Done] = []
    for place, task in enumerate(tasks):
        if not apart and task.cause == "pull":
            task = task._replace(seen=view(plan, plan.reads[task.node], session.values_of(plan, state), left, laws))
        done = Done(task, _acted(program, state, task, left, session), order.index(place))
        finished.append(done)
        if not apart:
            state = _written_over(plan, state, done, session)
    return finished


def _taken_up(
    program: Program,
    state: State,
    tasks: Sequence[Planned],
    left: int,
    order: Sequence[int],
    session: Session,
    earlier: Sequence[Earlier],
) -> list[Done]:
    """What the tasks of a step come to that was begun before: those that had finished do not run again (ER-06).

    The others run as they complete, since an answer goes to whoever asks first; those that a failure cancels (ER-04) do
    not get to ask.
    """
    came: dict[int, Acted] = {}
    for place in order:
        past = earlier[place]
        if past.finished is not None:
            came[place] = past.finished
            continue
        came[place] = _acted(program, state, tasks[place]._replace(answers=past.answers + past.named), left, session)
        if came[place].error is not None and session.schedule.mode == "async":
            session.offer(())
    return [Done(task, came[place], order.index(place)) for place, task in enumerate(tasks)]


def _acted_in_turn(
    program: Program, state: State, tasks: Sequence[Planned], left: int, order: Sequence[int], session: Session
) -> list[Done]:
    """What the tasks of a team come to at the gates: each begins its own run when the one before it has ended.

    Those that a failure cancels (ER-04) have not begun.
    """
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


def _paused(plan: Plan, state: State, finished: Sequence[Done], kept: Sequence[int], session: Session) -> Ended:
    """A step in which tasks wait for answers: the others run to their end, and nothing is committed yet."""
    ends: list[End] = ["paused" if done.acted.question else "ok" for done in finished]
    for place in kept:
        ends[place] = "kept"
    earlier = tuple([left_of(done.acted) for done in finished])
    return Ended(_recorded(plan, finished, ends, session), state, earlier=earlier, paused=True)


def left_of(acted: Acted) -> Earlier:
    """What is left of a task that ran to its end, or to a question."""
    return Earlier(None if acted.question else acted, acted.answers, acted.question)


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
        step = _recorded(plan, finished, ends, session, values, error=refusal.error)
        return Ended(step, state, error=refusal.error, earlier=_after_refusal(finished, session))
    tasks = planned(plan, after, left - 1, session)
    upcoming = tuple(sorted([task.node for task in tasks]))
    step = _recorded(plan, finished, ends, session, snapshot(plan, after, session), upcoming)
    return Ended(step, after, tuple([write for done in finished for write in done.acted.writes]), tasks=tasks)


def _after_refusal(finished: Sequence[Done], session: Session) -> tuple[Earlier, ...]:
    """What is left of the tasks of a step whose boundary failed: they run again when the run goes on (ER-19)."""
    if not session.lasts:
        return ()
    if session.laws.holds("ER-19"):
        return tuple([Earlier(None, done.acted.answers) for done in finished])
    return tuple([Earlier(done.acted, done.acted.answers) for done in finished])


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
    behind = _left_behind(finished, ends, first, cancels, earlier, session) if session.lasts else ()
    step = _recorded(
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


def _left_behind(
    finished: Sequence[Done],
    ends: Sequence[End],
    first: int,
    cancels: bool,
    earlier: Sequence[Earlier],
    session: Session,
) -> tuple[Earlier, ...]:
    """What is left of the tasks of a step that failed: of those that had finished their results, of the failed one its
    answers. A synchronous run cannot stop the others, and may or may not keep what they still do (ER-20)."""
    left: list[Earlier] = []
    for place, (done, end) in enumerate(zip(finished, ends)):
        past = earlier[place] if earlier else Earlier()
        if end == "kept":
            left.append(past)
        elif end != "open":
            left.append(_stored(done.acted, past, session) if place == first else left_of(done.acted))
        elif cancels:
            left.append(_unheard(past, session))
        else:
            lost = _again(done.acted, past, session)
            saved = _stored(done.acted, past, session) if done.acted.error is not None else left_of(done.acted)
            options = (saved, lost) if session.laws.holds("ER-20") else (lost,)
            left.append(session.laws.choose(tuple(dict.fromkeys(options)), "what a task beside a failure leaves"))
    return tuple(left)


def _stored(acted: Acted, past: Earlier, session: Session) -> Earlier:
    """What is left of a task that failed: it runs again, also where a part of its result was stored (CP-09)."""
    if acted.recorded and not session.laws.holds("CP-09"):
        return Earlier(acted._replace(error=None), acted.answers)
    return _again(acted, past, session)


def _again(acted: Acted, past: Earlier, session: Session) -> Earlier:
    """What is left of a task that will run again: a question that it had asked stays until it is answered (CP-10)."""
    answered = len(acted.answers) > len(past.answers)
    if not answered and past.named:
        return _unheard(past, session)
    if not past.question or (answered and session.laws.holds("CP-10")):
        return Earlier(None, acted.answers)
    return Earlier(None, acted.answers, past.question)


def _unheard(past: Earlier, session: Session) -> Earlier:
    """What is left of a task that did not get to ask: an answer that is addressed to it waits for it (IN-22)."""
    if past.named and session.laws.holds("IN-22"):
        return Earlier(None, past.answers + past.named)
    return past._replace(named=())


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
            return Ended(_recorded(plan, finished, ends, session), state, error=refusal.error)
        tasks = planned(plan, after, left - 1, session)
        return Ended(_recorded(plan, finished, ends, session), after, local, None, commands, tasks, beside)
    return Ended(_recorded(plan, finished, ends, session), state, local, None, commands, beside=beside)


def _surviving(finished: Sequence[Done], parents: Sequence[int], session: Session) -> tuple[Said, ...]:
    """The parent commands that are applied: all of them, in task order (SG-14)."""
    commands = [command for n in parents if (command := finished[n].acted.parent) is not None]
    if len(commands) > 1 and not session.laws.holds("SG-14"):
        return (session.laws.choose(list(dict.fromkeys(commands)), "which of several parent commands survives"),)
    return tuple(commands)


def _recorded(
    plan: Plan,
    finished: Sequence[Done],
    ends: Sequence[End],
    session: Session,
    values: Map | NotObserved = NOT_OBSERVED,
    upcoming: tuple[str, ...] | NotObserved = NOT_OBSERVED,
    error: Error | None = None,
) -> Step:
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
