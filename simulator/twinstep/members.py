"""Who is in a team, however deep, and by which names its models and handoff tools go."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from twinstep_model.agents import Agent, Handoff, Member, Supervisor, Team, ToolGraph
from twinstep_model.topologies.supervisor import handoff_tool

MODEL = "model"
"""The script of the model of a hand-made agent."""


def members(team: Team) -> Iterator[Member]:
    """The team itself and every agent and team in it, each before those inside it; nothing for a hand-made agent."""
    if isinstance(team, ToolGraph):
        return
    yield team
    if not isinstance(team, Agent):
        for member in team.agents:
            yield from members(member)


def speakers(team: Team) -> set[str]:
    """The names that scripts of models can have."""
    if isinstance(team, ToolGraph):
        return {MODEL, *team.aside}
    return {member.name for member in members(team) if isinstance(member, (Agent, Supervisor))}


def tool_name(handoff: Handoff) -> str:
    """The name of a handoff tool."""
    return handoff.name or handoff_tool(handoff.agent)


def handoffs(team: Team) -> Iterator[Handoff]:
    """Every handoff tool: the agents' own, and those of supervisors, given or made by the library."""
    for member in members(team):
        if isinstance(member, Agent):
            yield from member.handoffs
        elif isinstance(member, Supervisor):
            yield from member.handoffs or (Handoff(one.name) for one in member.agents)


def leading_to(team: Team, gone: Collection[str]) -> set[str]:
    """The names of all handoff tools that lead to one of these agents."""
    return {tool_name(handoff) for handoff in handoffs(team) if handoff.agent in gone}


def seeing_tools(team: Team) -> set[str]:
    """The plain tools that have the state injected."""
    if isinstance(team, ToolGraph):
        return set(team.sees)
    return {tool for member in members(team) if isinstance(member, Agent) for tool in member.sees}


def wanting_tools(team: Team) -> set[str]:
    """The plain tools that have a field injected which no state has: they fail."""
    if isinstance(team, ToolGraph):
        return set(team.wants)
    return {tool for member in members(team) if isinstance(member, Agent) for tool in member.wants}
