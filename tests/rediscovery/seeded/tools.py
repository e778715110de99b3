"""TN: seeded faults of tool calls."""

from __future__ import annotations

from tests.rediscovery.fault import Edit, Fault

_TOOL_NODE = "langgraph.prebuilt.tool_node:ToolNode"
_REACT_AGENT = "langgraph.prebuilt.chat_agent_executor:create_react_agent"

TOOLS = (
    Fault(
        "same-tool-again-left-out",
        "TN-01",
        "react",
        "with version v2 a call to the tool of the call just before it is not executed",
        "a call to that tool after one to another tool is executed",
        (
            Edit(
                _REACT_AGENT,
                "for call in last_message.tool_calls\n",
                "for before, call in zip([{}, *last_message.tool_calls], last_message.tool_calls)\n"
                '                    if before.get("name") != call["name"]\n',
            ),
        ),
    ),
    Fault(
        "commands-after-answers",
        "TN-03",
        "react",
        "in one tools task the Commands of tools come after the answers of the others",
        "which call completed first does not matter",
        (
            Edit(
                f"{_TOOL_NODE}._combine_tool_outputs",
                "for output in flat_outputs:",
                "for output in sorted(flat_outputs, key=lambda output: isinstance(output, Command)):",
            ),
        ),
    ),
    Fault(
        "tool-error-answered",
        "TN-05",
        "supervisor",
        "in asynchronous runs any exception of a tool answers its call as a failed tool message",
        "synchronous runs fail as they should",
        (
            Edit(
                f"{_TOOL_NODE}._execute_tool_async",
                "content = _handle_tool_error(e, flag=self._handle_tool_errors)",
                "content = repr(e)",
            ),
        ),
    ),
    Fault(
        "empty-update-need-not-answer",
        "TN-07",
        "react",
        "a Command without messages need not answer the call of the tool that returns it",
        "one with messages, and a list, still has to",
        (
            Edit(
                f"{_TOOL_NODE}._validate_tool_command",
                "        require_terminator\n        and updated_command",
                "        require_terminator\n        and messages_update\n        and updated_command",
            ),
        ),
    ),
    Fault(
        "update-lost-beside-goto",
        "TN-08",
        "react",
        "the update of a Command for its own graph is not written where the Command has a goto",
        "it is lost, not turned into text, and written where there is no goto",
        (
            Edit(
                f"{_TOOL_NODE}._normalize_tool_response",
                "        return self._validate_tool_command(response, tool_call, input_type)",
                "        validated = self._validate_tool_command(response, tool_call, input_type)\n"
                "        return replace(validated, update=None) if response.goto and response.graph is None"
                " else validated",
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
                "langgraph_supervisor.handoff:_remove_non_handoff_tool_calls",
                '            if tool_call["id"] == handoff_tool_call_id\n        ],',
                '            if tool_call["name"]\n'
                '            in [c["name"] for c in last_ai_message.tool_calls if c["id"] == handoff_tool_call_id]\n'
                "        ],",
            ),
        ),
    ),
    Fault(
        "tools-see-no-humans",
        "TN-14",
        "react",
        "a tool that has the state injected is given it without the human messages",
        "the answers to earlier calls are not in it",
        (
            Edit(
                f"{_TOOL_NODE}._inject_tool_args",
                "injected_args[tool_arg] = state\n                elif state_field in state:",
                "injected_args[tool_arg] = {\n"
                "                        **state,\n"
                '                        "messages": [m for m in state["messages"] if m.type != "human"],\n'
                "                    }\n"
                "                elif state_field in state:",
            ),
        ),
    ),
    Fault(
        "text-and-types-cover-nothing",
        "TN-16",
        "react",
        "in synchronous runs an exception is raised although handle_tool_errors, a text or a type, covers it",
        "True and functions cover what they should, and a call of an unknown tool is answered",
        (
            Edit(
                f"{_TOOL_NODE}._execute_tool_sync",
                "if not self._handle_tool_errors or",
                "if self._handle_tool_errors is not True and not inspect.isfunction(self._handle_tool_errors) or",
            ),
        ),
    ),
)
