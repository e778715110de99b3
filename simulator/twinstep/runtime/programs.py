"""A topology as it is run: the real graph of a case, how its chunks are read, and what must watch it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from twinstep_model.agents import Agent, Team, ToolGraph
from twinstep_model.cases import Case, Graph, GraphScript, Schedule
from twinstep_model.values import Value

from . import callers, canonical, forms, graphs, teams, toolgates
from .gates import Gates
from .inputs import Inputs, overwritten
from .nodes import Play
from .observe import Reading
from .schemas import schemas


@dataclass(frozen=True, slots=True)
class Program:
    """A built topology, ready to run. ``play`` is None for a team, whose script is found by a context variable.

    ``listed``: the state is a message list, of a program whose inputs are spelt with the key ``messages``.
    """

    graph: Any
    state_class: Any
    reading: Reading
    play: Play | None
    callbacks: list[Any]
    subgraphs: bool
    listed: bool = False


class Refused(Exception):
    """LangGraph refuses the topology, for this reason."""

    def __init__(self, reason: Exception) -> None:
        self.reason = reason


def build(case: Case, gates: Gates | None, saver: Any) -> Program:
    """The program of a case. Raises Refused where the library refuses it."""
    known = canonical.known(case)
    if not isinstance(case.topology, Graph):
        return _team(case.topology, case.schedule, known, gates, saver)
    assert isinstance(case.script, GraphScript), "a plain graph has a script of nodes"
    return _graph(case.topology, case.script, case.schedule, known, gates, saver)


def _graph(
    topology: Graph, script: GraphScript, schedule: Schedule, known: canonical.Known, gates: Gates | None, saver: Any
) -> Program:
    def read(thing: Any) -> Value:
        return canonical.value(thing, known)

    types = schemas(topology)
    play = Play(script, known, gates)
    try:
        graph = graphs.build(topology, types, play, schedule.mode, saver)
    except Exception as reason:  # any refusal is an observation
        raise Refused(reason) from reason
    root = topology.form == "root"
    whole = topology.outputs is None and not topology.private
    reading = Reading(read, read, lambda thing, _: read(thing), root=root, values_only=saver is None and whole)
    return Program(graph, types.state, reading, play, [], subgraphs=False)


def _team(topology: Team, schedule: Schedule, known: canonical.Known, gates: Gates | None, saver: Any) -> Program:
    try:
        graph = teams.build(topology, saver)
    except Exception as reason:  # any refusal is an observation
        raise Refused(reason) from reason
    each, listed = [isinstance(topology, ToolGraph) and topology.form == form for form in ("each", "list")]
    hidden = isinstance(topology, Agent) and topology.pre == "view"  # it writes a key that is none of the output's

    def read_input(thing: Any) -> Value:
        return forms.task_input(thing, known, each)

    callbacks: list[Any] = []
    inputs = Inputs(read_input)
    if gates is not None:
        handler = toolgates.SyncToolGates if schedule.mode == "sync" else toolgates.AsyncToolGates
        callbacks.append(handler(gates))
    elif overwritten(topology):
        callbacks.append(inputs)
    reading = Reading(
        task_input=read_input,
        state=lambda thing: canonical.value(thing, known),
        nested_state=lambda thing, member: forms.nested_state(thing, member, known),
        at_once=callers.reader(topology, graph),
        inputs=inputs.seen,
        root=listed,
        values_only=saver is None and not hidden,
    )
    return Program(graph, None, reading, None, callbacks, True, listed)
