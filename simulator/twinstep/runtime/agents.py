"""Agents: the real `create_react_agent`, with scripted models, tools and hooks."""

from __future__ import annotations

from typing import Any

from langchain_core.tools import BaseTool
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import create_react_agent
from langgraph_swarm import create_handoff_tool

from twinstep_model.agents import Agent

from . import hooks
from .chat import Answer, ScriptedChat
from .tools import scripted_tool

Team = CompiledStateGraph[Any, Any, Any, Any]


def build(agent: Agent, saver: Any) -> Team:
    """The compiled agent. Raises what the library raises for one that it refuses."""
    return create_react_agent(
        ScriptedChat(agent=agent.name),
        tools(agent),
        name=agent.name,
        version=agent.version,
        pre_model_hook=hooks.PRE[agent.pre],
        post_model_hook=hooks.POST[agent.post],
        response_format=Answer if agent.structured else None,
        checkpointer=saver,
    )


def tools(agent: Agent) -> list[BaseTool]:
    """Its plain tools and its handoff tools."""
    plain = [scripted_tool(tool, tool in agent.direct, tool in agent.sees, tool in agent.wants) for tool in agent.tools]
    handoffs = [create_handoff_tool(agent_name=tool.agent, name=tool.name or None) for tool in agent.handoffs]
    return plain + handoffs
