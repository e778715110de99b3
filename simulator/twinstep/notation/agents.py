"""Agents, their tools and their handoffs in the one-line notation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, get_args, get_type_hints

from twinstep_model.agents import Agent, Handoff

from .reader import Reader, show_name
from .values import inline

Marks = dict[str, tuple[str, ...]]
"""For each mark that a tool can have (``direct``, ``sees``, ``wants``) the tools that have it."""

AGENT_MARKS = ("direct", "sees", "wants")
_HOOKS = {option: [hook for hook in get_args(get_type_hints(Agent)[option]) if hook] for option in ("pre", "post")}
"""The hooks that an agent can have."""


def show_agent(agent: Agent) -> str:
    """``alice:v1:pre=note(lookup/direct,->bob)``, or JSON where its marks are not on its tools, in their order."""
    marks = {mark: getattr(agent, mark) for mark in AGENT_MARKS}
    if not markable(agent.tools, marks):
        return inline(agent)
    options = [":v1"] if agent.version == "v1" else []
    options += [f":pre={agent.pre}"] if agent.pre else []
    options += [f":post={agent.post}"] if agent.post else []
    options += [":structured"] if agent.structured else []
    tools = [*show_tools(agent.tools, marks), *map(show_handoff, agent.handoffs)]
    return show_name(agent.name) + "".join(options) + (f"({','.join(tools)})" if tools else "")


def read_agent(reader: Reader, name: str) -> Agent:
    """The rest of an agent whose name has been read."""
    agent = Agent(name)
    while reader.next(":"):
        agent = _with_option(reader, agent)
    tools: list[tuple[str, list[str]]] = []
    handoffs: list[Handoff] = []

    def item() -> None:
        if reader.at("->"):
            handoffs.append(read_handoff(reader))
        elif handoffs:
            reader.fail("'->'")
        else:
            tools.append(read_tool(reader, AGENT_MARKS))

    if reader.at("("):
        reader.list("(", item, ")")
    names, marks = tuple(tool for tool, _ in tools), marked(tools, AGENT_MARKS)
    agent = replace(agent, tools=names, direct=marks["direct"], sees=marks["sees"], wants=marks["wants"])
    return replace(agent, handoffs=tuple(handoffs))


def show_handoff(handoff: Handoff) -> str:
    """``->bob``, ``->bob=name/silent``."""
    name = f"={show_name(handoff.name)}" if handoff.name else ""
    return f"->{show_name(handoff.agent)}{name}" + ("" if handoff.messages else "/silent")


def read_handoff(reader: Reader) -> Handoff:
    reader.take("->")
    agent = reader.name("an agent")
    name = reader.name("a tool") if reader.next("=") else ""
    silent = reader.next("/")
    if silent:
        reader.take("silent")
    return Handoff(agent, name, not silent)


def markable(tools: tuple[str, ...], marks: Marks) -> bool:
    """Whether marks on the tools say it all: every marked one is a tool, each only once, in the tools' own order."""
    distinct = len(set(tools)) == len(tools)
    return distinct and all(named == tuple(tool for tool in tools if tool in named) for named in marks.values())


def show_tools(tools: Iterable[str], marks: Marks) -> list[str]:
    return [show_name(tool) + "".join(f"/{mark}" for mark in marks if tool in marks[mark]) for tool in tools]


def read_tool(reader: Reader, marks: tuple[str, ...]) -> tuple[str, list[str]]:
    """A tool with its marks."""
    name, found = reader.name("a tool"), []
    while reader.next("/"):
        found.append(reader.one_of(*marks))
    return name, found


def marked(tools: list[tuple[str, list[str]]], marks: tuple[str, ...]) -> Marks:
    return {mark: tuple(name for name, its in tools if mark in its) for mark in marks}


def _with_option(reader: Reader, agent: Agent) -> Agent:
    option = reader.one_of("v1", *_HOOKS, "structured")
    if option == "v1":
        return replace(agent, version="v1")
    if option == "structured":
        return replace(agent, structured=True)
    reader.take("=")
    hook: Any = reader.one_of(*_HOOKS[option])
    return replace(agent, pre=hook) if option == "pre" else replace(agent, post=hook)
