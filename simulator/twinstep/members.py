"""Who is in a team, however deep, and by which names its models and handoff tools go."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Union

from twinstep_model.agents import Agent, Handoff, Member, Supervisor, Swarm, Team, ToolGraph
from twinstep_model.topologies.handmade import MODEL
from twinstep_model.topologies.supervisor import handoff_tool

Talking = Union[Agent, ToolGraph, Supervisor]
"""What has a model and tools."""


def placed(team: Team, path: str = "topology") -> Iterator[tuple[str, Team]]:
    """The team itself and every agent and team in it, each before those inside it, with the paths to them."""
    yield path, team
    if isinstance(team, (Supervisor, Swarm)):
        for place, member in enumerate(team.agents):
            yield from placed(member, f"{path}.agents[{place}]")


def members(team: Team) -> Iterator[Member]:
    """The team itself and every agent and team in it, in the same order; nothing for a hand-made agent."""
    return (one for _, one in placed(team) if not isinstance(one, ToolGraph))


def talking(team: Team) -> Iterator[Talking]:
    """All in the team that have a model and tools, in the same order."""
    return (one for _, one in placed(team) if not isinstance(one, Swarm))


def speaker(one: Talking) -> str:
    """The name by which the script of its model goes."""
    return MODEL if isinstance(one, ToolGraph) else one.name


def speakers(team: Team) -> list[str]:
    """The names that scripts of models can have, in the same order; two agents of one name have one script."""
    aside = team.aside if isinstance(team, ToolGraph) else ()
    return list(dict.fromkeys([*map(speaker, talking(team)), *aside]))


def tool_name(handoff: Handoff) -> str:
    """The name of a handoff tool."""
    return handoff.name or handoff_tool(handoff.agent)


def handoffs_of(one: Talking) -> tuple[Handoff, ...]:
    """Its handoff tools: an agent's own, or those of a supervisor, given or made by the library."""
    if isinstance(one, ToolGraph):
        return ()
    if isinstance(one, Supervisor) and not one.handoffs:
        return tuple(Handoff(member.name) for member in one.agents)
    return one.handoffs


def handoffs(team: Team) -> Iterator[Handoff]:
    """Every handoff tool in the team."""
    return (handoff for one in talking(team) for handoff in handoffs_of(one))


def leading_to(team: Team, gone: Collection[str]) -> set[str]:
    """The names of all handoff tools that lead to one of these agents."""
    return {tool_name(handoff) for handoff in handoffs(team) if handoff.agent in gone}


def seeing_tools(team: Team) -> set[str]:
    """The plain tools that have the state injected."""
    return {tool for one in talking(team) if not isinstance(one, Supervisor) for tool in one.sees}


def wanting_tools(team: Team) -> set[str]:
    """The plain tools that have a field injected which no state has: they fail."""
    return {tool for one in talking(team) if not isinstance(one, Supervisor) for tool in one.wants}
