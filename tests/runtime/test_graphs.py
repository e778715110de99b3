"""Plain graphs in the real library: what the runtime side records, feature by feature."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from twinstep_model.cases import (
    START,
    BareSend,
    Branch,
    Command,
    Edge,
    Fold,
    Goto,
    Graph,
    GraphScript,
    Invoke,
    Join,
    Last,
    Many,
    Node,
    NodeScript,
    Nothing,
    Odd,
    OddReducer,
    Outcome,
    Route,
    Write,
)
from twinstep_model.observation import NOT_OBSERVED, Error, Ran
from twinstep_model.values import Raise

from .short import (
    broken,
    chain,
    failed,
    fan,
    left,
    observe,
    pull,
    push,
    ran,
    route,
    script,
    send,
    state,
    step,
    update,
    writes,
)

LOG = (Fold("log"),)
AB = (Node("a"), Node("b"))
BOTH = pytest.mark.parametrize("mode", ["sync", "async"])
INVALID = Error("InvalidUpdateError", "INVALID_CONCURRENT_GRAPH_UPDATE")


@BOTH
def test_a_chain_of_two(mode: str) -> None:
    seen = ran(Graph(LOG, AB, chain("a", "b")), script(a=update(log=["a"]), b=Nothing()), update(log=["i"]), mode=mode)
    assert seen == Ran(
        begin=state(log=["i"]),
        entry=(),
        steps=(
            step(pull("a", {"log": ["i"]}, ("log", ["a"])), values=state(log=["i", "a"]), next=("b",)),
            step(pull("b", {"log": ["i", "a"]}), values=state(log=["i", "a"]), next=()),
        ),
        error=None,
        result=state(log=["i", "a"]),
    )


@BOTH
def test_turns_continue_and_threads_do_not_mix(mode: str) -> None:
    graph = Graph(LOG, (Node("a"),), fan("a"))
    does = script(a=[update(log=["a1"]), update(log=["a2"])])
    inputs = [Invoke(update(log=["x"]), "t1"), Invoke(update(log=["y"]), "t2"), Invoke(update(log=["z"]), "t1")]
    seen = observe(graph, does, *inputs, mode=mode)
    assert [action.result for action in seen.actions] == [
        state(log=["x", "a1"]),
        state(log=["y", "a2"]),
        state(log=["x", "a1", "z", "a1"]),
    ]


@BOTH
def test_without_a_saver_there_are_values_but_no_next(mode: str) -> None:
    graph = Graph((Fold("log"), Last("x")), AB, chain("a", "b"))
    seen = ran(graph, script(a=update(x=1)), update(log=["i"]), update(log=["j"]), mode=mode, saver=False)
    assert seen.begin == state(log=["j"])
    assert [(item.values, item.next) for item in seen.steps] == [
        (state(log=["j"], x=1), NOT_OBSERVED),
        (NOT_OBSERVED, NOT_OBSERVED),
    ]
    assert seen.result == state(log=["j"], x=1)


def test_waiting_edge() -> None:
    graph = Graph(LOG, (*AB, Node("c")), (Edge(START, "a"), Edge("a", "b")), (Join(("a", "b"), "c"),))
    seen = ran(graph, script())
    assert [[task.node for task in item.tasks] for item in seen.steps] == [["a"], ["b"], ["c"]]


def test_defer() -> None:
    graph = Graph(LOG, (*AB, Node("d", defer=True)), (*chain("a", "b"), Edge("a", "d"), Edge("b", "d")))
    seen = ran(graph, script())
    assert [[task.node for task in item.tasks] for item in seen.steps] == [["a"], ["b"], ["d"]]


def test_cycle_up_to_the_limit() -> None:
    seen = ran(Graph(LOG, AB, (*chain("a", "b"), Edge("b", "a"))), script(), Invoke(update(), limit=3))
    assert [item.tasks[0].node for item in seen.steps] == ["a", "b", "a"]
    assert seen.steps[-1].next == ("b",)
    assert (seen.error, seen.result) == (Error("GraphRecursionError", "GRAPH_RECURSION_LIMIT"), NOT_OBSERVED)


def test_sends_carry_their_payload_and_each_router_its_own_execution() -> None:
    graph = Graph(LOG, AB, fan("a"), branches=(Branch("a", "r"), Branch("b", "q")))
    does = GraphScript(
        (
            NodeScript("a", (Outcome(Nothing(), (route("r", send("b", "s1", n=1), send("b", "s2"), "b"),)),)),
            NodeScript(
                "b",
                (Outcome(update(log=["pull"])),),
                (("s1", Outcome(update(log=["1"]))), ("s2", Outcome(update(log=["2"]), (route("q", send("b", "x")),)))),
            ),
        )
    )
    seen = ran(graph, does, gates=True, orders=((2, 1, 0),))
    empty = state(log=[])
    assert seen.steps[0] == step(pull("a", {"log": []}, routers=(("r", empty),)), values=empty, next=("b", "b", "b"))
    # WR-01: triggered tasks first, then Sends by index, whatever completes first.
    assert seen.steps[1] == step(
        push("b", {"send": "s1", "n": 1}, ("log", ["1"]), routers=(("q", state(log=["1"])),)),
        push("b", {"send": "s2"}, ("log", ["2"]), routers=(("q", state(log=["2"])),)),
        pull("b", {"log": []}, ("log", ["pull"]), routers=(("q", state(log=["pull"])),)),
        values=state(log=["pull", "1", "2"]),
        next=("b",),
    )
    assert seen.steps[2].tasks[0] == push("b", {"send": "x"}, routers=(("q", state(log=["pull", "1", "2"])),))


def test_entry_routers() -> None:
    graph = Graph(LOG, AB, branches=(Branch(START, "r"), Branch(START, "q", (("label", "b"),))))
    does = script(
        start=[
            Outcome(Nothing(), (route("r", send("a", "s")), route("q", "label", form="one"))),
            Outcome(Nothing(), (route("r", form="raise", error="entry"),)),
        ]
    )
    first, second = observe(graph, does, update(log=["i"]), update()).actions
    assert first.entry == (("r", state(log=["i"])), ("q", state(log=["i"])))
    assert [(task.node, task.cause) for task in first.steps[0].tasks] == [("a", "push"), ("b", "pull")]
    assert second == Ran(NOT_OBSERVED, (("r", state(log=["i"])),), (), Error("ScriptedError", "entry"), NOT_OBSERVED)


def test_command() -> None:
    does = script(a=Command(writes(log=["u"]), goto=(Goto("b"), send("b", "s"), Goto("__end__"))))
    seen = ran(Graph(LOG, AB, fan("a")), does)
    assert seen.steps[0] == step(pull("a", {"log": []}, ("log", ["u"])), values=state(log=["u"]), next=("b", "b"))


def test_command_as_pairs_and_in_a_list_keeps_repeated_keys_in_order() -> None:
    pairs = Command((Write("log", ("1",)), Write("n", 5), Write("log", ("2",))), pairs=True)
    graph = Graph((Fold("log"), Last("n")), AB, chain("a", "b"))
    seen = ran(graph, script(a=pairs, b=Many((update(log=["3"]), Command(writes(log=["4"]))))))
    assert seen.steps[0].tasks[0].writes == (("log", ("1",)), ("n", 5), ("log", ("2",)))
    assert seen.steps[1].tasks[0].writes == (("log", ("3",)), ("log", ("4",)))
    assert seen.result == state(log=["1", "2", "3", "4"], n=5)


def test_bare_send_leaks_its_fields_into_keys_of_their_names() -> None:
    seen = ran(Graph((Last("node"),), AB, fan("a")), script(a=BareSend(send("b", "s"))))
    assert seen.steps[0] == step(pull("a", {}, ("node", "b")), values=state(node="b"), next=("b",))


def test_a_parent_command_in_the_root_leaves_its_task_open() -> None:
    seen = ran(Graph(LOG, AB, fan("a")), script(a=Command(writes(log=["u"]), graph="__parent__")))
    assert seen.steps == (broken(left("a", {"log": []})),)
    assert seen.error == Error("ParentCommand")


@BOTH
@pytest.mark.parametrize("gates", [False, True])
def test_boundary_error_of_two_writers(mode: str, gates: bool) -> None:
    seen = ran(Graph((Last("x"),), AB, fan("a", "b")), script(a=update(x=1), b=update(x=1)), mode=mode, gates=gates)
    assert seen.steps == (broken(pull("a", {}, ("x", 1)), pull("b", {}, ("x", 1))),)
    assert (seen.begin, seen.error, seen.result) == (state(), INVALID, NOT_OBSERVED)


@BOTH
def test_boundary_error_after_a_single_task(mode: str) -> None:
    does = script(a=update(s=["bad"]))
    seen = ran(Graph((Fold("s", "strict"),), (Node("a"),), fan("a")), does, mode=mode)
    [task] = seen.steps[0].tasks
    # The library does not show the task's result here; that it ended well follows from the kind of the failure.
    assert (task.end, task.writes, seen.steps[0].values) == ("ok", NOT_OBSERVED, NOT_OBSERVED)
    assert seen.error == Error("ValueError")


@pytest.mark.parametrize(
    ("made", "type", "code"),
    [
        (route("r", "other", form="one"), "KeyError", ""),
        (route("r", form="none"), "KeyError", ""),
        (route("r", form="raise", error="R"), "ScriptedError", "R"),
        (route("r", send("__end__", "s"), form="tuple"), "InvalidUpdateError", ""),
    ],
)
@BOTH
def test_router_errors(mode: str, made: Route, type: str, code: str) -> None:
    graph = Graph(LOG, AB, fan("a"), branches=(Branch("a", "r", (("label", "b"),)),))
    seen = ran(graph, script(a=Outcome(update(log=["a"]), (made,))), mode=mode)
    assert seen.steps == (broken(failed("a", {"log": []}, type, code, (("r", state(log=["a"])),))),)
    assert seen.error == Error(type, code)


@pytest.mark.parametrize(
    ("result", "error"),
    [(Raise("boom"), Error("ScriptedError", "boom"))]
    + [
        (Odd(what), Error("InvalidUpdateError", "INVALID_GRAPH_NODE_RETURN_VALUE"))
        for what in ("text", "empty_list", "dicts", "sends")
    ],
)
@BOTH
def test_node_errors(mode: str, result: Any, error: Error) -> None:
    seen = ran(Graph(LOG, AB, chain("a", "b")), script(a=result), mode=mode)
    assert seen.steps == (broken(failed("a", {"log": []}, error.type, error.code)),)
    assert (seen.error, seen.result) == (error, NOT_OBSERVED)


def test_inputs_that_are_none() -> None:
    graph = Graph(LOG, (Node("a"),), fan("a"))
    first, _, third = observe(graph, script(), Nothing(), update(log=["i"]), Nothing()).actions
    assert first == Ran(NOT_OBSERVED, (), (), Error("EmptyInputError"), NOT_OBSERVED)
    assert third == Ran(state(log=["i"]), (), (), None, state(log=["i"]))


def test_a_finished_sibling_is_handed_back_after_a_failure() -> None:
    does = script(a=[Raise("x"), update(log=["a"])], b=update(log=["b"]))
    graph = Graph(LOG, AB, fan("a", "b"))
    first, second = observe(graph, does, update(), Nothing(), gates=True, orders=((1, 0),)).actions
    assert [task.end for task in first.steps[0].tasks] == ["error", "ok"]
    assert second.steps == (
        step(
            pull("a", {"log": []}, ("log", ["a"])),
            replace(pull("b", {"log": []}, ("log", ["b"])), end="kept"),
            values=state(log=["a", "b"]),
            next=(),
        ),
    )


@pytest.mark.parametrize(
    "graph",
    [
        Graph(LOG, AB),
        Graph(LOG, (Node("a"), Node("a")), fan("a")),
        Graph(LOG, (Node("a:b"),), fan("a:b")),
        Graph(LOG, AB, (*fan("a"), Edge("a", "nowhere"))),
        Graph(LOG, AB, (*fan("a"), Edge("__end__", "a"))),
        Graph(LOG, AB, fan("a"), branches=(Branch("a", "r"), Branch("a", "r"))),
        Graph((OddReducer("x", 1),), AB, fan("a")),
        Graph((OddReducer("x", 3),), AB, fan("a")),
    ],
)
def test_a_refused_graph_is_an_observation(graph: Graph) -> None:
    seen = observe(graph, script())
    assert (seen.build, seen.actions) == (Error("ValueError"), ())
