"""What of a case's script is run at all, as the model tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from twinstep.features import steps
from twinstep.outcomes import TooManyOutcomes, runs
from twinstep_model.agents import TeamScript, ToolGraph
from twinstep_model.cases import START, Case, Graph, GraphScript
from twinstep_model.deviations import REFERENCE
from twinstep_model.observation import Observation, Ran, Step
from twinstep_model.run import run_case
from twinstep_model.topologies.react import AGENT, STRUCTURED
from twinstep_model.values import Map

from .wiring import without_nodes

_SPEAKING = (AGENT, STRUCTURED)
"""The nodes of an agent in which its model speaks."""


def unexecuted(case: Case) -> Iterator[Case]:
    """Without the nodes that never run and the outcomes and replies that are never reached, in any allowed outcome."""
    most: Counter[str] = Counter()
    sent: set[str] = set()
    active: set[str] = set()
    try:
        for modelled in runs(case, REFERENCE):
            most |= _executions(case, modelled.observation.actions)
            sent |= _labels(modelled.observation)
            active |= {task.node for step in steps(modelled.observation) for task in step.tasks}
    except TooManyOutcomes:
        return
    script = case.script
    if isinstance(script, TeamScript):
        models = tuple(replace(one, replies=one.replies[: most[one.agent]]) for one in script.models)
        yield replace(case, script=replace(script, models=models))
        return
    nodes = tuple(
        replace(
            one,
            pulls=one.pulls[: most[one.node]],
            sends=tuple((label, outcome) for label, outcome in one.sends if label in sent),
        )
        for one in script.nodes
    )
    rest = replace(case, script=GraphScript(nodes))
    if isinstance(case.topology, Graph):
        idle = {node.name for node in case.topology.nodes} - active
        yield without_nodes(rest, idle)
    yield rest


def keeping_actions(case: Case, kept: Collection[int]) -> Case:
    """The case with these actions only, and without what the others use of the scripts."""
    seen = run_case(case, REFERENCE).observation
    rest = replace(case, actions=tuple(action for place, action in enumerate(case.actions) if place in kept))
    for place in reversed(range(len(seen.actions))):
        if place not in kept:
            before = _executions(case, seen.actions[:place])
            rest = _without_executions(rest, before, _executions(case, seen.actions[place : place + 1]))
    return rest


def _without_executions(case: Case, before: Counter[str], used: Counter[str]) -> Case:
    """The scripts without the ``used`` executions that come after those ``before``. A node's start again when used up,
    so they are turned instead where there are fewer."""
    script = case.script
    if isinstance(script, TeamScript):
        models = []
        for model in script.models:
            first, count = before[model.agent], used[model.agent]
            models.append(replace(model, replies=model.replies[:first] + model.replies[first + count :]))
        return replace(case, script=replace(script, models=tuple(models)))
    nodes = []
    for one in script.nodes:
        first, count, length = before[one.node], used[one.node], len(one.pulls)
        if count and first + count < length:
            one = replace(one, pulls=one.pulls[:first] + one.pulls[first + count :])
        elif count and not first:
            one = replace(one, pulls=one.pulls[count % length :] + one.pulls[: count % length] if length else ())
        nodes.append(one)
    return replace(case, script=GraphScript(tuple(nodes)))


def _executions(case: Case, ran: Sequence[Ran]) -> Counter[str]:
    """How often each script is run by trigger in these actions: of a node, or of a model (named after its agent)."""
    tasks = [task for one in ran for step in one.steps for task in step.tasks if task.end != "kept"]
    if isinstance(case.topology, Graph):
        return Counter({START: len(ran)}) + Counter(task.node for task in tasks if task.cause == "pull")
    if isinstance(case.topology, ToolGraph):
        return Counter(task.node for task in tasks)
    own = case.topology.name
    return Counter(name for one in ran for name in _speaking(one.steps, own))


def _speaking(steps: Sequence[Step], name: str) -> Iterator[str]:
    """The name of each model that speaks in these steps of a run of the agent or team ``name``, once for each time."""
    for step in steps:
        for task in step.tasks:
            if task.nested:
                yield from _speaking(task.nested, task.node)
            elif task.node in _SPEAKING:
                yield name


def _labels(seen: Observation) -> set[str]:
    """The labels of the Sends that were carried out."""
    inputs = [task.input for step in steps(seen) for task in step.tasks if task.cause == "push"]
    labels = [dict(given.items).get("send") for given in inputs if isinstance(given, Map)]
    return {label for label in labels if isinstance(label, str)}
