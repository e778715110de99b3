"""Ideas for what nodes and routers of a plain graph return."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from twinstep_model.cases import (
    BareSend,
    Case,
    Command,
    Fields,
    Graph,
    Many,
    NodeScript,
    Nothing,
    Odd,
    Outcome,
    Result,
    Route,
    Send,
    Target,
    Update,
    Whole,
    Write,
)
from twinstep_model.values import Raise

from .parts import Idea, fewer, one_place
from .wiring import with_targets


def fewer_outcomes(case: Case) -> Iterator[Case]:
    """Executions fewer by trigger before the script starts again, and fewer labels."""

    def options(part: Any) -> Iterator[Any]:
        if isinstance(part, NodeScript):
            yield from (replace(part, pulls=pulls) for pulls in fewer(part.pulls))
            yield from (replace(part, sends=sends) for sends in fewer(part.sends))

    return _scripts(case, options)


def smaller_results(case: Case) -> Iterator[Case]:
    """Fewer questions; return values that say less, or the same in a plainer way."""
    root = isinstance(case.topology, Graph) and case.topology.form == "root"

    def options(part: Any) -> Iterator[Any]:
        if isinstance(part, Outcome):
            if part.result != Nothing():
                yield replace(part, result=Nothing())
            yield from (replace(part, result=result) for result in _simpler(part.result, root))
            yield from (replace(part, routes=routes) for routes in fewer(part.routes))
            yield from (replace(part, asks=asks) for asks in fewer(part.asks))
        elif isinstance(part, Many):
            yield from (replace(part, items=items) for items in fewer(part.items, least=1))
            for place, item in enumerate(part.items):
                for simpler in _simpler(item, root):
                    if isinstance(simpler, (Command, Update)):
                        yield replace(part, items=(*part.items[:place], simpler, *part.items[place + 1 :]))

    return _scripts(case, options)


def fewer_targets(case: Case) -> Iterator[Case]:
    """Routers that name fewer destinations, in a plainer form; Sends that carry less."""

    def options(part: Any) -> Iterator[Any]:
        if isinstance(part, Route):
            yield from (with_targets(part, targets) for targets in fewer(part.targets))
            yield replace(part, form="list")
        elif isinstance(part, Send):
            yield from (replace(part, fields=fields) for fields in fewer(part.fields))

    return _scripts(case, options)


OUTCOMES: tuple[Idea, ...] = (fewer_outcomes, smaller_results, fewer_targets)


def _scripts(case: Case, options: Any) -> Iterator[Case]:
    return (replace(case, script=script) for script in one_place(case.script, options))


def _simpler(result: Result, root: bool) -> Iterator[Result]:
    match result:
        case Update(writes) | Fields(writes):
            if isinstance(result, Fields):
                yield Update(writes)
            yield from (replace(result, writes=fewer_writes) for fewer_writes in fewer(writes))
        case Many(items):
            yield from items
        case Command():
            yield from _simpler_command(result, root)
        case Raise(error):
            if error != "boom":
                yield Raise("boom")
        case Odd(what):
            if what != "text":
                yield Odd("text")
        case BareSend() | Whole() | Nothing():
            pass


def _simpler_command(command: Command, root: bool) -> Iterator[Result]:
    writes = command.update or ()
    if not command.goto and not command.graph:
        if not root:
            yield Update(tuple(Write(key, value) for key, value in {one.key: one.value for one in writes}.items()))
        elif writes:
            yield Whole(writes[-1].value)
    yield replace(command, update=None, pairs=False)
    yield replace(command, pairs=False)
    yield replace(command, graph="")
    yield from (replace(command, update=update) for update in fewer(writes))
    goto: tuple[Target, ...]
    for goto in fewer(command.goto):
        yield replace(command, goto=goto)
