"""Ideas for supervisor teams: fewer replies, calls, agents and tools."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from twinstep_model.agents import ModelScript, Reply, Supervisor, TeamScript, ToolScript
from twinstep_model.cases import Case, Write
from twinstep_model.topologies.supervisor import handoff_tool
from twinstep_model.values import Message

from .parts import Idea, everywhere, fewer, one_place
from .values import no_texts


def fewer_models(case: Case) -> Iterator[Case]:
    """Models that only ever say that they are done."""
    for models in fewer(_script(case).models):
        yield _with_script(case, models=models)


def fewer_replies(case: Case) -> Iterator[Case]:
    """Replies fewer, the last first."""

    def options(part: Any) -> Iterator[Any]:
        if isinstance(part, ModelScript):
            yield from (replace(part, replies=replies) for replies in fewer(part.replies))

    return (replace(case, script=script) for script in one_place(_script(case), options))


def fewer_calls(case: Case) -> Iterator[Case]:
    """Replies with fewer calls."""

    def options(part: Any) -> Iterator[Any]:
        if isinstance(part, Reply):
            yield from (replace(part, calls=calls) for calls in fewer(part.calls))

    return (replace(case, script=script) for script in one_place(_script(case), options))


def fewer_agents(case: Case) -> Iterator[Case]:
    """Agents fewer, with what they and the others say to that."""
    team = _team(case)
    for agents in fewer(team.agents, least=1):
        kept = {agent.name for agent in agents}
        gone = {agent.name for agent in team.agents} - kept
        handoffs = {handoff_tool(name) for name in gone}

        def change(part: Any, handoffs: set[str] = handoffs) -> Any:
            if isinstance(part, Reply):
                return replace(part, calls=tuple(call for call in part.calls if call.name not in handoffs))
            return part

        script = everywhere(_script(case), change)
        models = tuple(model for model in script.models if model.agent not in gone)
        yield replace(case, topology=replace(team, agents=agents), script=replace(script, models=models))


def fewer_tools(case: Case) -> Iterator[Case]:
    """Nobody has a tool that it never calls (a call must not become one of an unknown tool: that is another story)."""
    team, script = _team(case), _script(case)
    called = {model.agent: {call.name for reply in model.replies for call in reply.calls} for model in script.models}

    def needed(name: str, tools: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(tool for tool in tools if tool in called.get(name, ()))

    agents = tuple(replace(agent, tools=needed(agent.name, agent.tools)) for agent in team.agents)
    tools = needed(team.name, team.tools)
    yield replace(case, topology=replace(team, agents=agents, tools=tools))
    yield replace(case, topology=replace(team, tools=tools))
    for place, agent in enumerate(agents):
        others = (*team.agents[:place], agent, *team.agents[place + 1 :])
        yield replace(case, topology=replace(team, agents=others))


def plain_tools(case: Case) -> Iterator[Case]:
    """Tools that just return ``ok``."""
    for tools in fewer(_script(case).tools):
        yield _with_script(case, tools=tools)


def plain_team(case: Case) -> Iterator[Case]:
    """The options of `create_supervisor` as they are by default."""
    team = _team(case)
    plain = Supervisor(team.agents, team.tools)
    yield replace(case, topology=replace(plain, name=team.name))
    for option in ("output_mode", "handoff_messages", "parallel_tool_calls"):
        yield replace(case, topology=replace(team, **{option: getattr(plain, option)}))


def short_inputs(case: Case) -> Iterator[Case]:
    """The user says one thing each time; a team that is told nothing at all would look odd."""

    def options(part: Any) -> Iterator[Any]:
        if isinstance(part, Write) and isinstance(part.value, tuple):
            yield replace(part, value=(Message("human"),))
            yield from (replace(part, value=messages) for messages in fewer(part.value, least=1))

    return (replace(case, actions=actions) for actions in one_place(case.actions, options))


TEAM: tuple[Idea, ...] = (
    fewer_replies,
    fewer_models,
    fewer_calls,
    fewer_agents,
    plain_tools,
    fewer_tools,
    plain_team,
    short_inputs,
    no_texts,
)


def _team(case: Case) -> Supervisor:
    assert isinstance(case.topology, Supervisor)
    return case.topology


def _script(case: Case) -> TeamScript:
    assert isinstance(case.script, TeamScript)
    return case.script


def _with_script(case: Case, **parts: tuple[ModelScript, ...] | tuple[ToolScript, ...]) -> Case:
    return replace(case, script=replace(_script(case), **parts))  # type: ignore[arg-type]  # callers name fields
