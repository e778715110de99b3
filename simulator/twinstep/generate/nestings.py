"""Teams inside teams: supervisors and swarms as members of either, and the story of any member."""

from __future__ import annotations

from dataclasses import replace

from twinstep_model.agents import Agent, Handoff, Member, Supervisor, Swarm

from . import supervisors, swarms
from .agents import CALC, SEARCH, visited
from .draw import Draw, weighted
from .teamscripts import Story

_BOB, _ALICE = Agent("bob", (CALC,)), Agent("alice")
_CAROL, _DAVE = Agent("carol", (CALC,), "v1"), Agent("dave", (SEARCH,))
_LEAD = Supervisor((_CAROL, _DAVE), (), "lead")
_PAIR = Swarm(
    (replace(_CAROL, handoffs=(Handoff("dave"),)), replace(_DAVE, handoffs=(Handoff("carol"),))), "carol", "pair"
)
_TO_LEAD = replace(_BOB, handoffs=(Handoff("lead"), Handoff("alice")))
_TO_PAIR = replace(_BOB, handoffs=(Handoff("pair"), Handoff("alice")))

SUPERVISORS: tuple[Supervisor, ...] = weighted(
    (2, Supervisor((_LEAD, _BOB), ("lookup",))),
    (2, Supervisor((_LEAD, _BOB), ("lookup",), output_mode="full_history", parallel_tool_calls=True)),
    (1, Supervisor((_BOB, replace(_LEAD, output_mode="full_history", tools=("note",))), handoff_messages=False)),
    (2, Supervisor((_PAIR, _ALICE), ("lookup",), output_mode="full_history")),
    (2, Supervisor((_BOB, _PAIR), ("lookup",), "boss")),
    (1, Supervisor((Supervisor((_LEAD, _ALICE), (), "middle"), _BOB), ("lookup",), forward=True)),
)
"""Supervisors with a team among their members."""
SWARMS: tuple[Swarm, ...] = weighted(
    (3, Swarm((_TO_LEAD, replace(_ALICE, handoffs=(Handoff("bob"),)), _LEAD), "bob")),
    (2, Swarm((replace(_LEAD, handoff_messages=False), _TO_LEAD, _ALICE), "lead")),
    (3, Swarm((_TO_PAIR, replace(_ALICE, handoffs=(Handoff("pair"),)), _PAIR), "bob")),
    (2, Swarm((_TO_PAIR, _ALICE, _PAIR), "pair")),
)
"""Swarms with a team among their members."""


def supervisor_team(draw: Draw) -> Supervisor:
    """Any supervisor, some with teams inside."""
    return draw.pick(SUPERVISORS) if draw.chance(15) else supervisors.any_supervisor(draw)


def swarm_team(draw: Draw) -> Swarm:
    """Any swarm, some with teams inside."""
    return draw.pick(SWARMS) if draw.chance(15) else swarms.any_swarm(draw)


def told(story: Story, member: Member, peers: tuple[str, ...], fails: bool) -> bool:
    """A member has the conversation, whatever it is. Whether it fails.

    ``peers``: the other nodes of the graph around it. ``fails``: a tool of it raises.
    """
    if isinstance(member, Supervisor):
        return supervisors.turn(story, member, fails, told)
    if isinstance(member, Swarm):
        _, failed = swarms.turn(story, member, swarms.Left(), fails, told)
        return failed
    return visited(story, member, peers, fails).failed
