"""What cases of agents and teams contain."""

from __future__ import annotations

from collections.abc import Iterator

from twinstep.members import handoffs_of, members, speaker, talking, tool_name
from twinstep.words import calls_of
from twinstep_model.agents import Agent, Supervisor, Swarm, Team, TeamScript, ToolCommand, ToolGraph, ToolMany
from twinstep_model.cases import Action, Case, Invoke, Update
from twinstep_model.observation import Observation, Step, Task
from twinstep_model.topologies.forward import FORWARD
from twinstep_model.topologies.handmade import MODEL
from twinstep_model.topologies.handoffs import ACTIVE
from twinstep_model.topologies.react import AGENT
from twinstep_model.topologies.toolnode import TOOLS
from twinstep_model.values import Call, Message, Raise, Value

from .walk import steps

_SPEAKING = (AGENT, MODEL)


def of_team(case: Case, team: Team, script: TeamScript, seen: Observation) -> dict[str, bool]:
    """Which of the features of teams the run shows."""
    given = {calls for step in steps(seen) for task in step.tasks for calls in _replies(task)}
    scripted = [(one.agent, reply.calls) for one in script.models for reply in one.replies if reply.calls]
    replies = [(agent, calls) for agent, calls in scripted if calls in given]
    calls = [(agent, call) for agent, made in replies for call in made]
    away = {speaker(one): set(map(tool_name, handoffs_of(one))) for one in talking(team)}
    flags = [[call.name in away.get(agent, ()) for call in made] for agent, made in replies]
    known = {agent: tools | away.get(agent, set()) for agent, tools in _plain(team).items()}
    does = {one.call: one.does for one in script.tools}
    return {
        "two calls in a reply": any(len(made) > 1 for _, made in replies),
        "three calls in a reply": any(len(made) > 2 for _, made in replies),
        "two handoffs in a reply": any(sum(one) > 1 for one in flags),
        "handoff beside another call": any(any(one) and not all(one) for one in flags),
        "handoff": any(any(one) for one in flags),
        "unknown name": any(call.name not in known.get(agent, ()) for agent, call in calls),
        "raising tool": any(isinstance(does.get(call.id), Raise) for _, call in calls),
        "tool that commands": any(isinstance(does.get(call.id), (ToolCommand, ToolMany)) for _, call in calls),
        "forwards": any(call.name == FORWARD for _, call in calls),
        "other completion order": case.schedule.gates and any(_reordered(case, seen)),
        "calls in one task": any(len(made) > 1 and agent in _together(team) for agent, made in replies),
        "active agent given": any(_names_active(action) for action in case.actions),
        **_of_topology(team),
    }


def _reordered(case: Case, seen: Observation) -> Iterator[bool]:
    """For everything in the run that takes an entry of the schedule's orders: whether its tools complete in another
    order than that of their calls."""
    orders = iter(case.schedule.orders)

    def inside(found: tuple[Step, ...]) -> Iterator[bool]:
        for step in found:
            straight = tuple(range(len(step.tasks)))
            order = next(orders, straight) if len(straight) > 1 else straight
            if len(order) != len(straight):
                order = straight
            yield order != straight and all(task.node == TOOLS for task in step.tasks)
            for task in (step.tasks[place] for place in order):
                calls = len(calls_of(task))
                if calls > 1:
                    own = next(orders, ())
                    yield len(own) == calls and list(own) != sorted(own)
                yield from inside(task.nested)

    for ran in seen.actions:
        yield from inside(ran.steps)


def _of_topology(team: Team) -> dict[str, bool]:
    agents = [one for one in members(team) if isinstance(one, Agent)]
    teams = [one for one in members(team) if isinstance(one, (Supervisor, Swarm))]
    return {
        "hook": any(one.pre or one.post for one in agents),
        "return_direct": any(one.direct for one in agents),
        "structured": any(one.structured for one in agents),
        "sees state": any(one.sees for one in (team, *agents) if isinstance(one, (Agent, ToolGraph))),
        "by hand": isinstance(team, ToolGraph),
        "own handoff tools": any(one.handoffs for one in teams if isinstance(one, Supervisor)),
        "nested": len(teams) > 1,
    }


def _plain(team: Team) -> dict[str, set[str]]:
    """The tools of each speaker that do not hand off."""
    found = {speaker(one): set(one.tools) for one in talking(team)}
    for one in talking(team):
        if isinstance(one, Supervisor) and one.forward:
            found[one.name].add(FORWARD)
    return found


def _together(team: Team) -> set[str]:
    """The speakers all of whose calls of a reply are carried out in one task."""
    if isinstance(team, ToolGraph):
        return set() if team.form in ("each", "context") else {MODEL}
    return {one.name for one in members(team) if isinstance(one, Agent) and one.version == "v1"}


def _names_active(action: Action) -> bool:
    given = action.input if isinstance(action, Invoke) else None
    return isinstance(given, Update) and any(write.key == ACTIVE for write in given.writes)


def _replies(task: Task) -> Iterator[tuple[Call, ...]]:
    """The calls of the replies that a model's own node wrote."""
    if task.node in _SPEAKING and isinstance(task.writes, tuple):
        for _, value in task.writes:
            for message in _messages(value):
                yield message.calls


def _messages(value: Value) -> Iterator[Message]:
    if isinstance(value, Message):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _messages(item)
