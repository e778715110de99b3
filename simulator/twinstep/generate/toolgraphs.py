"""Agents made by hand around a tool node: in every form, with every way to handle errors."""

from __future__ import annotations

from typing import get_args, get_type_hints

from twinstep_model.agents import ToolGraph
from twinstep_model.topologies.handmade import MODEL

from .agents import CALC, KINDS, SEARCH
from .draw import Draw, weighted
from .teamscripts import Speaker, Story

_TOOLS = (CALC, SEARCH)
_ASIDE = ("side", "other")
FORMS = get_args(get_type_hints(ToolGraph)["form"])
ERRORS = get_args(get_type_hints(ToolGraph)["errors"])
_FAILURES = weighted(
    (3, ("raise",)),
    (4, ("raise", "plain")),
    (3, ("raise", "raise")),
    (2, ("plain", "raise", "unknown")),
    (1, ("raise", "plain", "raise", "plain")),
)
_ROUNDS = weighted((1, 0), (6, 1), (3, 2))


def _graphs() -> tuple[ToolGraph, ...]:
    """Each form with each way to handle errors, once; every third sees its state, every fourth has nodes aside."""
    found = []
    for number, (form, errors) in enumerate((form, errors) for form in FORMS for errors in ERRORS):
        sees = (SEARCH,) if number % 3 == 0 else ()
        aside = _ASIDE if number % 4 == 1 else ()
        wants = ("wish",) if number % 11 == 5 else ()
        found.append(ToolGraph((*_TOOLS, *wants), form, errors, sees, wants, aside))
    return tuple(found)


POOL = _graphs()


def speaker_of(graph: ToolGraph) -> Speaker:
    """The graph's model."""
    return Speaker(
        MODEL, graph.tools, sees=graph.sees, wants=graph.wants, near=(*graph.aside, MODEL), errors=graph.errors
    )


def any_graph(draw: Draw) -> ToolGraph:
    """One of the pool."""
    return draw.pick(POOL)


def turn(story: Story, graph: ToolGraph, fails: bool) -> bool:
    """One turn: rounds of calls, then an answer. Whether it fails."""
    draw = story.draw
    speaker = speaker_of(graph)
    kinds = [draw.pick(KINDS) for _ in range(draw.pick(_ROUNDS))]
    if fails:
        kinds = [*kinds[:1], draw.pick(_FAILURES)]
    for one in kinds:
        said = story.reply(speaker, one)
        for name in said.aside:
            if name in graph.aside:
                story.words(name)
        if said.fails or said.parents:
            return True
    story.words(MODEL)
    return False
