"""Runs one case in the real library and records what it shows."""

from __future__ import annotations

import asyncio
import contextvars
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver

from twinstep_model.agents import TeamScript, ToolGraph
from twinstep_model.cases import START, Case, Invoke, Schedule
from twinstep_model.observation import Error, Observation, Ran

from . import canonical, plays, untraced
from .gates import Gates
from .loops import new_loop
from .nodes import returned
from .observe import Observer
from .programs import Program, Refused, build

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


@contextmanager
def _scripted(case: Case) -> Iterator[None]:
    """Within the block, the models and tools of teams follow the script of this case."""
    if isinstance(case.script, TeamScript):
        listed = isinstance(case.topology, ToolGraph) and case.topology.form == "list"
        with plays.playing(plays.Play(case.script, listed)):
            yield
    else:
        yield


def _act(case: Case, program: Program, gates: Gates | None, threads: dict[str, str]) -> Iterator[Ran]:
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


async def _act_async(case: Case, program: Program, gates: Gates | None, threads: dict[str, str]) -> tuple[Ran, ...]:
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


def _begin(program: Program, gates: Gates | None, index: int) -> Observer:
    if program.play is not None:
        program.play.begin(index)
    if gates is not None:
        gates.begin()
    return Observer(program.reading, gates)


def _arguments(schedule: Schedule, program: Program, action: Invoke, threads: dict[str, str]) -> dict[str, Any]:
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


def _input(program: Program, action: Invoke) -> Any:
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
    return observer.ran(program.play.routers if program.play is not None else {}, START, error)
