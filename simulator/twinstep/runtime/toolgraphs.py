"""Agents made by hand: a scripted model, `tools_condition` or a router that sends, and the real `ToolNode`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, cast

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage
from langchain_core.runnables import Runnable, RunnableLambda
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.message import add_messages
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.prebuilt.tool_node import ToolCallWithContext
from langgraph.types import Send
from pydantic import BaseModel

from twinstep_model.agents import ToolGraph
from twinstep_model.topologies.handmade import MODEL
from twinstep_model.topologies.toolnode import TOOLS

from .agents import Team
from .chat import ScriptedChat
from .errors import ScriptedError
from .tools import messages_of, scripted_tool, update_of


class _Object(BaseModel):
    messages: Annotated[list[AnyMessage], add_messages] = []


def _handle(error: ScriptedError) -> str:
    return "handled"


_ERRORS: dict[str, Any] = {
    "all": True,
    "none": False,
    "text": "a tool failed",
    "type": ScriptedError,
    "other": OSError,
    "types": (ScriptedError, KeyError),
    "function": _handle,
}


def build(graph: ToolGraph, saver: Any) -> Team:
    """The compiled graph. Raises what the library raises for one that it refuses."""
    tools = [scripted_tool(tool, sees=tool in graph.sees, wants=tool in graph.wants) for tool in graph.tools]
    errors = {} if graph.errors == "default" else {"handle_tool_errors": _ERRORS[graph.errors]}
    listed = graph.form == "list"
    states: dict[str, Any] = {"list": Annotated[list[AnyMessage], add_messages], "object": _Object}
    builder: Any = StateGraph(states.get(graph.form, MessagesState))
    builder.add_node(MODEL, _speaker(ScriptedChat(agent=MODEL).bind_tools(tools), listed))
    builder.add_node(TOOLS, ToolNode(tools, **errors))
    for name in graph.aside:
        builder.add_node(name, _speaker(ScriptedChat(agent=name), listed))
    builder.add_edge(START, MODEL)
    builder.add_conditional_edges(MODEL, _ROUTERS.get(graph.form, tools_condition), [TOOLS, END])
    builder.add_edge(TOOLS, MODEL)
    return cast(Team, builder.compile(checkpointer=saver))


def _speaker(model: Runnable[Any, Any], listed: bool) -> Runnable[Any, Any]:
    """A node that adds the model's next reply to the messages."""

    def speak(state: Any) -> Any:
        return update_of([model.invoke(messages_of(state))], listed)

    async def speak_async(state: Any) -> Any:
        return update_of([await model.ainvoke(messages_of(state))], listed)

    return RunnableLambda(speak, speak_async)


def _calls(messages: list[BaseMessage]) -> list[Any]:
    last = messages[-1]
    return list(last.tool_calls) if isinstance(last, AIMessage) else []


def _send_calls(state: Any) -> Any:
    calls = _calls(state["messages"])
    return [Send(TOOLS, calls)] if calls else END


def _send_each(state: Any) -> Any:
    return [Send(TOOLS, [call]) for call in _calls(state["messages"])] or END


def _send_context(state: Any) -> Any:
    return [
        Send(TOOLS, ToolCallWithContext(__type="tool_call_with_context", tool_call=call, state=state))
        for call in _calls(state["messages"])
    ] or END


_ROUTERS: dict[str, Callable[[Any], Any]] = {"calls": _send_calls, "each": _send_each, "context": _send_context}
