"""Threads that pause or fail and go on: what the library shows of them, kept apart from what it should do."""

from __future__ import annotations

import random
from typing import Any

import pytest

from twinstep.runtime.drive import observe_case
from twinstep_model.cases import (
    START,
    Action,
    Answers,
    Branch,
    Case,
    Continue,
    Fold,
    Graph,
    GraphScript,
    Invoke,
    Last,
    Node,
    NodeScript,
    Nothing,
    Outcome,
    Result,
    Resume,
    Schedule,
    Whole,
)
from twinstep_model.observation import NOT_OBSERVED, Error, Ran, Saved, Snapshot, Task
from twinstep_model.values import Map, Raise, Value

from .conftest import Mode
from .short import broken, chain, failed, fan, left, pull, route, script, send, state, step, update, value

LOG = (Fold("log"),)
AB = (Node("a"), Node("b"))
EMPTY = state(log=[])
BEGIN = Invoke(update())
NOTHING = Nothing()
INPUT = Saved("input", -1, None, EMPTY, (START,))


def acted(graph: Graph, does: GraphScript, *actions: Action, **schedule: Any) -> tuple[Ran, ...]:
    """The record of every action; threads are looked at after each, unless the schedule says otherwise."""
    seen = observe_case(Case(graph, does, actions, Schedule(**{"history": True, **schedule})))
    assert seen.build is None
    return seen.actions


def asks(*questions: Value, then: Result = NOTHING) -> Outcome:
    return Outcome(then, (), questions)


def paused(node: str, given: Any, question: Value, *answers: Value) -> Task:
    return Task(node, "pull", value(given), "paused", NOT_OBSERVED, answers=answers, question=(question,))


def kept(node: str, given: Any, *wrote: tuple[str, Any]) -> Task:
    written = tuple([(key, value(item)) for key, item in wrote])
    return Task(node, "pull", value(given), "kept", written)


def answered(node: str, given: Any, answers: tuple[Value, ...], *wrote: tuple[str, Any]) -> Task:
    """A triggered task that ended well after these answers."""
    written = tuple([(key, value(item)) for key, item in wrote])
    return Task(node, "pull", value(given), "ok", written, answers=answers)


def ends(ran: Ran) -> list[tuple[str, str]]:
    """The tasks of the action's first step, and how they ended."""
    return [(task.node, task.end) for task in ran.steps[0].tasks]


def raised(ran: Ran) -> Error | None:
    """The error of an action that did nothing else."""
    assert (ran.begin, ran.steps, ran.result) == (NOT_OBSERVED, (), NOT_OBSERVED)
    return ran.error


def test_a_pause_and_an_answer(mode: Mode) -> None:
    does = script(a=asks("why?", then=update(log=["a"])), b=update(log=["b"]))
    first, second = acted(Graph(LOG, AB, chain("a", "b")), does, BEGIN, Resume("because"), mode=mode)
    begun = (INPUT, Saved("loop", 0, 0, EMPTY, ("a",)))
    assert first == Ran(
        EMPTY,
        (),
        (broken(paused("a", {"log": []}, "why?")),),
        None,
        EMPTY,
        Snapshot(EMPTY, ("a",), (("a", "why?"),)),
        begun,
    )
    assert second == Ran(
        EMPTY,
        (),
        (
            step(answered("a", {"log": []}, ("because",), ("log", ["a"])), values=state(log=["a"]), next=("b",)),
            step(pull("b", {"log": ["a"]}, ("log", ["b"])), values=state(log=["a", "b"]), next=()),
        ),
        None,
        state(log=["a", "b"]),
        Snapshot(state(log=["a", "b"]), ()),
        (
            *begun,
            Saved("loop", 1, 1, state(log=["a"]), ("b",)),
            Saved("loop", 2, 2, state(log=["a", "b"]), ()),
        ),
    )


def test_two_questions_of_one_execution(mode: Mode) -> None:
    does = script(a=asks("one?", value({"n": [2]}), then=update(log=["a"])))
    _, second, third = acted(
        Graph(LOG, (Node("a"),), fan("a")), does, BEGIN, Resume(1), Resume(value([2, None])), mode=mode
    )
    question = value({"n": [2]})
    assert second.steps == (broken(paused("a", {"log": []}, question, 1)),)
    assert second.snapshot == Snapshot(EMPTY, ("a",), (("a", question),))
    assert third.steps[0].tasks == (answered("a", {"log": []}, (1, (2, None)), ("log", ["a"])),)


