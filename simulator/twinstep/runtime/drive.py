"""Runs one case in the real library and records what it shows."""

from __future__ import annotations

import asyncio
import contextvars
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver

from twinstep_model.agents import Agent, Team, TeamScript, ToolGraph
from twinstep_model.cases import START, Case, Graph, GraphScript, Invoke, Schedule
from twinstep_model.observation import Error, Observation, Ran
from twinstep_model.values import Value

from . import callers, canonical, forms, graphs, plays, teams, toolgates, untraced
from .gates import Gates
from .loops import new_loop
from .nodes import Play, returned
from .observe import Observer, Reading
from .schemas import schemas

_SAVER = InMemorySaver()
_MODES = ["tasks", "updates", "checkpoints", "values"]


@dataclass(frozen=True, slots=True)
class _Program:
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


def observe_case(case: Case, runner: asyncio.Runner | None = None) -> Observation:
    """Drives the case to its end. ``runner`` holds the event loop for asynchronous cases; without one, each gets its
    own loop. Blocks for ever where the library does: only a process of its own can be given a time limit."""
    untraced.apply()
    gates = Gates(case.schedule) if case.schedule.gates else None
    saver = _SAVER if case.schedule.saver else None
    try:
        program = _program(case, gates, saver)
    except _Refused as refused:
        return Observation(Error(type(refused.reason).__name__))
    threads = {action.thread: uuid.uuid4().hex for action in case.actions}
    try:
        with _scripted(case):
            if case.schedule.mode == "sync":
                return Observation(None, tuple(_act(case, program, gates, threads)))
            acting = _act_async(case, program, gates, threads)
            if runner is not None:
                # A runner otherwise keeps the context of its first run, and with it the script of its first case.
                return Observation(None, runner.run(acting, context=contextvars.copy_context()))
            with asyncio.Runner(loop_factory=new_loop) as own:
                return Observation(None, own.run(acting))
    finally:
        for thread in threads.values():
            _SAVER.delete_thread(thread)


class _Refused(Exception):
    """LangGraph refuses the topology, for this reason."""

    def __init__(self, reason: Exception) -> None:
        self.reason = reason


def _program(case: Case, gates: Gates | None, saver: Any) -> _Program:
    known = canonical.known(case)
    if not isinstance(case.topology, Graph):
        return _team(case.topology, case.schedule, known, gates, saver)
    assert isinstance(case.script, GraphScript), "a plain graph has a script of nodes"
    return _graph(case.topology, case.script, case.schedule, known, gates, saver)


def _graph(
    topology: Graph, script: GraphScript, schedule: Schedule, known: canonical.Known, gates: Gates | None, saver: Any
) -> _Program:
    def read(thing: Any) -> Value:
        return canonical.value(thing, known)

    types = schemas(topology)
    play = Play(script, known, gates)
    try:
        graph = graphs.build(topology, types, play, schedule.mode, saver)
    except Exception as reason:  # any refusal is an observation
        raise _Refused(reason) from reason
    root = topology.form == "root"
    whole = topology.outputs is None and not topology.private
    reading = Reading(read, read, lambda thing, _: read(thing), root=root, values_only=saver is None and whole)
    return _Program(graph, types.state, reading, play, [], subgraphs=False)


def _team(topology: Team, schedule: Schedule, known: canonical.Known, gates: Gates | None, saver: Any) -> _Program:
    try:
        graph = teams.build(topology, saver)
    except Exception as reason:  # any refusal is an observation
        raise _Refused(reason) from reason
    each, listed = [isinstance(topology, ToolGraph) and topology.form == form for form in ("each", "list")]
    hidden = isinstance(topology, Agent) and topology.pre == "view"  # it writes a key that is none of the output's
    reading = Reading(
        task_input=lambda thing: forms.task_input(thing, known, each),
        state=lambda thing: canonical.value(thing, known),
        nested_state=lambda thing, member: forms.nested_state(thing, member, known),
        at_once=callers.reader(topology, graph),
        root=listed,
        values_only=saver is None and not hidden,
    )
    handler = toolgates.SyncToolGates if schedule.mode == "sync" else toolgates.AsyncToolGates
    return _Program(graph, None, reading, None, [] if gates is None else [handler(gates)], True, listed)


