"""TN: tool calls, and the node that carries them out."""

from __future__ import annotations

from .invariants import INVARIANTS
from .kinds import Docstring, Rule

_TOOL_NODE = "langgraph.prebuilt.tool_node:ToolNode"
_INJECTED = "langgraph.prebuilt.tool_node:InjectedState"

TOOLS = (
    Rule(
        "TN-01",
        "Every call of the last reply is executed",
        INVARIANTS["INV-01"],
        "Of several calls to one tool only the first is executed",
    ),
    Rule(
        "TN-02",
        "A tool node gives back what it was given: a message list for a message list, else an update of the messages",
        Docstring(_TOOL_NODE, "- List input", "6ceab744d3b24614"),
        "A tool node gives back an update of the messages whatever it was given, which a state that is the message"
        " list does not take",
    ),
    Rule(
        "TN-03",
        "The answers to the calls of one tools task are in call order, whichever completed first",
        INVARIANTS["INV-03"],
        "The answers to the calls of one tools task are in the order in which the calls completed",
    ),
    Rule(
        "TN-04",
        "The answers of several tools tasks are in call order, whichever completed first",
        INVARIANTS["INV-03"],
        "The answers of several tools tasks are in the order in which the tasks completed",
    ),
    Rule(
        "TN-05",
        "An exception of a tool that handle_tool_errors does not cover, by default any, fails the run",
        Docstring(_TOOL_NODE, "- Ignores tool execution errors", "de5bde70dbd42c7a"),
        "An exception of a tool is answered by a failed tool message whether or not handle_tool_errors covers it, and"
        " the run goes on",
    ),
    Rule(
        "TN-06",
        "When several calls of one tools task end in exceptions, that of the first in call order is raised",
        INVARIANTS["INV-03"],
        "When several calls of one tools task end in exceptions, an asynchronous run raises the one that came first"
        " in time",
    ),
    Rule(
        "TN-07",
        "What a tool returns has to answer its call: a Command for its own graph does, and just one item of a list;"
        " otherwise the call ends in a ValueError",
        Docstring(f"{_TOOL_NODE}._validate_tool_command_list", "Requires exactly one", "bb55e0b9115853d3"),
        "What a tool returns is accepted whether or not it answers its call, once or several times",
    ),
    Rule(
        "TN-08",
        "The update of a Command that a tool returns is written to the agent's state as it is",
        Docstring(_TOOL_NODE, "- `Command` can update", "a0a2b6cfd76c2fa0"),
        "A Command that a tool returns is turned into text, which answers the call like any other return value",
    ),
    Rule(
        "TN-09",
        "A parent command of a tool that goes to Sends is applied with its update",
        INVARIANTS["INV-02"],
        "The parent commands of a tools task that go to Sends become one that has their Sends, and no update",
    ),
    Rule(
        "TN-10",
        "Several parent commands of one tools task are all applied",
        INVARIANTS["INV-02"],
        "Where a parent command of a tools task names its destination, the first one that does is applied, and all"
        " others of that task are lost",
    ),
    Rule(
        "TN-11",
        "What the other calls of a tools task came to is kept when one of them returns a parent command",
        INVARIANTS["INV-02"],
        "When a call of a tools task returns a parent command the answers to all other calls of the task are lost",
    ),
    Rule(
        "TN-12",
        "Of a reply with several calls a handoff sends its agent the history with that reply cut down to its own call,"
        " followed by its answer",
        INVARIANTS["INV-01"],
        "A handoff sends its agent the history with the whole reply, whose other calls nothing answers there",
    ),
    Rule(
        "TN-14",
        "Every call of a reply is given the state as it was when the reply had been made, without the answers to the"
        " calls before it",
        Docstring(_INJECTED, "- State injection occurs", "878170963f03deb5"),
        "A call is given the state with the answers to the calls before it in its reply",
    ),
    Rule(
        "TN-15",
        "The router tools_condition leads to the tool node if the last message has calls, and else to END",
        Docstring("langgraph.prebuilt.tool_node:tools_condition", "This utility function", "83c90d82cc6a383f"),
        "The router tools_condition leads to END if the last message has a text, calls or not",
    ),
    Rule(
        "TN-16",
        "A call of a tool that does not exist, and an exception that handle_tool_errors covers, by default that of"
        " invalid arguments, are answered by a failed tool message",
        Docstring(_TOOL_NODE, "- Catches tool invocation errors", "8feeca211a5e8f3a"),
        "A call of a tool that does not exist fails the run with ValueError, and an exception is raised although"
        " handle_tool_errors covers it",
    ),
    Rule(
        "TN-17",
        "A tool that has a field injected which the state does not have fails the run with ValueError",
        Docstring(f"{_TOOL_NODE}._inject_tool_args", "ValueError:", "67b4e4ccaa79fa58"),
        "A tool that has a field injected which the state does not have fails the run with KeyError, or with"
        " AttributeError if the state is an object",
    ),
    Rule(
        "TN-18",
        "An argument that a model gives for an injected parameter is overwritten",
        Docstring(_INJECTED, "- Tools can mix", "9f025210a0a0cf70"),
        "An argument that a model gives for an injected parameter makes the arguments invalid",
    ),
)