@pytest.mark.parametrize("gates", [False, True])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_finished_sibling_of_a_pause_is_kept(mode: Mode, gates: bool, order: tuple[int, ...]) -> None:
    does = script(a=asks("why?", then=update(log=["a"])), b=update(log=["b"]))
    orders = (order, order) if gates else ()
    first, second = acted(Graph(LOG, AB, fan("a", "b")), does, BEGIN, Resume(7), mode=mode, gates=gates, orders=orders)
    assert first.begin == EMPTY
    assert first.steps == (broken(paused("a", {"log": []}, "why?"), pull("b", {"log": []}, ("log", ["b"]))),)
    assert first.result == state(log=["b"])
    assert first.snapshot == Snapshot(state(log=["b"]), ("a",), (("a", "why?"),))
    assert first.history == (INPUT, Saved("loop", 0, 0, EMPTY, ("a", "b")))
    assert second.begin == EMPTY
    assert second.steps == (
        step(
            answered("a", {"log": []}, (7,), ("log", ["a"])),
            kept("b", {"log": []}, ("log", ["b"])),
            values=state(log=["a", "b"]),
            next=(),
        ),
    )


def test_a_finished_sibling_of_a_failure_is_kept(mode: Mode) -> None:
    does = script(a=[Raise("x"), Raise("y"), update(log=["a"])], b=update(log=["b"]))
    graph, orders = Graph(LOG, AB, fan("a", "b")), ((1, 0), (0, 1), (0, 1))
    first, second, third = acted(graph, does, BEGIN, Continue(), Continue(), mode=mode, gates=True, orders=orders)
    begun = (INPUT, Saved("loop", 0, 0, EMPTY, ("a", "b")))
    shown = Snapshot(state(log=["b"]), ("a",))
    assert first.steps == (
        broken(failed("a", {"log": []}, "ScriptedError", "x"), pull("b", {"log": []}, ("log", ["b"]))),
    )
    assert (first.snapshot, first.history) == (shown, begun)
    # The second order has the failure first, but what was handed back had finished before.
    assert second == Ran(
        EMPTY,
        (),
        (broken(failed("a", {"log": []}, "ScriptedError", "y"), kept("b", {"log": []}, ("log", ["b"]))),),
        Error("ScriptedError", "y"),
        NOT_OBSERVED,
        shown,
        begun,
    )
    assert third.steps[0].tasks == (pull("a", {"log": []}, ("log", ["a"])), kept("b", {"log": []}, ("log", ["b"])))
    assert third.result == state(log=["a", "b"])


@pytest.mark.parametrize(("order", "before"), [((1, 0), True), ((0, 1), False)])
def test_a_pause_counts_if_it_came_before_the_failure(mode: Mode, order: tuple[int, ...], before: bool) -> None:
    does = script(a=Raise("x"), b=asks("why?"))
    [ran] = acted(Graph(LOG, AB, fan("a", "b")), does, BEGIN, mode=mode, gates=True, orders=(order,))
    sibling = paused("b", {"log": []}, "why?") if before else left("b", {"log": []})
    assert ran.steps == (broken(failed("a", {"log": []}, "ScriptedError", "x"), sibling),)
    assert ran.error == Error("ScriptedError", "x")


TWO = script(a=asks("a?", then=update(log=["a"])), b=asks("b?", then=update(log=["b"])))


@pytest.mark.parametrize("answers", [((0, "A"), (1, "B")), ((1, "B"), (0, "A"))])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_answers_by_id(mode: Mode, answers: tuple[tuple[int, Value], ...], order: tuple[int, ...]) -> None:
    first, second = acted(
        Graph(LOG, AB, fan("a", "b")), TWO, BEGIN, Answers(answers), mode=mode, gates=True, orders=(order, order)
    )
    assert first.steps == (broken(paused("a", {"log": []}, "a?"), paused("b", {"log": []}, "b?")),)
    assert first.snapshot == Snapshot(EMPTY, ("a", "b"), (("a", "a?"), ("b", "b?")))
    assert first.result == EMPTY
    assert second.steps == (
        step(
            answered("a", {"log": []}, ("A",), ("log", ["a"])),
            answered("b", {"log": []}, ("B",), ("log", ["b"])),
            values=state(log=["a", "b"]),
            next=(),
        ),
    )
    assert second.snapshot == Snapshot(state(log=["a", "b"]), ())


