"""Taking members out of a team, with everything that mentions them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from twinstep.members import leading_to, members, speakers
from twinstep_model.agents import Agent, Member, Reply, Supervisor, Swarm, Team, TeamScript, ToolCommand, ToolGraph
from twinstep_model.cases import Case, Graph

from .names import Renaming, renamed
from .parts import everywhere, fewer, one_place


def flatter(case: Case) -> Iterator[Case]:
    """A member in the place of the whole team, an agent or a member of it in that of a team inside."""
    team = team_of(case)
    if not isinstance(team, (Supervisor, Swarm)):
        return
    yield from (with_team(case, member) for member in team.agents)
    for topology in one_place(team, _plain_members):
        yield with_team(case, topology)
    for outer in members(team):
        if not isinstance(outer, Agent):
            for place, inner in enumerate(outer.agents):
                if not isinstance(inner, Agent):
                    yield from (_in_place_of(case, outer, place, inner.name, member) for member in inner.agents)


def fewer_members(case: Case) -> Iterator[Case]:
    """Agents and teams fewer, with what they and the others say to that."""
    return (with_team(case, topology) for topology in one_place(team_of(case), _fewer))


def with_team(case: Case, team: Team) -> Case:
    """The case with another team, and without what speaks of members that are gone."""
    return without_gone(replace(case, topology=team), team_of(case))


def replaced(team: Team, old: Member, new: Member) -> Team:
    """The team with ``new`` wherever ``old`` is in it, or it itself."""
    return everywhere(team, lambda part: new if part == old else part)


def team_of(case: Case) -> Team:
    """The team of a case. Raises TypeError for a plain graph."""
    if isinstance(case.topology, Graph):
        raise TypeError("a plain graph is no team")
    return case.topology


def script_of(case: Case) -> TeamScript:
    """The script of a case of a team. Raises TypeError for one of a plain graph."""
    if not isinstance(case.script, TeamScript):
        raise TypeError("the script is one of a plain graph")
    return case.script


def without_gone(case: Case, before: Team) -> Case:
    """The case without scripts of, and handoffs to, those of the team ``before`` that are not there any more."""
    team, script = team_of(case), script_of(case)
    gone = _names(before) - _names(team)
    tools = leading_to(before, gone) - leading_to(team, _names(team))

    def change(part: Any) -> Any:
        match part:
            case Reply(calls=calls):
                return replace(part, calls=tuple(call for call in calls if call.name not in tools))
            case Agent(handoffs=handoffs) | Supervisor(handoffs=handoffs):
                return replace(part, handoffs=tuple(one for one in handoffs if one.agent not in gone))
            case Swarm(agents=agents, default=default):
                return replace(part, default=agents[0].name) if default in gone and agents else part
            case ToolCommand(goto=goto):
                return replace(part, goto=tuple(name for name in goto if name not in gone))
        return part

    kept = speakers(team)
    models = tuple(model for model in script.models if model.agent in kept)
    return replace(case, topology=everywhere(team, change), script=everywhere(replace(script, models=models), change))


def _in_place_of(case: Case, outer: Supervisor | Swarm, place: int, inner: str, member: Member) -> Case:
    """The case with this member of the team ``inner`` in its place: what leads to ``inner`` then leads to the member,
    and what the speaker of ``inner`` says is gone."""
    before, script = team_of(case), script_of(case)
    topology = replaced(before, outer, _with_member(outer, place, member))
    models = tuple(model for model in script.models if model.agent != inner)
    rest = replace(case, topology=topology, script=replace(script, models=models))
    return without_gone(renamed(rest, Renaming(agents={inner: member.name})), before)


def _names(team: Team) -> set[str]:
    return set(team.aside) if isinstance(team, ToolGraph) else {member.name for member in members(team)}


def _fewer(part: Any) -> Iterator[Any]:
    if isinstance(part, (Supervisor, Swarm)):
        yield from (replace(part, agents=agents) for agents in fewer(part.agents, least=1))
    elif isinstance(part, ToolGraph):
        yield from (replace(part, aside=aside) for aside in fewer(part.aside))


def _plain_members(part: Any) -> Iterator[Any]:
    """A team with a plain agent in the place of a team inside it."""
    if isinstance(part, (Supervisor, Swarm)):
        for place, member in enumerate(part.agents):
            if not isinstance(member, Agent):
                yield _with_member(part, place, Agent(member.name))


def _with_member(team: Supervisor | Swarm, place: int, member: Member) -> Supervisor | Swarm:
    return replace(team, agents=(*team.agents[:place], member, *team.agents[place + 1 :]))
