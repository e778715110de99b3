"""A supervisor team (`create_supervisor`): a central agent hands off to workers, who report back to it.

Rules SV-01 to SV-08, TN-12, SG-01, SG-10, SG-11, SG-17.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import cast

from twinstep_model.agents import Supervisor, TeamScript
from twinstep_model.cases import START, Edge, Graph, Invoke, Messages, Node, Route, Update
from twinstep_model.laws import Laws
from twinstep_model.observation import Error
from twinstep_model.plan import Plan, build_error, plan_of
from twinstep_model.program import Did
from twinstep_model.results import Said
from twinstep_model.runs import Run, run
from twinstep_model.session import Session
from twinstep_model.state import Sent, as_map, fresh
from twinstep_model.tasks import Planned
from twinstep_model.values import AUTO, LIBRARY, Call, Map, Message, Value

from .react import MESSAGES, History, ReactProgram, Script, loop


def handoff_tool(agent: str) -> str:
    """The name of the tool that hands off to this agent, as SV-02 has it."""
    return f"transfer_to_{normalised(agent)}"


def tool_for(agent: str, laws: Laws) -> str:
    """The name of the tool that hands off to this agent, as these laws have it."""
    return handoff_tool(agent) if normalised(agent) == agent or laws.holds("SV-02") else f"transfer_to_{agent}"


def normalised(name: str) -> str:
    """An agent's name as it appears in tool names: stripped, lower case, white space as underscores."""
    return "_".join(name.split()).lower()


class SupervisorProgram:
    """A supervisor team and its script."""

    def __init__(self, team: Supervisor, script: TeamScript, laws: Laws) -> None:
        self._team = team
        self.plan: Plan = plan_of(_outline(team, laws), laws)
        scripts, inner = Script(script), loop(laws)
        handoffs = {tool_for(agent.name, laws): partial(self._handoff, agent.name) for agent in team.agents}
        self._speaker = ReactProgram(team.name, inner, scripts, frozenset(team.tools), handoffs)
        self._workers = {
            agent.name: ReactProgram(agent.name, inner, scripts, frozenset(agent.tools), {}) for agent in team.agents
        }

    @staticmethod
    def refusal(team: Supervisor, laws: Laws) -> Error | None:
        """Why this team cannot be built (SV-08), or None."""
        names = [agent.name for agent in team.agents]
        if (len(set(names)) < len(names) or "" in names or team.name in names) and laws.holds("SV-08"):
            return Error("ValueError")
        return build_error(_outline(team, laws), laws)

    def entry(self, session: Session) -> Mapping[str, Route]:
        """START has no routers."""
        return {}

    def given(self, action: Invoke, session: Session) -> Said:
        """The input as START writes it: the user's messages."""
        writes = action.input.writes if isinstance(action.input, Update) else ()
        return Said(tuple((write.key, write.value) for write in writes if write.key == MESSAGES))

    def act(self, task: Planned, values: Mapping[str, Value], left: int, session: Session) -> Did:
        """The supervisor or a worker takes its turn: one run of its own agent."""
        limit = session.limit if session.laws.holds("SG-17") else left - 1
        if task.node in self._workers:
            return self._work(task.node, _sent_messages(task), limit, session)
        return self._supervise(_sent_messages(task), limit, session)

    def _supervise(self, messages: Value, limit: int, session: Session) -> Did:
        ended = _nested(self._speaker, messages, limit, session)
        if not ended.parents:
            return Did(Said(((MESSAGES, _messages(ended)),)), nested=ended.steps, error=ended.error)
        writes = tuple(write for command in ended.parents for write in command.writes)
        goes = tuple(one for command in ended.parents for one in command.goes)
        if writes and not session.laws.holds("SG-11"):
            writes = ()
        return Did(Said(writes + ended.kept, goes), nested=ended.steps)

    def _work(self, worker: str, sent: Value, limit: int, session: Session) -> Did:
        laws = session.laws
        if isinstance(sent, tuple) and len(sent) > 2 and not laws.holds("SV-03"):
            sent = sent[-2:]
        ended = _nested(self._workers[worker], sent, limit, session)
        messages = _messages(ended)
        if self._team.output_mode == "last_message":
            answered = bool(messages) and messages[-1].role == "tool"
            messages = messages[-2:] if answered and not laws.holds("SV-04") else messages[-1:]
        if self._team.handoff_messages and laws.holds("SV-05"):
            messages += self._report(worker)
        return Did(Said(((MESSAGES, messages),)), nested=ended.steps, error=ended.error)

    def _report(self, worker: str) -> History:
        call = Call(AUTO, "transfer_back_to_" + normalised(self._team.name))
        return (
            Message("ai", LIBRARY, name=worker, calls=(call,)),
            Message("tool", LIBRARY, name=call.name, answers=call.id),
        )

    def _handoff(self, agent: str, call: Call, history: History, session: Session) -> Said:
        """The parent command of one handoff (SV-03, SV-06). ``history`` ends with the reply that makes the call."""
        laws = session.laws
        *earlier, reply = history
        answer = Message("tool", LIBRARY, name=call.name, answers=call.id)
        told = self._team.handoff_messages
        if len(reply.calls) == 1:
            return Said(((MESSAGES, (*history, answer) if told else tuple(earlier)),), (agent,))
        shown = replace(reply, calls=(call,), id=AUTO) if told and laws.holds("TN-12") else reply
        payload = as_map({MESSAGES: (*earlier, shown, answer) if told else tuple(earlier)})
        recorded = (*history, answer) if told and laws.holds("SV-06") else ()
        return Said(((MESSAGES, recorded),) if recorded else (), (Sent(agent, payload),))


def _outline(team: Supervisor, laws: Laws) -> Graph:
    """The team as a graph: the supervisor first, every worker reports back to it (SV-01)."""
    agents = tuple(dict.fromkeys(agent.name for agent in team.agents))
    nodes = tuple(Node(name) for name in dict.fromkeys((team.name, *agents)))
    back = tuple(Edge(name, team.name) for name in agents) if laws.holds("SV-01") else ()
    return Graph((Messages(MESSAGES),), nodes, (Edge(START, team.name), *back))


def _sent_messages(task: Planned) -> Value:
    return dict(cast(Map, task.seen).items).get(MESSAGES, ())


def _nested(program: ReactProgram, messages: Value, limit: int, session: Session) -> Run:
    return run(program, fresh(program.plan), Said(((MESSAGES, messages),)), {}, limit, session)


def _messages(ended: Run) -> History:
    return cast(History, ended.state.contents[0])
