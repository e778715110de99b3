"""Scripted chat models: real LangChain chat models that say what the script of the current run has for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable, RunnableLambda
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import BaseModel

from . import plays


class Answer(BaseModel):
    """What a structured response is: one text."""

    answer: str


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

    def with_structured_output(
        self, schema: dict[str, Any] | type, *, include_raw: bool = False, **kwargs: Any
    ) -> Runnable[LanguageModelInput, dict[str, Any] | BaseModel]:
        """Its answer is an `Answer` with the text of the model's next reply."""

        def read(message: AIMessage) -> BaseModel:
            return Answer(answer=str(message.content))

        async def read_async(message: AIMessage) -> BaseModel:
            return read(message)

        return self | RunnableLambda(read, read_async)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=plays.current().reply(self.agent))])

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return self._generate(messages)
