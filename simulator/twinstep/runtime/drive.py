"""Runs one case in the real library and records what it shows."""

from __future__ import annotations

import asyncio
import contextvars
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command, StateSnapshot

from twinstep_model.agents import TeamScript, ToolGraph
from twinstep_model.cases import START, Action, Answers, Case, Continue, Invoke, Resume, Schedule
from twinstep_model.observation import Error, Observation, Ran

from . import canonical, plays, threads, untraced
from .gates import Gates
from .loops import new_loop
from .nodes import returned
from .observe import Observer
from .programs import Program, Refused, build
from .record import Told

_SAVER = InMemorySaver()
_MODES = ["tasks", "updates", "checkpoints", "values"]


def observe_case(case: Case, runner: asyncio.Runner | None = None) -> Observation:
    """Drives the case to its end. ``runner`` holds the event loop for asynchronous cases; without one, each gets its
    own loop. Blocks for ever where the library does: only a process of its own can be given a time limit."""
    untraced.apply()
    gates = Gates(case.schedule) if case.schedule.gates else None
    saver = _SAVER if case.schedule.saver else None
    try:
        program = build(case, gates, saver)
    except Refused as refused:
        return Observation(Error(type(refused.reason).__name__))
    configs = {action.thread: _config(uuid.uuid4().hex) for action in case.actions}
    try:
        with _scripted(case):
            if case.schedule.mode == "sync":
                return Observation(None, tuple(_act(case, program, gates, configs)))
            acting = _act_async(case, program, gates, configs)
            if runner is not None:
                # A runner otherwise keeps the context of its first run, and with it the script of its first case.
                return Observation(None, runner.run(acting, context=contextvars.copy_context()))
            with asyncio.Runner(loop_factory=new_loop) as own:
                return Observation(None, own.run(acting))
    finally:
        for config in configs.values():
            _SAVER.delete_thread(config["configurable"]["thread_id"])


def _config(thread: str) -> RunnableConfig:
    """What names a thread of the library."""
    return {"configurable": {"thread_id": thread}}


@contextmanager
def _scripted(case: Case) -> Iterator[None]:
    """Within the block, the models and tools of teams follow the script of this case."""
    if isinstance(case.script, TeamScript):
        listed = isinstance(case.topology, ToolGraph) and case.topology.form == "list"
        with plays.playing(plays.Play(case.script, listed)):
            yield
    else:
        yield


def _act(case: Case, program: Program, gates: Gates | None, configs: dict[str, RunnableConfig]) -> Iterator[Ran]:
    """Runs the actions one after the other, synchronously."""
    schedule = case.schedule
    for index, action in enumerate(case.actions):
        config = configs[action.thread]
        before = threads.look(program.graph, config) if _has_to_look(schedule, action) else None
        observer = _begin(program, gates, index, _stored(schedule, action, config))
        stream = program.graph.stream(**_arguments(schedule, program, action, config, before))
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
        ran = _ran(observer, program, gates, error)
        if _is_looked_at(schedule):
            history = list(program.graph.get_state_history(config))
            ran = _with_thread(ran, program, threads.look(program.graph, config), history)
        yield ran


async def _act_async(
    case: Case, program: Program, gates: Gates | None, configs: dict[str, RunnableConfig]
) -> tuple[Ran, ...]:
    """Runs the actions one after the other, as one asynchronous task."""
    schedule = case.schedule
    done: list[Ran] = []
    for index, action in enumerate(case.actions):
        config = configs[action.thread]
        before = await threads.look_async(program.graph, config) if _has_to_look(schedule, action) else None
        observer = _begin(program, gates, index, _stored(schedule, action, config))
        stream = program.graph.astream(**_arguments(schedule, program, action, config, before))
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
        ran = _ran(observer, program, gates, error)
        if _is_looked_at(schedule):
            history = [seen async for seen in program.graph.aget_state_history(config)]
            ran = _with_thread(ran, program, await threads.look_async(program.graph, config), history)
        done.append(ran)
    return tuple(done)


def _has_to_look(schedule: Schedule, action: Action) -> bool:
    """Whether the user has to look for the ids of questions first. Without a saver there is nothing to look at."""
    return schedule.saver and isinstance(action, Answers)


def _is_looked_at(schedule: Schedule) -> bool:
    """Whether the thread is looked at after each action."""
    return schedule.saver and schedule.history


def _with_thread(ran: Ran, program: Program, seen: threads.Seen, history: Iterable[StateSnapshot]) -> Ran:
    """What the action did, and what its thread shows then."""
    reading = program.reading
    snapshot = threads.shown(seen, reading.root_state, reading.state)
    return replace(ran, snapshot=snapshot, history=threads.saved(history, reading.root_state))


def _stored(schedule: Schedule, action: Action, config: RunnableConfig) -> threads.Stored:
    """What finished tasks have left on a thread that the action takes up; new input drops it."""
    if not schedule.saver or isinstance(action, Invoke):
        return {}
    return threads.stored(_SAVER.get_tuple(config))


def _begin(program: Program, gates: Gates | None, index: int, stored: threads.Stored) -> Observer:
    if program.play is not None:
        program.play.begin(index)
    if gates is not None:
        gates.begin()
    return Observer(program.reading, gates, stored)


def _arguments(
    schedule: Schedule, program: Program, action: Action, thread: RunnableConfig, before: threads.Seen | None
) -> dict[str, Any]:
    """What `stream` is called with. ``before``: what the user has seen of the thread, if anything.

    ``custom`` carries the arrivals at gates; it and ``subgraphs`` wake a synchronous consumer at every chunk, without
    them it could sleep while a gate waits for it."""
    config: RunnableConfig = {
        "recursion_limit": action.limit,
        "max_concurrency": schedule.max_concurrency,
        "callbacks": program.callbacks,
    }
    arguments: dict[str, Any] = {
        "input": _input(program, action, before),
        "config": config,
        "stream_mode": [*_MODES, "custom"] if schedule.gates else _MODES,
        # As `invoke` does; `stream` alone would show the whole state as its result.
        "output_keys": program.graph.output_channels,
        "subgraphs": program.subgraphs,
    }
    if schedule.saver:
        config |= thread
        arguments["durability"] = "sync"
    return arguments


def _input(program: Program, action: Action, before: threads.Seen | None) -> Any:
    if isinstance(action, Continue):
        return None
    if isinstance(action, Resume):
        return Command(resume=canonical.real(action.answer))
    if isinstance(action, Answers):
        return Command(resume=threads.by_id(action, before))
    given = returned(action.input, program.state_class)
    return given["messages"] if program.listed and isinstance(given, dict) else given


def _feed(observer: Observer, program: Program, gates: Gates | None, chunk: Any) -> None:
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


def _ran(observer: Observer, program: Program, gates: Gates | None, error: Error | None) -> Ran:
    if gates is not None:
        gates.release()  # a tool call may outlive an asynchronous task that has failed
    told = Told(program.play.routers, program.play.answers) if program.play is not None else Told()
    return observer.ran(told, START, error)
