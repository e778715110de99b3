"""A supervisor team (`create_supervisor`): a central agent hands off to members, who report back to it.

Rules SV-01, SV-03 to SV-10, SV-13, TN-12.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import cast

from twinstep_model.agents import Agent, Supervisor
from twinstep_model.cases import START, Edge, Graph, Messages, Node
from twinstep_model.laws import Laws
from twinstep_model.observation import Error
from twinstep_model.plan import Plan, build_error, plan_of
from twinstep_model.program import Did, Routes
from twinstep_model.results import Said
from twinstep_model.session import Session
from twinstep_model.state import Sent, as_map
from twinstep_model.tasks import Planned
from twinstep_model.values import AUTO, LIBRARY, Call, Map, Message, Value

from .calls import MESSAGES, Handoff, History
from .forward import FORWARD, forward
from .handoffs import UNNAMED, answered, normalised, tool_for
from .handoffs import handoff_tool as handoff_tool
from .nested import Inner, applied, limit_inside, messages_of, output, ran
from .react import ReactProgram
from .scripts import Script


def supervisor_refusal(team: Supervisor, laws: Laws) -> Error | None:
    """Why a team whose members can be built cannot be built itself (SV-08, SV-09), or None."""
    names = [member.name for member in team.agents]
    doubtful = len(set(names)) < len(names) or not {"", UNNAMED, team.name}.isdisjoint(names)
    if (doubtful or not _complete(team, laws)) and laws.holds("SV-08"):
        return Error("ValueError")
    if any(len(agents) > 1 for agents in _library_handoffs(team, laws).values()) and laws.holds("SV-09"):
        return Error("ValueError")
    return build_error(_outline(team, laws), laws)


class SupervisorProgram:
    """A supervisor team. ``members``: what runs for each of its agents, by name."""

    def __init__(self, team: Supervisor, members: Mapping[str, Inner], script: Script, laws: Laws) -> None:
        self._team = team
        self._members = members
        self._reached: dict[str, str] = {}
        self.plan: Plan = replace(plan_of(_outline(team, laws), laws), nests=True)
        self._speaker = Inner(ReactProgram(Agent(team.name, team.tools), script, laws, self._tools(laws)))

    @property
    def routes(self) -> Routes:
        """START has no routers."""
        return {}

    def act(self, task: Planned, values: Mapping[str, Value], left: int, session: Session) -> Did:
        """The supervisor or a member takes its turn: one run of its own."""
        limit = limit_inside(left, session)
        if task.node in self._members:
            return self._work(task.node, task.seen, limit, session)
        ended = ran(self._speaker, task.seen, limit, session)
        if ended.parents:
            return applied(ended, self.plan, "SV-07", session)
        if ended.error is not None:
            return Did(nested=ended.steps, error=ended.error)
        return Did(Said(output(self._speaker, ended, self.plan, task.seen, session)), nested=ended.steps)

    def _work(self, name: str, seen: Value, limit: int, session: Session) -> Did:
        laws, inner = session.laws, self._members[name]
        seen = _shortened(seen, laws)
        ended = ran(inner, seen, limit, session)
        if ended.parents:
            return applied(ended, self.plan, "SV-07", session)
        if ended.error is not None and laws.holds("SV-13"):
            return Did(nested=ended.steps, error=ended.error)
        messages = messages_of(inner, ended, seen, session) if ended.error is None else ()
        if self._team.output_mode == "last_message":
            answers = bool(messages) and messages[-1].role == "tool"
            messages = messages[-2:] if answers and not laws.holds("SV-04") else messages[-1:]
        if self._team.handoff_messages and laws.holds("SV-05"):
            messages += self._report(name)
        return Did(Said(((MESSAGES, messages),)), nested=ended.steps)

    def _report(self, member: str) -> History:
        call = Call(AUTO, "transfer_back_to_" + normalised(self._team.name))
        return (Message("ai", LIBRARY, name=member, calls=(call,)), answered(call))

    def _tools(self, laws: Laws) -> Mapping[str, Handoff]:
        """What the handoff tools, its own or the library's, and the forward tool make of a call."""
        told = self._team.handoff_messages
        tools: dict[str, Handoff] = {
            tool: partial(self._to_one_of, agents, told) for tool, agents in _library_handoffs(self._team, laws).items()
        }
        for own in self._team.handoffs:
            tools[own.name or tool_for(own.agent, laws)] = partial(_handoff, own.agent, own.messages)
        if self._team.forward:
            tools[FORWARD] = partial(forward, self._team.name)
        return tools

    def _to_one_of(self, agents: tuple[str, ...], told: bool, call: Call, history: History, session: Session) -> Said:
        """The handoff of a tool whose name is that of several agents' tools: one of them has it (SV-10)."""
        laws = session.laws
        if call.name not in self._reached:
            late = len(agents) == 1 or laws.holds("SV-10")
            self._reached[call.name] = agents[-1] if late else laws.choose(agents, "whose handoff tool it is")
        return _handoff(self._reached[call.name], told, call, history, session)


def _handoff(agent: str, told: bool, call: Call, history: History, session: Session) -> Said:
    """One handoff (SV-06, TN-12). ``history`` ends with the reply that makes the call; ``told``: whether the reply and
    the answer are to be in the history that the agent sees."""
    laws = session.laws
    *earlier, reply = history
    answer = answered(call)
    if len(reply.calls) == 1:
        return Said(((MESSAGES, (*history, answer) if told else tuple(earlier)),), (agent,))
    shown = replace(reply, calls=(call,), id=AUTO) if told and laws.holds("TN-12") else reply
    payload = as_map({MESSAGES: (*earlier, shown, answer) if told else tuple(earlier)})
    recorded = (*history, answer) if told and laws.holds("SV-06") else ()
    return Said(((MESSAGES, recorded),) if recorded else (), (Sent(agent, payload),))


def _library_handoffs(team: Supervisor, laws: Laws) -> dict[str, tuple[str, ...]]:
    """The agents that each of the handoff tools that the library makes may lead to: one, unless names collide."""
    tools: dict[str, tuple[str, ...]] = {}
    for name in dict.fromkeys(member.name for member in team.agents if not team.handoffs):
        tool = tool_for(name, laws)
        tools[tool] = (*tools.get(tool, ()), name)
    return tools


def _complete(team: Supervisor, laws: Laws) -> bool:
    """Whether the team's own handoff tools, if it has any, lead to each of its agents."""
    led_to = {own.name or tool_for(own.agent, laws): own.agent for own in team.handoffs}
    return not team.handoffs or {member.name for member in team.agents} <= set(led_to.values())


def _outline(team: Supervisor, laws: Laws) -> Graph:
    """The team as a graph: the supervisor first, every member reports back to it (SV-01)."""
    names = tuple(dict.fromkeys(member.name for member in team.agents))
    nodes = tuple(Node(name) for name in dict.fromkeys((team.name, *names)))
    back = tuple(Edge(name, team.name) for name in names) if laws.holds("SV-01") else ()
    return Graph((Messages(MESSAGES),), nodes, (Edge(START, team.name), *back))


def _shortened(seen: Value, laws: Laws) -> Value:
    """What a member is given of the history of its team: all (SV-03), or the last two messages."""
    fields = dict(cast(Map, seen).items)
    messages = fields.get(MESSAGES)
    if not isinstance(messages, tuple) or len(messages) < 3 or laws.holds("SV-03"):
        return seen
    return as_map({**fields, MESSAGES: messages[-2:]})
