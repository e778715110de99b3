"""Reading and writing files: what is written is read back, and whatever is wrong is said in one line."""

import json
import os
from pathlib import Path

import pytest

from twinstep import files, jsontext
from twinstep.files import BadInput, case_id, read_case, read_case_file, read_json, write_case, write_text
from twinstep_model import codec
from twinstep_model.agents import (
    Agent,
    Handoff,
    ModelScript,
    Reply,
    Supervisor,
    Swarm,
    TeamScript,
    ToolCommand,
    ToolGraph,
    ToolMany,
    ToolScript,
)
from twinstep_model.cases import (
    FORMAT_VERSION,
    Case,
    Edge,
    Graph,
    GraphScript,
    Invoke,
    Last,
    Node,
    NodeScript,
    Outcome,
    Update,
    Write,
)
from twinstep_model.values import Call, Map, Message

GRAPH = Case(
    Graph((Last("x"),), (Node("a"), Node("b", reads=("x",))), (Edge("__start__", "a"), Edge("a", "b"))),
    GraphScript((NodeScript("a", (Outcome(Update((Write("x", "\x00 é \u202e"),))),)),)),
    (Invoke(Update((Write("x", Map((("k", (1, None, True)),))),))),),
)
TEAM = Case(
    Supervisor((Agent("alice", ("add",)), Agent("bob"))),
    TeamScript((ModelScript("supervisor", (Reply("", (Call("c1", "transfer_to_alice"),)),)),)),
    (Invoke(Update((Write("messages", (Message("human", "hi"),)),))),),
)

NESTED = Case(
    Swarm((Agent("alice", handoffs=(Handoff("team"),)), Supervisor((Agent("bob"),), name="team")), "alice"),
    TeamScript(tools=(ToolScript("c1", ToolMany((ToolCommand("", goto=("b",)),))),)),
    (),
)


def valid() -> dict[str, object]:
    return {"format_version": FORMAT_VERSION, **codec.encode(GRAPH)}


def refusal(path: Path) -> str:
    """What read_case says about the file, without its name."""
    with pytest.raises(BadInput) as caught:
        read_case(path)
    text = str(caught.value)
    assert "\n" not in text
    assert text.isprintable()
    assert text.startswith(f"{path}: ")
    return text.removeprefix(f"{path}: ")


def refused(tmp_path: Path, content: str | bytes | dict[str, object]) -> str:
    path = tmp_path / "case.json"
    data = json.dumps(content) if isinstance(content, dict) else content
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return refusal(path)


@pytest.mark.parametrize("case", [GRAPH, TEAM, NESTED], ids=["graph", "team", "nested"])
def test_what_is_written_is_read_back(tmp_path: Path, case: Case) -> None:
    path = tmp_path / "new" / "case.json"
    write_case(path, case, {"sentence": "as seen", "outcomes": [1, 2]})
    assert read_case(path) == case
    assert read_case_file(path).about == {"sentence": "as seen", "outcomes": [1, 2]}
    assert json.loads(path.read_text("utf-8"))["format_version"] == FORMAT_VERSION


def test_a_file_of_the_first_format_is_read_as_it_was_meant(tmp_path: Path) -> None:
    data = json.loads(codec.dumps(TEAM))
    for agent in data["topology"]["agents"]:
        assert agent.pop("kind") == "agent"
    path = tmp_path / "case.json"
    path.write_text(json.dumps({"format_version": 1, **data}), "utf-8")
    assert read_case(path) == TEAM
    for agents in (3, [3], [{"name": 3}]):
        wrong = {"format_version": 1, **data, "topology": {**data["topology"], "agents": agents}}
        assert refused(tmp_path, wrong).startswith("topology.agents")
    assert refused(tmp_path, {"format_version": 1, **data, "topology": []}).startswith("topology")


def test_a_file_of_the_second_format_is_read_as_it_was_meant(tmp_path: Path) -> None:
    data = json.loads(codec.dumps(GRAPH))
    for action in data["actions"]:
        assert action.pop("kind") == "invoke"
    path = tmp_path / "case.json"
    path.write_text(json.dumps({"format_version": 2, **data}), "utf-8")
    assert read_case(path) == GRAPH
    for actions in (3, [3]):
        assert refused(tmp_path, {"format_version": 2, **data, "actions": actions}).startswith("actions")


