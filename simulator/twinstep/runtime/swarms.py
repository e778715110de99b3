"""Swarms: the real `create_swarm`."""

from __future__ import annotations

from typing import Any

from langgraph.graph import MessagesState
from langgraph_swarm import SwarmState, create_swarm

from twinstep_model.agents import Swarm

from .agents import Team


def build(swarm: Swarm, members: list[Team], saver: Any) -> Team:
    """The compiled swarm of these members. Raises what the library raises for one that it refuses."""
    schema: Any = SwarmState if swarm.keeps else MessagesState
    workflow = create_swarm(list(members), default_active_agent=swarm.default, state_schema=schema)
    return workflow.compile(checkpointer=saver, name=swarm.name)
