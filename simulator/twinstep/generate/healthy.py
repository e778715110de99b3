"""Families of programs that do what anybody expects of them: a checker must stay silent on every one.

Each takes the same decisions as the other generators do, but only ever makes healthy cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import permutations
from types import MappingProxyType

from twinstep_model.cases import (
    START,
    Branch,
    Case,
    Command,
    Edge,
    Fold,
    Goto,
    Graph,
    GraphScript,
    Invoke,
    Join,
    Node,
    NodeScript,
    Nothing,
    Outcome,
    Route,
    Schedule,
    Send,
    Update,
    Write,
)

from .draw import Draw
from .healthy_teams import one_handoff, one_handoff_in_a_swarm, tool_calls
from .schedules import scheduled

_NAMES = ("b", "a", "Zed", "m10", "m2", "zeta")
_LOG = (Fold("log"),)


def fan_out_join(draw: Draw) -> Case:
    """One node starts two to four others, by edges or by Sends, and a last one waits for all of them; the first of
    them may be followed by one more, which is then waited for in its place."""
    first, last, *middle = draw.sample(_NAMES, draw.between(4, 6))
    workers = middle[:-1] if len(middle) > 2 and draw.chance(50) else middle
    follows = tuple(Edge(workers[0], name) for name in middle[len(workers) :])
    starts = tuple(Edge(first, worker) for worker in workers)
    begin = Outcome(_says(first))
    sends: dict[str, tuple[tuple[str, Outcome], ...]] = {}
    if draw.chance(40):
        labels = {worker: f"to {worker}" for worker in workers}
        starts = ()
        begin = Outcome(Command(goto=tuple(Send(worker, label) for worker, label in labels.items())))
        sends = {worker: ((label, Outcome(_says(worker))),) for worker, label in labels.items()}
    graph = Graph(
        keys=_LOG,
        nodes=tuple(Node(name) for name in draw.shuffled([first, last, *middle])),
        edges=(Edge(START, first), *starts, *follows),
        joins=(Join(tuple(middle[len(follows) :]), last),),
    )
    script = GraphScript(
        (
            NodeScript(first, (begin,)),
            *(NodeScript(name, (Outcome(_says(name)),), sends.get(name, ())) for name in middle),
            NodeScript(last, (Outcome(_says(last)),)),
        )
    )
    return scheduled(draw, graph, script, _turns(draw))


def bounded_loop(draw: Draw) -> Case:
    """A node and a check that sends it round one to four times, by a router or by a Command."""
    work, check, after = draw.sample(_NAMES, 3)
    rounds = draw.between(1, 4)
    ways = [work] * rounds + [after]
    if draw.chance(40):
        branches: tuple[Branch, ...] = ()
        pulls = tuple(Outcome(Command(_says(check).writes, goto=(Goto(way),))) for way in ways)
    else:
        paths = (("again", work), ("done", after)) if draw.chance(50) else None
        label = {work: "again", after: "done"} if paths else {work: work, after: after}
        branches = (Branch(check, "route", paths, draw.chance(50)),)
        pulls = tuple(Outcome(Nothing(), (Route("route", (Goto(label[way]),), "one"),)) for way in ways)
    graph = Graph(
        keys=_LOG,
        nodes=tuple(Node(name) for name in draw.shuffled([work, check, after])),
        edges=(Edge(START, work), Edge(work, check)),
        branches=branches,
    )
    script = GraphScript(
        (
            NodeScript(work, (Outcome(_says(work)),)),
            NodeScript(check, pulls),
            NodeScript(after, (Outcome(_says(after)),)),
        )
    )
    return scheduled(draw, graph, script, _turns(draw))


def parallel_writers(draw: Draw) -> Case:
    """Two to four nodes that write to one key in the same step; `in_every_order` gives the completion orders."""
    names = draw.sample(_NAMES, draw.between(2, 4))
    graph = Graph(keys=_LOG, nodes=tuple(map(Node, names)), edges=tuple(Edge(START, name) for name in names))
    script = GraphScript(tuple(NodeScript(name, (Outcome(_says(name)),)) for name in names))
    return scheduled(draw, graph, script, _turns(draw)[:1], gated=100)


def in_every_order(case: Case) -> Iterator[Case]:
    """The case once for each order in which the tasks of its first wide step, or its first tool calls, can complete."""
    size = len(case.schedule.orders[0])
    for order in permutations(range(size)):
        yield replace(case, schedule=Schedule(case.schedule.mode, True, (order,), case.schedule.saver))


FAMILIES: Mapping[str, Callable[[Draw], Case]] = MappingProxyType(
    {
        "fan-out and join": fan_out_join,
        "bounded loop": bounded_loop,
        "one handoff per reply": one_handoff,
        "parallel writers": parallel_writers,
        "one handoff per reply in a swarm": one_handoff_in_a_swarm,
        "tool calls in one reply": tool_calls,
    }
)
EVERY_ORDER = frozenset({"parallel writers", "tool calls in one reply"})
"""Families that are about completion orders: each case is to be made in every one."""


def _says(name: str) -> Update:
    return Update((Write("log", (name,)),))


def _turns(draw: Draw) -> tuple[Invoke, ...]:
    return tuple(Invoke(Update((Write("log", (f"turn {turn + 1}",)),))) for turn in range(draw.between(1, 2)))
