"""SW: seeded faults of swarms."""

from __future__ import annotations

from tests.rediscovery.fault import Edit, Fault

_SWARM = "langgraph_swarm.swarm"

SWARMS = (
    Fault(
        "long-history-forgets-the-agent",
        "SW-02",
        "swarm",
        "a turn that begins with six messages or more begins with the default agent",
        "with fewer messages it begins with the active one",
        (
            Edit(
                f"{_SWARM}:add_active_agent_router",
                'return cast("str", state.get("active_agent", default_active_agent))',
                'return default_active_agent if len(state["messages"]) > 5'
                ' else state.get("active_agent", default_active_agent)',
            ),
        ),
    ),
    Fault(
        "third-agent-returns",
        "SW-03",
        "swarm",
        "the third agent of a swarm, and those after it, return control to the first one",
        "the first two end the run",
        (
            Edit(
                f"{_SWARM}:create_swarm",
                "    return builder",
                "    for agent in agents[2:]:\n"
                "        builder.add_edge(agent.name, agents[0].name)\n"
                "    return builder",
            ),
        ),
    ),
    Fault(
        "unknown-destination-built",
        "SW-04",
        "swarm",
        "a swarm is built although a handoff tool leads to none of its agents",
        "other swarms that are wrong are refused",
        (
            Edit(
                f"{_SWARM}:create_swarm",
                "                get_handoff_destinations(agent)",
                "                name for name in get_handoff_destinations(agent) if name in agent_names",
            ),
        ),
    ),
)
