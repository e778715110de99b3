"""Ideas for agents and teams: fewer replies, calls, tools and handoffs, and every option as it is by default."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields, replace
from typing import Any

from twinstep.members import handoffs, tool_name
from twinstep_model.agents import Agent, Handoff, ModelScript, Reply, Supervisor, Swarm, ToolGraph
from twinstep_model.cases import Case, Invoke, Update, Whole, Write
from twinstep_model.topologies.handmade import MODEL
from twinstep_model.values import Call, Message

from .common import with_lower_limits
from .doings import fewer_arguments, plain_tools, simpler_tools
from .membership import fewer_members, flatter, script_of, team_of
from .merging import merged_members, other_starts
from .parts import Idea, everywhere, fewer, one_place
from .values import no_texts

_KEPT = ("name", "tools", "handoffs", "aside")
"""Fields with a default that are more than options: other ideas are for them."""


def fewer_models(case: Case) -> Iterator[Case]:
    """Models that only ever say that they are done."""
    script = script_of(case)
    for models in fewer(script.models):
        yield replace(case, script=replace(script, models=models))


def fewer_replies(case: Case) -> Iterator[Case]:
    """Replies fewer, the last first; also with one imposed order less, which was for the calls of a reply."""

    def options(part: Any) -> Iterator[Any]:
        if isinstance(part, ModelScript):
            yield from (replace(part, replies=replies) for replies in fewer(part.replies))

    orders = case.schedule.orders
    for script in one_place(script_of(case), options):
        candidate = replace(case, script=script)
        yield candidate
        for place in range(len(orders) - 1):
            fewer_orders = (*orders[:place], *orders[place + 1 :])
            yield replace(candidate, schedule=replace(case.schedule, orders=fewer_orders))


def fewer_calls(case: Case) -> Iterator[Case]:
    """Replies with fewer calls; where the order of their ends is imposed, also with those left ending in reverse."""

    def options(part: Any) -> Iterator[Any]:
        if isinstance(part, Reply):
            yield from (replace(part, calls=calls) for calls in fewer(part.calls))

    for script in one_place(script_of(case), options):
        candidate = replace(case, script=script)
        yield candidate
        if case.schedule.orders:
            reverse = tuple(tuple(reversed(range(len(order) - 1))) for order in case.schedule.orders)
            yield replace(candidate, schedule=replace(case.schedule, orders=reverse))


def fewer_tools(case: Case) -> Iterator[Case]:
    """Nobody has a tool that it never calls (a call must not become one of an unknown tool: that is another story)."""
    called = _called(case)

    def needed(part: Any) -> Any:
        match part:
            case Agent(name=name):
                return _with_tools(part, called.get(name, set()))
            case Supervisor(name=name, tools=tools):
                return replace(part, tools=_only(tools, called.get(name, set())))
            case ToolGraph():
                return _with_tools(part, called.get(MODEL, set()))
        return part

    team = team_of(case)
    yield replace(case, topology=everywhere(team, needed))
    yield from (replace(case, topology=topology) for topology in one_place(team, lambda part: [needed(part)]))


def fewer_handoffs(case: Case) -> Iterator[Case]:
    """Nobody has a handoff tool that it never calls; a supervisor that is left with none has the library's."""
    called = _called(case)

    def needed(part: Any) -> Any:
        if isinstance(part, (Agent, Supervisor)):
            mine = called.get(part.name, set())
            return replace(part, handoffs=tuple(one for one in part.handoffs if tool_name(one) in mine))
        return part

    def options(part: Any) -> Iterator[Any]:
        if isinstance(part, (Agent, Supervisor)):
            yield needed(part)
            yield from (replace(part, handoffs=some) for some in fewer(part.handoffs))

    team = team_of(case)
    yield replace(case, topology=everywhere(team, needed))
    yield from (replace(case, topology=topology) for topology in one_place(team, options))


def plain_handoffs(case: Case) -> Iterator[Case]:
    """Handoff tools under the library's names, also where they are called."""
    for handoff in dict.fromkeys(one for one in handoffs(team_of(case)) if one.name):
        plain = replace(handoff, name="")

        def change(part: Any, handoff: Handoff = handoff, plain: Handoff = plain) -> Any:
            if isinstance(part, Call) and part.name == handoff.name:
                return replace(part, name=tool_name(plain))
            return plain if part == handoff else part

        yield everywhere(case, change)


def plain_team(case: Case) -> Iterator[Case]:
    """Every option as it is by default; all of one member, then each."""

    def options(part: Any) -> Iterator[Any]:
        if isinstance(part, (Agent, ToolGraph, Supervisor, Swarm, Handoff)):
            plain = {
                field.name: field.default
                for field in fields(part)
                if field.default is not MISSING and field.name not in _KEPT
            }
            yield replace(part, **plain)
            yield from (replace(part, **{name: default}) for name, default in plain.items())
        if isinstance(part, Swarm) and part.agents:
            yield replace(part, default=part.agents[0].name)

    return (replace(case, topology=topology) for topology in one_place(team_of(case), options))


def short_inputs(case: Case) -> Iterator[Case]:
    """The user says one thing each time; a team that is told nothing at all would look odd."""

    def options(part: Any) -> Iterator[Any]:
        if isinstance(part, Invoke) and isinstance(part.input, Update):
            for writes in fewer(part.input.writes, least=1):
                yield replace(part, input=Update(writes))
        if isinstance(part, (Write, Whole)) and isinstance(part.value, tuple):
            yield replace(part, value=(Message("human"),))
            yield from (replace(part, value=messages) for messages in fewer(part.value, least=1))

    return (replace(case, actions=actions) for actions in one_place(case.actions, options))


def _shorter(idea: Idea) -> Idea:
    """The idea; where a recursion limit matters, also with one super-step less or two."""
    return lambda case: (lower for candidate in idea(case) for lower in with_lower_limits(candidate, (1, 2)))


TEAM: tuple[Idea, ...] = (
    _shorter(fewer_replies),
    fewer_models,
    _shorter(fewer_calls),
    _shorter(flatter),
    _shorter(fewer_members),
    other_starts,
    merged_members,
    plain_tools,
    simpler_tools,
    fewer_arguments,
    fewer_tools,
    fewer_handoffs,
    _shorter(plain_team),
    plain_handoffs,
    short_inputs,
    no_texts,
)


def _called(case: Case) -> dict[str, set[str]]:
    """The names that each model calls."""
    return {
        model.agent: {call.name for reply in model.replies for call in reply.calls} for model in script_of(case).models
    }


def _with_tools(part: Agent | ToolGraph, called: set[str]) -> Agent | ToolGraph:
    tools, sees, wants = _only(part.tools, called), _only(part.sees, called), _only(part.wants, called)
    if isinstance(part, ToolGraph):
        return replace(part, tools=tools, sees=sees, wants=wants)
    return replace(part, tools=tools, sees=sees, wants=wants, direct=_only(part.direct, called))


def _only(tools: tuple[str, ...], called: set[str]) -> tuple[str, ...]:
    return tuple(tool for tool in tools if tool in called)
