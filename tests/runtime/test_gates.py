"""Imposed completion orders: what they decide, and that no healthy run ever stalls."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest

from twinstep.runtime.drive import observe_case
from twinstep.runtime.observe import Observer
from twinstep_model.cases import (
    Branch,
    Case,
    Command,
    Fold,
    Graph,
    Invoke,
    Join,
    Node,
    NodeScript,
    Nothing,
    Odd,
    Outcome,
    Schedule,
    Update,
)
from twinstep_model.observation import Error, Observation
from twinstep_model.values import Raise

from .short import GraphScript, fan, route, script, send, state, update

BOTH = pytest.mark.parametrize("mode", ["sync", "async"])
NAMES = ("zeta", "Beta", "alpha")


@pytest.fixture(scope="module")
def run() -> Iterator[Callable[[Case], Observation]]:
    """Runs cases in one event loop, as the worker does."""
    with asyncio.Runner() as runner:
        yield lambda case: observe_case(case, runner)


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The nodes of the root graph in the order in which the library shows their results."""
    seen: list[str] = []
    chunk = Observer.chunk

    def watched(self: Observer, namespace: tuple[str, ...], mode: str, data: Any) -> None:
        if namespace == () and mode == "tasks" and "triggers" not in data:
            seen.append(data["name"])
        chunk(self, namespace, mode, data)

    monkeypatch.setattr(Observer, "chunk", watched)
    return seen


@BOTH
@pytest.mark.parametrize("saver", [True, False])
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_parallel_writers_fold_in_name_order_whoever_completes_first(
    run: Callable[[Case], Observation], ended: list[str], mode: Any, saver: bool, order: tuple[int, ...]
) -> None:
    graph = Graph((Fold("log"),), tuple(map(Node, NAMES)), fan(*NAMES))
    does = script(**{name: update(log=[name]) for name in NAMES})
    schedule = Schedule(mode, gates=True, orders=(order,), saver=saver)
    [ran] = run(Case(graph, does, (Invoke(update()),), schedule)).actions
    planned = sorted(NAMES)
    assert [task.node for task in ran.steps[0].tasks] == planned
    assert ended == [planned[position] for position in order]
    assert ran.result == state(log=["Beta", "alpha", "zeta"])


@BOTH
def test_orders_are_for_the_steps_with_two_tasks_or_more(
    run: Callable[[Case], Observation], ended: list[str], mode: Any
) -> None:
    graph = Graph((Fold("log"),), tuple(map(Node, "abcz")), fan("a", "b", "c"), (Join(("a", "b", "c"), "z"),))
    schedule = Schedule(mode, gates=True, orders=((2, 0, 1), (0, 1), (1, 2, 0)))
    run(Case(graph, script(), (Invoke(update()),) * 4, schedule))
    # The second order does not fit its step, and for the fourth step there is none: both complete in task order.
    assert "".join(ended) == "cabz" + "abcz" + "bcaz" + "abcz"


@pytest.mark.parametrize(("limit", "order"), [(1, (0, 1, 2)), (2, (1, 2, 0)), (2, (0, 2, 1))])
def test_limited_concurrency(
    run: Callable[[Case], Observation], ended: list[str], limit: int, order: tuple[int, ...]
) -> None:
    graph = Graph((Fold("log"),), tuple(map(Node, "abc")), fan("a", "b", "c"))
    schedule = Schedule("async", gates=True, orders=(order,), max_concurrency=limit)
    run(Case(graph, script(), (Invoke(update()),), schedule))
    assert ended == ["abc"[position] for position in order]


FAILURES = {
    "node": Outcome(Raise("boom")),
    "value": Outcome(Odd("text")),
    "router": Outcome(update(log=["x"]), (route("r", form="raise", error="boom"),)),
}


@BOTH
@pytest.mark.parametrize("saver", [True, False])
@pytest.mark.parametrize("kind", FAILURES)
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (0, 2, 1)])
def test_what_completed_before_the_failure(
    run: Callable[[Case], Observation], mode: Any, saver: bool, kind: str, order: tuple[int, ...]
) -> None:
    graph = Graph((Fold("log"),), tuple(map(Node, "abc")), fan("a", "b", "c"), branches=(Branch("b", "r"),))
    does = script(a=update(log=["a"]), b=FAILURES[kind], c=update(log=["c"]))
    [ran] = run(Case(graph, does, (Invoke(update()),), Schedule(mode, True, (order,), saver))).actions
    before = order[: order.index(1)]
    ends = ["error" if place == 1 else "ok" if place in before else "open" for place in range(3)]
    assert [task.end for task in ran.steps[0].tasks] == ends
    assert ran.error == ran.steps[0].tasks[1].error
    assert ran.error in (Error("ScriptedError", "boom"), Error("InvalidUpdateError", "INVALID_GRAPH_NODE_RETURN_VALUE"))


def test_of_several_failures_of_a_synchronous_step_any_one_surfaces(run: Callable[[Case], Observation]) -> None:
    graph = Graph((Fold("log"),), tuple(map(Node, "abc")), fan("a", "b", "c"))
    does = script(**{name: Outcome(Raise(name)) for name in "abc"})
    case = Case(graph, does, (Invoke(update()),), Schedule("sync", True, ((1, 2, 0),)))
    surfaced = set()
    for _ in range(100):  # in about every second run it is not the first one
        [ran] = run(case).actions
        assert [task.end for task in ran.steps[0].tasks] == ["open", "error", "open"]
        surfaced.add(ran.error)
        if len(surfaced) > 1:
            break
    assert surfaced <= {Error("ScriptedError", name) for name in "abc"}
    assert len(surfaced) > 1


def stress(draw: random.Random, mode: Any) -> tuple[Case, str]:
    """A fan-out of 3 to 5 nodes, a join, and as many Sends; in two of three cases one node fails or leaves."""
    count = draw.randint(3, 5)
    names = [f"n{number}" for number in range(count)]
    victim, kind = draw.choice(names), draw.choice(["fine", "node", "router", "parent", "fine"])
    does: dict[str, Outcome] = {name: Outcome(update(log=[name])) for name in names}
    if kind == "parent":
        does[victim] = Outcome(Command(graph="__parent__"))
    elif kind != "fine":
        does[victim] = FAILURES[kind]
    sends = tuple([send("w", f"s{number}") for number in range(count)])
    nodes = [NodeScript(name, (outcome,)) for name, outcome in does.items()]
    nodes.append(NodeScript("z", (Outcome(Nothing(), (route("r", *sends),)),)))
    nodes.append(NodeScript("w", (), tuple([(item.label, Outcome(Update(()))) for item in sends])))
    graph = Graph(
        (Fold("log"),),
        tuple(map(Node, [*names, "z", "w"])),
        fan(*names),
        (Join(tuple(names), "z"),),
        (Branch("z", "r"), *([Branch(victim, "r")] if kind == "router" else [])),
    )
    orders = tuple([tuple(draw.sample(range(count), count)) for _ in range(2)])
    schedule = Schedule(mode, gates=True, orders=orders, saver=draw.random() < 0.5)
    return Case(graph, GraphScript(tuple(nodes)), (Invoke(update()),), schedule), kind


@BOTH
def test_no_run_stalls(run: Callable[[Case], Observation], mode: Any) -> None:
    draw = random.Random(5)
    kinds: list[str] = []
    for _ in range(120):
        case, kind = stress(draw, mode)
        [ran] = run(case).actions
        kinds.append(kind)
        assert (ran.error is None) == (kind == "fine")
        assert len(ran.steps) == (3 if kind == "fine" else 1)
    assert set(kinds) == {"fine", "node", "router", "parent"}
