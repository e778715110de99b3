"""One run of one graph: input, then super-step after super-step, until nothing is due or something fails.

Rules SS-01, SS-03, RT-16, RT-19 to RT-21, CH-08, WR-05, ER-13, ER-14, SG-10, SG-17.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Union

from .boundary import committed, contents_after, discarded, in_writing_order
from .cases import END, START
from .channels import changed, forgotten, replaced, unwritten
from .observation import NOT_OBSERVED, Error, NotObserved, Step
from .plan import ROOT, Plan
from .program import Program, Routes
from .recording import show_all, snapshot
from .refusal import Refused
from .results import Destination, Said
from .routing import Routed, routes_of
from .session import Session
from .state import Sent, State, as_map, view
from .steps import planned, stepped
from .tasks import Acted, Done, Earlier, Planned
from .values import Map, Value

LIMIT_REACHED = Error("GraphRecursionError", "GRAPH_RECURSION_LIMIT")


class Run(NamedTuple):
    """A finished run. ``state`` is what the thread keeps, ``result`` what `invoke` returns when there is no error.

    ``parents``: the parent commands that ended it; ``kept``: what is written beside them by the tasks that raised
    them, ``beside``: what the other tasks of that step had written. ``earlier``: what is left of each task of a
    step that is still under way; ``routed``: where START led whose input is still to be written.
    """

    state: State
    begin: Union[Map, NotObserved] = NOT_OBSERVED
    entry: tuple[tuple[str, Value], ...] = ()
    steps: tuple[Step, ...] = ()
    error: Union[Error, None] = None
    result: Value = None
    parents: tuple[Said, ...] = ()
    kept: tuple[tuple[str, Value], ...] = ()
    beside: tuple[tuple[str, Value], ...] = ()
    earlier: tuple[Earlier, ...] = ()
    routed: Union[Routed, None] = None


def run(program: Program, state: State, given: Said, routes: Routes, limit: int, session: Session) -> Run:
    """Run a graph on a thread with new input; what was unfinished on it is dropped.

    ``given``: the input as START writes it. ``routes``: what START's routers return. ``limit``: the recursion limit.
    """
    return entered(program, taken_up(program.plan, state, session), given, routes, limit, session)


def entered(
    program: Program,
    before: State,
    given: Said,
    routes: Routes,
    limit: int,
    session: Session,
    routed: Routed | None = None,
) -> Run:
    """Run a graph from START.

    ``before``: the state it begins with. ``routed``: where START led before, None where its routers are to be asked.
    """
    plan, laws = program.plan, session.laws
    entry: tuple[tuple[str, Value], ...] = ()
    if routed is None:
        routed = routes_of(plan, before.contents, START, given, routes, limit + 1, laws, session.ids)
        entry = show_all(routed.saw, session)
    if routed.error is not None:
        left = routed._replace(error=None) if _recorded(plan, given, session) else None
        return Run(before._replace(due=(START,)), entry=entry, error=routed.error, routed=left)
    try:
        state = begun(plan, before, given, routed.goes, session)
    except Refused as refusal:
        kept = session.lasts and not laws.holds("ER-19")
        return refusing(before, refusal.error)._replace(entry=entry, routed=routed if kept else None)
    begin = snapshot(plan, state, session)
    result = state if _changed(plan, before, state, given.writes, session) else None
    tasks: Sequence[Planned] = planned(plan, state, limit, session)
    if tasks and given.writes and not laws.holds("SS-03"):
        tasks = _seeing(plan, tasks, before, limit, session)
    return _ran(program, Run(state, begin, entry), result, tasks, (), limit, session)


def refusing(state: State, error: Error) -> Run:
    """A run whose START refuses the input."""
    return Run(state._replace(due=(START,)), error=error)


def _recorded(plan: Plan, given: Said, session: Session) -> bool:
    """Whether START counts as gone through though one of its routers failed (CP-09)."""
    stored = given.writes or plan.follows.get(START)
    return bool(stored) and session.lasts and not session.laws.holds("CP-09")


def taken_on(program: Program, state: State, earlier: Sequence[Earlier], limit: int, session: Session) -> Run:
    """Run a graph on from where its thread stopped, without new input.

    ``earlier``: what is left of each task of the step that was under way, () where none was begun.
    """
    allowed = limit if session.laws.holds("ER-21") else limit + 2
    begin = snapshot(program.plan, state, session)
    tasks = planned(program.plan, state, allowed, session)
    if any(past.finished for past in earlier) and not session.laws.holds("ER-06"):
        earlier = [past._replace(finished=None) for past in earlier]
    return _ran(program, Run(state, begin), state, tasks, earlier, allowed, session)


def live(plan: Plan, state: State, earlier: Sequence[Earlier], session: Session) -> State:
    """The state with the writes of those tasks of its step in it that have finished.

    Raises Refused where a key does not take them.
    """
    tasks = planned(plan, state, session.limit, session)
    finished = [Done(task, past.finished) for task, past in zip(tasks, earlier) if past.finished is not None]
    if not finished:
        return state
    ordered = in_writing_order(plan, finished, session.laws)
    return state._replace(contents=contents_after(plan, state.contents, ordered, session.laws, session.ids))


def _ran(
    program: Program,
    begun: Run,
    result: State | None,
    tasks: Sequence[Planned],
    earlier: Sequence[Earlier],
    limit: int,
    session: Session,
) -> Run:
    """Super-step after super-step. ``begun``: the run so far; ``result``: the state that its caller would be shown."""
    plan, laws = program.plan, session.laws
    state, begin, entry = begun.state, begun.begin, begun.entry
    parents: tuple[Said, ...] = ()
    kept: tuple[tuple[str, Value], ...] = ()
    beside: tuple[tuple[str, Value], ...] = ()
    steps: list[Step] = []
    spent = 0
    while True:
        if spent >= limit and (tasks or not laws.holds("ER-13")):
            if tasks and not laws.holds("ER-14"):
                return Run(state, begin, entry, tuple(steps), None, _result(plan, result, session))
            return Run(state, begin, entry, tuple(steps), LIMIT_REACHED)
        if not tasks:
            outcome = _result(plan, result, session)
            return Run(state, begin, entry, tuple(steps), None, outcome, parents, kept, beside)
        ended = stepped(program, state, tasks, limit - spent, session, earlier)
        steps.append(ended.step)
        if ended.paused:
            return _at_rest(plan, Run(state, begin, entry, tuple(steps), earlier=ended.earlier), session)
        session.offer(())
        earlier = ()
        spent += 1 + _counted_inside(ended.step, session)
        if ended.error is not None or (ended.parents and ended.state is state):
            found = (ended.parents, ended.writes, ended.beside)
            return Run(ended.state, begin, entry, tuple(steps), ended.error, None, *found, ended.earlier)
        if ended.parents:
            parents, kept, beside = parents + ended.parents, kept + ended.writes, beside + ended.beside
        if _changed(plan, state, ended.state, ended.writes + ended.beside, session):
            result = ended.state
        state, tasks = ended.state, ended.tasks


def _at_rest(plan: Plan, run: Run, session: Session) -> Run:
    """The run that waits for answers: its caller is shown the state with what the finished tasks wrote (IN-23)."""
    try:
        result = _result(plan, live(plan, run.state, run.earlier, session), session)
    except Refused as refusal:
        return run._replace(error=refusal.error)
    if not isinstance(result, Map) and session.laws.holds("IN-23"):
        result = Map()
    return run._replace(result=result)


def _counted_inside(step: Step, session: Session) -> int:
    """How many super-steps of nested runs count against this run's limit: none (SG-17)."""
    inside = sum([len(task.nested) for task in step.tasks])
    return inside if inside and not session.laws.holds("SG-17") else 0


