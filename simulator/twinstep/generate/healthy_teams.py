"""Agents and teams that do what anybody expects of them; part of `healthy`."""

from __future__ import annotations

from typing import Literal

from twinstep_model.agents import (
    Agent,
    Handoff,
    ModelScript,
    Reply,
    Supervisor,
    Swarm,
    TeamScript,
    ToolAnswer,
    ToolCommand,
    ToolDoes,
    ToolScript,
    ToolText,
)
from twinstep_model.cases import Case, Invoke, Update, Write
from twinstep_model.topologies.supervisor import handoff_tool
from twinstep_model.values import Call, Message

from .draw import Draw
from .schedules import scheduled

_NAMES = ("alice", "bob", "carol", "Bob Smith")
_VERSIONS: tuple[Literal["v2", "v1"], ...] = ("v2", "v1")


def one_handoff(draw: Draw) -> Case:
    """A supervisor that hands off to one agent at a time, one to three times a turn."""
    names = draw.sample(_NAMES, draw.between(2, 4))
    team = Supervisor(
        agents=tuple(Agent(name) for name in names),
        output_mode="full_history" if draw.chance(50) else "last_message",
        handoff_messages=not draw.chance(40),
        parallel_tool_calls=draw.chance(50),
    )
    turns = draw.between(1, 2)
    said: list[Reply] = []
    spoken: dict[str, list[Reply]] = {name: [] for name in names}
    for _ in range(turns):
        for _ in range(draw.between(1, 3)):
            name = draw.pick(names)
            said.append(Reply(calls=(Call(f"c{len(said) + 1}", handoff_tool(name)),)))
            spoken[name].append(Reply(f"{name} answers {len(spoken[name]) + 1}"))
        said.append(Reply(f"answer {len(said) + 1}"))
    models = (ModelScript(team.name, tuple(said)), *(ModelScript(name, tuple(spoken[name])) for name in names))
    return scheduled(draw, team, TeamScript(models), _turns(turns))


def one_handoff_in_a_swarm(draw: Draw) -> Case:
    """A swarm whose agents hand off one at a time, up to three times a turn; the next turn starts where the last one
    ended, if anything remembers it."""
    names = draw.sample(_NAMES, draw.between(2, 4))
    team = Swarm(
        tuple(
            Agent(
                name, version=draw.pick(_VERSIONS), handoffs=tuple(Handoff(other) for other in names if other != name)
            )
            for name in names
        ),
        default=draw.pick(names),
    )
    turns = draw.between(1, 3)
    saver = not draw.chance(20)
    spoken: dict[str, list[Reply]] = {name: [] for name in names}
    calls = 0
    active = team.default
    for _ in range(turns):
        active = active if saver else team.default
        for _ in range(draw.below(4)):
            after = draw.pick([name for name in names if name != active])
            calls += 1
            spoken[active].append(Reply(calls=(Call(f"c{calls}", handoff_tool(after)),)))
            active = after
        spoken[active].append(Reply(f"{active} answers {len(spoken[active]) + 1}"))
    models = tuple(ModelScript(name, tuple(replies)) for name, replies in spoken.items())
    return scheduled(draw, team, TeamScript(models), _turns(turns), saver=saver)


def tool_calls(draw: Draw) -> Case:
    """An agent that calls two to four tools in one reply, which return texts, messages and Commands, and then answers;
    `healthy.in_every_order` gives the completion orders."""
    agent = Agent("bob", ("calc", "search"), draw.pick(_VERSIONS))
    calls = tuple(Call(f"c{number + 1}", draw.pick(agent.tools)) for number in range(draw.between(2, 4)))
    tools = tuple(ToolScript(call.id, _result(draw, f"result of {call.id}")) for call in calls)
    model = ModelScript(agent.name, (Reply(calls=calls), Reply("that is it")))
    return scheduled(draw, agent, TeamScript((model,), tools), _turns(1), gated=100)


def _result(draw: Draw, text: str) -> ToolDoes:
    results: tuple[ToolDoes, ...] = (ToolText(text), ToolCommand(text), ToolAnswer(text))
    return draw.pick(results)


def _turns(count: int) -> tuple[Invoke, ...]:
    said = (Message("human", f"question {turn + 1}") for turn in range(count))
    return tuple(Invoke(Update((Write("messages", (message,)),))) for message in said)
