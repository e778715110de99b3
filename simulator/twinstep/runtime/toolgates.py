"""Teams at the gates: every task waits before it begins, and every tool call of a task that carries out several.

A callback handler does it, so that the library's own nodes and handoff tools are gated like any other without a change
to what they do. All tasks end in a result chunk, but for those that raise a parent command: of these the handler says
that they are done. A call of a tool that the agent does not have runs no tool and waits at no gate of its own; nor do
the calls of a task in which one lacks a field to inject, or for which there are too few threads.
"""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

from langchain_core.callbacks import AsyncCallbackHandler, BaseCallbackHandler
from langgraph.errors import ParentCommand
from langgraph.types import Command

from twinstep_model.cases import START

from .gates import Gate, Gates, task_of
from .inputs import is_task


class _Runs:
    """What is under way, by the ids that callbacks have for it: tasks, and tool calls as (task, call id)."""

    def __init__(self, gates: Gates) -> None:
        self._gates = gates
        self._tasks: dict[UUID, str] = {}
        self._calls: dict[UUID, tuple[str, str]] = {}

    def begins(self, run: UUID, parent: UUID | None, tags: list[str] | None, metadata: dict[str, Any]) -> Gate | None:
        """Something begins: the whole graph, a task, or a part of a task. Returns the gate to wait for."""
        if parent is None or metadata["langgraph_node"] == START:  # the task of START shows no chunk
            return None
        if not is_task(tags):
            self._gates.listen()
            return None
        task = self._tasks[run] = _task(metadata)
        return self._gates.task(task)

    def fails(self, run: UUID, error: BaseException) -> None:
        """Something fails. A task that raises a command for the graph around its own shows no chunk."""
        task = self._tasks.pop(run, None)
        if task is not None and isinstance(error, ParentCommand) and error.args[0].graph == Command.PARENT:
            self._gates.completed(task)

    def ends(self, run: UUID) -> None:
        """Something ends well."""
        self._tasks.pop(run, None)

    def calls(self, run: UUID, call: str, metadata: dict[str, Any]) -> Gate | None:
        """A tool call begins. Returns the gate to wait for."""
        task, _ = self._calls[run] = (_task(metadata), call)
        return self._gates.call(task, call)

    def called(self, run: UUID) -> None:
        """A tool call ends."""
        self._gates.called(*self._calls.pop(run))


def _task(metadata: dict[str, Any]) -> str:
    return task_of(tuple(metadata["langgraph_checkpoint_ns"].split("|")))


class SyncToolGates(BaseCallbackHandler):
    """The handler to put into the ``callbacks`` of synchronous runs."""

    run_inline = True  # otherwise nothing would wait for the handler
    raise_error = True
    ignore_llm = ignore_retry = ignore_retriever = ignore_chat_model = ignore_custom_event = True

    def __init__(self, gates: Gates) -> None:
        self._runs = _Runs(gates)

    def on_chain_start(
        self,
        *args: Any,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        if gate := self._runs.begins(run_id, parent_run_id, tags, metadata or {}):
            gate.wait()

    def on_chain_end(self, outputs: Any, *, run_id: UUID, **kwargs: Any) -> None:
        self._runs.ends(run_id)

    def on_chain_error(self, error: BaseException, *, run_id: UUID, **kwargs: Any) -> None:
        self._runs.fails(run_id, error)

    def on_tool_start(self, *args: Any, run_id: UUID, metadata: dict[str, Any] | None = None, **kwargs: Any) -> None:
        if gate := self._runs.calls(run_id, kwargs["tool_call_id"], metadata or {}):
            gate.wait()

    def on_tool_end(self, output: Any, *, run_id: UUID, **kwargs: Any) -> None:
        self._runs.called(run_id)

    def on_tool_error(self, error: BaseException, *, run_id: UUID, **kwargs: Any) -> None:
        self._runs.called(run_id)


class AsyncToolGates(AsyncCallbackHandler):
    """The handler to put into the ``callbacks`` of asynchronous runs on one event loop.

    The library's handoff tools are synchronous: in an asynchronous run they, and the events of this handler, are run
    by another thread on an event loop of its own. From there it must wait for, and report to, the loop of the run.
    """

    run_inline = True
    raise_error = True
    ignore_llm = ignore_retry = ignore_retriever = ignore_chat_model = ignore_custom_event = True

    def __init__(self, gates: Gates) -> None:
        self._runs = _Runs(gates)
        self._loop: asyncio.AbstractEventLoop | None = None

    async def on_chain_start(
        self,
        *args: Any,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        # The first event of a run is the start of the whole graph, on the run's own loop.
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        await _open(self._runs.begins(run_id, parent_run_id, tags, metadata or {}))

    async def on_chain_end(self, outputs: Any, *, run_id: UUID, **kwargs: Any) -> None:
        self._runs.ends(run_id)

    async def on_chain_error(self, error: BaseException, *, run_id: UUID, **kwargs: Any) -> None:
        self._runs.fails(run_id, error)

    async def on_tool_start(
        self, *args: Any, run_id: UUID, metadata: dict[str, Any] | None = None, **kwargs: Any
    ) -> None:
        await self._on_its_loop(self._call(run_id, kwargs["tool_call_id"], metadata or {}))

    async def on_tool_end(self, output: Any, *, run_id: UUID, **kwargs: Any) -> None:
        await self._on_its_loop(self._called(run_id))

    async def on_tool_error(self, error: BaseException, *, run_id: UUID, **kwargs: Any) -> None:
        await self._on_its_loop(self._called(run_id))

    async def _call(self, run: UUID, call: str, metadata: dict[str, Any]) -> None:
        await _open(self._runs.calls(run, call, metadata))

    async def _called(self, run: UUID) -> None:
        self._runs.called(run)

    async def _on_its_loop(self, doing: Any) -> None:
        assert self._loop is not None, "a graph starts before its tools do"
        if asyncio.get_running_loop() is self._loop:
            await doing
        else:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(doing, self._loop))


async def _open(gate: Gate | None) -> None:
    if isinstance(gate, asyncio.Event):
        await gate.wait()
