"""Supervisor teams: the real `create_supervisor` graph of a topology, built once and re-scripted for every case."""

from __future__ import annotations

import warnings
from functools import cache, lru_cache
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import create_react_agent
from langgraph_supervisor import create_supervisor

from twinstep_model.agents import Agent, Supervisor

from .chat import ScriptedChat, scripted_tool

Team = CompiledStateGraph[Any, Any, Any, Any]


@lru_cache(maxsize=512)
def build(team: Supervisor, saver: InMemorySaver | None) -> Team:
    """The compiled team of a topology; the same one for every case, what it does follows the `chat.Play` of the run.

    Raises what the library raises for a team that it refuses.
    """
    return fresh(team, saver)


def fresh(team: Supervisor, saver: InMemorySaver | None) -> Team:
    """A newly compiled team of agents that may have served before."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # create_react_agent is what supervisors are made of
        workflow = create_supervisor(
            [_agent(agent) for agent in team.agents],
            model=ScriptedChat(agent=team.name),
            tools=[scripted_tool(tool) for tool in team.tools],
            supervisor_name=team.name,
            output_mode=team.output_mode,
            add_handoff_messages=team.handoff_messages,
            parallel_tool_calls=team.parallel_tool_calls,
        )
        return workflow.compile(checkpointer=saver)


@cache
def _agent(agent: Agent) -> Team:
    # Shared by teams, like the tools: both only look up what the run's script says, and half of all building is theirs.
    tools = [scripted_tool(tool) for tool in agent.tools]
    return create_react_agent(ScriptedChat(agent=agent.name), tools, name=agent.name, version="v2")
