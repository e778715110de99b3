"""Random cases of agents and teams of them.

A case is drawn as the user would see it happen: turns, in each turn rounds of one model after another, in each round
one reply and what it leads to. So nearly every scripted reply is really reached.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from twinstep_model.agents import Agent, Supervisor, Swarm, ToolGraph
from twinstep_model.cases import DEFAULT_LIMIT, Case, Invoke, Update, Write
from twinstep_model.topologies.calls import MESSAGES
from twinstep_model.topologies.handoffs import ACTIVE
from twinstep_model.values import AUTO, Message

from . import agents, nestings, supervisors, swarms, toolgraphs
from .draw import Draw, weighted
from .schedules import scheduled
from .teamscripts import Story

_TURNS = weighted((12, 1), (6, 2), (1, 3))
_FAILING = 18  # percent of the cases with a turn in which a tool raises
_ACTIVE = 12  # percent of the turns of a swarm that name the active agent
_GATED = 85
_THREADS = ("t1", "t2", "t3")


class Turn(NamedTuple):
    """A turn that was told. ``broken``: nobody can answer on its thread any more. ``more``: what the user gives with
    the message."""

    broken: bool = False
    more: tuple[Write, ...] = ()


Tell = Callable[[str, bool], Turn]
"""Tells one turn on a thread, in which a tool raises or not."""


def react_case(draw: Draw) -> Case:
    """Any case of an agent by itself: made by `create_react_agent`, or by hand around a tool node."""
    story = Story(draw)
    if draw.chance(25):
        graph = toolgraphs.any_graph(draw)
        return _case(story, graph, lambda thread, fails: Turn(toolgraphs.turn(story, graph, fails)), 8, failing=45)
    agent = agents.any_agent(draw) if draw.chance(5) else draw.pick(agents.POOL)
    away = ("handoff",) if agent.handoffs and draw.chance(50) else ()

    def tell(thread: str, fails: bool) -> Turn:
        return Turn(agents.visited(story, agent, fails=fails, away=away).failed)

    return _case(story, agent, tell, short=10)


def supervisor_case(draw: Draw) -> Case:
    """Any case of a supervisor with two to four members."""
    story = Story(draw)
    team = nestings.supervisor_team(draw)

    def tell(thread: str, fails: bool) -> Turn:
        supervisors.turn(story, team, fails, nestings.told)
        return Turn()

    return _case(story, team, tell, short=5)


def swarm_case(draw: Draw) -> Case:
    """Any case of a swarm of two to four members."""
    story = Story(draw)
    team = nestings.swarm_team(draw)
    left: dict[str, swarms.Left] = {}

    def tell(thread: str, fails: bool) -> Turn:
        before = left.get(thread, swarms.Left())
        more: tuple[Write, ...] = ()
        if draw.chance(_ACTIVE):
            names = [member.name for member in team.agents]
            name = draw.pick([*names * 3, None, "zoe"])
            more = (Write(ACTIVE, name),)
            if name not in names:  # the turn does not even begin
                return Turn(before.broken, more)
            before = swarms.Left(name or "", before.broken)
        if before.broken:
            return Turn(True, more)
        left[thread], _ = swarms.turn(story, team, before, fails, nestings.told)
        return Turn(left[thread].broken, more)

    return _case(story, team, tell, short=4)


def _case(
    story: Story, team: Agent | ToolGraph | Supervisor | Swarm, tell: Tell, short: int, failing: int = _FAILING
) -> Case:
    """The case of a few turns.

    ``short``: how many turns of a hundred have few steps. ``failing``: in how many cases of a hundred a tool raises.
    """
    draw = story.draw
    saver = not draw.chance(10)
    count = draw.pick(_TURNS)
    fails = draw.below(count) if draw.chance(failing) else None
    other = draw.chance(25)
    threads = list(_THREADS)
    actions = []
    for number in range(count):
        thread = threads[1] if other and number == count - 1 else threads[0]
        turn = tell(thread if saver else f"turn {number}", number == fails)
        words = Message("human", f"question {number + 1}", f"h{number + 1}" if draw.chance(20) else AUTO)
        limit = draw.between(1, 7) if draw.chance(short) else DEFAULT_LIMIT
        actions.append(Invoke(Update((Write(MESSAGES, (words,)), *turn.more)), thread, limit))
        if turn.broken and draw.chance(80):
            threads.pop(0)
            other = False
    return scheduled(draw, team, story.script(), tuple(actions), _GATED, saver)
