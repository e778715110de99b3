"""Observations: the canonical, version-independent record of one run of one case.

Both sides make them, the model and the runtime; everything that compares or explains reads only these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Union

from .values import Map, Value


@dataclass(frozen=True, slots=True)
class NotObserved:
    """This side cannot show the field here. Never equal to anything, never different from anything."""


NOT_OBSERVED = NotObserved()


@dataclass(frozen=True, slots=True)
class Error:
    """An exception: the name of its class, and a stable code (a script's own label, or LangGraph's error code)."""

    type: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """One task of a super-step.

    ``cause``: ``pull`` (triggered) or ``push`` (by a Send). ``input``: what the node was given.
    ``end``: ``ok``, ``error`` (its exception is in ``error``), ``paused`` (it waits for the answer to its
    ``question``), ``kept`` (it had finished in an earlier run of its step, and did not run again), or ``open``: it left
    no result, because it raised a parent command, or because an earlier task of its step had failed (what it then
    still does is a race). ``answers``: what its questions were answered with, in order. ``question``: the one it waits
    at, as a tuple of one; () if it does not wait.
    ``writes``: the (key, value) pairs of its updates in order; NOT_OBSERVED unless ``ok`` or ``kept``.
    ``routers``: for each router that ran, in order: its name and the state it was given.
    ``nested``: the super-steps of the graph runs inside this task, in order.
    """

    node: str
    cause: Literal["pull", "push"]
    input: Value
    end: Literal["ok", "error", "open", "paused", "kept"]
    writes: Union[tuple[tuple[str, Value], ...], NotObserved]
    error: Union[Error, None] = None
    routers: tuple[tuple[str, Value], ...] = ()
    nested: tuple[Step, ...] = ()
    answers: tuple[Value, ...] = ()
    question: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One super-step: its tasks in planned order, and what was committed at its boundary.

    ``values``: the state's keys that have a value after the boundary, in name order; NOT_OBSERVED where the step
    committed nothing (it failed) or the run shows no checkpoints. ``next``: the nodes of the next step's tasks,
    sorted.
    """

    tasks: tuple[Task, ...]
    values: Union[Map, NotObserved]
    next: Union[tuple[str, ...], NotObserved]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What `get_state` shows of a thread.

    ``values``: those of the last boundary with the writes of the tasks that have finished since. ``next``: the nodes of
    the tasks that have not, sorted. ``questions``: (node, question) of those that wait for an answer, as shown.
    """

    values: Map
    next: tuple[str, ...]
    questions: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Saved:
    """A checkpoint as `get_state_history` shows it.

    ``step``: its number; ``parent``: the place in the history of the one it follows, None for the first one.
    ``values``: the committed ones; ``next``: the nodes of the tasks that follow, sorted.
    """

    source: str
    step: int
    parent: Union[int, None]
    values: Map
    next: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ran:
    """What one action did.

    ``begin``: the state after the input was applied (and the entry routed), or at which the thread was taken up again;
    NOT_OBSERVED if that failed. ``entry``: routers of START that ran, as in Task.routers.
    ``result``: what `invoke` returned (without the key ``__interrupt__``), NOT_OBSERVED if it raised.
    ``snapshot``: what `get_state` shows afterwards, or what it raises; ``history``: the thread's checkpoints then,
    oldest first. Both only where the schedule says so.
    """

    begin: Union[Map, NotObserved]
    entry: tuple[tuple[str, Value], ...]
    steps: tuple[Step, ...]
    error: Union[Error, None]
    result: Union[Value, NotObserved]
    snapshot: Union[Snapshot, Error, NotObserved] = NOT_OBSERVED
    history: Union[tuple[Saved, ...], NotObserved] = NOT_OBSERVED


@dataclass(frozen=True, slots=True)
class Observation:
    """One run of one case. ``build``: why the topology was refused; nothing was then run."""

    build: Union[Error, None]
    actions: tuple[Ran, ...] = ()