def test_one_answer_by_id_and_one_for_nobody(mode: Mode) -> None:
    actions = (BEGIN, Answers(((1, "B"), (2, "?"))), Answers(((0, "A"),)))
    _, second, third = acted(Graph(LOG, AB, fan("a", "b")), TWO, *actions, mode=mode, gates=True)
    assert second.steps == (broken(paused("a", {"log": []}, "a?"), answered("b", {"log": []}, ("B",), ("log", ["b"]))),)
    assert second.snapshot == Snapshot(state(log=["b"]), ("a",), (("a", "a?"),))
    assert third.steps[0].tasks == (
        answered("a", {"log": []}, ("A",), ("log", ["a"])),
        kept("b", {"log": []}, ("log", ["b"])),
    )


def test_a_plain_answer_to_two_questions(mode: Mode) -> None:
    first, second, third = acted(
        Graph(LOG, AB, fan("a", "b")), TWO, BEGIN, Resume("A"), Continue(), mode=mode, gates=True
    )
    assert raised(second) == Error("RuntimeError")
    assert (second.snapshot, second.history) == (first.snapshot, first.history)
    assert third.steps == first.steps


def test_without_a_saver(mode: Mode) -> None:
    does = script(a=asks("why?", then=update(log=["a"])), b=update(log=["b"]))
    actions = (Invoke(update(log=["i"])), Resume(1), Answers(((0, 1),)), Continue())
    first, second, third, fourth = acted(Graph(LOG, AB, fan("a", "b")), does, *actions, mode=mode, saver=False)
    assert first == Ran(
        state(log=["i"]),
        (),
        (broken(paused("a", {"log": ["i"]}, "why?"), pull("b", {"log": ["i"]}, ("log", ["b"]))),),
        None,
        state(log=["i", "b"]),
    )
    assert [raised(ran) for ran in (second, third)] == [Error("RuntimeError")] * 2
    assert raised(fourth) == Error("EmptyInputError")
    assert (fourth.snapshot, fourth.history) == (NOT_OBSERVED, NOT_OBSERVED)


@pytest.mark.parametrize("form", ["typeddict", "root"])
def test_a_thread_that_was_never_used(mode: Mode, form: Any) -> None:
    graph = Graph((Fold("__root__" if form == "root" else "log"),), (Node("a"),), fan("a"), form=form)
    [ran] = acted(graph, script(), Continue("t2"), mode=mode)
    assert raised(ran) == Error("EmptyInputError")
    assert (ran.snapshot, ran.history) == (Snapshot(Map(), ()), ())


def test_a_thread_that_has_ended(mode: Mode) -> None:
    first, *others = acted(
        Graph(LOG, (Node("a"),), fan("a")), script(), Invoke(update(log=["i"])), Continue(), Answers(()), mode=mode
    )
    for ran in others:
        assert ran == Ran(
            state(log=["i"]), (), (), None, state(log=["i"]), Snapshot(state(log=["i"]), ()), first.history
        )


def test_each_action_is_on_its_own_thread() -> None:
    does = script(a=asks("why?", then=update(log=["a"])))
    actions = (BEGIN, Invoke(update(log=["i"]), "t2"), Resume(1), Resume(2, "t2"))
    *_, third, fourth = acted(Graph(LOG, (Node("a"),), fan("a")), does, *actions)
    assert (third.result, fourth.result) == (state(log=["a"]), state(log=["i", "a"]))


def test_a_router_that_failed(mode: Mode) -> None:
    boom = Outcome(update(log=["a"]), (route("r", form="raise", error="boom"),))
    graph = Graph(LOG, AB, fan("a"), branches=(Branch("a", "r"),))
    does = script(a=[boom, Outcome(update(log=["again"]), (route("r", "b"),))])
    first, second = acted(graph, does, BEGIN, Continue(), mode=mode)
    assert first.error == Error("ScriptedError", "boom")
    assert first.snapshot == Snapshot(state(log=["a"]), ())
    # What the node wrote was stored before its router ran: that is enough for the library.
    assert second.steps == (step(kept("a", {"log": []}, ("log", ["a"])), values=state(log=["a"]), next=()),)


def test_a_router_of_start_that_failed(mode: Mode) -> None:
    boom = Outcome(Nothing(), (route("r", form="raise", error="boom"),))
    graph = Graph(LOG, AB, (), branches=(Branch(START, "r"),))
    does = script(start=[boom, Outcome(Nothing(), (route("r", "a"),))])
    first, second = acted(graph, does, BEGIN, Continue(), mode=mode)
    assert (first.begin, first.error) == (NOT_OBSERVED, Error("ScriptedError", "boom"))
    assert (first.snapshot, first.history) == (Snapshot(EMPTY, (START,)), (INPUT,))
    assert second.entry == (("r", EMPTY),)
    assert second.steps == (step(pull("a", {"log": []}), values=EMPTY, next=()),)
    assert second.history == (
        INPUT,
        Saved("loop", 0, 0, EMPTY, ("a",)),
        Saved("loop", 1, 1, EMPTY, ()),
    )


