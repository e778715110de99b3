"""States of every form and keys of every kind, as the real library shows them."""

from __future__ import annotations

from typing import Any

import pytest

from twinstep_model.cases import (
    AnyValue,
    Barrier,
    Branch,
    Command,
    Ephemeral,
    Fields,
    Fold,
    Graph,
    Invoke,
    Key,
    Last,
    Managed,
    Many,
    Messages,
    Node,
    Outcome,
    Topic,
    Untracked,
    Whole,
)
from twinstep_model.observation import NOT_OBSERVED, Error
from twinstep_model.values import Call, Instance, Message, Overwrite, Remove

from .short import chain, fan, observe, pull, ran, route, script, state, step, update, value, writes

ABC = (Node("a"), Node("b"), Node("c"))
EVERY_FORM = pytest.mark.parametrize("form", ["typeddict", "dataclass", "pydantic"])

# For each kind of key: what a and b write, and the key's value at the start and after a, b and c ("-": none).
KINDS: list[tuple[Key, Any, Any, list[Any]]] = [
    (Last("k"), 1, 2, ["-", 1, 2, 2]),
    (Fold("k", "sum"), 1, 2, [0, 1, 3, 3]),
    (Fold("k", "max"), 3, 2, [0, 3, 3, 3]),
    (Fold("k", "concat"), ["x"], ["y"], [[], ["x"], ["x", "y"], ["x", "y"]]),
    (Fold("k", "strict", "abstract"), ["x"], ["y"], [[], ["x"], ["x", "y"], ["x", "y"]]),
    (Fold("k", "sum", "missing"), 1, 2, ["-", 1, 3, 3]),
    (Topic("k"), "x", ["y", "z"], ["-", ["x"], ["y", "z"], "-"]),
    (Topic("k", accumulate=True), "x", ["y", "z"], ["-", ["x"], ["x", "y", "z"], ["x", "y", "z"]]),
    (Ephemeral("k"), 1, 2, ["-", 1, 2, "-"]),
    (AnyValue("k"), 1, 2, ["-", 1, 2, "-"]),
    (Untracked("k"), 1, 2, ["-", 1, 2, 2]),
    (Barrier("k", ("p", "q")), "p", "q", ["-", "-", None, None]),
]


@EVERY_FORM
def test_managed_values_are_read_and_not_kept(form: Any) -> None:
    graph = Graph((Fold("k"), Managed("left"), Managed("ending", "last")), ABC, chain("a", "b", "c"), form=form)
    got = ran(graph, script(a=update(k=["a"], left=9)), Invoke(update(), limit=4))
    assert [item.values for item in got.steps] == [state(k=["a"])] * 3
    given = [item.tasks[0].input for item in got.steps]
    fields = [dict(one.fields if isinstance(one, Instance) else one.items) for one in given]
    assert [(one["left"], one["ending"]) for one in fields] == [(3, False), (2, False), (1, True)]


@pytest.mark.parametrize("form", ["dataclass", "pydantic"])
def test_declared_defaults_show_in_objects_only(form: Any) -> None:
    graph = Graph((Last("x", (7,)), Fold("n", "sum", default=(10,))), ABC[:1], chain("a"), form=form)
    got = ran(graph, script(a=update(n=5)))
    assert got.steps[0].tasks[0].input == Instance((("x", 7), ("n", 0)))
    assert got.steps[0].values == state(n=5)


@EVERY_FORM
@pytest.mark.parametrize(("key", "first", "second", "seen"), KINDS, ids=lambda item: type(item).__name__)
def test_kinds_of_keys(form: Any, key: Key, first: Any, second: Any, seen: list[Any]) -> None:
    graph = Graph((key,), ABC, chain("a", "b", "c"), form=form)
    got = ran(graph, script(a=update(k=first), b=update(k=second)))
    want = [state() if item == "-" else state(k=item) for item in seen]
    assert [got.begin, *(item.values for item in got.steps)] == want
    given = [item.tasks[0].input for item in got.steps]
    if form == "typeddict":
        assert given == want[:3]
    else:
        assert given == [Instance((("k", None if item == "-" else value(item)),)) for item in seen[:3]]


def test_untracked_keys_do_not_outlive_the_run() -> None:
    graph = Graph((Untracked("k"), Last("x")), (Node("a"),), fan("a"))
    first, second = observe(graph, script(a=update(x=1)), update(k="secret"), update()).actions
    assert (first.result, second.result) == (state(k="secret", x=1), state(x=1))


def test_messages_and_removals() -> None:
    call = Message("ai", "hello", "m1", calls=(Call("c1", "tool"),))
    answer = Message("tool", "result", answers="c1")
    human = Message("human", "hi")
    graph = Graph((Messages(),), ABC, chain("a", "b", "c"))
    does = script(
        a=update(messages=[call, answer]), b=update(messages=[Remove("m1")]), c=update(messages=[Remove("m")])
    )
    got = ran(graph, does, update(messages=[human]))
    assert got.begin == state(messages=[human])
    assert [item.values for item in got.steps] == [
        state(messages=[human, call, answer]),
        state(messages=[human, answer]),
        NOT_OBSERVED,
    ]
    assert got.steps[1].tasks[0].writes == (("messages", (Remove("m1"),)),)
    assert got.error == Error("ValueError")


