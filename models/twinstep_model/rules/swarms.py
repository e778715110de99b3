"""SW: swarms, whose agents hand off to each other."""

from __future__ import annotations

from .invariants import INVARIANTS
from .kinds import Docstring, Rule
from .sources import OBSERVED, SWARM_HANDOFFS, SWARM_MEMORY

_CREATE_SWARM = "langgraph_swarm.swarm:create_swarm"

SWARMS = (
    Rule(
        "SW-01",
        "A turn begins with the default agent if none is active, also where active_agent is there and None",
        Docstring(_CREATE_SWARM, "default_active_agent:", "bf2f325899c0989b"),
        "A turn for which active_agent is None fails with KeyError",
    ),
    Rule(
        "SW-02",
        "A turn begins with the agent that is active: the one that was handed off to last on the thread, or the one"
        " that the input names",
        SWARM_MEMORY,
        "A turn begins with the default agent, whichever is active",
    ),
    Rule(
        "SW-03",
        "The run ends with the agent that answers without handing off",
        OBSERVED,
        "An agent that answers without handing off returns control to the default agent",
    ),
    Rule(
        "SW-04",
        "A swarm is refused with ValueError when it is built if it has no agents, two of one name, a default or a"
        " handoff's destination that is none of them, or no key active_agent",
        INVARIANTS["INV-17"],
        "A swarm is built whatever its agents, its default and its handoffs are called, and without a key active_agent",
    ),
    Rule(
        "SW-05",
        "Of several handoffs in one reply those that are not followed are answered as failed calls, so that the agent"
        " that is handed off to can go on",
        INVARIANTS["INV-01"],
        "Of several handoffs in one reply those that are not followed stay without an answer in the history",
    ),
    Rule(
        "SW-06",
        "The answers to the other calls of a reply, each a task of its own, are in the history of a swarm when one call"
        " hands off",
        SWARM_HANDOFFS,
        "When a call hands off in a swarm the answers to the other calls of its reply are lost, and they stay"
        " without an answer in the history",
    ),
    Rule(
        "SW-07",
        "A swarm has one active agent: two agents that hand off in one super-step fail the run with InvalidUpdateError",
        OBSERVED,
        "Of two agents that hand off in one super-step the last one decides which agent is active",
    ),
)
