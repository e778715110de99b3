"""Scripted tools: real LangChain tools that do what the script of the current run says for the call's id."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

from langchain_core.messages import BaseMessage, HumanMessage, RemoveMessage, ToolMessage
from langchain_core.tools import BaseTool, InjectedToolCallId, StructuredTool
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.prebuilt import InjectedState
from langgraph.types import Command, Send
from pydantic import StrictInt, create_model

from twinstep_model.agents import ToolAnswer, ToolCommand, ToolMany, ToolSaw, ToolText
from twinstep_model.values import Raise

from . import plays
from .errors import ScriptedError

_ABSENT = "nope"


@lru_cache(maxsize=256)
def scripted_tool(name: str, direct: bool = False, sees: bool = False, wants: bool = False) -> BaseTool:
    """The tool of this name. Its script is found by the call id, never by arrival.

    ``direct``: declared `return_direct`. ``sees``: the whole state is injected. ``wants``: a field is injected that
    no state has. Its one argument for the model is ``n``, an optional whole number.
    """
    fields: dict[str, Any] = {"tool_call_id": (Annotated[str, InjectedToolCallId], ...), "n": (StrictInt, 0)}
    if sees:
        fields["state"] = (Annotated[Any, InjectedState], ...)
    if wants:
        fields[_ABSENT] = (Annotated[Any, InjectedState(_ABSENT)], ...)
    return StructuredTool.from_function(
        _act,
        _act_async,
        name=name,
        description=f"The tool {name}.",
        return_direct=direct,
        args_schema=create_model(f"Arguments of {name}", **fields),
    )


def lacks_a_field(tool: BaseTool) -> bool:
    """Whether the tool wants a field that no state has, so that it never starts."""
    return _ABSENT in tool.get_input_schema().__annotations__


def _act(tool_call_id: str, n: int = 0, state: Any = None, nope: Any = None) -> Any:
    play = plays.current()
    does = play.does(tool_call_id)
    if isinstance(does, Raise):
        raise ScriptedError(does.error)
    if isinstance(does, ToolText):
        return does.text
    if isinstance(does, ToolSaw):
        return f"saw {len(messages_of(state))}"
    if isinstance(does, ToolMany):
        return [_result(item, tool_call_id, play.listed) for item in does.items]
    return _result(does, tool_call_id, play.listed)


async def _act_async(tool_call_id: str, n: int = 0, state: Any = None, nope: Any = None) -> Any:
    return _act(tool_call_id, n, state, nope)


def messages_of(state: Any) -> list[BaseMessage]:
    """The messages in a state of any form: the list itself, a dict, or an object."""
    if isinstance(state, list):
        return state
    found: list[BaseMessage] = state["messages"] if isinstance(state, dict) else state.messages
    return found


def update_of(messages: list[Any], listed: bool) -> Any:
    """These messages as a state or an update of it; ``listed``: the state is the message list itself."""
    return messages if listed else {"messages": messages}


def _result(does: ToolAnswer | ToolCommand, call: str, listed: bool) -> ToolMessage | Command[Any]:
    if isinstance(does, ToolAnswer):
        return ToolMessage(does.text, tool_call_id=call, status="error" if does.failed else "success")
    written: list[BaseMessage] = [ToolMessage(does.text, tool_call_id=call)] if does.answers else []
    if does.clears:
        written = [RemoveMessage(id=REMOVE_ALL_MESSAGES)]
    given: dict[str, Any] = {"update": update_of(written, listed)}
    if does.sends:
        given["goto"] = [Send(node, update_of([HumanMessage(does.text)], listed)) for node in does.goto]
    elif does.goto:
        given["goto"] = does.goto[0] if len(does.goto) == 1 else list(does.goto)
    if does.parent:
        given["graph"] = Command.PARENT
    return Command(**given)
