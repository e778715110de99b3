"""Agents of `create_react_agent`: which there are, and the story of one that has the conversation."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NamedTuple

from twinstep.members import tool_name
from twinstep_model.agents import Agent, Handoff

from .draw import Draw, weighted
from .teamscripts import Speaker, Story

CALC, SEARCH = "calc", "search"
_BOTH = (CALC, SEARCH)
_VERSIONS: tuple[Literal["v2", "v1"], ...] = ("v2", "v1")
_PRE_HOOKS: tuple[Literal["note", "view", "trim"], ...] = ("note", "view", "trim")
_POST_HOOKS: tuple[Literal["note", "answer"], ...] = ("note", "answer")
KINDS = weighted(
    (9, ("plain",)),
    (10, ("plain", "plain")),
    (2, ("unknown",)),
    (3, ("plain", "unknown")),
    (1, ("plain", "unknown", "plain")),
    (4, ("plain", "plain", "plain")),
    (2, ("plain", "plain", "plain", "plain")),
)
_FAILURES = weighted(
    (3, ("raise",)),
    (5, ("raise", "plain")),
    (5, ("raise", "raise")),
    (2, ("plain", "raise", "plain")),
    (2, ("raise", "plain", "raise")),
    (1, ("raise", "unknown", "plain", "raise")),
)
_ROUNDS = weighted((2, 0), (6, 1), (3, 2))

_PLAIN = tuple(Agent("bob", tools, version) for tools in ((CALC,), _BOTH) for version in _VERSIONS)
_SEEING = tuple(Agent("bob", _BOTH, version, sees=sees) for sees in (_BOTH, (SEARCH,)) for version in _VERSIONS)
_WANTING = tuple(Agent("bob", (*_BOTH, "wish"), version, wants=("wish",)) for version in _VERSIONS)
_DIRECT = tuple(Agent("bob", _BOTH, version, direct=direct) for direct in ((SEARCH,), _BOTH) for version in _VERSIONS)
_STRUCTURED = tuple(Agent("bob", tools, version, structured=True) for tools in ((), _BOTH) for version in _VERSIONS)
_PRE = tuple(Agent("bob", _BOTH, version, pre=pre) for pre in _PRE_HOOKS for version in _VERSIONS)
_POST = tuple(Agent("bob", _BOTH, post=post) for post in _POST_HOOKS)
_MIXED = (
    Agent("bob", _BOTH, "v1", post="note"),
    Agent("bob", (), pre="note", post="note"),
    Agent("bob", _BOTH, pre="trim", post="answer", structured=True),
    Agent("bob", _BOTH, direct=(CALC,), pre="note", structured=True),
    Agent("bob", _BOTH, "v1", direct=(CALC,), sees=(SEARCH,), structured=True),
    Agent("bob", _BOTH, sees=_BOTH, pre="view", post="note"),
    Agent("bob", _BOTH, handoffs=(Handoff("alice"),)),
    Agent("Dr  Who", ()),
)
POOL: tuple[Agent, ...] = weighted(
    *((6, one) for one in _PLAIN),
    *((3, one) for one in _SEEING),
    *((1, one) for one in _WANTING),
    *((3, one) for one in _DIRECT),
    *((3, one) for one in _STRUCTURED),
    *((2, one) for one in _PRE),
    *((4, one) for one in _POST),
    *((1, one) for one in _MIXED),
)
"""Agents that stand alone. A few dozen: building one costs a runtime far more than running it, so it keeps them."""


class Visit(NamedTuple):
    """How an agent's turn ended: with a failure, or with the conversation going ``to`` others.

    ``broken``: a handoff beside another call, which leaves calls unanswered.
    """

    failed: bool = False
    to: tuple[str, ...] = ()
    broken: bool = False


def any_agent(draw: Draw) -> Agent:
    """Any agent at all, mostly one that is in no pool."""
    tools = tuple(draw.some(("calc", "search", "look"), 60))
    version = draw.pick(_VERSIONS)
    agent = Agent(
        "bob",
        tools,
        version,
        direct=tuple(draw.some(tools, 15)),
        sees=tuple(draw.some(tools, 30)),
        structured=draw.chance(20),
    )
    if draw.chance(30):
        agent = replace(agent, pre=draw.pick(_PRE_HOOKS))
    if draw.chance(20):
        agent = replace(agent, post=draw.pick(_POST_HOOKS))
    return agent


def speaker_of(agent: Agent, peers: tuple[str, ...] = ()) -> Speaker:
    """The agent's model. ``peers``: the nodes of the graph around it."""
    return Speaker(
        name=agent.name,
        tools=agent.tools,
        handoffs=tuple((tool_name(one), one.agent) for one in agent.handoffs),
        sees=agent.sees,
        wants=agent.wants,
        direct=agent.direct,
        near=() if agent.pre else ("agent",),
        far=peers,
        hooked=agent.post == "answer",
    )


def visited(
    story: Story, agent: Agent, peers: tuple[str, ...] = (), fails: bool = False, away: tuple[str, ...] = ()
) -> Visit:
    """The agent has the conversation until it answers, fails or hands it on.

    ``fails``: a tool raises in its last round. ``away``: the kinds of the calls of its last reply, if it does not
    answer in words.
    """
    draw = story.draw
    speaker = speaker_of(agent, peers)
    rounds = [draw.pick(KINDS) for _ in range(draw.pick(_ROUNDS))] if agent.tools else []
    if fails and agent.tools:
        rounds = [*rounds[:1], draw.pick(_FAILURES)]
    elif away:
        rounds = [*rounds[:1], away]
    elif not agent.tools and not agent.handoffs and draw.chance(4):
        rounds = [("unknown",)]
    for kinds in rounds:
        said = story.reply(speaker, kinds)
        if said.fails or (agent.post and agent.tools and agent.version == "v1"):  # that one has no way to its tools
            return Visit(failed=True)
        if said.parents:
            story.races += said.parents > 1 and agent.version == "v2"
            return Visit(to=said.to, broken=said.calls > 1)
        if said.ends:
            return Visit()
        if not (agent.tools or agent.handoffs):
            break
    else:
        story.words(agent.name)
    if agent.structured:
        story.words(agent.name)
    return Visit()
