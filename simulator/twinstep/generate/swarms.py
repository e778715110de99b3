"""Swarms: which there are, and the story of one turn of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from twinstep_model.agents import Agent, Handoff, Member, Swarm

from .agents import CALC, SEARCH, visited
from .draw import Draw, weighted
from .teamscripts import Story

_HOPS = 3  # agents that have the conversation in one turn, at most
_LAST = weighted(
    (22, ()),
    (14, ("handoff",)),
    (2, ("handoff", "plain")),
    (4, ("handoff", "handoff")),
    (2, ("apart",)),
    (1, ("handoff", "same")),
    (1, ("handoff", "unknown")),
    (1, ("handoff", "plain", "plain")),
    (1, ("handoff", "raise")),
    (1, ("handoff", "handoff", "plain")),
    (1, ("handoff", "plain", "unknown", "handoff")),
)
"""What the last reply of an agent's turn calls."""


def _meshed(*agents: Agent) -> tuple[Agent, ...]:
    """The agents, each with a handoff tool for every other one."""
    return tuple(
        replace(agent, handoffs=tuple(Handoff(other.name) for other in agents if other is not agent))
        for agent in agents
    )


def _ring(*agents: Agent) -> tuple[Agent, ...]:
    """The agents, each with a handoff tool for the next one only."""
    return tuple(
        replace(agent, handoffs=(Handoff(after.name),)) for agent, after in zip(agents, (*agents[1:], agents[0]))
    )


_ALICE, _BOB, _CAROL = Agent("alice", (CALC,)), Agent("bob", (SEARCH,)), Agent("carol", (CALC, SEARCH))
_OLD_ALICE, _OLD_BOB = replace(_ALICE, version="v1"), replace(_BOB, version="v1")
_ROSTERS: tuple[tuple[Agent, ...], ...] = weighted(
    (4, _meshed(_ALICE, _BOB)),
    (4, _meshed(_OLD_ALICE, _OLD_BOB)),
    (3, _meshed(_ALICE, _OLD_BOB)),
    (4, _meshed(_ALICE, _BOB, _CAROL)),
    (3, _meshed(_OLD_ALICE, _OLD_BOB, replace(_CAROL, version="v1"))),
    (2, _ring(_ALICE, _OLD_BOB, replace(_CAROL, sees=(SEARCH,)))),
    (2, _meshed(replace(_ALICE, pre="view"), _BOB)),
    (1, _meshed(replace(_ALICE, pre="trim"), replace(_BOB, pre="note"))),
    (1, _meshed(replace(_ALICE, post="note"), replace(_BOB, post="answer"), Agent("dave"))),
    (1, _meshed(replace(_ALICE, direct=(CALC,)), replace(_BOB, structured=True))),
    (1, _meshed(Agent("Bob Smith", (CALC,)), Agent("Eve"), replace(_ALICE, version="v1"), Agent("dave", (CALC,)))),
    (1, (replace(_ALICE, handoffs=(Handoff("bob", "ask_bob"), Handoff("bob"), Handoff("alice"))), Agent("bob"))),
    (1, (replace(_OLD_ALICE, handoffs=(Handoff("bob"), Handoff("alice", "again"))), _ring(_BOB)[0])),
)
_REFUSED: tuple[Swarm, ...] = (
    Swarm((replace(_ALICE, handoffs=(Handoff("bob"), Handoff("zoe"))), _BOB), "alice"),
    Swarm(_meshed(_ALICE, _BOB), "zoe"),
    Swarm(_meshed(_ALICE, _BOB), "alice", keeps=False),
    Swarm((_ALICE, Agent("alice", (SEARCH,))), "alice"),
    Swarm((), "alice"),
)
"""Swarms that the library does not build: a target or a default that is nobody, no place for the active agent, a name
that occurs twice, no agents."""


def any_swarm(draw: Draw) -> Swarm:
    """Mostly one of a few dozen swarms: building one costs a runtime far more than running it, so it keeps them."""
    if draw.chance(5):
        return _drawn(draw)
    if draw.chance(3):
        return draw.pick(_REFUSED)
    agents = draw.pick(_ROSTERS)
    return Swarm(agents, draw.pick(agents[:2]).name)


class Left(NamedTuple):
    """How a turn left its thread: which agent is active ("" for the default), and whether its history has calls that
    nobody answers, after which no agent of it can speak."""

    active: str = ""
    broken: bool = False


Told = Callable[[Story, Member, tuple[str, ...], bool], bool]
"""As in `supervisors`."""


def turn(story: Story, swarm: Swarm, left: Left, fails: bool, told: Told) -> tuple[Left, bool]:
    """One turn: the active agent has the conversation and hands it on until one answers. How it leaves the thread, and
    whether it failed."""
    draw = story.draw
    members = {member.name: member for member in swarm.agents}
    active = left.active
    now = members.get(active or swarm.default)
    for hop in range(_HOPS):
        if now is None:
            return Left(active), hop == 0
        peers = tuple(name for name in members if name != now.name)
        if isinstance(now, Swarm) and active:  # the agent that is active here is none of those inside
            return Left(active), True
        if not isinstance(now, Agent):
            return Left(active), told(story, now, peers, fails)
        away = () if hop == _HOPS - 1 else _away(draw, story, now)
        raises = fails and (not away or hop == _HOPS - 2)
        visit = visited(story, now, peers, raises, () if raises else away)
        if visit.failed or not visit.to:
            return Left(active), visit.failed
        after, *beside = visit.to
        if any(one.agent == after for one in now.handoffs):
            active = after
        now = members.get(after)
        if visit.broken:
            return _broken(story, now, active)
        if beside:
            return _at_once(story, [members[name] for name in visit.to], active)
    return Left(active), False


def _away(draw: Draw, story: Story, agent: Agent) -> tuple[str, ...]:
    """The calls of the agent's last reply, if it makes any. Few cases hand off beside other calls twice."""
    kinds = draw.pick(_LAST) if agent.handoffs else ()
    if len(kinds) > 1:
        if story.races and not draw.chance(15):
            return ("handoff",)
        story.races += 1
    return kinds


def _broken(story: Story, now: Member | None, active: str) -> tuple[Left, bool]:
    """Whoever takes over finds calls unanswered, and cannot speak unless a hook hides them."""
    if isinstance(now, Agent) and now.pre == "view":
        story.words(now.name)
        return Left(active, broken=True), False
    return Left(active, broken=True), True


def _at_once(story: Story, several: list[Member], active: str) -> tuple[Left, bool]:
    """Several agents have the conversation at once, and perhaps hand it on: to whom is left open if two do."""
    for one in several:
        if isinstance(one, Agent):
            visited(story, one, away=("handoff",) if one.handoffs and story.draw.chance(70) else ())
    return Left(active), False


def _drawn(draw: Draw) -> Swarm:
    names = draw.sample(("alice", "bob", "carol", "Dr  Who"), draw.between(2, 4))
    agents = tuple(
        Agent(
            name,
            tuple(draw.some((CALC, SEARCH), 50)),
            "v1" if draw.chance(50) else "v2",
            tuple(map(Handoff, draw.some([other for other in names if other != name], 75))),
        )
        for name in names
    )
    return Swarm(agents, draw.pick(names))
