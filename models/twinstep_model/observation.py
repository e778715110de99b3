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
    ``end``: ``ok``, ``error`` (its exception is in ``error``), or ``open``: it left no result, because it raised a
    parent command, or because an earlier task of its step had failed (what it then still does is a race).
    ``writes``: the (key, value) pairs of its updates in order; NOT_OBSERVED unless ``ok``.
    ``routers``: for each router that ran, in order: its name and the state it was given.
    ``nested``: the super-steps of the graph runs inside this task, in order.
    """

    node: str
    cause: Literal["pull", "push"]
    input: Value
    end: Literal["ok", "error", "open"]
    writes: Union[tuple[tuple[str, Value], ...], NotObserved]
    error: Union[Error, None] = None
    routers: tuple[tuple[str, Value], ...] = ()
    nested: tuple[Step, ...] = ()


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
class Ran:
    """What one action did.

    ``begin``: the state after the input was applied (and the entry routed); NOT_OBSERVED if that failed.
    ``entry``: routers of START that ran, as in Task.routers.
    ``result``: what `invoke` returned, NOT_OBSERVED if it raised.
    """

    begin: Union[Map, NotObserved]
    entry: tuple[tuple[str, Value], ...]
    steps: tuple[Step, ...]
    error: Union[Error, None]
    result: Union[Value, NotObserved]


@dataclass(frozen=True, slots=True)
class Observation:
    """One run of one case. ``build``: why the topology was refused; nothing was then run."""

    build: Union[Error, None]
    actions: tuple[Ran, ...] = ()
