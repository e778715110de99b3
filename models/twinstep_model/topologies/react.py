"""A tool-calling agent (`create_react_agent`, version v2): a model that answers or calls tools, until it answers.

Rules RA-01 to RA-04, RA-06, RA-09, TN-01, TN-05, TN-07, TN-08.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from twinstep_model.agents import Reply, TeamScript, ToolCommand, ToolText
from twinstep_model.cases import START, Edge, Graph, Messages, Node
from twinstep_model.laws import Laws
from twinstep_model.plan import Plan, plan_of
from twinstep_model.program import Did
from twinstep_model.refusal import refused
from twinstep_model.results import Said
from twinstep_model.session import Session
from twinstep_model.state import Sent, as_map
from twinstep_model.tasks import Planned
from twinstep_model.values import LIBRARY, Call, Map, Message, Raise, Value

AGENT = "agent"
TOOLS = "tools"
MESSAGES = "messages"
_LAST_REPLY = Reply("done")

History = tuple[Message, ...]
Handoff = Callable[[Call, History, Session], Said]


def loop(laws: Laws) -> Plan:
    """The agent's graph: its model is asked again after each round of tools (RA-01)."""
    edges = (Edge(START, AGENT), Edge(TOOLS, AGENT)) if laws.holds("RA-01") else (Edge(START, AGENT),)
    graph = Graph((Messages(MESSAGES),), (Node(AGENT), Node(TOOLS)), edges)
    return replace(plan_of(graph, laws), answers=True)


class Script:
    """What the models and tools of a team do, by name and by call id."""

    def __init__(self, script: TeamScript) -> None:
        self._replies = {one.agent: one.replies for one in script.models}
        self._tools = {one.call: one.does for one in script.tools}

    def reply(self, agent: str, session: Session) -> Reply:
        """The agent's next reply."""
        replies = self._replies.get(agent, ())
        count = session.execution(agent)
        return replies[count] if count < len(replies) else _LAST_REPLY

    def does(self, call: str) -> ToolText | ToolCommand | Raise:
        """What a plain tool does in this call."""
        return self._tools.get(call, ToolText("ok"))


@dataclass(frozen=True)
class ReactProgram:
    """One agent. ``tools``: its plain tools; ``handoffs``: what each of its other tools makes of a call."""

    name: str
    plan: Plan
    script: Script
    tools: frozenset[str]
    handoffs: Mapping[str, Handoff]

    def act(self, task: Planned, values: Mapping[str, Value], left: int, session: Session) -> Did:
        """The model speaks, or tool calls are carried out. An agent without tools ends with its reply, calls or not."""
        history = cast(History, values.get(MESSAGES, ()))
        if task.node == AGENT:
            return Did(self._speak(history, left, session))
        if task.cause == "pull":
            return Did(self._carry_out_all(history, session))
        return Did(self._carry_out(_call_of(task.seen), history, session))

    def _speak(self, history: History, left: int, session: Session) -> Said:
        laws = session.laws
        if _unanswered(history) and laws.holds("RA-03"):
            raise refused("ValueError", "INVALID_CHAT_HISTORY")
        reply = self.script.reply(self.name, session)
        message = Message("ai", reply.text, name=self.name if laws.holds("RA-04") else "", calls=reply.calls)
        if reply.calls and left < 3 and laws.holds("RA-06"):
            message = Message("ai", LIBRARY)
        if not reply.calls and left == 1 and not laws.holds("RA-09"):
            message = Message("ai", LIBRARY)
        calls = message.calls if self.tools or self.handoffs else ()
        return Said(((MESSAGES, (message,)),), _calling(calls, laws))

    def _carry_out_all(self, history: History, session: Session) -> Said:
        """All calls of the last reply in one task."""
        said = [self._carry_out(call, history, session) for call in _last_calls(history)]
        parent = next((one.parent for one in said if one.parent is not None), None)
        return Said(tuple(write for one in said for write in one.writes) if parent is None else (), parent=parent)

    def _carry_out(self, call: Call, history: History, session: Session) -> Said:
        laws = session.laws
        if call.name in self.handoffs:
            return Said(parent=self.handoffs[call.name](call, history, session))
        if call.name not in self.tools:
            return _answer(call, LIBRARY, failed=True)
        does = self.script.does(call.id)
        if isinstance(does, ToolText):
            return _answer(call, does.text)
        if isinstance(does, Raise):
            if laws.holds("TN-05"):
                raise refused("ScriptedError", does.error)
            return _answer(call, LIBRARY, failed=True)
        if not laws.holds("TN-08"):
            return _answer(call, LIBRARY)
        if does.answers:
            return _answer(call, does.text)
        if laws.holds("TN-07"):
            raise refused("ValueError")
        return Said(((MESSAGES, ()),))


def _calling(calls: tuple[Call, ...], laws: Laws) -> tuple[str | Sent, ...]:
    """What a reply with these calls leads to: each call is a task of its own (RA-02, TN-01)."""
    if calls and not laws.holds("RA-02"):
        return (TOOLS,)
    if len({call.name for call in calls}) < len(calls) and not laws.holds("TN-01"):
        calls = tuple({call.name: call for call in reversed(calls)}.values())[::-1]
    return tuple(Sent(TOOLS, as_map({"call": call.id, "tool": call.name})) for call in calls)


def _answer(call: Call, text: str, failed: bool = False) -> Said:
    return Said(((MESSAGES, (Message("tool", text, name=call.name, answers=call.id, failed=failed),)),))


def _call_of(payload: Value) -> Call:
    fields = dict(cast(Map, payload).items)
    return Call(cast(str, fields["call"]), cast(str, fields["tool"]))


def _last_calls(history: History) -> tuple[Call, ...]:
    return next((message.calls for message in reversed(history) if message.role == "ai"), ())


def _unanswered(history: History) -> bool:
    answered = {message.answers for message in history}
    return any(call.id not in answered for message in history for call in message.calls)
