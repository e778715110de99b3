"""JSON forms: what is left out, what tells classes apart, and what a wrong document is told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from twinstep.notation import parse
from twinstep_model import codec
from twinstep_model.cases import Case, Edge, Fold, Graph, Invoke, Node, Schedule, Send, Update, Write
from twinstep_model.codec import FormatError, decode, dumps, encode, kind_of
from twinstep_model.observation import NOT_OBSERVED, Error, Observation, Ran, Step, Task
from twinstep_model.values import Call, Foreign, Instance, Map, Message, Overwrite, Value

PLAIN = parse("graph x | nodes a | edges >a | a: {x:1} | invoke {}")
TEAM = parse("supervisor alice | supervisor: 'hi' c1=nope | say 'hi'")
NESTED = parse(
    "swarm alice:v1:pre=note(lookup/sees,->team=go) team[supervisor bob / ->bob/silent with forward] "
    "| alice: c1=lookup{n:3} | c1 -> many(answer 'a' failed; command '' parent ->team,END sends clears) | say 'hi'"
)
HAND_MADE = parse("toolgraph/each lookup | with errors=text aside=[w] | model: c1=lookup | c1 -> saw | say 'hi'")
KEYS = parse("graph/dataclass x=[1] n:sum=null r:remaining l:last | nodes a | edges >a | invoke {}")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (1, "1"),
        ((1, ("a",)), '[1,["a"]]'),
        (Edge("a", "b"), '{"source":"a","target":"b"}'),
        (Node("ä"), '{"name":"ä"}'),
        (Fold("x"), '{"kind":"fold","name":"x"}'),
        (Fold("x", "sum"), '{"kind":"fold","name":"x","reducer":"sum"}'),
        (Send("a", "s"), '{"kind":"send","node":"a","label":"s"}'),
        (Invoke(Update(())), '{"kind":"invoke","input":{"kind":"update","writes":[]}}'),
        (Write("x", Map((("k", 1),))), '{"key":"x","value":{"kind":"map","items":[["k",1]]}}'),
        (Message("ai", calls=(Call("c", "t"),)), '{"kind":"message","role":"ai","calls":[{"id":"c","name":"t"}]}'),
        (Error("ValueError"), '{"kind":"error","type":"ValueError"}'),
        (NOT_OBSERVED, '{"kind":"not_observed"}'),
    ],
)
def test_defaults_are_left_out_and_a_kind_is_written_only_where_it_is_needed(value: Any, text: str) -> None:
    assert dumps(value) == text


def test_a_number_is_no_truth_value() -> None:
    assert dumps(Schedule(gates=1)) == '{"gates":1}'  # type: ignore[arg-type]  # equal to True, but not the same
    with pytest.raises(FormatError, match="gates: must be true or false, not 1"):
        decode(Schedule, {"gates": 1})


def test_every_kind_of_value_and_observation_comes_back() -> None:
    values: tuple[Value, ...] = (
        None,
        True,
        1,
        "x",
        (),
        ((), (1, ("y",))),
        Map((("a", Map()), ("b", (Message("human"),)))),
        Message("tool", "t", "m1", "n", answers="c", failed=True),
        Overwrite((1,), "long"),
        Instance((("a", None),)),
        Foreign("Send"),
    )
    tasks = tuple(
        Task(
            "n",
            "pull",
            value,
            "error",
            NOT_OBSERVED,
            Error("E", "c"),
            (("r", value),),
            (Step((), NOT_OBSERVED, ("n",)),),
        )
        for value in values
    )
    seen = Observation(None, (Ran(Map(), (("r", None),), (Step(tasks, Map(), NOT_OBSERVED),), None, NOT_OBSERVED),))
    again = decode(Observation, json.loads(dumps(seen)))
    assert again == seen
    assert dumps(again) == dumps(seen)
    assert hash(again) == hash(seen)


@pytest.mark.parametrize(
    "case", [PLAIN, TEAM, NESTED, HAND_MADE, KEYS], ids=["graph", "team", "nested", "hand-made", "keys"]
)
def test_a_case_comes_back(case: Case) -> None:
    assert decode(Case, json.loads(dumps(case))) == case


def _changed(case: Case, path: str, value: Any) -> Any:
    """The case's JSON with another value at this path; None takes the field out."""
    data = encode(case)
    here = data
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for part in way:
        here = here[part]
    if value is None:
        del here[last]
    else:
        here[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("topology", None, "topology: is missing"),
        ("topology.kind", None, "topology.kind: must be one of graph, agent, tool_graph, supervisor, swarm, not null"),
        ("topology.kind", "tree",
         "topology.kind: must be one of graph, agent, tool_graph, supervisor, swarm, not \"tree\""),
        ("topology", 3,
         "topology: must be an object of kind graph or agent or tool_graph or supervisor or swarm, not 3"),
        ("topology", [],
         "topology: must be an object of kind graph or agent or tool_graph or supervisor or swarm, not a list"),
        ("topology.colour", "red", "topology.colour: unknown field; a graph has keys, nodes, edges, "),
        ("topology.nodes", {}, "topology.nodes: must be a list, not an object"),
        ("topology.nodes.0", "a", "topology.nodes[0]: must be an object, not \"a\""),
        ("topology.nodes.0.kind", "edge", "topology.nodes[0].kind: must be 'node', not \"edge\""),
        ("topology.nodes.0.defer", "y" * 99, "topology.nodes[0].defer: must be true or false, not \"yyyyy"),
        ("topology.nodes.0.reads", 1, "topology.nodes[0].reads: must be null or a list, not 1"),
        ("topology.nodes.0.name", 1, "topology.nodes[0].name: must be a text, not 1"),
        ("topology.form", "list", "topology.form: must be one of 'typeddict', 'dataclass', 'pydantic', 'root', not"),
        ("topology.branches", [{"source": "a", "name": "r", "paths": [["x"]]}],
         "topology.branches[0].paths[0]: must be a list of 2 items, not a list"),
        ("actions.0.input", {"kind": "nothing", "x": 1}, "actions[0].input.x: unknown field; a nothing has none"),
        ("actions.0.limit", True, "actions[0].limit: must be a whole number, not true"),
        ("actions.0.input.writes", [{"key": "x", "value": 1.5}],
         "actions[0].input.writes[0].value: must be null or true or false or a whole number or a text or a list or an"
         " object of kind map or message or remove or overwrite or instance or foreign, not 1.5"),
    ],
)  # fmt: skip
def test_a_wrong_document_is_told_which_field_and_why(path: str, value: Any, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        decode(Case, _changed(PLAIN, path, value))
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 300


def test_a_wrong_document_as_a_whole_has_no_path() -> None:
    with pytest.raises(FormatError, match="the document: must be an object, not a list"):
        decode(Case, [])


def test_an_only_class_needs_no_kind_and_takes_its_own() -> None:
    data = {"type": "E"}
    assert decode(Observation, {"build": data}) == decode(Observation, {"build": {"kind": "error", **data}})


def test_a_kind_is_a_class_name_in_snake_case() -> None:
    assert [kind_of(cls) for cls in (Graph, NOT_OBSERVED.__class__)] == ["graph", "not_observed"]


def test_there_is_a_form_only_for_what_the_package_declares() -> None:
    with pytest.raises(TypeError, match="no JSON form"):
        codec.decode(float, 1.5)