def test_a_boundary_that_failed(mode: Mode) -> None:
    does = script(a=update(x=1), b=update(x=2))
    graph = Graph((Last("x"),), AB, fan("a", "b"))
    refusal = Error("InvalidUpdateError", "INVALID_CONCURRENT_GRAPH_UPDATE")
    first, second = acted(graph, does, BEGIN, Continue(), mode=mode, gates=True, orders=((1, 0), (1, 0)))
    begun = (Saved("input", -1, None, state(), (START,)), Saved("loop", 0, 0, state(), ("a", "b")))
    assert first.steps == (broken(pull("a", {}, ("x", 1)), pull("b", {}, ("x", 2))),)
    assert (first.error, first.snapshot, first.history) == (refusal, refusal, begun)
    assert second == Ran(
        state(),
        (),
        (broken(kept("a", {}, ("x", 1)), kept("b", {}, ("x", 2))),),
        refusal,
        NOT_OBSERVED,
        refusal,
        begun,
    )


def test_a_question_at_a_boundary_that_failed_cannot_be_looked_up() -> None:
    does = script(a=update(x=1), b=update(x=2), c=asks("why?"))
    graph = Graph((Last("x"),), (*AB, Node("c")), fan("a", "b", "c"))
    first, second = acted(graph, does, BEGIN, Answers(((0, 1),)))
    assert ends(first) == [("a", "ok"), ("b", "ok"), ("c", "paused")]
    assert ends(second) == [("a", "kept"), ("b", "kept"), ("c", "paused")]
    assert first.error == second.error == first.snapshot
    assert first.error == Error("InvalidUpdateError", "INVALID_CONCURRENT_GRAPH_UPDATE")


def test_a_limit_of_its_own(mode: Mode) -> None:
    does = script(a=asks("why?"))
    graph = Graph(LOG, tuple(map(Node, "abcde")), chain(*"abcde"))
    _, second = acted(graph, does, BEGIN, Resume(1, limit=1), mode=mode)
    assert [task.node for step in second.steps for task in step.tasks] == ["a", "b", "c"]
    assert second.error == Error("GraphRecursionError", "GRAPH_RECURSION_LIMIT")
    assert second.snapshot == Snapshot(EMPTY, ("d",))


ROOT = Graph((Fold("__root__"),), AB, fan("a", "b"), form="root")


@pytest.mark.parametrize("wrote", [("b",), (("b",), ("c",)), None])
def test_a_root_state(mode: Mode, wrote: Value) -> None:
    does = script(a=asks("why?", then=Whole(("a",))), b=Whole(wrote))
    items = [] if wrote is None else [("__root__", wrote)]
    whole = ("i", *(wrote or ())) if isinstance(wrote, tuple) else ("i",)
    first, second = acted(ROOT, does, Invoke(Whole(("i",))), Resume(1), mode=mode, gates=True)
    assert first.steps == (broken(paused("a", ["i"], "why?"), pull("b", ["i"], *items)),)
    assert first.result == Map()  # `invoke` returns the questions, and the state only where it is a dict
    assert first.snapshot == Snapshot(Map((("__root__", whole),)), ("a",), (("a", "why?"),))
    assert second.steps[0].tasks == (answered("a", ["i"], (1,), ("__root__", ["a"])), kept("b", ["i"], *items))
    assert second.result == ("i", "a", *whole[1:])


def test_a_root_state_that_is_a_dict(mode: Mode) -> None:
    graph = Graph((Last("__root__"),), AB, fan("a", "b"), form="root")
    does = script(a=asks("why?"), b=Nothing())
    [ran] = acted(graph, does, Invoke(Whole(state(k=1))), mode=mode, gates=True, orders=((1, 0),))
    assert ran.result == state(k=1)


@pytest.mark.parametrize("form", ["dataclass", "pydantic"])
def test_a_state_of_a_class(form: Any) -> None:
    does = script(a=asks("why?", then=update(log=["a"])), b=update(log=["b"]))
    first, second = acted(Graph(LOG, AB, fan("a", "b"), form=form), does, BEGIN, Resume(1), gates=True)
    assert (first.result, second.result) == (state(log=["b"]), state(log=["a", "b"]))
    assert ends(second) == [("a", "ok"), ("b", "kept")]


