"""Which tool calls a task carries out at once, and which of them can be held at gates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from langchain_core.messages import AIMessage
from langgraph.prebuilt import ToolNode

from twinstep_model import agents as topologies
from twinstep_model.agents import Agent, Supervisor, ToolGraph

from . import teams
from .agents import Team
from .callgates import AtOnce
from .tools import lacks_a_field, messages_of

Path = tuple[str, ...]
"""The nodes in whose tasks a graph runs, from the outermost; () is the root graph."""


def reader(team: topologies.Team, graph: Team) -> Callable[[Path, str, Any], AtOnce | None]:
    """Reads from the path, the node and the input of a task of this team (and its graph) what it carries out at once:
    None unless it is the task of a tool node with two calls or more."""

    def read(path: Path, node: str, given: Any) -> AtOnce | None:
        inside = _inside(team, graph, path)
        tools = inside.builder.nodes[node].runnable if inside is not None else None
        calls = _calls(given) if isinstance(tools, ToolNode) else []
        if not isinstance(tools, ToolNode) or len(calls) < 2:
            return None
        called = [(call["id"], tools.tools_by_name.get(call["name"])) for call in calls]
        # A call that lacks a field fails at once, and then the library may never start the others.
        lacking = any(tool is not None and lacks_a_field(tool) for _, tool in called)
        held = frozenset([call for call, tool in called if tool is not None and not lacking])
        return AtOnce(tuple([call for call, _ in called]), held)

    return read


def _calls(given: Any) -> list[Any]:
    if isinstance(given, dict) and "tool_call" in given:
        return [given["tool_call"]]
    if isinstance(given, list) and given and isinstance(given[-1], dict):
        return given
    last = next((message for message in reversed(messages_of(given)) if isinstance(message, AIMessage)), None)
    return list(last.tool_calls) if last is not None else []


def _inside(team: topologies.Team, graph: Team, path: Path) -> Team | None:
    """The graph at this path."""
    if not path:
        return graph
    if isinstance(team, Supervisor) and path == (team.name,):
        return cast(Team, graph.builder.nodes[team.name].runnable)  # the agent that create_supervisor made
    if isinstance(team, (Agent, ToolGraph)):
        return None
    member = next((member for member in team.agents if member.name == path[0]), None)
    return None if member is None else _inside(member, teams.member(member), path[1:])
