"""The hooks of agents: before and after their model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, RemoveMessage, ToolMessage
from langchain_core.runnables import Runnable, RunnableLambda
from langgraph.graph.message import REMOVE_ALL_MESSAGES

TEXTS = frozenset({"note", "noted", "hooked"})
"""The texts that hooks write."""


def _view(messages: list[BaseMessage]) -> dict[str, Any]:
    return {"llm_input_messages": messages[-1:]}


def _note(messages: list[BaseMessage]) -> dict[str, Any]:
    return {"messages": [HumanMessage("note")]}


def _trim(messages: list[BaseMessage]) -> dict[str, Any]:
    return {"messages": [RemoveMessage(id=REMOVE_ALL_MESSAGES), *messages[-2:]]}


def _noted(messages: list[BaseMessage]) -> dict[str, Any]:
    return {"messages": [HumanMessage("noted")]}


def _answer(messages: list[BaseMessage]) -> dict[str, Any]:
    last = next((message for message in reversed(messages) if isinstance(message, AIMessage)), None)
    if last is None or not last.tool_calls:
        return {}
    return {"messages": [ToolMessage("hooked", tool_call_id=last.tool_calls[0]["id"])]}


def _runnable(hook: Callable[[list[BaseMessage]], dict[str, Any]]) -> Runnable[Any, Any]:
    def run(state: Any) -> dict[str, Any]:
        return hook(state["messages"])

    async def run_async(state: Any) -> dict[str, Any]:
        return run(state)

    return RunnableLambda(run, run_async)


PRE: dict[str, Runnable[Any, Any] | None] = {
    "": None,
    "view": _runnable(_view),
    "note": _runnable(_note),
    "trim": _runnable(_trim),
}
POST: dict[str, Runnable[Any, Any] | None] = {"": None, "note": _runnable(_noted), "answer": _runnable(_answer)}
