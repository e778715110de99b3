"""Teams and their members: each member is an agent or a team again, with members of its own."""

from __future__ import annotations

from typing import Union

from twinstep_model.agents import Agent, Member, Supervisor, Swarm
from twinstep_model.laws import Laws
from twinstep_model.observation import Error

from .handoffs import UNNAMED, handoffs_of
from .nested import Inner
from .react import ReactProgram
from .scripts import Script
from .supervisor import SupervisorProgram, supervisor_refusal
from .swarm import SwarmProgram, swarm_refusal


def team_refusal(team: Union[Supervisor, Swarm], laws: Laws) -> Error | None:
    """Why this team, or a team in it, cannot be built, or None. Members are built first."""
    for member in team.agents:
        inside = None if isinstance(member, Agent) else team_refusal(member, laws)
        if inside is not None:
            return inside
    return supervisor_refusal(team, laws) if isinstance(team, Supervisor) else swarm_refusal(team, laws)


def team_program(team: Union[Supervisor, Swarm], script: Script, laws: Laws) -> Union[SupervisorProgram, SwarmProgram]:
    """The program of a team that can be built."""
    members = {member.name or UNNAMED: _inner(member, script, laws) for member in team.agents}
    if isinstance(team, Supervisor):
        return SupervisorProgram(team, members, script, laws)
    return SwarmProgram(team, members, laws)


def _inner(member: Member, script: Script, laws: Laws) -> Inner:
    if isinstance(member, Agent):
        return Inner(ReactProgram(member, script, laws, handoffs_of(member, laws)))
    program = team_program(member, script, laws)
    return Inner(program, program.routes, team=True)
