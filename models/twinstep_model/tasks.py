"""Tasks: what a super-step plans, and what each task came to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Union

from .observation import Error, Step
from .results import Said
from .state import Calling, Sent
from .values import Value


class Planned(NamedTuple):
    """A task of a step: which node runs, why, and what it is given; ``calling``: as in `Sent`."""

    node: str
    cause: Literal["pull", "push"]
    seen: Value
    calling: Union[Calling, None] = None


class Acted(NamedTuple):
    """What a task came to.

    ``returned`` and ``routed``: the Sends of its return value and of its routers (one tuple for each router).
    ``pulls``: the nodes that its edges, gotos and routers lead to, once for each way there. ``arrives``: whether it
    counts at the waiting edges from its node. ``ends``: whether one of its ways leads to END. ``parent``: the command
    it raised for the parent graph.
    """

    writes: tuple[tuple[str, Value], ...] = ()
    pulls: tuple[str, ...] = ()
    returned: tuple[Sent, ...] = ()
    routed: tuple[tuple[Sent, ...], ...] = ()
    routers: tuple[tuple[str, Value], ...] = ()
    nested: tuple[Step, ...] = ()
    error: Union[Error, None] = None
    parent: Union[Said, None] = None
    arrives: bool = True
    ends: bool = False


class Done(NamedTuple):
    """A task, what it came to, and its place in the completion order of its step (0: first)."""

    task: Planned
    acted: Acted
    finished: int = 0


Finished = Sequence[Done]
