"""What a case contains, as far as its run shows it: the words in which distributions of cases are reported.

Everything is read from the case and from an observation of it (in practice the model's), so a Send counts only where
it was really made and a reply only where it was really given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import networkx

from twinstep_model.agents import Supervisor, TeamScript
from twinstep_model.cases import BareSend, Case, Command, Goto, Graph, GraphScript, Many, Outcome, Result, Target
from twinstep_model.observation import Observation, Step, Task
from twinstep_model.topologies.supervisor import handoff_tool
from twinstep_model.values import Call, Map, Message, Raise, Value

GRAPH_FEATURES = (
    "three tasks in a step",
    "waiting edge",
    "cycle",
    "Send",
    "Command with goto",
    "fails",
    "defer",
    "two turns",
    "async",
)
TEAM_FEATURES = (
    "two calls in a reply",
    "two handoffs in a reply",
    "handoff beside another call",
    "unknown name",
    "raising tool",
    "other completion order",
    "fails",
    "two turns",
    "async",
)


def features(case: Case, seen: Observation) -> frozenset[str]:
    """Which of GRAPH_FEATURES or TEAM_FEATURES the run of this case shows."""
    found = {
        "fails": seen.build is not None or any(ran.error is not None for ran in seen.actions),
        "two turns": len(case.actions) > 1,
        "async": case.schedule.mode == "async",
    }
    if isinstance(case.topology, Graph) and isinstance(case.script, GraphScript):
        found |= _of_graph(case.topology, case.script, seen)
    elif isinstance(case.topology, Supervisor) and isinstance(case.script, TeamScript):
        found |= _of_team(case, case.topology, case.script, seen)
    return frozenset(name for name, shown in found.items() if shown)


def steps(seen: Observation) -> Iterator[Step]:
    """Every super-step of a run, each before those of the runs inside it."""

    def inner(found: tuple[Step, ...]) -> Iterator[Step]:
        for step in found:
            yield step
            for task in step.tasks:
                yield from inner(task.nested)

    for ran in seen.actions:
        yield from inner(ran.steps)


def _of_graph(graph: Graph, script: GraphScript, seen: Observation) -> dict[str, bool]:
    tasks = [task for step in steps(seen) for task in step.tasks]
    ran = {task.node for task in tasks}
    return {
        "three tasks in a step": any(len(step.tasks) > 2 for step in steps(seen)),
        "waiting edge": any(join.target in ran and ran.issuperset(join.sources) for join in graph.joins),
        "cycle": bool(ran) and _has_cycle(_leads(graph, script)),
        "Send": any(task.cause == "push" for task in tasks),
        "Command with goto": any(_jumps(outcome.result) for outcome in _outcomes(script, tasks)),
        "defer": any(node.defer and node.name in ran for node in graph.nodes),
    }


def _outcomes(script: GraphScript, tasks: list[Task]) -> Iterator[Outcome]:
    """What each execution did, where the script says so."""
    scripts = {one.node: one for one in script.nodes}
    pulls: Counter[str] = Counter()
    for task in tasks:
        one = scripts.get(task.node)
        if one is None:
            continue
        if task.cause == "push":
            label = dict(task.input.items).get("send") if isinstance(task.input, Map) else None
            yield from [outcome for name, outcome in one.sends if name == label][:1]
        elif one.pulls:
            yield one.pulls[pulls[task.node] % len(one.pulls)]
            pulls[task.node] += 1


def _jumps(result: Result) -> bool:
    items = result.items if isinstance(result, Many) else (result,)
    return any(isinstance(item, Command) and item.goto for item in items)


def _leads(graph: Graph, script: GraphScript) -> dict[str, set[str]]:
    """Where each node can lead: by its edges, and by what its script routes to."""
    leads: dict[str, set[str]] = {node.name: set() for node in graph.nodes}

    def lead(source: str, target: str) -> None:
        if source in leads and target in leads:
            leads[source].add(target)

    for edge in graph.edges:
        lead(edge.source, edge.target)
    for join in graph.joins:
        for source in join.sources:
            lead(source, join.target)
    labels = {(b.source, b.name): dict(b.paths) for b in graph.branches if b.paths is not None}
    for one in script.nodes:
        for outcome in one.pulls + tuple(outcome for _, outcome in one.sends):
            for target in _targets(outcome.result):
                lead(one.node, target.node)
            for route in outcome.routes:
                paths = labels.get((one.node, route.branch), {})
                for target in route.targets:
                    lead(one.node, paths.get(target.node, target.node) if isinstance(target, Goto) else target.node)
    return leads


def _targets(result: Result) -> tuple[Target, ...]:
    if isinstance(result, BareSend):
        return (result.send,)
    items = result.items if isinstance(result, Many) else (result,)
    return tuple(target for item in items if isinstance(item, Command) for target in item.goto)


def _has_cycle(leads: dict[str, set[str]]) -> bool:
    return not networkx.is_directed_acyclic_graph(networkx.DiGraph(leads))


def _of_team(case: Case, team: Supervisor, script: TeamScript, seen: Observation) -> dict[str, bool]:
    handoffs = {handoff_tool(agent.name) for agent in team.agents}
    known = {agent.name: set(agent.tools) for agent in team.agents} | {team.name: handoffs | set(team.tools)}
    raising = {one.call for one in script.tools if isinstance(one.does, Raise)}
    given = {calls for step in steps(seen) for task in step.tasks for calls in _replies(task)}
    scripted = [(one.agent, reply.calls) for one in script.models for reply in one.replies if reply.calls]
    replies = [(agent, calls) for agent, calls in scripted if calls in given]
    away = [[call.name in handoffs for call in calls] for agent, calls in replies if agent == team.name]
    return {
        "two calls in a reply": any(len(calls) > 1 for _, calls in replies),
        "two handoffs in a reply": any(sum(flags) > 1 for flags in away),
        "handoff beside another call": any(any(flags) and not all(flags) for flags in away),
        "unknown name": any(call.name not in known[agent] for agent, calls in replies for call in calls),
        "raising tool": any(call.id in raising for _, calls in replies for call in calls),
        "other completion order": case.schedule.gates and _reordered(case, seen),
    }


def _replies(task: Task) -> Iterator[tuple[Call, ...]]:
    """The calls of the replies that an agent's own node wrote."""
    if task.node == "agent" and isinstance(task.writes, tuple):
        for _, value in task.writes:
            for message in _messages(value):
                yield message.calls


def _messages(value: Value) -> Iterator[Message]:
    if isinstance(value, Message):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _messages(item)


def _reordered(case: Case, seen: Observation) -> bool:
    """Whether the tools of some reply complete in another order than that of its calls."""
    wide = [step for step in steps(seen) if len(step.tasks) > 1]
    return any(
        all(task.node == "tools" for task in step.tasks)
        and len(order) == len(step.tasks)
        and list(order) != sorted(order)
        for step, order in zip(wide, case.schedule.orders)
    )