def test_files_are_written_in_many_short_lines(tmp_path: Path) -> None:
    write_case(tmp_path / "case.json", GRAPH)
    lines = (tmp_path / "case.json").read_text("utf-8").splitlines()
    assert len(lines) > 20
    assert max(map(len, lines)) < 80
    assert "about" not in (tmp_path / "case.json").read_text("utf-8")


def test_case_id() -> None:
    assert case_id(GRAPH) == case_id(codec.decode(Case, codec.encode(GRAPH)))
    assert case_id(GRAPH) != case_id(TEAM)
    assert len(case_id(GRAPH)) == 12
    assert set(case_id(GRAPH)) <= set("0123456789abcdef")


def test_names_that_langgraph_refuses_are_valid(tmp_path: Path) -> None:
    for name in ("a:b", "a|b", "__start__", "__end__", "__interrupt__", "é", "a" * 100):
        case = Case(Graph((), (Node(name),)), GraphScript(), ())
        write_case(tmp_path / "case.json", case)
        assert read_case(tmp_path / "case.json") == case


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    (tmp_path / "case.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(valid()).encode())
    assert read_case(tmp_path / "case.json") == GRAPH


def test_no_such_file_and_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.json") == "no such file; check its name"
    assert refusal(tmp_path) == "is a folder; name a file in it"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "is empty"),
        (b'{"a": "\xff"}', "is not UTF-8 (byte 7); save it as UTF-8"),
        ('{\n "a": 1,\n}', "is no JSON: "),
        ('{"a": ' * 51, "is nested deeper than 50 levels"),
        ("[" * 1_000_000, "is nested deeper than 50 levels"),
        ('{"a":' * 900_000, "is nested deeper than 50 levels"),
        ('["\\"' * 1_000_000, "is no JSON: "),
        ('{"a": {"b": 1, "b": 2}}', "a.b: is given twice"),
        ('{"a": [NaN]}', "a[0]: nan is no whole number"),
        ('{"a": -Infinity}', "a: -inf is no whole number"),
        ('{"a": 1.0}', "a: 1.0 is no whole number"),
        ('{"a": 9223372036854775808}', "a: a whole number beyond 64 bits"),
        ('{"a": ' + "9" * 5000 + "}", "has a whole number beyond 64 bits"),
        ('{"a": "\\ud800"}', "a: a text with half a surrogate pair in it"),
        ('{"\\udfff": 1}', "\\udfff: a name with half a surrogate pair in it"),
        ("[]", "must be an object with format_version, "),
        ("{}", "format_version: is missing; "),
        ('{"format_version": "1"}', "format_version: must be a whole number"),
        ('{"format_version": 0}', "format_version: must be a whole number"),
        ('{"format_version": 7, "topology": [[]]}', "written by a newer twinstep (format 7, this one reads up to 3): "),
        ('{"format_version": 2}', "topology: is missing"),
        (" " * 5_000_001, "is larger than 5 MB; make it smaller"),
        (valid() | {"extra": 1}, "extra: unknown field; a case has topology, script, actions, schedule"),
        (valid() | {"\x1b[2J\n": 1}, "\\x1b[2J\\n: unknown field; "),
        (valid() | {"x" * 100_000: 1}, "xxx"),
        (valid() | {"about": []}, "about: must be an object"),
        (valid() | {"about": {"seconds": 0.5}}, "about.seconds: 0.5 is no whole number"),
        (valid() | {"actions": {}}, "actions: must be a list, not an object"),
        (valid() | {"schedule": {"max_concurrency": True}}, "schedule.max_concurrency: must be a whole number"),
    ],
)
def test_refused(tmp_path: Path, content: str | bytes | dict[str, object], said: str) -> None:
    text = refused(tmp_path, content)
    assert text.startswith(said)
    assert len(text) < 600


def test_malformed_json_is_located(tmp_path: Path) -> None:
    assert refused(tmp_path, '{\n "a": 1 2\n}').endswith("(line 2, column 9)")


