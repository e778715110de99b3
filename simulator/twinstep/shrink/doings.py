"""Ideas for what tools do, and for the arguments they are given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from twinstep_model.agents import ToolAnswer, ToolCommand, ToolDoes, ToolMany, ToolScript, ToolText
from twinstep_model.cases import Case
from twinstep_model.values import Call, Map

from .membership import script_of
from .parts import fewer, one_place


def plain_tools(case: Case) -> Iterator[Case]:
    """Tools that just return ``ok``."""
    script = script_of(case)
    for tools in fewer(script.tools):
        yield replace(case, script=replace(script, tools=tools))


def simpler_tools(case: Case) -> Iterator[Case]:
    """Tools that do less, or the same in a plainer way."""

    def options(part: Any) -> Iterator[Any]:
        if isinstance(part, ToolScript):
            yield from (replace(part, does=does) for does in _simpler(part.does))

    return (replace(case, script=script) for script in one_place(script_of(case), options))


def fewer_arguments(case: Case) -> Iterator[Case]:
    """Calls with fewer arguments."""

    def options(part: Any) -> Iterator[Any]:
        if isinstance(part, Call):
            yield from (replace(part, args=Map(items)) for items in fewer(part.args.items))

    return (replace(case, script=script) for script in one_place(script_of(case), options))


def _simpler(does: ToolDoes) -> Iterator[ToolDoes]:
    match does:
        case ToolMany(items):
            yield from items
            yield from (ToolMany(some) for some in fewer(items, least=1))
            for place, item in enumerate(items):
                for simpler in _simpler(item):
                    if isinstance(simpler, (ToolAnswer, ToolCommand)):
                        yield ToolMany((*items[:place], simpler, *items[place + 1 :]))
        case ToolAnswer(text, failed):
            yield ToolText(text)
            if failed:
                yield ToolAnswer(text)
        case ToolCommand(text):
            yield ToolText(text)
            yield ToolAnswer(text)
            yield ToolCommand(text)
            yield replace(does, answers=True)
            yield replace(does, clears=False)
            yield replace(does, sends=False)
            yield replace(does, parent=False)
            yield from (replace(does, goto=goto) for goto in fewer(does.goto))
