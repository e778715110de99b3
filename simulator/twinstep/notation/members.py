"""Supervisors and swarms, also inside others, in the one-line notation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from twinstep_model.agents import Agent, Handoff, Member, Supervisor, Swarm

from .agents import read_agent, read_handoff, show_agent, show_handoff
from .reader import Reader, show_name


def show_head(team: Supervisor | Swarm) -> str:
    """Its kind, members and tools."""
    members = [show_member(member) for member in team.agents]
    if isinstance(team, Swarm):
        return " ".join(["swarm", *members])
    tools = [*map(show_name, team.tools), *map(show_handoff, team.handoffs)]
    return " ".join(["supervisor", *members, *(["/", *tools] if tools else [])])


def read_head(reader: Reader, kind: str) -> Supervisor | Swarm:
    """The rest of a head whose kind has been read."""
    members: list[Member] = []
    while reader.at("!") or (reader.at_name() and not reader.at("with")):
        members.append(read_member(reader))
    if kind == "swarm":
        return Swarm(tuple(members), members[0].name if members else "")
    tools: list[str] = []
    handoffs: list[Handoff] = []
    if reader.next("/"):
        while reader.at_name() and not reader.at("with"):
            tools.append(reader.name())
        while reader.at("->"):
            handoffs.append(read_handoff(reader))
    return Supervisor(tuple(members), tuple(tools), handoffs=tuple(handoffs))


def show_options(team: Supervisor | Swarm) -> list[str]:
    """What is not as it is by default, its name aside."""
    if isinstance(team, Swarm):
        first = team.agents[0].name if team.agents else ""
        options = [] if team.default == first else [f"default={show_name(team.default)}"]
        return options + ([] if team.keeps else ["unkept"])
    options = ["full_history"] if team.output_mode == "full_history" else []
    options += [] if team.handoff_messages else ["silent"]
    options += ["parallel"] if team.parallel_tool_calls else []
    return options + (["forward"] if team.forward else [])


def read_options(reader: Reader, team: Supervisor | Swarm, *closing: str) -> Supervisor | Swarm:
    """The team with the options that are read until one of the tokens ``closing`` comes."""
    while not reader.at(*closing):
        team = _with_swarm_option(reader, team) if isinstance(team, Swarm) else _with_option(reader, team)
    return team


def show_member(member: Member) -> str:
    """An agent, or a team in brackets after its name: ``inner[swarm bob carol with default=carol]``."""
    if isinstance(member, Agent):
        return show_agent(member)
    options = show_options(member)
    return f"{show_name(member.name)}[{' '.join([show_head(member), *(['with', *options] if options else [])])}]"


def read_member(reader: Reader) -> Member:
    if reader.at("!"):
        member: Member = reader.inline(Member)
        return member
    name = reader.name("an agent")
    if not reader.next("["):
        return read_agent(reader, name)
    team = read_head(reader, reader.one_of("supervisor", "swarm"))
    if reader.next("with"):
        team = read_options(reader, team, "]")
    reader.take("]")
    return replace(team, name=name)


_FLAGS: dict[str, Callable[[Supervisor], Supervisor]] = {
    "full_history": lambda team: replace(team, output_mode="full_history"),
    "silent": lambda team: replace(team, handoff_messages=False),
    "parallel": lambda team: replace(team, parallel_tool_calls=True),
    "forward": lambda team: replace(team, forward=True),
}


def _with_option(reader: Reader, team: Supervisor) -> Supervisor:
    option = reader.one_of("name", *_FLAGS)
    if option != "name":
        return _FLAGS[option](team)
    reader.take("=")
    return replace(team, name=reader.name())


def _with_swarm_option(reader: Reader, team: Swarm) -> Swarm:
    option = reader.one_of("name", "default", "unkept")
    if option == "unkept":
        return replace(team, keeps=False)
    reader.take("=")
    return replace(team, name=reader.name()) if option == "name" else replace(team, default=reader.name())