@pytest.mark.parametrize("name", ["", "a\x00", "a\n", "a\x85", "a" * 101])
def test_names_are_checked_wherever_they_stand(tmp_path: Path, name: str) -> None:
    broken = {
        "topology.nodes[0].name": Case(Graph((), (Node(name),)), GraphScript(), ()),
        "topology.edges[0].target": Case(Graph((), (), (Edge("a", name),)), GraphScript(), ()),
        "script.nodes[0].node": Case(Graph((), ()), GraphScript((NodeScript(name),)), ()),
        "topology.agents[0].name": Case(Supervisor((Agent(name),)), TeamScript(), ()),
        "topology.agents[0].tools[1]": Case(Supervisor((Agent("a", ("t", name)),)), TeamScript(), ()),
        "script.models[0].replies[0].calls[0].name": Case(
            Supervisor(()), TeamScript((ModelScript("a", (Reply("", (Call("c1", name),)),)),)), ()
        ),
        "topology.agents[0].handoffs[0].agent": Case(
            Swarm((Agent("a", handoffs=(Handoff(name),)),), "a"), TeamScript(), ()
        ),
        "topology.agents[0].agents[0].name": Case(
            Swarm((Supervisor((Agent(name),), name="team"),), "a"), TeamScript(), ()
        ),
        "topology.default": Case(Swarm((), name), TeamScript(), ()),
        "topology.aside[0]": Case(ToolGraph(("t",), aside=(name,)), TeamScript(), ()),
        "topology.sees[0]": Case(Agent("a", ("t",), sees=(name,)), TeamScript(), ()),
        "script.tools[0].does.items[0].goto[0]": Case(
            Agent("a"), TeamScript((), (ToolScript("c1", ToolMany((ToolCommand("", goto=(name,)),))),)), ()
        ),
    }
    for field, case in broken.items():
        assert refused(tmp_path, {"format_version": FORMAT_VERSION, **codec.encode(case)}).startswith(f"{field}: ")


def test_too_many_nodes(tmp_path: Path) -> None:
    def graph(nodes: int) -> Case:
        return Case(Graph((), tuple(Node(f"n{number}") for number in range(nodes))), GraphScript(), ())

    write_case(tmp_path / "most.json", graph(200))
    assert read_case(tmp_path / "most.json") == graph(200)
    said = refused(tmp_path, {"format_version": FORMAT_VERSION, **codec.encode(graph(201))})
    assert said == "topology.nodes: has 201 entries; at most 200 are supported"


def test_members_of_inner_teams_count_too(tmp_path: Path) -> None:
    inner = Swarm(tuple(Agent(f"a{number}") for number in range(200)), "a0", "team")
    said = refused(
        tmp_path, {"format_version": FORMAT_VERSION, **codec.encode(Case(Supervisor((inner,)), TeamScript(), ()))}
    )
    assert said == "topology.agents: has 201 entries; at most 200 are supported"


def test_what_could_not_be_read_is_not_written(tmp_path: Path) -> None:
    for case in (
        Case(Graph((), (Node(""),)), GraphScript(), ()),
        Case(Graph((), ()), GraphScript(), (Invoke(Update((Write("x", "\ud800"),))),)),
        Case(Graph((), ()), GraphScript(), (Invoke(Update((Write("x", "a" * 5_000_000),))),)),
    ):
        with pytest.raises(BadInput):
            write_case(tmp_path / "case.json", case)
    assert list(tmp_path.iterdir()) == []


def test_nesting_inside_texts_does_not_count() -> None:
    assert jsontext.parse('["' + "[" * 100 + '", "\\"' + "{" * 100 + '"]') == ["[" * 100, '"' + "{" * 100]
    assert jsontext.parse("[" * 50 + "]" * 50) != []


def test_read_json_has_a_limit(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[1, 2, 3]", "utf-8")
    assert read_json(tmp_path / "a.json", limit=9) == [1, 2, 3]
    with pytest.raises(BadInput, match="larger than"):
        read_json(tmp_path / "a.json", limit=8)


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.txt"
    write_text(target, "old")

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadInput, match="cannot be written: No space left on device"):
        write_text(target, "new")
    assert target.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_write_text_keeps_links_and_line_ends(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_text(tmp_path / "link", "one\ntwo\n")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"one\ntwo\n"


def test_shipped_files_are_there() -> None:
    assert files.shipped("README.md").is_file()
