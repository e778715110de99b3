"""A tool-calling agent (`create_react_agent`): a model that answers or calls tools, until it answers.

Rules RA-01 to RA-06, RA-08 to RA-12, TN-01, TN-04.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from twinstep_model.agents import Agent
from twinstep_model.cases import END, START, Edge, Graph, Last, Messages, Node
from twinstep_model.channels import written
from twinstep_model.laws import Laws
from twinstep_model.plan import Plan, plan_of
from twinstep_model.program import Did
from twinstep_model.refusal import refused
from twinstep_model.results import Destination, Said
from twinstep_model.runs import LIMIT_REACHED, Run
from twinstep_model.session import Session
from twinstep_model.state import Calling, Sent, as_map
from twinstep_model.tasks import Planned
from twinstep_model.values import LIBRARY, Call, Instance, Map, Message, Value

from .calls import MESSAGES, Handoff, History, Kit
from .hooks import HEARD, after_model, before_model
from .scripts import Script
from .toolnode import TOOLS, carried_out, executed

AGENT = "agent"
PRE = "pre_model_hook"
POST = "post_model_hook"
STRUCTURED = "generate_structured_response"

RESPONSE = "structured_response"


class ReactProgram:
    """One agent. ``handoffs``: what each of its handoff tools, by name, makes of a call."""

    def __init__(self, agent: Agent, script: Script, laws: Laws, handoffs: Mapping[str, Handoff]) -> None:
        self._agent = agent
        self._script = script
        self._kit = Kit(
            script,
            frozenset(agent.tools),
            frozenset(agent.sees),
            frozenset(agent.wants),
            handoffs=handoffs,
        )
        self._uses_tools = bool(agent.tools or handoffs)
        self._entry = PRE if agent.pre else AGENT
        self.plan: Plan = replace(plan_of(self._outline(laws), laws), answers=True, nests=True)

    def act(self, task: Planned, values: Mapping[str, Value], left: int, session: Session) -> Did:
        """One execution of a node of the agent."""
        seen = dict(cast(Map, task.seen).items)
        history = cast(History, seen.get(MESSAGES, ()))
        saved = cast(History, values.get(MESSAGES, ()))
        if task.node == AGENT:
            heard = cast(History, history if seen.get(HEARD) is None else seen[HEARD])
            return Did(self._speak(heard, saved, left if task.cause == "pull" else None, session))
        if task.node == TOOLS:
            return Did(self._call_tools(task, saved if task.calling is not None else history, saved, session))
        if task.node == PRE:
            return Did(Said(before_model(self._agent.pre, history)))
        if task.node == POST:
            return Did(self._follow_up(history, saved, session))
        answer = Instance((("answer", self._script.reply(self._agent.name, session).text),))
        return Did(Said(((RESPONSE, answer),)))

    def _speak(self, heard: History, saved: History, left: int | None, session: Session) -> Said:
        """The model's reply, and where it leads. ``left``: None where the agent was not told how many steps are."""
        laws, agent = session.laws, self._agent
        if _unanswered(heard) and laws.holds("RA-03"):
            raise refused("ValueError", "INVALID_CHAT_HISTORY")
        reply = self._script.reply(agent.name, session)
        id_ = session.ids.fresh()
        message = Message("ai", reply.text, id_, agent.name if laws.holds("RA-04") else "", reply.calls)
        if left is not None and _guarded(message, left, laws):
            message = Message("ai", LIBRARY, id_)
        calls = message.calls if self._uses_tools else ()
        return Said(((MESSAGES, (message,)),), self._lead_on(calls, (*saved, message), laws))

    def _lead_on(self, calls: tuple[Call, ...], history: History, laws: Laws) -> tuple[Destination, ...]:
        """Where a reply with these calls leads to."""
        if self._agent.post:
            if calls and self._agent.version == "v1" and laws.holds("RA-11"):
                raise refused("KeyError")
            return (POST,)
        return self._calling(calls, history, laws) if calls else self._ending(laws)

    def _calling(self, calls: tuple[Call, ...], history: History, laws: Laws) -> tuple[Destination, ...]:
        """Each call is a task of its own, or all are one (RA-02, TN-01)."""
        together = self._agent.version == "v1" and not self._agent.post
        if together == laws.holds("RA-02"):
            return (TOOLS,)
        calls = executed(calls, laws)
        return tuple([sent_call(call, place, history) for place, call in enumerate(calls)])

    def _ending(self, laws: Laws) -> tuple[Destination, ...]:
        return (STRUCTURED,) if self._agent.structured and laws.holds("RA-08") else ()

    def _follow_up(self, history: History, saved: History, session: Session) -> Said:
        """The hook after the model, and where it leads: to the calls that have no answer yet."""
        writes = after_model(self._agent.post, history, session)
        history = (*saved, *(message for _, messages in writes for message in cast(History, messages)))
        answered = {message.answers for message in history}
        calls = next((message.calls for message in reversed(history) if message.role == "ai"), ())
        pending = tuple([call for call in calls if call.id not in answered])
        if not self._uses_tools:
            return Said(writes, self._ending(session.laws))
        if pending:
            return Said(writes, self._calling(pending, history, session.laws))
        if history and history[-1].role == "tool":
            return Said(writes, (self._entry,) if session.laws.holds("RA-01") else ())
        return Said(writes, self._ending(session.laws))

    def _call_tools(self, task: Planned, history: History, saved: History, session: Session) -> Said:
        said = carried_out(self._kit, task.calling, history, self.plan, session)
        if not self._agent.direct or said.parent is not None:
            return said
        return said._replace(goes=(*said.goes, self._after_tools(said, saved, session)))

    def _after_tools(self, said: Said, saved: History, session: Session) -> str:
        """Where an agent with tools that return directly goes from its tools (RA-05, RA-12)."""
        laws = session.laws
        updates = [value for _, value in said.writes]
        history = cast(History, written(self.plan.keys[MESSAGES], saved, updates, laws, session.ids))
        if not history and not laws.holds("RA-12"):
            raise refused("UnboundLocalError")
        if _returns_directly(history, self._agent.direct) and laws.holds("RA-05"):
            return END
        return self._entry if laws.holds("RA-01") else END

    def _outline(self, laws: Laws) -> Graph:
        """The agent as a graph: its model is asked again after each round of tools (RA-01)."""
        agent = self._agent
        keys = (Messages(MESSAGES), *((Last(RESPONSE),) if agent.structured else ()))
        private = (Last(HEARD),) if agent.pre else ()
        hears = tuple(key.name for key in keys + private)
        nodes = [Node(AGENT, hears)]
        edges = [Edge(START, self._entry)]
        if agent.pre:
            nodes.append(Node(PRE))
            edges.append(Edge(PRE, AGENT))
        if agent.post:
            nodes.append(Node(POST))
        if agent.structured:
            nodes.append(Node(STRUCTURED))
        if self._uses_tools:
            nodes.append(Node(TOOLS))
            if not agent.direct and laws.holds("RA-01"):
                edges.append(Edge(TOOLS, self._entry))
        return Graph(keys, tuple(nodes), tuple(edges), private=private)


