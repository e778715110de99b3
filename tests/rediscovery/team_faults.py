"""Seeded faults that supervisor teams show."""

from __future__ import annotations

from .fault import Edit, Fault

_HANDOFF = "langgraph_supervisor.handoff"
_AGENT = "langgraph.prebuilt.chat_agent_executor:create_react_agent"

TEAM_FAULTS = (
    Fault(
        "handoff-keeps-case",
        "SV-02",
        "supervisor",
        "the name of a handoff tool has the capitals of the agent's name",
        "blanks still become underscores",
        (Edit(f"{_HANDOFF}:_normalize_agent_name", ".lower()", ""),),
    ),
    Fault(
        "tool-error-answered",
        "TN-05",
        "supervisor",
        "in asynchronous runs any exception of a tool answers its call as a failed tool message",
        "synchronous runs fail as they should",
        (
            Edit(
                "langgraph.prebuilt.tool_node:ToolNode._execute_tool_async",
                "content = _handle_tool_error(e, flag=self._handle_tool_errors)",
                "content = repr(e)",
            ),
        ),
    ),
    Fault(
        "three-calls-at-most",
        "TN-01",
        "supervisor",
        "of a reply with more than three calls only the first three are executed",
        "calls are left out by their place, not because their tool was called before",
        (
            Edit(
                _AGENT,
                "for call in last_message.tool_calls\n",
                "for call in last_message.tool_calls[:3]\n",
            ),
        ),
    ),
    Fault(
        "handoff-cut-by-name",
        "TN-12",
        "supervisor",
        "a handoff sends its agent the reply cut down to all calls of the same tool, not to its own call",
        "calls of other tools are cut away",
        (
            Edit(
                f"{_HANDOFF}:_remove_non_handoff_tool_calls",
                '            if tool_call["id"] == handoff_tool_call_id\n        ],',
                '            if tool_call["name"]\n'
                '            in [c["name"] for c in last_ai_message.tool_calls if c["id"] == handoff_tool_call_id]\n'
                "        ],",
            ),
        ),
    ),
)
