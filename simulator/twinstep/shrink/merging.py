"""Ideas that need two changes at once: one agent in the place of two, and another agent to begin with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from twinstep.members import members
from twinstep_model.agents import Agent, Supervisor, Swarm
from twinstep_model.cases import Case

from .membership import replaced, script_of, team_of, without_gone
from .names import Renaming, renamed
from .parts import everywhere


def merged_members(case: Case) -> Iterator[Case]:
    """One member fewer; what led to it leads to another one. Two are left: who hands off to one agent twice, or to
    itself, is another story."""
    for team in members(team_of(case)):
        if isinstance(team, Agent) or len(team.agents) < 3:
            continue
        for gone in team.agents:
            for kept in team.agents:
                if kept.name != gone.name:
                    yield _merged(case, team, gone.name, kept.name)


def other_starts(case: Case) -> Iterator[Case]:
    """Swarms that list first whom they begin with; then another one, and what the first one said before is gone."""
    team, script = team_of(case), script_of(case)
    for swarm in members(team):
        if not isinstance(swarm, Swarm):
            continue
        for member in swarm.agents:
            agents = (member, *(one for one in swarm.agents if one != member))
            topology = replaced(team, swarm, replace(swarm, agents=agents, default=member.name))
            if member.name == swarm.default:
                yield replace(case, topology=topology)
                continue
            models = tuple(
                replace(one, replies=one.replies[1:]) if one.agent == swarm.default else one for one in script.models
            )
            yield replace(case, topology=topology, script=replace(script, models=models))


def _merged(case: Case, team: Supervisor | Swarm, gone: str, kept: str) -> Case:
    """``kept`` in the place of both."""
    before, script = team_of(case), script_of(case)
    rest = replace(team, agents=tuple(member for member in team.agents if member.name != gone))
    models = tuple(model for model in script.models if model.agent != gone)
    fewer = replace(case, topology=replaced(before, team, rest), script=replace(script, models=models))
    return without_gone(everywhere(renamed(fewer, Renaming(agents={gone: kept})), _distinct), before)


def _distinct(part: Any) -> Any:
    if isinstance(part, (Agent, Supervisor)):
        return replace(part, handoffs=tuple(dict.fromkeys(part.handoffs)))
    return part