@pytest.mark.parametrize("max_concurrency", [1, 2, 3, 32])
def test_of_several_executions_of_a_node_the_right_ones_are_kept(max_concurrency: int) -> None:
    graph = Graph(LOG, (Node("a"), Node("w")), fan("a"), branches=(Branch("a", "r"),))
    does = GraphScript(
        (
            NodeScript("a", (Outcome(Nothing(), (route("r", send("w", "x"), send("w", "y"), send("w", "z")),)),)),
            NodeScript(
                "w", (), (("x", asks("x?")), ("y", Outcome(Nothing())), ("z", asks("z?", then=update(log=[1]))))
            ),
        )
    )
    schedule = {"mode": "async", "gates": True, "max_concurrency": max_concurrency}
    _, second, third = acted(graph, does, BEGIN, Answers(((1, "Z"),)), Resume("X"), **schedule)
    given = {name: value({"send": name}) for name in "xyz"}
    assert second.steps == (
        broken(
            Task("w", "push", given["x"], "paused", NOT_OBSERVED, question=("x?",)),
            Task("w", "push", given["y"], "kept", ()),
            Task("w", "push", given["z"], "ok", (("log", (1,)),), answers=("Z",)),
        ),
    )
    assert third.steps[0].tasks == (
        Task("w", "push", given["x"], "ok", (), answers=("X",)),
        Task("w", "push", given["y"], "kept", ()),
        Task("w", "push", given["z"], "kept", (("log", (1,)),)),
    )


def test_new_input_drops_what_waits(mode: Mode) -> None:
    does = script(a=asks("why?", then=update(log=["a"])), b=update(log=["b"]))
    _, second, third = acted(Graph(LOG, AB, fan("a", "b")), does, BEGIN, BEGIN, Resume(1), mode=mode, gates=True)
    assert ends(second) == [("a", "paused"), ("b", "ok")]
    assert third.steps[0].tasks == (
        answered("a", {"log": []}, (1,), ("log", ["a"])),
        kept("b", {"log": []}, ("log", ["b"])),
    )


def stress(draw: random.Random, mode: Any) -> Case:
    """Two to four nodes and as many Sends that ask, fail or finish, and six actions that take the thread up again."""
    count = draw.randint(2, 4)
    names = [f"n{number}" for number in range(count)]

    def outcome(name: str) -> Outcome:
        wrote = update(log=[name])
        return draw.choice(
            [
                Outcome(wrote, (route("r", "z"),)),
                Outcome(Raise(name)),
                Outcome(wrote, (route("r", form="raise", error=name),)),
                asks("first?", then=wrote),
                asks("first?", "second?", then=wrote),
                asks("first?", then=Raise(name)),
            ]
        )

    nodes = [NodeScript(name, (outcome(name), outcome(name))) for name in names]
    sends = tuple([send("w", name) for name in names])
    nodes.append(NodeScript("z", (Outcome(Nothing(), (route("s", *sends),)),)))
    nodes.append(NodeScript("w", (), tuple([(name, outcome(name)) for name in names])))
    branches = (Branch("z", "s"), *[Branch(name, "r") for name in names])
    graph = Graph(LOG, tuple(map(Node, [*names, "z", "w"])), fan(*names), (), branches)
    taken_up = (Continue(), Resume(1), Answers(((0, 2),)), Answers(tuple([(place, 3) for place in range(count)])))
    orders = tuple([tuple(draw.sample(range(count), count)) for _ in range(6)])
    actions = (BEGIN, *draw.choices(taken_up, k=6))
    return Case(graph, GraphScript(tuple(nodes)), actions, Schedule(mode, True, orders, history=True))


def test_no_run_stalls(mode: Mode) -> None:
    draw = random.Random(7)
    seen = set()
    for _ in range(25):
        for ran in observe_case(stress(draw, mode)).actions:
            seen |= {task.end for step in ran.steps for task in step.tasks}
    assert seen == {"ok", "error", "open", "paused", "kept"}


def test_a_task_by_a_send_that_asks() -> None:
    graph = Graph(LOG, (Node("a"), Node("w")), fan("a"), branches=(Branch("a", "r"),))
    does = GraphScript(
        (
            NodeScript("a", (Outcome(Nothing(), (route("r", send("w", "x")),)),)),
            NodeScript("w", (), (("x", asks("x?")), ("y", Outcome(Nothing())))),
        )
    )
    first, second = acted(graph, does, BEGIN, Continue())
    waiting = broken(Task("w", "push", value({"send": "x"}), "paused", NOT_OBSERVED, question=("x?",)))
    assert first.steps[1:] == second.steps == (waiting,)
    assert second.snapshot == Snapshot(EMPTY, ("w",), (("w", "x?"),))
