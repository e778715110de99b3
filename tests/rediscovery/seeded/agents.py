"""RA: seeded faults of agents made by create_react_agent."""

from __future__ import annotations

from tests.rediscovery.fault import Edit, Fault

_REACT_AGENT = "langgraph.prebuilt.chat_agent_executor:create_react_agent"

AGENTS = (
    Fault(
        "second-question-ends",
        "RA-01",
        "react",
        "an agent of version v1 ends after a round of tools if its history has two human messages or more",
        "with one human message, and with v2, the model is asked again",
        (
            Edit(
                _REACT_AGENT,
                '        workflow.add_edge("tools", entrypoint)',
                '        humans = lambda state: sum(m.type == "human" for m in state["messages"])\n'
                '        ends = lambda state: version == "v1" and humans(state) > 1\n'
                "        workflow.add_conditional_edges(\n"
                '            "tools", lambda state: END if ends(state) else entrypoint, [END, entrypoint]\n'
                "        )",
            ),
        ),
    ),
    Fault(
        "v1-sends-equal-calls",
        "RA-02",
        "react",
        "with version v1 each call of a reply is a tools task of its own where two of them are to one tool",
        "other calls are one task, and v2 is as it should be",
        (
            Edit(
                _REACT_AGENT,
                '            if version == "v1":\n                return "tools"\n            elif version == "v2":',
                '            names = [call["name"] for call in last_message.tool_calls]\n'
                '            if version == "v1" and len(names) == len(set(names)):\n'
                '                return "tools"\n'
                "            else:",
            ),
        ),
    ),
    Fault(
        "one-call-may-dangle",
        "RA-03",
        "swarm",
        "the model of an agent is asked although its history has a call without an answer, if it is just one",
        "an agent with two such calls fails",
        (
            Edit(
                "langgraph.prebuilt.chat_agent_executor:_validate_chat_history",
                "if not tool_calls_without_results:",
                "if len(tool_calls_without_results) < 2:",
            ),
        ),
    ),
    Fault(
        "two-calls-no-name",
        "RA-04",
        "react",
        "in a synchronous run a reply with two calls of a v1 agent carries no name",
        "other replies do",
        (
            Edit(
                _REACT_AGENT,
                "    response.name = name\n\n",
                '    response.name = None if version == "v1" and len(response.tool_calls) == 2 else name\n\n',
            ),
        ),
    ),
    Fault(
        "all-calls-direct",
        "RA-05",
        "react",
        "calls of a reply end the agent only if all of them are of return_direct tools",
        "an answer at the end of the history that is of such a tool still ends it",
        (
            Edit(
                _REACT_AGENT,
                'if any(call["name"] in should_return_direct for call in m.tool_calls):',
                'if all(call["name"] in should_return_direct for call in m.tool_calls):',
            ),
        ),
    ),
    Fault(
        "guard-for-several-calls",
        "RA-06",
        "react",
        "with fewer than two steps left a reply with one call stays as it is",
        "one with several calls is replaced by the apology",
        (
            Edit(
                _REACT_AGENT,
                "elif remaining_steps < 2 and has_tool_calls:",
                "elif remaining_steps < 2 and has_tool_calls and len(response.tool_calls) > 1:",
            ),
        ),
    ),
    Fault(
        "long-history-unstructured",
        "RA-08",
        "react",
        "an agent that has tools ends without its structured response where its history has five messages or more",
        "shorter histories end in one",
        (
            Edit(
                _REACT_AGENT,
                '            elif response_format is not None:\n                return "generate_structured_response"\n'
                "            else:\n                return END\n        # Otherwise",
                "            elif response_format is not None and len(messages) < 5:\n"
                '                return "generate_structured_response"\n'
                "            else:\n                return END\n        # Otherwise",
            ),
            Edit(
                _REACT_AGENT,
                '            agent_paths.append("generate_structured_response")\n',
                '            agent_paths += ["generate_structured_response", END]\n',
            ),
        ),
    ),
)
