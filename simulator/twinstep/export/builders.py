"""What builds agents and teams in exported programs, as one expression each."""

from __future__ import annotations

from collections.abc import Iterable

from twinstep.members import members
from twinstep_model.agents import Agent, Handoff, Member, Supervisor, Swarm

from .source import Source, block
from .tools import Tools

_HOOKS = {
    "pre_view": "return {'llm_input_messages': state['messages'][-1:]}",
    "pre_note": "return {'messages': [HumanMessage('note')]}",
    "pre_trim": "return {'messages': [RemoveMessage(id='__remove_all__'), *state['messages'][-2:]]}",
    "post_note": "return {'messages': [HumanMessage('noted')]}",
    "post_answer": """\
last = next((message for message in reversed(state['messages']) if message.type == 'ai'), None)
if last is None or not last.tool_calls:
    return {}
return {'messages': [ToolMessage('hooked', tool_call_id=last.tool_calls[0]['id'])]}""",
}
_CLASSES = ("HumanMessage", "RemoveMessage", "ToolMessage")


def hooks(source: Source, team: Member) -> list[str]:
    """The functions of the hooks that some agent has."""
    agents = [member for member in members(team) if isinstance(member, Agent)]
    used = {f"pre_{agent.pre}" for agent in agents} | {f"post_{agent.post}" for agent in agents}
    bodies = {name: body for name, body in _HOOKS.items() if name in used}
    for name in _CLASSES:
        if any(f"{name}(" in body for body in bodies.values()):
            source.use("langchain_core.messages", name)
    return [f"def {name}(state):\n{block(body)}" for name, body in bodies.items()]


class Builders:
    """The expressions that build a team's members and the team."""

    def __init__(self, source: Source, tools: Tools) -> None:
        self._source = source
        self._tools = tools

    def agent(self, agent: Agent, *more: str) -> str:
        """A compiled agent."""
        tools = [*self._tools.listed(agent), *(self._handoff("langgraph_swarm", one) for one in agent.handoffs)]
        parts = [_scripted(agent.name), _list(tools), f"name={agent.name!r}", f"version={agent.version!r}"]
        parts += [f"pre_model_hook=pre_{agent.pre}"] if agent.pre else []
        parts += [f"post_model_hook=post_{agent.post}"] if agent.post else []
        parts += ["response_format=Answer"] if agent.structured else []
        maker = self._source.use("langgraph.prebuilt", "create_react_agent")
        return f"{maker}({', '.join([*parts, *more])})"

    def team(self, team: Supervisor | Swarm) -> str:
        """A team that is not compiled yet."""
        return self._supervisor(team) if isinstance(team, Supervisor) else self._swarm(team)

    def member(self, member: Member) -> str:
        """A compiled agent or team."""
        if isinstance(member, Agent):
            return self.agent(member)
        return f"{self.team(member)}.compile(name={member.name!r})"

    def _members(self, team: Supervisor | Swarm) -> str:
        return "\n".join(["[", *(block(f"{self.member(member)},") for member in team.agents), "],"])

    def _supervisor(self, team: Supervisor) -> str:
        tools = [*self._tools.listed(team), *(self._handoff("langgraph_supervisor", one) for one in team.handoffs)]
        if team.forward:
            maker = self._source.use("langgraph_supervisor", "create_forward_message_tool")
            tools.append(f"{maker}({team.name!r})")
        options = [f"model={_scripted(team.name)},", f"tools={_list(tools)},"]
        options += [f"supervisor_name={team.name!r},"] if team.name != "supervisor" else []
        options += [f"output_mode={team.output_mode!r},", f"add_handoff_messages={team.handoff_messages},"]
        options += [f"parallel_tool_calls={team.parallel_tool_calls},"]
        maker = self._source.use("langgraph_supervisor", "create_supervisor")
        return "\n".join([f"{maker}(", block(self._members(team), *options), ")"])

    def _swarm(self, team: Swarm) -> str:
        options = [f"default_active_agent={team.default!r},"]
        if not team.keeps:
            options.append(f"state_schema={self._source.use('langgraph.graph', 'MessagesState')},")
        maker = self._source.use("langgraph_swarm", "create_swarm")
        return "\n".join([f"{maker}(", block(self._members(team), *options), ")"])

    def _handoff(self, package: str, handoff: Handoff) -> str:
        """Both packages have a maker of this name, so it is named in full."""
        parts = [f"agent_name={handoff.agent!r}"]
        parts += [f"name={handoff.name!r}"] if handoff.name else []
        parts += [] if handoff.messages else ["add_handoff_messages=False"]
        return f"{self._source.module(package)}.create_handoff_tool({', '.join(parts)})"


def _scripted(agent: str) -> str:
    return f"Scripted(agent={agent!r})"


def _list(items: Iterable[str]) -> str:
    return f"[{', '.join(items)}]"
