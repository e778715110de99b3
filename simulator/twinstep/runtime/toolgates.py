"""Tools at the gates: every tool call waits before it acts, and one that ends in a parent command says that it is done.

A callback handler does both, so that the library's own handoff tools are gated like any other without a change to
what they do. All other tools end in a result chunk of their task and need no word. A call of a tool that its agent
does not have runs no tool: it waits at no gate, and its task completes before all others of its step.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from typing import Any
from uuid import UUID

from langchain_core.callbacks import AsyncCallbackHandler, BaseCallbackHandler
from langgraph.types import Command

from .gates import Gates


class SyncToolGates(BaseCallbackHandler):
    """The handler to put into the ``callbacks`` of synchronous runs."""

    run_inline = True  # otherwise the tool would not wait for the handler
    raise_error = True
    ignore_llm = ignore_retry = ignore_chain = ignore_retriever = ignore_chat_model = ignore_custom_event = True

    def __init__(self, gates: Gates) -> None:
        self._gates = gates

    def on_tool_start(self, *args: Any, **kwargs: Any) -> None:
        self._gates.wait()

    def on_tool_end(self, output: Any, **kwargs: Any) -> None:
        if _leaves(output):
            self._gates.done()


class AsyncToolGates(AsyncCallbackHandler):
    """The handler to put into the ``callbacks`` of asynchronous runs on one event loop.

    The library's handoff tools are synchronous: in an asynchronous run they, and the events of this handler, are run
    by another thread on an event loop of its own. From there it must wait for, and report to, the loop of the run. A
    cancelled task leaves its thread waiting, and threads are few: they are let go when the run ends.
    """

    run_inline = True
    raise_error = True
    ignore_llm = ignore_retry = ignore_retriever = ignore_chat_model = ignore_custom_event = True

    def __init__(self, gates: Gates) -> None:
        self._gates = gates
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: set[Future[None]] = set()
        self._over = False
        self._lock = threading.Lock()

    async def on_chain_start(self, *args: Any, parent_run_id: UUID | None = None, **kwargs: Any) -> None:
        # The first event of a run is the start of the whole graph, on the run's own loop.
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        if parent_run_id is None:
            self._over = False

    async def on_tool_start(self, *args: Any, **kwargs: Any) -> None:
        assert self._loop is not None, "a graph starts before its tools do"
        opened = self._gates.wait_async()
        if asyncio.get_running_loop() is self._loop:
            await opened
        else:
            waiting = asyncio.run_coroutine_threadsafe(opened, self._loop)
            with self._lock:
                # A thread may come here after the run has ended: nobody would let it go.
                self._waiting.add(waiting)
                if self._over:
                    waiting.cancel()
            await asyncio.wrap_future(waiting)

    async def on_tool_end(self, output: Any, **kwargs: Any) -> None:
        if _leaves(output):
            assert self._loop is not None, "a graph starts before its tools do"
            self._loop.call_soon_threadsafe(self._gates.done)

    async def on_chain_end(self, outputs: Any, *, parent_run_id: UUID | None = None, **kwargs: Any) -> None:
        self._let_go(parent_run_id)

    async def on_chain_error(self, error: BaseException, *, parent_run_id: UUID | None = None, **kwargs: Any) -> None:
        self._let_go(parent_run_id)

    def _let_go(self, parent: UUID | None) -> None:
        if parent is None:
            with self._lock:
                self._over = True
                for waiting in self._waiting:
                    waiting.cancel()
                self._waiting.clear()


def _leaves(output: Any) -> bool:
    return isinstance(output, Command) and output.graph == Command.PARENT
