"""What has to follow when something of a case is changed: no part may speak of what is not there."""

from __future__ import annotations

from dataclasses import replace

from twinstep.members import seeing_tools
from twinstep_model.agents import Team, TeamScript, ToolSaw
from twinstep_model.cases import START, Case, Graph, GraphScript, Nothing, Outcome
from twinstep_model.deviations import REFERENCE
from twinstep_model.run import run_case

_BLANK = Outcome(Nothing())


def fitted(case: Case) -> Case:
    """The case without scripts, keys and orders that nothing uses any more."""
    return _with_fitting_orders(tidied(case))


def tidied(case: Case) -> Case:
    """The case without scripts that say nothing or belong to nothing, and without private keys that nobody names."""
    topology, script = case.topology, case.script
    if isinstance(topology, Graph) and isinstance(script, GraphScript):
        return replace(case, topology=_without_unnamed_keys(topology), script=_graph_script(topology, script))
    if isinstance(script, TeamScript) and not isinstance(topology, Graph):
        return replace(case, script=_team_script(topology, script))
    return case


def _without_unnamed_keys(graph: Graph) -> Graph:
    named = {name for node in graph.nodes for name in node.reads or ()}
    named.update(graph.inputs or (), graph.outputs or ())
    return replace(graph, private=tuple(key for key in graph.private if key.name in named))


def _graph_script(graph: Graph, script: GraphScript) -> GraphScript:
    known = {START, *(node.name for node in graph.nodes)}
    kept = []
    for one in script.nodes:
        pulls = () if all(outcome == _BLANK for outcome in one.pulls) else one.pulls
        sends = tuple((label, outcome) for label, outcome in one.sends if outcome != _BLANK)
        if one.node in known and (pulls or sends):
            kept.append(replace(one, pulls=pulls, sends=sends))
    return GraphScript(tuple(kept))


def _team_script(team: Team, script: TeamScript) -> TeamScript:
    calls = {call.id: call.name for model in script.models for reply in model.replies for call in reply.calls}
    seeing = seeing_tools(team)
    return TeamScript(
        tuple(model for model in script.models if model.replies),
        tuple(
            tool
            for tool in script.tools
            if tool.call in calls and (tool.does != ToolSaw() or calls[tool.call] in seeing)
        ),
    )


def _with_fitting_orders(case: Case) -> Case:
    """Orders of the right lengths, as near as can be to those that there were; none that says nothing at the end."""
    if not case.schedule.orders:
        return case
    try:
        sizes = run_case(case, REFERENCE).concurrent
    except Exception:  # the case is not sound, which is for validity to say
        return case
    orders = [_of_length(order, size) for order, size in zip(case.schedule.orders, sizes)]
    while orders and orders[-1] == tuple(sorted(orders[-1])):
        orders.pop()
    return replace(case, schedule=replace(case.schedule, orders=tuple(orders)))


def _of_length(order: tuple[int, ...], length: int) -> tuple[int, ...]:
    return tuple(place for place in order if place < length) + tuple(range(len(order), length))
