"""Agents and teams of them: names that are told apart, tools that exist.

What the library refuses (two members of one name, a default that is nobody, handoffs to nobody) is legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Union

from twinstep.members import MODEL, tool_name
from twinstep_model.agents import Agent, Supervisor, Swarm, Team, ToolGraph
from twinstep_model.topologies.supervisor import handoff_tool

from .distinct import repeated

FORWARD = "forward_message"
"""The name of the tool that forwards an agent's message."""
_OWN_NODES = (MODEL, "tools")
"""Nodes that every ToolGraph has."""

Speaking = Union[Agent, ToolGraph, Supervisor]
"""What has a model and tools."""


def talking(team: Team, path: str = "topology") -> Iterator[tuple[str, Speaking]]:
    """Everything in the team that has a model and tools, with the path to it."""
    if isinstance(team, (Agent, ToolGraph, Supervisor)):
        yield path, team
    if isinstance(team, (Supervisor, Swarm)):
        for place, member in enumerate(team.agents):
            yield from talking(member, f"{path}.agents[{place}]")


def structure_problems(team: Team) -> Iterator[str]:
    """What is wrong with an agent or a team."""
    yield from _name_problems(team)
    for path, one in talking(team):
        yield from _tool_problems(one, path)
        if isinstance(one, Supervisor):
            yield from _supervisor_problems(one, path)
        else:
            yield from _kept_problems(one, path)
        if isinstance(one, ToolGraph):
            yield from _aside_problems(one, path)


def _name_problems(team: Team) -> Iterator[str]:
    """Models are found by name. Only where the library refuses the team that two of a name are in, may they be: two
    members of one team, or a supervisor and its member."""
    seen: dict[str, set[str]] = {}
    for path, name in _names(team, "topology"):
        if not name and not isinstance(team, Supervisor):
            yield f"{path}.name: is empty; name it"
        graphs = {path, path.rpartition(".")[0]}
        if not seen.setdefault(name, graphs) & graphs:
            yield f"{path}.name: another agent or team has this name, and with it one script; rename one"


def _names(team: Team, path: str) -> Iterator[tuple[str, str]]:
    """The names of the team and of all in it, with their paths."""
    if not isinstance(team, ToolGraph):
        yield path, team.name
    if isinstance(team, (Supervisor, Swarm)):
        for place, member in enumerate(team.agents):
            yield from _names(member, f"{path}.agents[{place}]")


def _supervisor_problems(team: Supervisor, path: str) -> Iterator[str]:
    if not team.agents:
        yield f"{path}.agents: a supervisor has at least one agent; add one"


def _tool_problems(one: Speaking, path: str) -> Iterator[str]:
    if repeated(one.tools) is not None:
        yield f"{path}.tools: names a tool twice; remove one"
    if "" in one.tools:
        yield f"{path}.tools: a tool has a name; name it"
    for place, tool in enumerate(one.tools):
        if tool in _handoff_names(one):
            yield f"{path}.tools[{place}]: a handoff tool has this name; rename it"
        if tool == FORWARD and isinstance(one, Supervisor) and one.forward:
            yield f"{path}.tools[{place}]: the tool that forwards has this name; rename it"
    handoffs = () if isinstance(one, ToolGraph) else one.handoffs
    twice = repeated(map(tool_name, handoffs))
    if twice is not None:
        yield f"{path}.handoffs[{twice}]: another handoff tool has the same name; rename one"
    for place, handoff in enumerate(handoffs):
        if isinstance(one, Agent) and not handoff.messages:
            yield f"{path}.handoffs[{place}].messages: only a supervisor's handoff tools can leave them out; set it"


def _handoff_names(one: Speaking) -> frozenset[str]:
    if isinstance(one, ToolGraph):
        return frozenset()
    if isinstance(one, Supervisor) and not one.handoffs:
        return frozenset(handoff_tool(member.name) for member in one.agents)
    return frozenset(map(tool_name, one.handoffs))


def _kept_problems(one: Agent | ToolGraph, path: str) -> Iterator[str]:
    kinds = {"sees": one.sees, "wants": one.wants}
    if isinstance(one, Agent):
        kinds["direct"] = one.direct
    for kind, tools in kinds.items():
        if repeated(tools) is not None:
            yield f"{path}.{kind}: names a tool twice; remove one"
        for place, tool in enumerate(tools):
            if tool not in one.tools:
                yield f"{path}.{kind}[{place}]: there is no such tool; name one of {path}.tools"
    if set(one.sees) & set(one.wants):
        yield f"{path}.wants: a tool of sees has what is there injected; remove it from one of the two"


def _aside_problems(graph: ToolGraph, path: str) -> Iterator[str]:
    if repeated((*_OWN_NODES, *graph.aside)) is not None:
        yield f"{path}.aside: another node of the graph has this name; rename it"
    if "" in graph.aside:
        yield f"{path}.aside: a node has a name; name it"
