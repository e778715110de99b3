"""Supervisor teams in the one-line notation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from twinstep_model.agents import Agent, ModelScript, Reply, Supervisor, TeamScript, ToolCommand, ToolScript, ToolText
from twinstep_model.values import Raise

from .reader import SECTIONS, Reader, show_name
from .values import read_call, read_call_of, show_call


def show_team(team: Supervisor, script: TeamScript) -> list[str]:
    """The sections of a team and of its script."""
    tools = ["/", *map(show_name, team.tools)] if team.tools else []
    sections = [" ".join(["supervisor", *map(_show_agent, team.agents), *tools])]
    options = [] if team.name == "supervisor" else [f"name={show_name(team.name)}"]
    options += ["full_history"] if team.output_mode == "full_history" else []
    options += [] if team.handoff_messages else ["silent"]
    options += ["parallel"] if team.parallel_tool_calls else []
    sections += [" ".join(["with", *options])] if options else []
    return sections + [_show_model(model) for model in script.models] + [_show_tool(tool) for tool in script.tools]


@dataclass
class TeamParts:
    """What has been read of a team so far; made by reading its first section."""

    reader: Reader
    fields: dict[str, Any] = field(default_factory=dict)
    models: list[ModelScript] = field(default_factory=list)
    tools: list[ToolScript] = field(default_factory=list)

    def __post_init__(self) -> None:
        agents, tools = [], []
        while self.reader.at_name():
            agents.append(_read_agent(self.reader))
        if self.reader.next("/"):
            while self.reader.at_name():
                tools.append(self.reader.name())
        self.fields.update(agents=tuple(agents), tools=tuple(tools))

    def built(self) -> tuple[Supervisor, TeamScript]:
        return Supervisor(**self.fields), TeamScript(tuple(self.models), tuple(self.tools))


def read_team_section(reader: Reader, parts: TeamParts) -> None:
    """Reads one section into ``parts``."""
    if reader.next("with"):
        while not reader.at("|", ""):
            _read_option(reader, parts)
        return
    if not reader.at_name() or reader.at(*SECTIONS):
        reader.fail("a section of a team")
    name = reader.name()
    if reader.next("->"):
        parts.tools.append(ToolScript(name, _read_does(reader)))
        return
    if not reader.next(":"):
        reader.fail("':' or '->'")
    replies: list[Reply] = []
    while not reader.at("|", ""):
        if replies:
            reader.take(";")
        replies.append(_read_reply(reader))
    parts.models.append(ModelScript(name, tuple(replies)))


def _read_option(reader: Reader, parts: TeamParts) -> None:
    option = reader.one_of("name", "full_history", "silent", "parallel")
    if option == "name":
        reader.take("=")
        parts.fields["name"] = reader.name()
    elif option == "full_history":
        parts.fields["output_mode"] = "full_history"
    elif option == "silent":
        parts.fields["handoff_messages"] = False
    else:
        parts.fields["parallel_tool_calls"] = True


def _show_agent(agent: Agent) -> str:
    return show_name(agent.name) + (f"({','.join(map(show_name, agent.tools))})" if agent.tools else "")


def _read_agent(reader: Reader) -> Agent:
    name = reader.name("an agent")
    return Agent(name, reader.list("(", reader.name, ")") if reader.at("(") else ())


def _show_model(model: ModelScript) -> str:
    return f"{show_name(model.agent)}: {' ; '.join(map(_show_reply, model.replies))}".rstrip()


def _show_reply(reply: Reply) -> str:
    text = [repr(reply.text)] if reply.text or not reply.calls else []
    return " ".join([*text, *map(show_call, reply.calls)])


def _read_reply(reader: Reader) -> Reply:
    # A call id may be quoted too; what follows a text tells them apart, so both are read as names first.
    if not reader.at_name():
        reader.fail("a text or a call")
    quoted = reader.at_text()
    first = reader.name()
    calls = []
    text = ""
    if reader.at("="):
        calls.append(read_call_of(reader, first))
    elif quoted:
        text = first
    else:
        reader.fail("'='")
    while reader.at_name():
        calls.append(read_call(reader))
    return Reply(text, tuple(calls))


def _show_tool(tool: ToolScript) -> str:
    does = tool.does
    if isinstance(does, Raise):
        shown = f"raise {show_name(does.error)}"
    elif isinstance(does, ToolCommand):
        shown = f"command {does.text!r}" + ("" if does.answers else " unanswered")
    else:
        shown = repr(does.text)
    return f"{show_name(tool.call)} -> {shown}"


def _read_does(reader: Reader) -> ToolText | ToolCommand | Raise:
    if reader.next("raise"):
        return Raise(reader.name("an error"))
    if reader.next("command"):
        text = reader.text()
        return ToolCommand(text, not reader.next("unanswered"))
    if not reader.at_text():
        reader.fail("a text, raise or command")
    return ToolText(reader.text())
