"""Agents and teams, with their scripts, in the one-line notation."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, get_args, get_type_hints

from twinstep_model.agents import Agent, ModelScript, Supervisor, Swarm, Team, TeamScript, ToolGraph, ToolScript

from .agents import markable, marked, read_tool, show_tools
from .members import read_head, read_member, read_options, show_head, show_member, show_options
from .reader import SECTIONS, Reader, show_name
from .speech import read_does, read_replies, show_model, show_tool

TEAMS = ("agent", "toolgraph", "supervisor", "swarm")
"""The words that begin the line of an agent or a team."""

_MARKS = ("sees", "wants")
_FORMS = get_args(get_type_hints(ToolGraph)["form"])
_ERRORS = get_args(get_type_hints(ToolGraph)["errors"])


def show_team(team: Team, script: TeamScript) -> list[str] | None:
    """The sections of a team and of its script; None for a hand-made agent whose marks are not on its tools."""
    sections = _show_topology(team)
    if not sections:
        return None
    return sections + [show_model(model) for model in script.models] + [show_tool(tool) for tool in script.tools]


@dataclass
class TeamParts:
    """What has been read of a team so far; made by reading its first section, after its first word ``kind``."""

    reader: Reader
    kind: str
    models: list[ModelScript] = field(default_factory=list)
    tools: list[ToolScript] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.team: Team = _read_topology(self.reader, self.kind)

    def built(self) -> tuple[Team, TeamScript]:
        return self.team, TeamScript(tuple(self.models), tuple(self.tools))


def read_team_section(reader: Reader, parts: TeamParts) -> None:
    """Reads one section into ``parts``."""
    if not isinstance(parts.team, Agent) and reader.next("with"):
        parts.team = _with_options(reader, parts.team)
        return
    if not reader.at_name() or reader.at(*SECTIONS):
        reader.fail("a section of a team")
    name = reader.name()
    if reader.next("->"):
        parts.tools.append(ToolScript(name, read_does(reader)))
        return
    if not reader.next(":"):
        reader.fail("':' or '->'")
    parts.models.append(ModelScript(name, read_replies(reader)))


def _show_topology(team: Team) -> list[str]:
    if isinstance(team, Agent):
        return [f"agent {show_member(team)}"]
    if isinstance(team, ToolGraph):
        return _show_tool_graph(team)
    named = [] if team.name == _plain_name(team) else [f"name={show_name(team.name)}"]
    options = [*named, *show_options(team)]
    return [show_head(team), *([" ".join(["with", *options])] if options else [])]


def _read_topology(reader: Reader, kind: str) -> Team:
    if kind == "agent":
        agent = read_member(reader)
        return agent if isinstance(agent, Agent) else reader.fail("an agent before this")
    return _read_tool_graph(reader) if kind == "toolgraph" else read_head(reader, kind)


def _with_options(reader: Reader, team: ToolGraph | Supervisor | Swarm) -> Team:
    return _with_tool_options(reader, team) if isinstance(team, ToolGraph) else read_options(reader, team, "|", "")


def _plain_name(team: Supervisor | Swarm) -> str:
    return "swarm" if isinstance(team, Swarm) else "supervisor"


def _show_tool_graph(graph: ToolGraph) -> list[str]:
    marks = {mark: getattr(graph, mark) for mark in _MARKS}
    if not markable(graph.tools, marks):
        return []
    form = "" if graph.form == "dict" else f"/{graph.form}"
    options = [] if graph.errors == "default" else [f"errors={graph.errors}"]
    options += [f"aside=[{','.join(map(show_name, graph.aside))}]"] if graph.aside else []
    head = " ".join([f"toolgraph{form}", *show_tools(graph.tools, marks)])
    return [head, *([" ".join(["with", *options])] if options else [])]


def _read_tool_graph(reader: Reader) -> ToolGraph:
    form: Any = reader.one_of(*_FORMS) if reader.next("/") else "dict"
    tools = []
    while reader.at_name():
        tools.append(read_tool(reader, _MARKS))
    marks = marked(tools, _MARKS)
    return ToolGraph(tuple(tool for tool, _ in tools), form, sees=marks["sees"], wants=marks["wants"])


def _with_tool_options(reader: Reader, graph: ToolGraph) -> ToolGraph:
    while not reader.at("|", ""):
        option = reader.one_of("errors", "aside")
        reader.take("=")
        if option == "errors":
            errors: Any = reader.one_of(*_ERRORS)
            graph = replace(graph, errors=errors)
        else:
            graph = replace(graph, aside=reader.list("[", reader.name, "]"))
    return graph