def taken_up(plan: Plan, state: State, session: Session) -> State:
    """The thread's state when a run with new input takes it up: what was unfinished is dropped (RT-21)."""
    laws = session.laws
    contents = tuple([forgotten(key, content, laws) for key, content in zip(plan.keys.values(), state.contents)])
    state = state._replace(contents=contents, released=frozenset())
    if state.arrived and not laws.holds("RT-16"):
        state = state._replace(arrived=frozenset())
    if (state.due or state.sends) and laws.holds("RT-21"):
        return discarded(plan, state, laws)
    return state


def begun(plan: Plan, state: State, given: Said, goes: tuple[tuple[Destination, ...], ...], session: Session) -> State:
    """The state after START: the input is written, and what edges and routers of START lead to is due."""
    laws = session.laws
    edges = plan.follows.get(START, ())
    ways = (*edges, *(one for route in goes for one in route))
    if plan.unreached and not laws.holds("SS-01"):
        ways += plan.unreached
    acted = Acted(
        _input(plan, given.writes, session),
        tuple([way for way in ways if isinstance(way, str) and way in plan.reads]),
        routed=tuple([tuple([one for one in route if isinstance(one, Sent)]) for route in goes]),
        ends=END in ways,
    )
    after = committed(plan, state, [Done(Planned(START, "pull", None), acted)], laws, session.ids)
    faded = tuple([unwritten(key, content, laws) for key, content in zip(plan.keys.values(), after.contents)])
    if faded != after.contents and not laws.holds("WR-05"):
        after = after._replace(contents=faded)
    left_over = tuple(name for name in state.due if name != START)
    if left_over or state.sends:
        return after._replace(due=tuple(sorted({*after.due, *left_over})), sends=state.sends + after.sends)
    return after


def _input(plan: Plan, writes: tuple[tuple[str, Value], ...], session: Session) -> tuple[tuple[str, Value], ...]:
    """The input's writes: they go through reducers like any other (CH-08)."""
    if not writes or session.laws.holds("CH-08"):
        return writes
    return tuple((name, value) for name, write in writes for value in replaced(plan.keys[name], (write,)))


def _seeing(plan: Plan, tasks: Sequence[Planned], state: State, left: int, session: Session) -> list[Planned]:
    """The same tasks, shown another state."""
    values = session.values_of(plan, state)
    return [
        task._replace(seen=view(plan, plan.reads[task.node], values, left, session.laws))
        if task.cause == "pull"
        else task
        for task in tasks
    ]


def _changed(plan: Plan, old: State, new: State, writes: tuple[tuple[str, Value], ...], session: Session) -> bool:
    """Whether these writes changed an output key, so that the caller is shown the new values (ST-01)."""
    given: dict[str, list[Value]] = {}
    for name, value in writes:
        if name in plan.outputs:
            given.setdefault(name, []).append(value)
    if not given:
        return False
    values = session.values_of(plan, new)
    return any(
        name in values and changed(key, old.contents[place], new.contents[place], given[name])
        for place, (name, key) in enumerate(plan.keys.items())
        if name in given
    )


def _result(plan: Plan, state: State | None, session: Session) -> Value:
    """What `invoke` returns: the output keys, as they were after the last step that changed one (ST-01)."""
    if state is None:
        return None
    values = session.values_of(plan, state)
    if plan.root:
        return values.get(ROOT)
    return as_map({name: values[name] for name in plan.outputs if name in values})
