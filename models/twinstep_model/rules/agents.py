"""RA: agents made by create_react_agent."""

from __future__ import annotations

from .invariants import INVARIANTS
from .kinds import Docstring, Rule
from .sources import OBSERVED

_REACT_AGENT = "langgraph.prebuilt.chat_agent_executor:create_react_agent"

AGENTS = (
    Rule(
        "RA-01",
        "An agent asks its model again after each round of tools, until a reply has no calls",
        Docstring(_REACT_AGENT, "Creates an agent graph", "c74c30eaef407885"),
        "An agent ends after its first round of tools",
    ),
    Rule(
        "RA-02",
        "With version v2 each call of a reply is a tools task of its own, made by a Send; with v1 all calls of a reply"
        " are one triggered tools task",
        Docstring(_REACT_AGENT, '- `"v2"`', "d5cbb078a81f42bd"),
        "With version v1 each call of a reply is a tools task of its own, with v2 all calls of a reply are one",
    ),
    Rule(
        "RA-03",
        "An agent whose model would be given a call without an answer fails with ValueError before it asks its model",
        Docstring("langgraph.prebuilt.chat_agent_executor:_validate_chat_history", "Validate that", "f33208f3bc640f74"),
        "The model of an agent is asked although it is given a call without an answer",
    ),
    Rule(
        "RA-04",
        "A reply carries the name of the agent whose model made it",
        OBSERVED,
        "A reply carries no name",
    ),
    Rule(
        "RA-05",
        "A tools task after which the answers at the end of the history, or the calls of the reply before them, are of"
        " a return_direct tool ends the agent",
        Docstring("langchain_core.tools.convert:tool", "return_direct:", "c5f1aa658ed4e5d3"),
        "An agent asks its model again also after tools that are declared return_direct",
    ),
    Rule(
        "RA-06",
        "With fewer than two steps left a reply with calls is replaced by an apology without calls",
        Docstring(_REACT_AGENT, "`remaining_steps` is used", "270be99b202d1e5e"),
        "With fewer than two steps left a reply with calls stays as it is, its calls are due, and only the limit"
        " ends the agent",
    ),
    Rule(
        "RA-08",
        "An agent with a response_format asks its model once more when its loop is over, and that structured response"
        " is in its state",
        Docstring(_REACT_AGENT, "The graph will make a separate call", "2aa3b4ff8bfd6e7d"),
        "An agent with a response_format ends with its loop, without a structured response",
    ),
    Rule(
        "RA-09",
        "A reply without calls is the agent's answer and stays as it is, also in the last step that is left",
        INVARIANTS["INV-02"],
        "In the last step that is left a reply without calls is replaced by the apology as well",
    ),
    Rule(
        "RA-10",
        "An agent that apologises for having too few steps left ends without GraphRecursionError",
        Docstring(_REACT_AGENT, "`remaining_steps` is used", "270be99b202d1e5e"),
        "An agent that apologises in a step so late that its run uses up the limit, as it does where the limit is odd,"
        " fails with GraphRecursionError nevertheless",
    ),
    Rule(
        "RA-11",
        "An agent of version v1 that has a post_model_hook fails with KeyError at its first reply with calls",
        OBSERVED,
        "An agent of version v1 that has a post_model_hook works as with v2",
    ),
    Rule(
        "RA-12",
        "An agent with return_direct tools asks its model again also if a tool has removed all messages",
        Docstring(_REACT_AGENT, 'The "agent" node calls', "43ecf53c807264d1"),
        "An agent with return_direct tools fails with UnboundLocalError if a tool has removed all messages",
    ),
)