@contextmanager
def _scripted(case: Case) -> Iterator[None]:
    """Within the block, the models and tools of teams follow the script of this case."""
    if isinstance(case.script, TeamScript):
        listed = isinstance(case.topology, ToolGraph) and case.topology.form == "list"
        with plays.playing(plays.Play(case.script, listed)):
            yield
    else:
        yield


def _act(case: Case, program: _Program, gates: Gates | None, threads: dict[str, str]) -> Iterator[Ran]:
    """Runs the actions one after the other, synchronously."""
    for index, action in enumerate(case.actions):
        observer = _begin(program, gates, index)
        stream = program.graph.stream(**_arguments(case.schedule, program, action, threads))
        error: Error | None = None
        while True:
            try:
                chunk = next(stream)
            except StopIteration:
                break
            except Exception as exc:  # any error of a run is an observation
                error = canonical.error(exc)
                break
            _feed(observer, program, gates, chunk)
        yield _ran(observer, program, gates, error)


async def _act_async(case: Case, program: _Program, gates: Gates | None, threads: dict[str, str]) -> tuple[Ran, ...]:
    """Runs the actions one after the other, as one asynchronous task."""
    done: list[Ran] = []
    for index, action in enumerate(case.actions):
        observer = _begin(program, gates, index)
        stream = program.graph.astream(**_arguments(case.schedule, program, action, threads))
        error: Error | None = None
        while True:
            try:
                chunk = await anext(stream)
            except StopAsyncIteration:
                break
            except Exception as exc:  # any error of a run is an observation
                error = canonical.error(exc)
                break
            _feed(observer, program, gates, chunk)
        done.append(_ran(observer, program, gates, error))
    return tuple(done)


def _begin(program: _Program, gates: Gates | None, index: int) -> Observer:
    if program.play is not None:
        program.play.begin(index)
    if gates is not None:
        gates.begin()
    return Observer(program.reading, gates)


def _arguments(schedule: Schedule, program: _Program, action: Invoke, threads: dict[str, str]) -> dict[str, Any]:
    """What `stream` is called with. ``custom`` carries the arrivals at gates; it and ``subgraphs`` wake a synchronous
    consumer at every chunk, without them it could sleep while a gate waits for it."""
    config: dict[str, Any] = {
        "recursion_limit": action.limit,
        "max_concurrency": schedule.max_concurrency,
        "callbacks": program.callbacks,
    }
    arguments: dict[str, Any] = {
        "input": _input(program, action),
        "config": config,
        "stream_mode": [*_MODES, "custom"] if schedule.gates else _MODES,
        # As `invoke` does; `stream` alone would show the whole state as its result.
        "output_keys": program.graph.output_channels,
        "subgraphs": program.subgraphs,
    }
    if schedule.saver:
        config["configurable"] = {"thread_id": threads[action.thread]}
        arguments["durability"] = "sync"
    return arguments


def _input(program: _Program, action: Invoke) -> Any:
    given = returned(action.input, program.state_class)
    return given["messages"] if program.listed and isinstance(given, dict) else given


def _feed(observer: Observer, program: _Program, gates: Gates | None, chunk: Any) -> None:
    try:
        if program.subgraphs:
            observer.chunk(*chunk)
        else:
            observer.chunk((), *chunk)
    except Exception:  # raised again below
        # A chunk of unknown form is this program's failure, not the run's; nothing may wait for its consumer then.
        if gates is not None:
            gates.release()
        raise


def _ran(observer: Observer, program: _Program, gates: Gates | None, error: Error | None) -> Ran:
    if gates is not None:
        gates.release()  # a tool call may outlive an asynchronous task that has failed
    return observer.ran(program.play.routers if program.play is not None else {}, START, error)
