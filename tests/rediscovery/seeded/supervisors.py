"""SV: seeded faults of supervisor teams."""

from __future__ import annotations

from tests.rediscovery.fault import Edit, Fault

_HANDOFF = "langgraph_supervisor.handoff"
_SUPERVISOR = "langgraph_supervisor.supervisor"

SUPERVISORS = (
    Fault(
        "handoff-keeps-case",
        "SV-02",
        "supervisor",
        "the name of a handoff tool has the capitals of the agent's name",
        "blanks still become underscores",
        (Edit(f"{_HANDOFF}:_normalize_agent_name", ".lower()", ""),),
    ),
    Fault(
        "agent-sees-two-messages",
        "SV-03",
        "supervisor",
        "in a synchronous run with full_history an agent that is handed off to sees the last two messages only",
        "asynchronous runs, and those with last_message, are as they should be",
        (
            Edit(
                f"{_SUPERVISOR}:_make_call_agent",
                "    output = agent.invoke(\n            state,",
                '    full = output_mode == "full_history"\n'
                "        output = agent.invoke(\n"
                '            {**state, "messages": state["messages"][-2:]} if full else state,',
            ),
        ),
    ),
    Fault(
        "silent-agent-adds-no-pair",
        "SV-05",
        "supervisor",
        "an agent whose last message has no text adds no pair of messages when it returns control",
        "one that says something does",
        (
            Edit(
                f"{_SUPERVISOR}:_make_call_agent",
                "if add_handoff_back_messages:",
                "if add_handoff_back_messages and messages[-1].content:",
            ),
        ),
    ),
    Fault(
        "one-agent-without-handoff",
        "SV-08",
        "supervisor",
        "a team is built although its own handoff tools leave one agent out",
        "with two left out, and with agents of one name, it is refused",
        (
            Edit(
                f"{_SUPERVISOR}:_prepare_tool_node",
                "        if missing_handoff_destinations := set(agent_names) - set(handoff_destinations):",
                "        missing_handoff_destinations = set(agent_names) - set(handoff_destinations)\n"
                "        if len(missing_handoff_destinations) > 1:",
            ),
        ),
    ),
    Fault(
        "sync-errors-lost",
        "SV-13",
        "supervisor",
        "in a synchronous run an agent that raises returns control like one that has said nothing",
        "in asynchronous runs the exception fails the run of the team",
        (
            Edit(
                f"{_SUPERVISOR}:_make_call_agent",
                "    return RunnableCallable(call_agent, acall_agent)",
                "    def careful(state: dict, config: RunnableConfig) -> dict | None:\n"
                "        try:\n"
                "            return call_agent(state, config)\n"
                "        except Exception as error:\n"
                '            if type(error).__module__.startswith("langgraph"):\n'
                "                raise\n"
                "            return None\n"
                "    return RunnableCallable(careful, acall_agent)",
            ),
        ),
    ),
)