def test_overwrites_in_every_spelling() -> None:
    keys = (Fold("l"), Fold("m", start="missing"), Last("x"))
    wrote = (("l", Overwrite(("z",), "short")), ("m", Overwrite(("k",))), ("x", Overwrite(1, "long")))
    got = ran(Graph(keys, ABC, fan("a", "b")), script(a=update(**dict(wrote)), b=update(l=["y"])))
    assert got.steps[0].tasks[0].writes == wrote
    # CH-05; CH-06: the first write to a missing value is stored as it is; CH-07: so is one to a key without reducer.
    assert got.steps[0].values == state(l=["z"], m=Overwrite(("k",)), x=Overwrite(1, "long"))


@pytest.mark.parametrize(
    ("form", "wrote"),
    [("dataclass", (("x", None), ("n", 1), ("l", ()))), ("pydantic", (("n", 1), ("l", ())))],
)
def test_a_state_object_writes_its_fields(form: Any, wrote: Any) -> None:
    graph = Graph(
        (Last("x"), Fold("n", "sum"), Fold("l")),
        (Node("a"),),
        fan("a"),
        branches=(Branch("a", "plain"), Branch("a", "typed", typed=True)),
        form=form,
    )
    got = ran(graph, script(a=Fields(writes(n=1))), update(x=5))
    [task] = got.steps[0].tasks
    after = Instance((("x", None if form == "dataclass" else 5), ("n", 1), ("l", ())))
    assert task.input == Instance((("x", 5), ("n", 0), ("l", ())))
    assert task.writes == wrote
    assert task.routers == (("plain", after), ("typed", after))


def test_a_router_sees_foreign_keys_of_its_node_unless_it_names_a_schema() -> None:
    graph = Graph((Last("x"),), ABC, fan("a"), branches=(Branch("a", "plain"), Branch("a", "typed", typed=True)))
    got = ran(graph, script(a=Outcome(update(x=1, other=2), (route("plain", "b"), route("typed", "c")))))
    [task] = got.steps[0].tasks
    assert task.writes == (("x", 1),)
    assert task.routers == (("plain", state(x=1, other=2)), ("typed", state(x=1)))
    assert got.steps[0].next == ("b", "c")


def test_schemas_of_nodes_and_private_keys() -> None:
    nodes = (Node("a", reads=("x", "p")), Node("b", reads=("p",)))
    graph = Graph((Last("x"), Last("y")), nodes, chain("a", "b"), private=(Last("p"),))
    got = ran(graph, script(a=update(p=1, x=2, y=3)), update(x=1, p=9))
    # `invoke` returns the state schema's keys, and only writes to keys that it returns are shown.
    assert got.steps == (
        step(pull("a", {"x": 1}, ("x", 2), ("y", 3)), values=state(p=1, x=2, y=3), next=("b",)),
        step(pull("b", {"p": 1}), values=state(p=1, x=2, y=3), next=()),
    )
    assert got.result == state(x=2, y=3)


def test_input_and_output_schemas() -> None:
    graph = Graph((Last("x"), Last("y")), ABC, chain("a", "b"), inputs=("x",), outputs=("y",))
    got = ran(graph, script(a=update(x=2, y=3), b=update(x=7)), update(x=1, y=9))
    assert got.begin == state(x=1)
    assert [item.tasks[0].writes for item in got.steps] == [(("y", 3),), ()]
    assert got.steps[-1].values == state(x=7, y=3)
    assert got.result == state(y=3)


@pytest.mark.parametrize("saver", [True, False])
def test_root_states(saver: bool) -> None:
    nodes, edges = (Node("a"), Node("b")), chain("a", "b")
    graph = Graph((Fold("__root__"),), nodes, edges, form="root", branches=(Branch("a", "r"),))
    one, two = (Command(writes(__root__=[name])) for name in "bc")
    got = ran(graph, script(a=Whole(("a",)), b=Many((one, two))), Whole(("i",)), saver=saver)
    first, second = got.steps
    [task] = first.tasks
    assert (got.begin, first.values) == (state(__root__=["i"]), state(__root__=["i", "a"]))
    assert task == pull("a", ["i"], ("__root__", ["a"]), routers=(("r", ("i", "a")),))
    assert second.tasks == (pull("b", ["i", "a"], ("__root__", ["b"]), ("__root__", ["c"])),)
    assert (second.values, got.result) == (state(__root__=["i", "a", "b", "c"]), ("i", "a", "b", "c"))


def test_a_root_state_without_a_reducer() -> None:
    graph = Graph((Last("__root__"),), (Node("a"),), fan("a"), form="root")
    got = ran(graph, script(a=Whole("a")), Whole(1))
    assert got.steps == (step(pull("a", 1, ("__root__", "a")), values=state(__root__="a"), next=()),)
    assert (got.begin, got.result) == (state(__root__=1), "a")
