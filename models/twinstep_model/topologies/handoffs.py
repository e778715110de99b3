"""Handoff tools: what they are called, and what those of langgraph-swarm make of a call (rules SV-02, SW-02)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from twinstep_model.agents import Agent
from twinstep_model.laws import Laws
from twinstep_model.results import Said
from twinstep_model.session import Session
from twinstep_model.values import LIBRARY, Call, Message

from .calls import MESSAGES, Handoff, History

ACTIVE = "active_agent"
"""The key of a swarm's state that names the agent whose turn it is."""
UNNAMED = "LangGraph"
"""The name of an agent that was given none."""


def handoff_tool(agent: str) -> str:
    """The name of the tool that hands off to this agent, as SV-02 has it."""
    return f"transfer_to_{normalised(agent)}"


def tool_for(agent: str, laws: Laws) -> str:
    """The name of the tool that hands off to this agent, as these laws have it."""
    return handoff_tool(agent) if normalised(agent) == agent or laws.holds("SV-02") else f"transfer_to_{agent}"


def normalised(name: str) -> str:
    """An agent's name as it appears in tool names: stripped, lower case, white space as underscores."""
    return "_".join(name.split()).lower()


def handoffs_of(agent: Agent, laws: Laws) -> Mapping[str, Handoff]:
    """What each of the agent's handoff tools, by name, makes of a call."""
    targets = {tool.name or tool_for(tool.agent, laws): tool.agent for tool in agent.handoffs}
    return {name: partial(_hand_over, target) for name, target in targets.items()}


def answered(call: Call, failed: bool = False) -> Message:
    """The tool message by which a tool of the library's own answers its call."""
    return Message("tool", LIBRARY, name=call.name, answers=call.id, failed=failed)


def _hand_over(agent: str, call: Call, history: History, session: Session) -> Said:
    """A handoff in a swarm: its agent is the next to run, with the whole history, and becomes the active one."""
    return Said(((MESSAGES, (*history, answered(call))), (ACTIVE, agent)), (agent,))
