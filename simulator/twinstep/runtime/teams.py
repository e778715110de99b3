"""Agents and teams of them: the real graph of a topology, built once and re-scripted for every case."""

from __future__ import annotations

import warnings
from functools import lru_cache

from langgraph.checkpoint.memory import InMemorySaver

from twinstep_model import agents as topologies
from twinstep_model.agents import Agent, Member, Supervisor, ToolGraph

from . import agents, supervisors, swarms, toolgraphs
from .agents import Team


@lru_cache(maxsize=200)
def build(team: topologies.Team, saver: InMemorySaver | None) -> Team:
    """The compiled graph of a topology; the same one for every case, what it does follows the `plays.Play` of the
    run.

    Raises what the library raises for a team that it refuses.
    """
    return fresh(team, saver)


def fresh(team: topologies.Team, saver: InMemorySaver | None) -> Team:
    """A newly compiled team, of agents that may have served before."""
    with warnings.catch_warnings():
        # Agents are made with create_react_agent, which is deprecated.
        warnings.simplefilter("ignore", DeprecationWarning)
        return toolgraphs.build(team, saver) if isinstance(team, ToolGraph) else _compiled(team, saver)


def _compiled(team: Member, saver: InMemorySaver | None) -> Team:
    if isinstance(team, Agent):
        return agents.build(team, saver)
    members = [member(one) for one in team.agents]
    if isinstance(team, Supervisor):
        return supervisors.build(team, members, saver)
    return swarms.build(team, members, saver)


@lru_cache(maxsize=200)
def member(of: Member) -> Team:
    """The compiled graph of a member. Shared by teams, like the tools: all look up what the run's script says, and half
    of all building is theirs."""
    return _compiled(of, None)
