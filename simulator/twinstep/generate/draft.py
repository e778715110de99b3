"""A plain graph in the making: the only mutable thing in the generator.

It holds the edges, and for each execution of each node where that execution routes to, so that what is declared and
what is scripted fit together.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from twinstep_model.cases import Branch, Edge, Goto, Join, Send, Target

from .state import State


@dataclass
class Doing:
    """Where one execution of a node goes, apart from its static edges."""

    goto: list[Target] = field(default_factory=list)
    routes: dict[str, list[Target]] = field(default_factory=dict)
    bare: Send | None = None


@dataclass
class Router:
    """A branch being made; ``labels``: label by target where it has a path map."""

    source: str
    name: str
    labels: dict[str, str] | None
    typed: bool

    def goto(self, target: str) -> Goto:
        """The destination as this router spells it."""
        if self.labels is None:
            return Goto(target)
        return Goto(self.labels.setdefault(target, target if len(self.labels) % 2 else f"to {target}"))

    def branch(self) -> Branch:
        paths = None if not self.labels else tuple((label, target) for target, label in self.labels.items())
        return Branch(self.source, self.name, paths, self.typed)


@dataclass
class Draft:
    """A plain graph being made. ``pulls``: the executions of each node (and START) by trigger; ``sends``: those by
    `Send`, by label."""

    state: State
    layers: list[list[str]]
    pulls: dict[str, list[Doing]]
    edges: list[Edge] = field(default_factory=list)
    joins: list[Join] = field(default_factory=list)
    routers: list[Router] = field(default_factory=list)
    sends: dict[str, list[tuple[str, Doing]]] = field(default_factory=dict)
    deferred: set[str] = field(default_factory=set)
    labels: int = 0

    @property
    def nodes(self) -> list[str]:
        return [name for layer in self.layers for name in layer]
