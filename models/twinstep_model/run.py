"""Run a case on the specification."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from .agents import TeamScript
from .cases import Case, Graph, GraphScript, Invoke
from .laws import DOCUMENTED, Chooser, Laws
from .observation import NOT_OBSERVED, Error, Observation, Ran
from .refusal import Refused
from .runs import run
from .session import Session
from .state import State, fresh
from .topologies.graph import GraphProgram
from .topologies.outermost import OutermostProgram

Root = Union[GraphProgram, OutermostProgram]


@dataclass(frozen=True, slots=True)
class Modelled:
    """A case's observation by the specification.

    ``hits``: the rules that were asked. ``fired``: those of them whose alternative was in force.
    ``concurrent``: the sizes of what had two parts or more running at once, in order; ``used``: which entries of the
    schedule's orders were followed.
    """

    observation: Observation
    hits: frozenset[str]
    fired: frozenset[str]
    concurrent: tuple[int, ...]
    used: frozenset[int]


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
    return Modelled(observation, frozenset(laws.hits), laws.fired, tuple(session.concurrent), frozenset(session.used))


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
    threads: dict[str, State] = {}
    actions = []
    for action in case.actions:
        state = threads.get(action.thread) if case.schedule.saver else None
        ran, after = _acted(program, action, state if state is not None else fresh(program.plan), session)
        threads[action.thread] = after
        actions.append(ran)
    return Observation(None, tuple(actions))


def _acted(program: Root, action: Invoke, state: State, session: Session) -> tuple[Ran, State]:
    """One action on a thread in this state: what it did, and the state it leaves."""
    session.limit = action.limit
    routes = program.entry(session)
    try:
        given = program.given(action, session)
    except Refused as refusal:
        return Ran(NOT_OBSERVED, (), (), refusal.error, NOT_OBSERVED), state
    ended = run(program, state, given, routes, action.limit, session)
    if isinstance(program, OutermostProgram):
        ended = program.settled(ended, action.limit, session)
    error = Error("ParentCommand") if ended.parents else ended.error
    result = NOT_OBSERVED if error is not None else session.show(ended.result)
    entry = ended.entry if isinstance(program, GraphProgram) else ()  # the routers of teams are the library's own
    return Ran(ended.begin, entry, ended.steps, error, result), ended.state
