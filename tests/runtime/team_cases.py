"""Small supervisor cases, written by hand and drawn at random."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from twinstep_model.agents import (
    Agent,
    ModelScript,
    Reply,
    Supervisor,
    Team,
    TeamScript,
    ToolCommand,
    ToolDoes,
    ToolScript,
    ToolText,
)
from twinstep_model.cases import Case, Invoke, Schedule, Update, Write
from twinstep_model.observation import Ran, Step, Task
from twinstep_model.values import Call, Map, Message, Raise, Value

ANY = Schedule()
TEAM = Supervisor((Agent("alice", ("look",)), Agent("bob")), ("note", "post"))


def say(number: int = 1, thread: str = "t1", limit: int = 25, **keys: Value) -> Invoke:
    """The user says hi, and gives these keys."""
    given = [Write("messages", (Message("human", "hi", f"h{number}"),)), *map(Write, keys, keys.values())]
    return Invoke(Update(tuple(given)), thread, limit)


def calling(*names: str, first: int = 1) -> Reply:
    """A reply that calls these tools, with the call ids c1, c2, ..."""
    return Reply("go", tuple([Call(f"c{number}", name) for number, name in enumerate(names, first)]))


def case(
    *replies: Reply,
    team: Supervisor = TEAM,
    tools: Sequence[ToolScript] = (),
    alice: Sequence[Reply] = (),
    actions: Sequence[Invoke] = (say(),),
    schedule: Schedule = ANY,
) -> Case:
    """A case in which the supervisor answers with these replies."""
    models = (ModelScript(team.name, replies), ModelScript("alice", tuple(alice)))
    return Case(team, TeamScript(models, tuple(tools)), tuple(actions), schedule)


def scripted(
    team: Team,
    says: Mapping[str, Sequence[Reply]],
    does: Mapping[str, ToolDoes] | None = None,
    *actions: Invoke,
    **schedule: Any,
) -> Case:
    """A case in which each model says these replies, and the tools do this in the calls of these ids."""
    models = tuple([ModelScript(name, tuple(replies)) for name, replies in says.items()])
    tools = tuple([ToolScript(call, what) for call, what in (does or {}).items()])
    return Case(team, TeamScript(models, tools), actions or (say(),), Schedule(**schedule))


def random_case(seed: int, mode: str, races: bool) -> Case:
    """A gated case with replies of up to four calls. ``races``: replies may hold several handoffs or failing tools,
    of which the library picks one as it likes."""
    draw = random.Random(seed)
    numbers, tools = count(), list[ToolScript]()

    def reply(names: Sequence[str]) -> Reply:
        calls: list[Call] = []
        free = True
        for _ in range(draw.randint(0, 4)):
            call = Call(f"c{next(numbers)}", draw.choice(names))
            failing = call.name in ("note", "look") and draw.random() < 0.2
            rare = failing or call.name.startswith("transfer")
            if rare and not free and not races:
                continue
            free = free and not rare
            calls.append(call)
            if failing:
                tools.append(ToolScript(call.id, draw.choice([Raise("e1"), ToolCommand("x", answers=False)])))
            elif draw.random() < 0.5:
                tools.append(ToolScript(call.id, draw.choice([ToolText("t"), ToolCommand("x")])))
        return Reply("go", tuple(calls))

    supervisor = ["transfer_to_alice", "transfer_to_bob", "note", "post", "nope", "Note"]
    models = (
        ModelScript("supervisor", tuple([reply(supervisor) for _ in range(draw.randint(1, 3))])),
        ModelScript("alice", tuple([reply(["look", "nope"]) for _ in range(draw.randint(0, 2))])),
    )
    team = Supervisor(
        TEAM.agents,
        TEAM.tools,
        output_mode=draw.choice(["last_message", "full_history"]),
        handoff_messages=draw.random() < 0.5,
    )
    actions = tuple([say(turn, draw.choice(["t1", "t2"])) for turn in range(draw.randint(1, 2))])
    orders = tuple([tuple(draw.sample(range(size), size)) for size in draw.choices((2, 3, 4), k=6)])
    schedule = Schedule("sync" if mode == "sync" else "async", True, orders, saver=draw.random() < 0.7)
    return Case(team, TeamScript(models, tuple(tools)), actions, schedule)


def tasks(steps: Sequence[Step]) -> Iterator[Task]:
    """All tasks of these steps, each before the tasks nested in it."""
    for step in steps:
        for task in step.tasks:
            yield task
            yield from tasks(task.nested)


def shown(step: Step) -> tuple[Message, ...]:
    """The messages of the state after a step."""
    assert isinstance(step.values, Map)
    return messages(step.values)


def messages(state: object) -> tuple[Message, ...]:
    """The messages of a state, an input or a result."""
    assert isinstance(state, Map)
    return dict(state.items)["messages"]  # type: ignore[return-value]  # a team's messages


def texts(ran: Ran) -> list[tuple[str, str]]:
    """The name (or role) and text of every message that an action returned."""
    return [(message.name or message.role, message.text) for message in messages(ran.result)]
