"""TN and RA: tool calls, and the agent that makes them."""

from __future__ import annotations

from .invariants import INVARIANTS
from .kinds import Docstring, Rule
from .sources import OBSERVED

_TOOL_NODE = "langgraph.prebuilt.tool_node:ToolNode"
_REACT_AGENT = "langgraph.prebuilt.chat_agent_executor:create_react_agent"

TOOLS = (
    Rule(
        "TN-01",
        "Every call of the last reply is executed",
        INVARIANTS["INV-01"],
        "Of several calls to one tool only the first is executed",
    ),
    Rule(
        "TN-04",
        "The answers to the calls of a reply are in call order, whichever completed first",
        INVARIANTS["INV-03"],
        "The answers to the calls of a reply are in the order in which the calls completed",
    ),
    Rule(
        "TN-05",
        "A tool that raises fails the run",
        Docstring(_TOOL_NODE, "- Ignores tool execution errors", "de5bde70dbd42c7a"),
        "The call of a tool that raises is answered by a failed tool message, and the run goes on",
    ),
    Rule(
        "TN-07",
        "A Command that a tool returns for its own graph has to answer the call; one that does not fails the run with"
        " ValueError",
        Docstring(f"{_TOOL_NODE}._validate_tool_command_list", "Requires exactly one", "bb55e0b9115853d3"),
        "A Command that a tool returns without answering its call is accepted, and the call stays unanswered",
    ),
    Rule(
        "TN-08",
        "The update of a Command that a tool returns is written to the agent's state as it is",
        Docstring(_TOOL_NODE, "- `Command` can update", "a0a2b6cfd76c2fa0"),
        "A Command that a tool returns is turned into text, which answers the call like any other return value",
    ),
    Rule(
        "TN-11",
        "What the other tasks of a super-step finished is kept when one of them raises a parent command, so that"
        " the answers to plain calls beside a handoff stay in the history",
        INVARIANTS["INV-02"],
        "When a task raises a parent command all other results of its super-step are lost",
    ),
    Rule(
        "TN-12",
        "Of a reply with several calls a handoff sends its agent the history with that reply cut down to its own call,"
        " followed by its answer",
        INVARIANTS["INV-01"],
        "A handoff sends its agent the history with the whole reply, whose other calls nothing answers there",
    ),
    Rule(
        "RA-01",
        "An agent asks its model again after each round of tools, until a reply has no calls",
        Docstring(_REACT_AGENT, "Creates an agent graph", "c74c30eaef407885"),
        "An agent ends after its first round of tools",
    ),
    Rule(
        "RA-02",
        "Each call of a reply is a tools task of its own, made by a Send",
        Docstring(_REACT_AGENT, '- `"v2"`', "d5cbb078a81f42bd"),
        "All calls of a reply are one triggered tools task",
    ),
    Rule(
        "RA-03",
        "An agent whose history has a call without an answer fails with ValueError before it asks its model",
        Docstring("langgraph.prebuilt.chat_agent_executor:_validate_chat_history", "Validate that", "f33208f3bc640f74"),
        "The model of an agent is asked although its history has a call without an answer",
    ),
    Rule(
        "RA-04",
        "A reply carries the name of the agent whose model made it",
        OBSERVED,
        "A reply carries no name",
    ),
    Rule(
        "RA-06",
        "With fewer than two steps left a reply with calls is replaced by an apology without calls, so that the agent"
        " ends before its limit does (what the limit itself allows is ER-13)",
        Docstring(_REACT_AGENT, "`remaining_steps` is used", "270be99b202d1e5e"),
        "With fewer than two steps left a reply with calls stays as it is, its calls are due, and only the limit"
        " ends the agent",
    ),
    Rule(
        "RA-09",
        "A reply without calls is the agent's answer and stays as it is, also in the last step that is left",
        INVARIANTS["INV-02"],
        "In the last step that is left a reply without calls is replaced by the apology as well",
    ),
)
