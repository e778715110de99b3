"""Completion order by gates: what a script runs waits here until the consumer of the stream lets it complete.

A gated execution (a node's body, or a tool's start) calls `Gates.wait` and blocks. The consumer opens the first gate
of a super-step only after every task that can start has arrived, and each further gate only after it has seen that
the task before it is done. Every arrival is a chunk of mode ``custom``: it reaches the consumer behind the start
chunks of its step, in every graph of a team, and it is what wakes a synchronous consumer.
"""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field

from langgraph.config import get_config, get_stream_writer

from twinstep_model.cases import Schedule

Namespace = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arrived:
    """The ``custom`` chunk of a task that waits at its gate."""

    task: str


@dataclass(slots=True)
class _Row:
    """The gates of one super-step, in the order in which its tasks complete."""

    order: tuple[str, ...]
    startable: int
    here: set[str] = field(default_factory=set)
    done: set[str] = field(default_factory=set)
    stopped: bool = False


class Gates:
    """The gates of one run of a case. Bodies and tools use `wait`, `wait_async` and `done`, the
    consumer of the stream all the rest."""

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule
        self._orders = iter(schedule.orders)
        self._new: type[threading.Event] | type[asyncio.Event] = (
            threading.Event if schedule.mode == "sync" else asyncio.Event
        )
        self._lock = threading.Lock()
        self._events: dict[str, threading.Event | asyncio.Event] = {}
        self._rows: dict[str, _Row] = {}
        self._ended = False

    def begin(self) -> None:
        """An action begins: no gates yet. What is left of ``orders`` is for its super-steps."""
        self._events, self._rows, self._ended = {}, {}, False

    def plan(self, tasks: tuple[str, ...], root: bool) -> tuple[str, ...]:
        """A super-step of these tasks (ids) begins. Returns their completion order; a single task is not held."""
        if len(tasks) == 1:
            with self._lock:
                self._event(tasks[0]).set()
            return tasks
        wanted = next(self._orders, ())
        positions = wanted if len(wanted) == len(tasks) else range(len(tasks))
        order = tuple([tasks[position] for position in positions])
        # The waiter of a synchronous root run takes one of the pool's threads.
        limit = self._schedule.max_concurrency
        free = max(1, limit - 1) if root and self._schedule.mode == "sync" else limit
        row = _Row(order, min(free, len(tasks)))
        with self._lock:
            self._rows.update(dict.fromkeys(tasks, row))
        return order

    def arrived(self, task: str) -> None:
        """The consumer has seen that the task waits."""
        with self._lock:
            if row := self._rows.get(task):
                row.here.add(task)
                self._advance(row)

    def completed(self, task: str) -> None:
        """The task has completed."""
        with self._lock:
            if row := self._rows.get(task):
                row.here.add(task)
                row.done.add(task)
                self._advance(row)

    def failed(self, task: str, root: bool) -> None:
        """The task has failed. Synchronous siblings must run on or the library waits for ever; asynchronous ones are
        cancelled. After a failure in the root graph the consumer is not called again, so nothing may be held."""
        with self._lock:
            row = self._rows.get(task)
            if row:
                row.stopped = True
            if self._schedule.mode == "async":
                return
            if row:
                for sibling in row.order:
                    self._event(sibling).set()
            if root:
                self._release()

    def release(self) -> None:
        """Nothing is held any more in this action."""
        with self._lock:
            self._release()

    def _release(self) -> None:
        self._ended = True
        for event in self._events.values():
            event.set()

    def _advance(self, row: _Row) -> None:
        if len(row.here) >= row.startable and not row.stopped:
            for task in row.order:
                if task not in row.done:
                    self._event(task).set()
                    return

    def _event(self, task: str) -> threading.Event | asyncio.Event:
        event = self._events.get(task)
        if event is None:
            event = self._events[task] = self._new()
            if self._ended:
                event.set()
        return event

    # What bodies and tools use, in any thread or task of the run. ``key`` is not needed: the library's own context
    # says which task is calling. It is there for callback handlers, which know a tool call by its id.

    def wait(self, key: str = "") -> None:
        """Blocks the calling thread until the current task may complete."""
        self._enter().wait()

    async def wait_async(self, key: str = "") -> None:
        """Waits until the current task may complete."""
        event = self._enter()
        if isinstance(event, asyncio.Event):
            await event.wait()

    def done(self, key: str = "") -> None:
        """The current task is about to raise a parent command, which shows no chunk."""
        self.completed(current_task())

    def _enter(self) -> threading.Event | asyncio.Event:
        """Announces the current task, unless its gate is open already; returns the gate to wait for."""
        task = current_task()
        with self._lock:
            event = self._event(task)
        if not event.is_set():
            get_stream_writer()(Arrived(task))
        return event


def current_task() -> str:
    """The id of the library's task that the caller runs in."""
    namespace: str = get_config()["metadata"]["langgraph_checkpoint_ns"]
    return task_of(tuple(namespace.split("|")))


def task_of(namespace: Namespace) -> str:
    """The id of the task that a namespace ends in; a second graph run in one task has a number behind it."""
    return next(part for part in reversed(namespace) if ":" in part).rpartition(":")[2]
