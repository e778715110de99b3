"""Small plain graphs whose nodes ask questions or fail, so that their threads stop on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from twinstep_model.cases import START, Graph, GraphScript, Nothing, Outcome, Route
from twinstep_model.values import Map, Value

from .draft import Draft, Router
from .draw import Draw, weighted
from .faults import spoil
from .graphs import plain_graph, script_of
from .scripts import Pulls, Sends, outcomes
from .wiring import wired

LIMIT = 8
"""Super-steps of one run, where it is not to reach its limit."""

_SHAPES = weighted(
    (3, (2,)),
    (2, (1, 1)),
    (5, (1, 2)),
    (5, (2, 1)),
    (2, (3,)),
    (2, (1, 1, 1)),
    (3, (1, 3)),
    (4, (3, 1)),
    (4, (1, 2, 1)),
    (3, (2, 2)),
    (2, (1, 3, 1)),
    (2, (2, 3)),
    (2, (3, 2)),
)
_LONG = tuple(shape for shape in _SHAPES if len(shape) > 1)
_FAULTS = weighted((8, "raise"), (4, "router"), (5, "conflict"), (2, "misfit"), (5, "two"), (2, "entry"))
_ASKS = weighted((7, 1), (3, 2))
_ODD_QUESTIONS: tuple[Value, ...] = (0, "", None, ("this", "that"), Map((("which", 1),)))


class Theme(NamedTuple):
    """In how many of a hundred programs a node asks, something fails, and the recursion limit is small."""

    asks: int
    fails: int
    limited: int


ANYTHING = Theme(asks=58, fails=38, limited=14)
THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        "questions": Theme(asks=100, fails=15, limited=5),
        "failures": Theme(asks=20, fails=100, limited=5),
        "limits": Theme(asks=15, fails=10, limited=100),
    }
)
"""By what a history of a thread is about."""


@dataclass(frozen=True)
class Program:
    """A graph and what it does. ``draft``: what it was made from; ``limit``: the recursion limit of most runs."""

    graph: Graph
    script: GraphScript
    draft: Draft
    limit: int


def program(draw: Draw, theme: Theme = ANYTHING) -> Program:
    """Any such graph."""
    limited = draw.chance(theme.limited)
    draft = wired(draw, _LONG if limited else _SHAPES, lasting=True)
    pulls, sends = outcomes(draw, draft)
    if draw.chance(theme.fails):
        _fail(draw, draft, pulls)
    if draw.chance(theme.asks):
        for name in _asking(draw, draft):
            _ask(draw, name, pulls, sends)
    limit = draw.between(1, max(1, len(draft.layers) - 1)) if limited else LIMIT
    return Program(plain_graph(draw, draft), script_of(pulls, sends), draft, limit)


def _fail(draw: Draw, draft: Draft, pulls: Pulls) -> None:
    """Put a fault into the outcomes, mostly one that is gone when the node runs again."""
    before = {name: list(found) for name, found in pulls.items()}
    fault = draw.pick(_FAULTS)
    if fault == "entry":
        _fail_at_entry(draw, draft, pulls)
    else:
        spoil(draw, draft, pulls, fault)
    for name, found in pulls.items():
        healthy = before[name] or [Outcome(Nothing())]
        if found != before[name] and len(found) == 1 and draw.chance(75):
            found.append(healthy[0])


def _fail_at_entry(draw: Draw, draft: Draft, pulls: Pulls) -> None:
    """A router of START raises in the first invocation."""
    routers = [router for router in draft.routers if router.source == START]
    if not routers:
        routers = [Router(START, f"route{len(draft.routers) + 1}", None, draw.chance(40))]
        draft.routers += routers
    lost = Route(routers[0].name, form="raise", error="lost")
    found = pulls[START] or [Outcome(Nothing())]
    others = tuple(route for route in found[0].routes if route.branch != lost.branch)
    pulls[START] = [replace(found[0], routes=(*others, lost)), *found[1:]]


def _asking(draw: Draw, draft: Draft) -> Sequence[str]:
    """Who asks: mostly several nodes of one layer, else any one or two."""
    wide = [layer for layer in draft.layers if len(layer) > 1]
    if wide and draw.chance(65):
        layer = draw.pick(wide)
        return draw.sample(layer, draw.between(2, len(layer)))
    return draw.sample(draft.nodes, draw.pick((1, 1, 2)))


def _ask(draw: Draw, name: str, pulls: Pulls, sends: Sends) -> None:
    """Let the node ask before it does what it does. An execution that waits takes an entry of its script, so that what
    it does mostly stays the same until its questions are answered."""
    asks = tuple(_question(draw, name, number) for number in range(draw.pick(_ASKS)))
    found = [replace(outcome, asks=asks) for outcome in pulls.get(name, ())]
    changes = draw.chance(20)
    if changes:
        found = [outcome if draw.chance(60) else replace(outcome, asks=asks[:1]) for outcome in found * 2]
    elif len(set(found)) > 1:
        found = [outcome for outcome in found for _ in range(len(asks) + 1)]
    pulls[name] = found
    if name in sends:
        sends[name] = [(label, replace(outcome, asks=asks)) for label, outcome in sends[name]]


def _question(draw: Draw, name: str, number: int) -> Value:
    if draw.chance(12):
        return draw.pick(_ODD_QUESTIONS)
    return f"{name} {number + 1}?"
