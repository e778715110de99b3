"""Agents and teams of them: names that are told apart, tools that exist.

What the library refuses (two members of one name, a default that is nobody, handoffs to nobody) is legal.
"""

from __future__ import annotations

from collections.abc import Iterator

from twinstep.members import Talking, handoffs_of, placed, tool_name
from twinstep_model.agents import Agent, Supervisor, Swarm, Team, ToolGraph
from twinstep_model.topologies.forward import FORWARD
from twinstep_model.topologies.handmade import MODEL
from twinstep_model.topologies.toolnode import TOOLS

from .distinct import repeated

_OWN_NODES = (MODEL, TOOLS)
"""Nodes that every ToolGraph has."""


def structure_problems(team: Team) -> Iterator[str]:
    """What is wrong with an agent or a team."""
    yield from _name_problems(team)
    for path, one in placed(team):
        if isinstance(one, Swarm):
            continue
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
    for path, one in placed(team):
        if isinstance(one, ToolGraph):
            continue
        if not one.name and not isinstance(team, Supervisor):
            yield f"{path}.name: is empty; name it"
        graphs = {path, path.rpartition(".")[0]}
        if not seen.setdefault(one.name, graphs) & graphs:
            yield f"{path}.name: another agent or team has this name, and with it one script; rename one"


def _supervisor_problems(team: Supervisor, path: str) -> Iterator[str]:
    if not team.agents:
        yield f"{path}.agents: a supervisor has at least one agent; add one"


def _tool_problems(one: Talking, path: str) -> Iterator[str]:
    if repeated(one.tools) is not None:
        yield f"{path}.tools: names a tool twice; remove one"
    if "" in one.tools:
        yield f"{path}.tools: a tool has a name; name it"
    handing_off = set(map(tool_name, handoffs_of(one)))
    for place, tool in enumerate(one.tools):
        if tool in handing_off:
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
