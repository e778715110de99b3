"""Run a case on the specification."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Union

from .agents import TeamScript
from .cases import Action, Case, Continue, Graph, GraphScript, Invoke, Nothing, Whole
from .laws import DOCUMENTED, Chooser, Laws
from .observation import NOT_OBSERVED, Error, Observation, Ran, Snapshot
from .program import Routes
from .recording import snapshot
from .refusal import Refused, refused
from .results import Said
from .runs import Run, entered, refusing, taken_on, taken_up
from .session import Session
from .state import fresh
from .threads import Thread, after, answered, shown
from .topologies.graph import GraphProgram
from .topologies.outermost import OutermostProgram
from .values import Map

Root = Union[GraphProgram, OutermostProgram]


@dataclass(frozen=True, slots=True)
class Modelled:
    """A case's observation by the specification.

    ``hits``: the rules that were asked. ``fired``: those of them whose alternative was in force.
    ``concurrent``: the sizes of what had two parts or more running at once, in order; ``used``: which entries of the
    schedule's orders were followed. ``offered``: how many options each choice had that the rules left open.
    """

    observation: Observation
    hits: frozenset[str]
    fired: frozenset[str]
    concurrent: tuple[int, ...]
    used: frozenset[int]
    offered: tuple[int, ...] = ()


def run_case(case: Case, alternatives: frozenset[str] = DOCUMENTED, chooser: Chooser | None = None) -> Modelled:
    """What the rules say about this case.

    ``alternatives``: the rules whose alternative holds. ``chooser`` decides what the rules leave open (default: always
    the first option).
    """
    return run_under(case, Laws(alternatives, chooser))


def run_under(case: Case, laws: Laws) -> Modelled:
    """What these laws (new ones: they remember what they were asked) say about this case."""
    session = Session(laws, case.schedule)
    observation = _observed(case, session)
    return Modelled(
        observation,
        frozenset(laws.hits),
        laws.fired,
        tuple(session.concurrent),
        frozenset(session.used),
        tuple(laws.offered),
    )


def program_of(case: Case, laws: Laws) -> Root:
    """The program of a case whose topology can be built."""
    if isinstance(case.topology, Graph) and isinstance(case.script, GraphScript):
        return GraphProgram(case.topology, case.script, laws)
    if not isinstance(case.topology, Graph) and isinstance(case.script, TeamScript):
        return OutermostProgram(case.topology, case.script, laws)
    raise TypeError("the script does not belong to the topology")


def refusal_of(case: Case, laws: Laws) -> Error | None:
    """Why the case's topology cannot be built, or None."""
    if isinstance(case.topology, Graph):
        return GraphProgram.refusal(case.topology, laws)
    return OutermostProgram.refusal(case.topology, laws)


def _observed(case: Case, session: Session) -> Observation:
    refusal = refusal_of(case, session.laws)
    if refusal is not None:
        return Observation(refusal)
    program = program_of(case, session.laws)
    session.lasts = case.schedule.saver and _lasts(case)
    threads: dict[str, Thread] = {}
    actions = []
    for action in case.actions:
        ran, thread = _acted(program, action, threads.get(action.thread), session)
        if case.schedule.saver and thread is not None:
            threads[action.thread] = thread
        if case.schedule.history and case.schedule.saver:
            ran = _looked_at(program, ran, thread, session)
        actions.append(ran)
    return Observation(None, tuple(actions))


def _lasts(case: Case) -> bool:
    """Whether what a run leaves unfinished on its thread matters to anything after it."""
    return case.schedule.history or not all(isinstance(action, Invoke) for action in case.actions)


def _looked_at(program: Root, ran: Ran, thread: Thread | None, session: Session) -> Ran:
    """What the action did, and what its thread shows then."""
    if thread is None:
        return replace(ran, snapshot=Snapshot(Map(), ()), history=())
    return replace(ran, snapshot=shown(program.plan, thread, session), history=thread.saved)


def _acted(program: Root, action: Action, thread: Thread | None, session: Session) -> tuple[Ran, Thread | None]:
    """One action on a thread, None where nothing has happened on it: what it did, and the thread as it leaves it."""
    session.limit = action.limit
    session.offer(())
    routes = program.entry(session)
    try:
        if isinstance(action, Invoke):
            return _given(program, _input(program, action, session), thread, routes, session)
        if thread is None:
            return _given(program, _without_thread(action, session), None, routes, session)
        return _went_on(program, answered(program.plan, thread, action, session), routes, session)
    except Refused as refusal:
        return Ran(NOT_OBSERVED, (), (), refusal.error, NOT_OBSERVED), thread


def _input(program: Root, action: Invoke, session: Session) -> Said | Error:
    """The input as START writes it, or what START says of it. Refused where it is no input at all."""
    try:
        return program.given(action, session)
    except Refused as refusal:
        if not session.lasts or action.input in (Nothing(), Whole(None)):
            raise
        return refusal.error


def _without_thread(action: Action, session: Session) -> Said:
    """The input that an action stands for on a thread on which nothing has happened. Refused where it is none."""
    if isinstance(action, Continue):
        if session.laws.holds("RT-20"):
            raise refused("EmptyInputError")
    elif not session.schedule.saver:
        if session.laws.holds("IN-16"):
            raise refused("RuntimeError")
    elif session.laws.holds("RT-24"):
        raise refused("EmptyInputError")
    return Said()


def _given(
    program: Root, given: Said | Error, thread: Thread | None, routes: Routes, session: Session
) -> tuple[Ran, Thread]:
    """New input on a thread."""
    plan = program.plan
    thread = thread or Thread(fresh(plan))
    before = taken_up(plan, thread.state, session)
    if isinstance(given, Error):
        ended = refusing(before, given)
    else:
        ended = entered(program, before, given, routes, session.limit, session)
    began = thread._replace(given=(given,), plain=())
    values = snapshot(plan, before, session) if session.lasts else None  # else nobody looks at the checkpoints
    return _told(program, ended, session), after(plan, began, ended, values, session)


def _went_on(program: Root, thread: Thread, routes: Routes, session: Session) -> tuple[Ran, Thread]:
    """What is under way on a thread goes on."""
    given = thread.given[0] if thread.given else None
    before = thread.state._replace(due=())
    if isinstance(given, Error):
        ended = refusing(before, given)
    elif given is not None:
        limit = session.limit if session.laws.holds("ER-21") else session.limit + 1
        session.offer(())  # the answer is for what asks beside START: nothing does
        ended = entered(program, before, given, routes, limit, session, thread.routed)
    else:
        ended = taken_on(program, thread.state, thread.earlier, session.limit, session)
    return _told(program, ended, session), after(program.plan, thread, ended, None, session)


def _told(program: Root, ended: Run, session: Session) -> Ran:
    """What a run shows."""
    if isinstance(program, OutermostProgram):
        ended = program.settled(ended, session.limit, session)
    error = Error("ParentCommand") if ended.parents else ended.error
    result = NOT_OBSERVED if error is not None else session.show(ended.result)
    entry = ended.entry if isinstance(program, GraphProgram) else ()  # the routers of teams are the library's own
    return Ran(ended.begin, entry, ended.steps, error, result)
