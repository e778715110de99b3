"""A graph together with what its nodes do: what every topology gives the machine to run."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol, Union

from .cases import Route
from .observation import Error, Step
from .plan import Plan
from .results import Said
from .routing import Router
from .session import Session
from .tasks import Planned
from .values import Value

Routes = Mapping[str, Union[Route, Router]]
"""What each router, by name, returns: a script's own word, or what the router makes of what it is given."""


class Did(NamedTuple):
    """What a node's own code came to: what it returned, what its routers will return, and the runs inside it; what its
    questions were answered with, and the one that it waits at."""

    said: Said = Said()
    routes: Routes = MappingProxyType({})
    nested: tuple[Step, ...] = ()
    answers: tuple[Value, ...] = ()
    question: tuple[Value, ...] = ()
    error: Union[Error, None] = None


class Program(Protocol):
    """A graph together with what its nodes do."""

    @property
    def plan(self) -> Plan:
        """The fixed part of the graph."""

    def act(self, task: Planned, values: Mapping[str, Value], left: int, session: Session) -> Did:
        """One execution of a node.

        ``values``: the state at the step's start. ``left``: how many super-steps the run may still make, this one
        included. Raises Refused where the node raises.
        """
