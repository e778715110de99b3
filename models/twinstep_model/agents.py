"""Tool-calling agents and teams of them: what they are made of, and what their models and tools do.

An agent is made by `create_react_agent`, or by hand around a `ToolNode`. Teams are supervisors and swarms; their
members are agents or teams again. Names of agents are unique in a case unless the case is about names that are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Union

from .values import Call, Raise

# --- what they are made of -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Handoff:
    """A handoff tool: `create_handoff_tool(agent_name=agent, name=name)`.

    ``name``: "" for the library's own choice. ``messages``: `add_handoff_messages` (supervisors only).
    """

    agent: str
    name: str = ""
    messages: bool = True


@dataclass(frozen=True, slots=True)
class Agent:
    """`create_react_agent(model, tools, name=name, version=version)`.

    ``tools``: names of its plain tools; of these, ``direct`` are declared `return_direct`, ``sees`` have the whole
    state injected, ``wants`` have a field of the state injected that it does not have. ``handoffs``: handoff tools of
    langgraph-swarm. ``pre`` is its `pre_model_hook`: ``view`` (returns the last message as `llm_input_messages`),
    ``note`` (adds a human message ``note``), ``trim`` (keeps the last two messages: remove-all, then those two).
    ``post`` is its `post_model_hook`: ``note`` (adds a human message ``noted``) or ``answer`` (answers the first call
    of the last reply, if it has one, with the text ``hooked``). ``structured``: it has a `response_format`, a Pydantic
    class with one text field, ``answer``.
    """

    name: str
    tools: tuple[str, ...] = ()
    version: Literal["v1", "v2"] = "v2"
    handoffs: tuple[Handoff, ...] = ()
    direct: tuple[str, ...] = ()
    sees: tuple[str, ...] = ()
    wants: tuple[str, ...] = ()
    pre: Literal["", "view", "note", "trim"] = ""
    post: Literal["", "note", "answer"] = ""
    structured: bool = False


@dataclass(frozen=True, slots=True)
class ToolGraph:
    """An agent made by hand: START - ``model`` - `tools_condition` - `ToolNode` ``tools`` - ``model``.

    ``form``: how the tool node is given the calls. ``dict``, ``object`` (Pydantic): a state with a message list;
    ``list``: the state is the message list; by `Send` from a router in the place of `tools_condition`: ``calls`` (all
    calls in one list), ``each`` (a list of one call for each), ``context`` (`ToolCallWithContext` for each, with the
    state that the router saw).
    ``errors``: `handle_tool_errors`; not given, True, False, a text, ScriptedError, a type that is not raised
    (OSError), a tuple of ScriptedError and KeyError, a function with a parameter of type ScriptedError.
    ``aside``: further nodes, each a model that speaks once, reached only by the `goto` of a tool's Command; no edge
    leaves them.
    """

    tools: tuple[str, ...]
    form: Literal["dict", "object", "list", "calls", "each", "context"] = "dict"
    errors: Literal["default", "all", "none", "text", "type", "other", "types", "function"] = "default"
    sees: tuple[str, ...] = ()
    wants: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Supervisor:
    """`create_supervisor(agents, model, tools, ...)`.

    ``tools``: its plain tools. ``handoffs``: handoff tools of its own; () for the library's, one for each agent.
    ``forward``: it also has `create_forward_message_tool`.
    """

    agents: tuple[Member, ...]
    tools: tuple[str, ...] = ()
    name: str = "supervisor"
    output_mode: Literal["last_message", "full_history"] = "last_message"
    handoff_messages: bool = True
    parallel_tool_calls: bool = False
    handoffs: tuple[Handoff, ...] = ()
    forward: bool = False


@dataclass(frozen=True, slots=True)
class Swarm:
    """`create_swarm(agents, default_active_agent=default)`. ``name``: under which it is compiled. ``keeps``: whether
    its state schema has the key ``active_agent``."""

    agents: tuple[Member, ...]
    default: str
    name: str = "swarm"
    keeps: bool = True


Member = Union[Agent, Supervisor, Swarm]
Team = Union[Agent, ToolGraph, Supervisor, Swarm]


# --- what models and tools do ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply of a scripted chat model. Call ids are unique in the whole case."""

    text: str = ""
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelScript:
    """The replies of one model (named after its agent, supervisor or node), in order over the whole case; when they
    are used up the model answers ``done`` without calls. A structured response takes one as well: its text."""

    agent: str
    replies: tuple[Reply, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolText:
    """The tool returns this text."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolSaw:
    """The tool returns the text ``saw N``, where N is the number of messages in the state it was given. Only for tools
    in ``sees``."""


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """The tool returns a ToolMessage of this text that answers the call."""

    text: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class ToolCommand:
    """The tool returns a Command. Its update has a ToolMessage of this text that answers the call, or an empty message
    list where ``answers`` is false; where ``clears``, just a remove-all.

    ``goto``: node names, one of them bare, more as a list; with ``sends`` always a list, of `Send`s, each with a
    state that has one human message of this text. ``parent``: `graph=Command.PARENT`.
    """

    text: str
    answers: bool = True
    parent: bool = False
    goto: tuple[str, ...] = ()
    sends: bool = False
    clears: bool = False


@dataclass(frozen=True, slots=True)
class ToolMany:
    """The tool returns a list of these."""

    items: tuple[Union[ToolAnswer, ToolCommand], ...]


ToolDoes = Union[ToolText, ToolSaw, ToolAnswer, ToolCommand, ToolMany, Raise]


@dataclass(frozen=True, slots=True)
class ToolScript:
    """What the plain tool does when it is called with this call id. Without an entry it returns ``ok``."""

    call: str
    does: ToolDoes


@dataclass(frozen=True, slots=True)
class TeamScript:
    """What every model and tool of an agent or team does."""

    models: tuple[ModelScript, ...] = ()
    tools: tuple[ToolScript, ...] = ()
