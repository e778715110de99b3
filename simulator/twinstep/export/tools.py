"""Scripted tools in exported programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from twinstep.members import Talking, speaker, talking
from twinstep_model.agents import (
    Agent,
    Supervisor,
    Team,
    TeamScript,
    ToolAnswer,
    ToolCommand,
    ToolDoes,
    ToolGraph,
    ToolMany,
    ToolSaw,
    ToolScript,
    ToolText,
)
from twinstep_model.values import REMOVE_ALL, Raise

from .models import has_arguments
from .source import Source, block


class Tool(NamedTuple):
    """A plain tool, as one of its owners declares it."""

    name: str
    direct: bool = False
    sees: bool = False
    wants: bool = False


def tools_of(owner: Talking) -> list[Tool]:
    """The plain tools of one owner."""
    if isinstance(owner, Supervisor):
        return [Tool(name) for name in owner.tools]
    direct = owner.direct if isinstance(owner, Agent) else ()
    return [Tool(name, name in direct, name in owner.sees, name in owner.wants) for name in owner.tools]


class Tools:
    """The tools of a program: their definitions, and the names that they have there."""

    def __init__(self, source: Source, team: Team, script: TeamScript) -> None:
        self._source = source
        self._form = team.form if isinstance(team, ToolGraph) else "dict"
        self._arguments = has_arguments(script)
        users: dict[Tool, list[str]] = {}
        for owner in talking(team):
            for tool in tools_of(owner):
                users.setdefault(tool, []).append(speaker(owner))
        self.names = {tool: source.identifier(tool.name, "tool") for tool in users}
        self._scripts = {tool: _calls_of(tool.name, models, script) for tool, models in users.items()}
        self.raises = any(isinstance(one.does, Raise) for scripts in self._scripts.values() for one in scripts)

    def definitions(self) -> list[str]:
        return [self._definition(tool, identifier) for tool, identifier in self.names.items()]

    def listed(self, owner: Talking) -> list[str]:
        """The names of the tools of one owner."""
        return [self.names[tool] for tool in tools_of(owner)]

    def _definition(self, tool: Tool, identifier: str) -> str:
        scripts = self._scripts[tool]
        options = [] if identifier == tool.name else [repr(tool.name)]
        options += ["return_direct=True"] if tool.direct else []
        decorator = self._source.use("langchain_core.tools", "tool") + (f"({', '.join(options)})" if options else "")
        lines = ['"""A scripted tool."""']
        for one in scripts:
            lines += [f"if tool_call_id == {one.call!r}:", f"    {self._ends(one.does)}"]
        parameters = ", ".join(self._parameters(tool, bool(scripts)))
        return f"@{decorator}\ndef {identifier}({parameters}):\n" + block(*lines, "return 'ok'")

    def _parameters(self, tool: Tool, scripted: bool) -> Iterator[str]:
        if scripted:
            injected = self._source.use("langchain_core.tools", "InjectedToolCallId")
            yield f"tool_call_id: {self._annotated('str', injected)}"
        if tool.sees:
            yield f"state: {self._annotated(self._any(), self._state())}"
        if tool.wants:
            yield f"absent: {self._annotated(self._any(), self._state() + '(' + repr('absent') + ')')}"
        if self._arguments:
            yield f"n: {self._source.use('pydantic', 'StrictInt')} = 0"

    def _annotated(self, hint: str, with_: str) -> str:
        return f"{self._source.use('typing', 'Annotated')}[{hint}, {with_}]"

    def _any(self) -> str:
        return self._source.use("typing", "Any")

    def _state(self) -> str:
        return self._source.use("langgraph.prebuilt", "InjectedState")

    def _ends(self, does: ToolDoes) -> str:
        match does:
            case Raise(error):
                return f"raise ScriptedError({error!r})"
            case ToolText(text):
                return f"return {text!r}"
            case ToolSaw():
                # Where the state is the message list itself, tools are given a dict all the same.
                messages = "state.messages" if self._form == "object" else "state['messages']"
                return f'return f"saw {{len({messages})}}"'
            case ToolMany(items):
                return f"return [{', '.join(map(self._result, items))}]"
            case ToolAnswer() | ToolCommand():
                return f"return {self._result(does)}"

    def _result(self, does: ToolAnswer | ToolCommand) -> str:
        if isinstance(does, ToolAnswer):
            return self._message(does.text, ", status='error'" if does.failed else "")
        parts = [f"update={update_of(self._form, self._written(does))}", *self._goto(does)]
        parts += ["graph=Command.PARENT"] if does.parent else []
        return f"{self._source.use('langgraph.types', 'Command')}({', '.join(parts)})"

    def _written(self, does: ToolCommand) -> str:
        if does.clears:
            return f"{self._source.use('langchain_core.messages', 'RemoveMessage')}(id={REMOVE_ALL!r})"
        return self._message(does.text) if does.answers else ""

    def _goto(self, does: ToolCommand) -> list[str]:
        if not does.goto and not does.sends:
            return []
        targets = [repr(node) for node in does.goto]
        if does.sends and targets:
            human = f"{self._source.use('langchain_core.messages', 'HumanMessage')}({does.text!r})"
            send = self._source.use("langgraph.types", "Send")
            targets = [f"{send}({node}, {update_of(self._form, human)})" for node in targets]
        return [f"goto={targets[0]}" if len(targets) == 1 and not does.sends else f"goto=[{', '.join(targets)}]"]

    def _message(self, text: str, more: str = "") -> str:
        message = self._source.use("langchain_core.messages", "ToolMessage")
        return f"{message}({text!r}, tool_call_id=tool_call_id{more})"


def update_of(form: str, written: str) -> str:
    """An update with these messages, for the form of the state."""
    return f"[{written}]" if form == "list" else f"{{'messages': [{written}]}}"


def _calls_of(name: str, models: list[str], script: TeamScript) -> list[ToolScript]:
    """The scripts of the calls that these models make of this tool."""
    replies = [reply for model in script.models if model.agent in models for reply in model.replies]
    calls = {call.id for reply in replies for call in reply.calls if call.name == name}
    return [tool for tool in script.tools if tool.call in calls]
