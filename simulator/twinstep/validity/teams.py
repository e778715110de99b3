"""Supervisor teams and their scripts. Calls of unknown tools are legal: agents have to cope with them."""

from __future__ import annotations

from collections.abc import Iterator

from twinstep_model.agents import Supervisor, TeamScript
from twinstep_model.topologies.supervisor import handoff_tool
from twinstep_model.values import AUTO

from .distinct import repeated


def team_problems(team: Supervisor, script: TeamScript) -> Iterator[str]:
    """What is wrong with a team and its script."""
    if not team.agents:
        yield "topology.agents: a supervisor has at least one agent; add one"
    yield from _tool_problems(team)
    yield from _script_problems(team, script)
    yield from _call_problems(script)


def _tool_problems(team: Supervisor) -> Iterator[str]:
    names = {agent.name for agent in team.agents}
    handoffs = {handoff_tool(name) for name in names}
    if len(handoffs) < len(names):
        yield "topology.agents: two agents have the same handoff tool; rename one"
    for place, tool in enumerate(team.tools):
        if tool in handoffs:
            yield f"topology.tools[{place}]: a handoff tool has this name; rename it"
    if repeated(team.tools) is not None:
        yield "topology.tools: names a tool twice; remove one"
    for place, agent in enumerate(team.agents):
        if repeated(agent.tools) is not None:
            yield f"topology.agents[{place}].tools: names a tool twice; remove one"


def _script_problems(team: Supervisor, script: TeamScript) -> Iterator[str]:
    speakers = {team.name} | {agent.name for agent in team.agents}
    for place, model in enumerate(script.models):
        if model.agent not in speakers:
            yield f"script.models[{place}].agent: there is no such agent; name one of topology.agents or the supervisor"
    twice = repeated(model.agent for model in script.models)
    if twice is not None:
        yield f"script.models[{twice}].agent: has a script already; merge the two"


def _call_problems(script: TeamScript) -> Iterator[str]:
    calls: set[str] = set()
    for place, model in enumerate(script.models):
        for number, reply in enumerate(model.replies):
            for which, call in enumerate(reply.calls):
                path = f"script.models[{place}].replies[{number}].calls[{which}].id"
                if call.id in ("", AUTO):
                    yield f"{path}: tells no call apart; give the call an id"
                if call.id in calls:
                    yield f"{path}: another call has this id; call ids are unique in the whole case, change one"
                calls.add(call.id)
    for place, tool in enumerate(script.tools):
        if tool.call not in calls:
            yield f"script.tools[{place}].call: no reply makes this call; name a call id of script.models"
    twice = repeated(tool.call for tool in script.tools)
    if twice is not None:
        yield f"script.tools[{twice}].call: has an entry already; remove one"
