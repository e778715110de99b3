"""Scripted models in exported programs: what each answers, and the chat model that answers it."""

from __future__ import annotations

from collections.abc import Iterable

from twinstep_model.agents import Reply, TeamScript

from .literals import literal
from .source import Source, block

_SPEAK = """\
def speak(agent):
    text, calls = next(replies[agent], ('done', []))
    calls = [{'id': call, 'name': name, 'args': %(args)s} for %(call)s in calls]
    return AIMessage(text, tool_calls=calls)"""

_MODEL = """\
class Scripted(BaseChatModel):
    agent: str

    @property
    def _llm_type(self):
        return 'scripted'

    def bind_tools(self, tools, **kwargs):
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools])

    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        return ChatResult(generations=[ChatGeneration(message=speak(self.agent))])"""

_STRUCTURED = """

    def with_structured_output(self, schema, **kwargs):
        return self | RunnableLambda(lambda message: schema(answer=message.content))"""


def replies(source: Source, names: Iterable[str], script: TeamScript) -> str:
    """REPLIES: what each model of these names answers."""
    scripts = {model.agent: model.replies for model in script.models}
    arguments = has_arguments(script)
    lines = []
    for name in dict.fromkeys(names):
        texts = [_reply(source, reply, arguments) for reply in scripts.get(name, ())]
        lines += [f"{name!r}: [", *[f"    {text}," for text in texts], "],"] if texts else [f"{name!r}: [],"]
    about = "# What each model answers, in order: a text and its tool calls; then 'done'."
    return f"{about}\nREPLIES = {{\n{block(*lines)}\n}}"


def speak(source: Source, script: TeamScript) -> str:
    """``speak(agent)``: the next answer of a model."""
    source.use("langchain_core.messages", "AIMessage")
    if has_arguments(script):
        return _SPEAK % {"call": "call, name, args", "args": "args"}
    return _SPEAK % {"call": "call, name", "args": "{}"}


def chat_model(source: Source, structured: bool) -> str:
    """``Scripted``: a chat model that answers so. ``structured``: it is asked for structured answers as well."""
    source.use("langchain_core.language_models", "BaseChatModel")
    source.use("langchain_core.outputs", "ChatGeneration")
    source.use("langchain_core.outputs", "ChatResult")
    source.use("langchain_core.utils.function_calling", "convert_to_openai_tool")
    if not structured:
        return _MODEL
    source.use("langchain_core.runnables", "RunnableLambda")
    answer = f"class Answer({source.use('pydantic', 'BaseModel')}):\n    answer: str"
    return f"{answer}\n\n\n{_MODEL}{_STRUCTURED}"


def has_arguments(script: TeamScript) -> bool:
    """Whether some call has arguments."""
    return any(call.args.items for model in script.models for reply in model.replies for call in reply.calls)


def _reply(source: Source, reply: Reply, arguments: bool) -> str:
    calls = [
        f"({call.id!r}, {call.name!r}" + (f", {literal(source, call.args)})" if arguments else ")")
        for call in reply.calls
    ]
    return f"({reply.text!r}, [{', '.join(calls)}])"
