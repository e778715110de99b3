"""Completion order by gates: what runs at once waits here until the consumer of the stream lets it complete.

A gated execution (a node's body in a plain graph, a whole task in a team) waits before it does anything. The consumer
opens the first gate of a super-step only after every task that can start has arrived, and each further gate only after
it has seen that the task before it is done. Every arrival is a chunk of mode ``custom``: it reaches the consumer behind
the start chunks of its step, and it is what wakes a synchronous consumer.

The tool calls of one task have gates as well (`callgates`), from the moment at which their task may go on.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from langgraph.config import get_config, get_stream_writer

from twinstep_model.cases import Schedule

from .callgates import AtOnce, Calls

Namespace = tuple[str, ...]
Gate = threading.Event | asyncio.Event


@dataclass(frozen=True, slots=True)
class Arrived:
    """The ``custom`` chunk of a task that waits at its gate."""

    task: str


@dataclass(slots=True)
class _Row:
    """The gates of one super-step, in the order in which its tasks complete. ``free``: how many can run at a time."""

    order: tuple[str, ...]
    free: int
    here: set[str] = field(default_factory=set)
    done: set[str] = field(default_factory=set)
    stopped: bool = False

    @property
    def startable(self) -> int:
        """How many are sure to arrive before the first gate is opened."""
        return min(self.free, len(self.order))


class Gates:
    """The gates of one run of a case. Bodies, tasks and tool calls use `wait`, `wait_async`, `done`, `task`, `call` and
    `called`, the consumer of the stream all the rest."""

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule
        self._orders = iter(schedule.orders)
        self._new: type[Gate] = threading.Event if schedule.mode == "sync" else asyncio.Event
        self._lock = threading.Lock()
        self._inside = 0
        self._left = threading.Condition()
        self.begin()

    def begin(self) -> None:
        """An action begins: no gates yet. What is left of ``orders`` is for its super-steps."""
        self._events: dict[str, Gate] = {}
        self._rows: dict[str, _Row] = {}
        self._calls: dict[str, Calls] = {}
        self._opened: set[str] = set()
        self._announce: Callable[[Arrived], None] | None = None
        self._ended = False

    def expect(self, task: str, several: AtOnce) -> None:
        """The task (an id) will carry out these tool calls."""
        if self._schedule.mode == "sync" and self._schedule.max_concurrency < len(several.held):
            # Some have no thread before others have ended, and if one of those fails the library never starts them.
            several = several._replace(held=frozenset())
        with self._lock:
            self._calls[task] = Calls(several)

    def plan(self, tasks: tuple[str, ...], root: bool) -> tuple[str, ...]:
        """A super-step of these tasks (ids) begins. Returns their completion order; a single task is not held."""
        with self._lock:
            if len(tasks) == 1:
                self._open(tasks[0])
                return tasks
            order = self._ordered(tasks)
            # The waiter of a synchronous root run takes one of the pool's threads.
            limit = self._schedule.max_concurrency
            free = max(1, limit - 1) if root and self._schedule.mode == "sync" else limit
            self._rows.update(dict.fromkeys(tasks, _Row(order, free)))
            return order

    def kept(self, task: str) -> None:
        """The task was handed back as finished: it never arrives, and takes nobody's place."""
        with self._lock:
            if row := self._rows.pop(task, None):
                row.order = tuple([other for other in row.order if other != task])
                self._advance(row)

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
        cancelled. After a failure in the root graph the consumer is not called again, so nothing may be held; it goes
        on only when the bodies have ended: what else fails has failed before the library looks, and which failure it
        then raises is its own doing, not a matter of speed (ER-05)."""
        with self._lock:
            row = self._rows.get(task)
            if row:
                row.stopped = True
            if self._schedule.mode == "async":
                return
            if row:
                for sibling in row.order:
                    self._open(sibling)
            if root:
                self._release()
        if root:
            with self._left:
                self._left.wait_for(lambda: not self._inside)

    def release(self) -> None:
        """Nothing is held any more in this action."""
        with self._lock:
            self._release()

    def _release(self) -> None:
        self._ended = True
        for event in self._events.values():
            event.set()

    def _ordered(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        """These parts in the order that the schedule has for them."""
        wanted = next(self._orders, ())
        positions = wanted if len(wanted) == len(parts) else range(len(parts))
        return tuple([parts[position] for position in positions])

    def _advance(self, row: _Row) -> None:
        if len(row.here) >= row.startable and not row.stopped:
            for task in row.order:
                if task not in row.done:
                    self._open(task)
                    return

    def _open(self, task: str) -> None:
        """The task may go on. Only now its calls take their order: they come after all that completed before."""
        if task in self._opened:
            return
        self._opened.add(task)
        if calls := self._calls.get(task):
            calls.put(self._ordered(calls.ids))
        self._event(task).set()

    def _event(self, key: str) -> Gate:
        event = self._events.get(key)
        if event is None:
            event = self._events[key] = self._new()
            if self._ended:
                event.set()
        return event

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Within the block runs the body of a synchronous node."""
        with self._left:
            self._inside += 1
        try:
            yield
        finally:
            with self._left:
                self._inside -= 1
                self._left.notify_all()

    # What bodies of plain graphs use. The library's own context says which task is calling.

    def wait(self) -> None:
        """Blocks the calling thread until the current task may complete."""
        self._enter().wait()

    async def wait_async(self) -> None:
        """Waits until the current task may complete."""
        event = self._enter()
        if isinstance(event, asyncio.Event):
            await event.wait()

    def done(self) -> None:
        """The current task is about to raise a parent command, which shows no chunk."""
        self.completed(current_task())

    def _enter(self) -> Gate:
        """Announces the current task, unless its gate is open already; returns the gate to wait for."""
        task = current_task()
        with self._lock:
            event = self._event(task)
        if not event.is_set():
            get_stream_writer()(Arrived(task))
        return event

    # What the callback handlers of teams use. An asynchronous run must call them on its own event loop.

    def listen(self) -> None:
        """Remembers how to write to the stream; to be called inside a node."""
        if self._announce is None:
            # A writer finds its graph by the context, which a task that is about to begin does not have yet.
            context, write = contextvars.copy_context(), get_stream_writer()
            self._announce = lambda arrived: context.copy().run(write, arrived)

    def task(self, task: str) -> Gate | None:
        """The task is about to begin. Returns the gate to wait for, None for none: the first task of a run, which is
        alone in its step, or one whose gate is open."""
        with self._lock:
            event, announce = self._event(task), self._announce
        if event.is_set() or announce is None:
            return None
        announce(Arrived(task))
        return event

    def call(self, task: str, call: str) -> Gate | None:
        """A tool call of this task is about to begin. Returns the gate to wait for, None for none."""
        with self._lock:
            calls = self._calls.get(task)
            if calls is None or not calls.holds(call):
                return None
            self._open_call(task, calls.arrived(call))
            return self._event(_key(task, call))

    def called(self, task: str, call: str) -> None:
        """A tool call of this task has ended, well or not."""
        with self._lock:
            if (calls := self._calls.get(task)) and calls.holds(call):
                self._open_call(task, calls.done(call))

    def _open_call(self, task: str, call: str | None) -> None:
        if call is not None:
            self._event(_key(task, call)).set()


def _key(task: str, call: str) -> str:
    return f"{task} {call}"


def current_task() -> str:
    """The id of the library's task that the caller runs in."""
    namespace: str = get_config()["metadata"]["langgraph_checkpoint_ns"]
    return task_of(tuple(namespace.split("|")))


def task_of(namespace: Namespace) -> str:
    """The id of the task that a namespace ends in; a second graph run in one task has a number behind it."""
    return next(part for part in reversed(namespace) if ":" in part).rpartition(":")[2]
