"""What cases of plain graphs contain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import networkx

from twinstep_model.cases import BareSend, Command, Goto, Graph, GraphScript, Many, Outcome, Result, Target
from twinstep_model.observation import Observation, Task
from twinstep_model.values import Map

from .walk import steps


def of_graph(graph: Graph, script: GraphScript, seen: Observation) -> dict[str, bool]:
    """Which of the features of plain graphs the run shows."""
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
