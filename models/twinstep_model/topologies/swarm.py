"""A swarm (`create_swarm`): agents that hand off to each other; the one that is active takes the next turn.

Rules SW-01 to SW-06, RT-11.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import cast

from twinstep_model.agents import Agent, Swarm
from twinstep_model.cases import START, Branch, Edge, Goto, Graph, Key, Messages, Node, Route
from twinstep_model.channels import ActiveAgent
from twinstep_model.laws import Laws
from twinstep_model.observation import Error
from twinstep_model.plan import Plan, build_error, plan_of
from twinstep_model.program import Did, Routes
from twinstep_model.results import Said
from twinstep_model.runs import Run
from twinstep_model.session import Session
from twinstep_model.tasks import Planned
from twinstep_model.values import Map, Message, Value

from .calls import MESSAGES, History
from .handoffs import ACTIVE, UNNAMED, answered, handoffs_of
from .nested import Inner, applied, limit_inside, output, ran

_ROUTER = "active"


def named_in(swarm: Swarm) -> tuple[str, ...]:
    """The names of a swarm's agents, as its nodes have them."""
    return tuple(member.name or UNNAMED for member in swarm.agents)


def swarm_refusal(swarm: Swarm, laws: Laws) -> Error | None:
    """Why a swarm whose members can be built cannot be built itself (SW-04), or None."""
    names = named_in(swarm)
    targets = {tool.agent for member in swarm.agents if isinstance(member, Agent) for tool in member.handoffs}
    known = len(set(names)) == len(names) and swarm.default in names and targets <= set(names)
    if not (known and swarm.keeps) and laws.holds("SW-04"):
        return Error("ValueError")
    return build_error(_outline(swarm, laws), laws)


class SwarmProgram:
    """A swarm. ``members``: what runs for each of its agents, by name."""

    def __init__(self, swarm: Swarm, members: Mapping[str, Inner], laws: Laws) -> None:
        self._swarm = swarm
        self._members = members
        self._handoffs = {
            member.name: frozenset(handoffs_of(member, laws)) for member in swarm.agents if isinstance(member, Agent)
        }
        self._laws = laws
        self.plan: Plan = replace(plan_of(_outline(swarm, laws), laws), nests=True)

    @property
    def routes(self) -> Routes:
        """START leads to the agent whose turn it is."""
        return {_ROUTER: self._begins}

    def act(self, task: Planned, values: Mapping[str, Value], left: int, session: Session) -> Did:
        """A member takes its turn: one run of its own."""
        inner = self._members[task.node]
        ended = ran(inner, task.seen, limit_inside(left, session), session)
        if ended.parents:
            return applied(self._all_answered(task.node, ended, session), self.plan, "SW-06", session)
        if ended.error is not None:
            return Did(nested=ended.steps, error=ended.error)
        return Did(Said(output(inner, ended, self.plan, task.seen, session)), nested=ended.steps)

    def _begins(self, seen: Value) -> Route:
        """The agent with which a turn begins: the active one, else the default (SW-01, SW-02)."""
        values = dict(cast(Map, seen).items)
        active = values.get(ACTIVE)
        if ACTIVE in values and active is None and not self._laws.holds("SW-01"):
            return Route(_ROUTER, form="none")
        if isinstance(active, str) and self._laws.holds("SW-02"):
            return Route(_ROUTER, (Goto(active),), "one")
        return Route(_ROUTER, (Goto(self._swarm.default),), "one")

    def _all_answered(self, member: str, ended: Run, session: Session) -> Run:
        """The run with the other handoffs of its last reply answered, though nobody follows them (SW-05)."""
        followed = [dict(command.writes).get(MESSAGES, ()) for command in ended.parents]
        history = tuple(item for items in followed for item in cast(History, items) if isinstance(item, Message))
        others = tuple(_open_calls(history, self._handoffs.get(member, frozenset())))
        if not others or not session.laws.holds("SW-05"):
            return ended
        return ended._replace(kept=(*ended.kept, (MESSAGES, others)))


def _open_calls(history: History, handoffs: frozenset[str]) -> Iterator[Message]:
    """A failed answer for each handoff of the last reply in this history that has no answer in it."""
    calls = next((message.calls for message in reversed(history) if message.role == "ai"), ())
    answers = {message.answers for message in history if message.role == "tool"}
    for call in calls:
        if call.name in handoffs and call.id not in answers:
            yield answered(call, failed=True)


def _outline(swarm: Swarm, laws: Laws) -> Graph:
    """The swarm as a graph: START leads to the active agent, and no edge leads on from an agent (SW-03)."""
    names = tuple(dict.fromkeys(named_in(swarm)))
    back = () if laws.holds("SW-03") else tuple(Edge(name, swarm.default) for name in names if name != swarm.default)
    keys: tuple[Key, ...] = (Messages(MESSAGES), ActiveAgent(ACTIVE)) if swarm.keeps else (Messages(MESSAGES),)
    begins = Branch(START, _ROUTER, tuple((name, name) for name in names))
    return Graph(keys, tuple(Node(name) for name in names), back, branches=(begins,))
