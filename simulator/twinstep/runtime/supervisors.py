"""Supervisor teams: the real `create_supervisor`."""

from __future__ import annotations

from typing import Any

from langgraph_supervisor import create_forward_message_tool, create_handoff_tool, create_supervisor

from twinstep_model.agents import Supervisor

from .agents import Team
from .chat import ScriptedChat
from .tools import scripted_tool


def build(team: Supervisor, members: list[Team], saver: Any) -> Team:
    """The compiled team of these members. Raises what the library raises for one that it refuses."""
    workflow = create_supervisor(
        list(members),
        model=ScriptedChat(agent=team.name),
        tools=_tools(team),
        supervisor_name=team.name,
        output_mode=team.output_mode,
        add_handoff_messages=team.handoff_messages,
        parallel_tool_calls=team.parallel_tool_calls,
    )
    return workflow.compile(checkpointer=saver, name=team.name)


def _tools(team: Supervisor) -> list[Any]:
    """Its plain tools, its own handoff tools, and the tool that forwards messages."""
    tools: list[Any] = [scripted_tool(tool) for tool in team.tools]
    tools += [
        create_handoff_tool(agent_name=tool.agent, name=tool.name or None, add_handoff_messages=tool.messages)
        for tool in team.handoffs
    ]
    return [*tools, create_forward_message_tool(team.name)] if team.forward else tools