def sent_call(call: Call, place: int, history: History | None) -> Sent:
    """A tool call as a task of its own. ``history``: the messages of the state that travels with it, if one does."""
    return Sent(TOOLS, as_map({"call": call.id, "tool": call.name}), Calling((call,), place, history))


def _guarded(message: Message, left: int, laws: Laws) -> bool:
    """Whether the reply is replaced by an apology, because there are too few steps left to act on it."""
    if message.calls:
        return left < 3 and laws.holds("RA-06")
    return left == 1 and not laws.holds("RA-09")


def settled(ended: Run, plan: Plan, limit: int, session: Session) -> Run:
    """A finished run of an agent: where its guard apologised it ends well, even if the limit is used up (RA-10)."""
    if len(ended.steps) < limit or ended.error not in (None, LIMIT_REACHED) or not _apologised(ended):
        return ended
    if not session.laws.holds("RA-10"):
        return ended._replace(error=LIMIT_REACHED)
    values = session.values_of(plan, ended.state)
    return ended._replace(error=None, result=as_map({name: values[name] for name in plan.outputs if name in values}))


def _apologised(ended: Run) -> bool:
    """Whether the agent's last reply was the apology of its guard."""
    replies = [task for step in ended.steps[-3:] for task in step.tasks if task.node == AGENT]
    written = [value for task in replies[-1:] if isinstance(task.writes, tuple) for _, value in task.writes]
    return any(message.text == LIBRARY for messages in written for message in cast(History, messages))


def _returns_directly(history: History, direct: tuple[str, ...]) -> bool:
    """Whether an answer at the end of the history, or a call of the reply before them, is of such a tool."""
    for message in reversed(history):
        if message.role != "tool":
            return any(call.name in direct for call in message.calls)
        if message.name in direct:
            return True
    return False


def _unanswered(history: History) -> bool:
    messages = [message for message in history if isinstance(message, Message)]
    answered = {message.answers for message in messages}
    return any(call.id not in answered for message in messages for call in message.calls)
