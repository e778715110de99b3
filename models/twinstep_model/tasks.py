"""Tasks: what a super-step plans, and what each task came to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Union

from .observation import Error, Step
from .results import Said
from .state import Calling, Sent
from .values import Value


class Planned(NamedTuple):
    """A task of a step: which node runs, why, and what it is given; ``calling``: as in `Sent`. ``answers``: those that
    its questions have, in order."""

    node: str
    cause: Literal["pull", "push"]
    seen: Value
    calling: Union[Calling, None] = None
    answers: tuple[Value, ...] = ()


class Acted(NamedTuple):
    """What a task came to.

    ``returned`` and ``routed``: the Sends of its return value and of its routers (one tuple for each router).
    ``pulls``: the nodes that its edges, gotos and routers lead to, once for each way there. ``arrives``: whether it
    counts at the waiting edges from its node. ``ends``: whether one of its ways leads to END. ``parent``: the command
    it raised for the parent graph. ``answers``: what its questions were answered with; ``question``: the one it
    waits at, as a tuple of one. ``recorded``: whether something it did was stored before it failed.
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
    answers: tuple[Value, ...] = ()
    question: tuple[Value, ...] = ()
    recorded: bool = False


class Earlier(NamedTuple):
    """What the runs so far left of a task whose step is still under way.

    ``finished``: what it came to, None while it has not finished. ``answers``: those its questions have got;
    ``question``: the one it waits at, as a tuple of one; ``named``: an answer that is addressed to that one, likewise.
    """

    finished: Union[Acted, None] = None
    answers: tuple[Value, ...] = ()
    question: tuple[Value, ...] = ()
    named: tuple[Value, ...] = ()


class Done(NamedTuple):
    """A task, what it came to, and its place in the completion order of its step (0: first)."""

    task: Planned
    acted: Acted
    finished: int = 0


Finished = Sequence[Done]
