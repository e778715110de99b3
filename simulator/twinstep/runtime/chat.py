"""Scripted chat models and tools: real LangChain objects that do what the script of the current run says.

The objects are built once for a team; what they do is looked up in the `Play` of the run that calls them, which a
context variable carries into the library's threads and tasks. Contexts are copied there, so a Play is one mutable
object that all copies share.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Annotated, Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool, InjectedToolCallId, StructuredTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from langgraph.types import Command

from twinstep_model.agents import Reply, TeamScript, ToolCommand, ToolText
from twinstep_model.values import Message, Raise

from .canonical import real
from .errors import ScriptedError

_LAST = Reply("done")


class Play:
    """One run of a team's script: which reply of each model comes next, and what each call's tool does."""

    def __init__(self, script: TeamScript) -> None:
        self._replies = {model.agent: iter(model.replies) for model in script.models}
        self._tools = {tool.call: tool.does for tool in script.tools}
        self._lock = threading.Lock()

    def reply(self, agent: str) -> AIMessage:
        """The next reply of this model: a new message without id, since the library names and numbers it in place."""
        with self._lock:
            reply = next(self._replies.get(agent, iter(())), _LAST)
        message: AIMessage = real(Message("ai", reply.text, calls=reply.calls))
        return message

    def act(self, call: str) -> str | Command[Any]:
        """What the tool called with this call id returns, by its script; may raise ScriptedError."""
        does = self._tools.get(call, ToolText("ok"))
        if isinstance(does, Raise):
            raise ScriptedError(does.error)
        if isinstance(does, ToolCommand):
            answer = [ToolMessage(does.text, tool_call_id=call)] if does.answers else []
            return Command(update={"messages": answer})
        return does.text


_PLAY: ContextVar[Play] = ContextVar("twinstep_play")


@contextmanager
def playing(play: Play) -> Iterator[None]:
    """Within the block, models and tools of any team follow this play."""
    token = _PLAY.set(play)
    try:
        yield
    finally:
        _PLAY.reset(token)


class ScriptedChat(BaseChatModel):
    """A chat model that answers with the replies its script has for ``agent``."""

    agent: str

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        parallel_tool_calls: bool | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        # create_supervisor looks for the tools in this form when it checks that the model knows them all.
        bound = [convert_to_openai_tool(tool) for tool in tools]
        return self.bind(tools=bound, parallel_tool_calls=parallel_tool_calls, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=_PLAY.get().reply(self.agent))])

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return self._generate(messages)


@cache
def scripted_tool(name: str) -> BaseTool:
    """The tool of this name. It has no arguments of its own; the script finds its execution by the call id, never by
    arrival."""

    def act(tool_call_id: Annotated[str, InjectedToolCallId]) -> str | Command[Any]:
        return _PLAY.get().act(tool_call_id)

    async def act_async(tool_call_id: Annotated[str, InjectedToolCallId]) -> str | Command[Any]:
        return _PLAY.get().act(tool_call_id)

    return StructuredTool.from_function(act, act_async, name=name, description=f"The tool {name}.")
