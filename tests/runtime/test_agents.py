"""Agents in the real library: what their observations show."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from tests.runtime.team_cases import calling, messages, say, scripted, texts
from twinstep.runtime.drive import observe_case
from twinstep_model.agents import Agent, Reply, ToolAnswer, ToolCommand, ToolDoes, ToolMany, ToolSaw, ToolText
from twinstep_model.cases import Case, Invoke
from twinstep_model.observation import NOT_OBSERVED, Error, Ran
from twinstep_model.values import Call, Instance, Map, Message, Raise

VERSIONS: tuple[Literal["v1", "v2"], ...] = ("v1", "v2")
version = pytest.mark.parametrize("version", VERSIONS)


def run(agent: Agent, *replies: Reply, does: dict[str, ToolDoes] | None = None, **schedule: Any) -> Ran:
    return last(scripted(agent, {agent.name: replies}, does, **schedule))


def last(case: Case) -> Ran:
    observation = observe_case(case)
    assert observation.build is None
    return observation.actions[-1]


def nodes(ran: Ran) -> list[tuple[str, ...]]:
    return [tuple([task.node for task in step.tasks]) for step in ran.steps]


@version
def test_an_agent_calls_its_tools(version: Literal["v1", "v2"], mode: Any) -> None:
    ran = run(Agent("al", ("look", "note"), version), calling("look", "nope", "note"), mode=mode)
    assert texts(ran) == [
        ("human", "hi"),
        ("al", "go"),
        ("look", "ok"),
        ("nope", "<library>"),
        ("note", "ok"),
        ("al", "done"),
    ]
    tools = ran.steps[1].tasks
    if version == "v1":
        assert [task.input for task in tools] == [ran.steps[0].values]
        assert tools[0].cause == "pull"
    else:
        assert [task.input for task in tools] == [_call("c1", "look"), _call("c2", "nope"), _call("c3", "note")]
        assert {task.cause for task in tools} == {"push"}


@version
def test_the_argument_is_a_whole_number(version: Literal["v1", "v2"], mode: Any) -> None:
    values = (7, "7", True, None)
    calls = tuple([Call(f"c{place}", "look", Map((("n", given),))) for place, given in enumerate(values)])
    ran = run(Agent("al", ("look",), version), Reply("go", calls), mode=mode)
    _, reply, *answers, _ = messages(ran.result)
    assert reply.calls == calls
    assert [(answer.text, answer.failed) for answer in answers] == [("ok", False), *[("<library>", True)] * 3]


@version
def test_tools_may_answer_with_messages_and_commands(version: Literal["v1", "v2"], mode: Any) -> None:
    does: dict[str, ToolDoes] = {
        "c1": ToolAnswer("a1", failed=True),
        "c2": ToolCommand("a2"),
        "c3": ToolMany((ToolCommand("", answers=False), ToolAnswer("a3"))),
        "c4": ToolText("a4"),
    }
    ran = run(Agent("al", ("look",), version), calling(*["look"] * 4), does=does, mode=mode)
    answers = [message for message in messages(ran.result) if message.role == "tool"]
    assert [(answer.text, answer.answers, answer.failed) for answer in answers] == [
        ("a1", "c1", True),
        ("a2", "c2", False),
        ("a3", "c3", False),
        ("a4", "c4", False),
    ]


@version
def test_a_command_may_clear_the_messages(version: Literal["v1", "v2"], mode: Any) -> None:
    ran = run(Agent("al", ("look",), version), calling("look"), does={"c1": ToolCommand("", clears=True)}, mode=mode)
    assert texts(ran) == [("al", "done")]


@version
def test_a_tool_sees_the_state_of_its_agent(version: Literal["v1", "v2"], mode: Any) -> None:
    agent = Agent("al", ("look",), version, sees=("look",))
    ran = run(agent, Reply("", (Call("c1", "look", Map((("state", "forged"),))),)), does={"c1": ToolSaw()}, mode=mode)
    assert ("look", "saw 2") in texts(ran)


@version
def test_a_field_that_no_state_has_fails_the_run(version: Literal["v1", "v2"], mode: Any) -> None:
    ran = run(Agent("al", ("look", "want"), version, wants=("want",)), calling("look", "want"), mode=mode, gates=True)
    assert ran.error == Error("KeyError")
    assert ran.steps[-1].tasks[-1].error == ran.error


@version
def test_a_direct_answer_ends_the_run(version: Literal["v1", "v2"], mode: Any) -> None:
    ran = run(Agent("al", ("look", "note"), version, direct=("look",)), calling("note", "look"), mode=mode)
    assert texts(ran)[-1] == ("look", "ok")


@pytest.mark.parametrize(
    ("pre", "spoken"),
    [
        ("view", ["hi", "go", "ok", "done"]),
        ("note", ["hi", "note", "go", "ok", "note", "done"]),
        ("trim", ["go", "ok", "done"]),
    ],
)
def test_a_hook_before_the_model(pre: Literal["view", "note", "trim"], spoken: list[str], mode: Any) -> None:
    ran = run(Agent("al", ("look",), pre=pre), calling("look"), mode=mode)
    assert [text for _, text in texts(ran)] == spoken
    assert nodes(ran) == [("pre_model_hook",), ("agent",), ("tools",), ("pre_model_hook",), ("agent",)]
    shown = dict(ran.steps[1].tasks[0].input.items) if isinstance(ran.steps[1].tasks[0].input, Map) else {}
    assert ("llm_input_messages" in shown) == (pre == "view")


def test_what_a_hook_shows_the_model_alone_is_no_output(mode: Any) -> None:
    ran = run(Agent("al", ("look",), pre="view"), mode=mode, saver=False)
    assert ran.begin == NOT_OBSERVED
    assert [step.values for step in ran.steps] == [NOT_OBSERVED, NOT_OBSERVED]
    assert texts(ran) == [("human", "hi"), ("al", "done")]


@version
def test_a_hook_after_the_model(version: Literal["v1", "v2"], mode: Any) -> None:
    ran = run(Agent("al", ("look",), version, post="note"), mode=mode)
    assert texts(ran) == [("human", "hi"), ("al", "done"), ("human", "noted")]


def test_a_hook_may_answer_a_call(mode: Any) -> None:
    ran = run(Agent("al", ("look",), post="answer"), calling("look", "look"), mode=mode)
    answers = [(message.text, message.answers) for message in messages(ran.result) if message.role == "tool"]
    assert answers == [("hooked", "c1"), ("ok", "c2")]
    assert nodes(ran)[-1] == ("post_model_hook",)
    assert ran.steps[-1].tasks[0].writes == ()


@version
def test_a_structured_response_takes_the_next_reply(version: Literal["v1", "v2"], mode: Any) -> None:
    agent = Agent("al", ("look",), version, structured=True)
    replies = (calling("look"), Reply("first"), Reply("second"))
    ran = last(scripted(agent, {"al": replies}, None, say(), say(2), mode=mode))
    assert isinstance(ran.begin, Map)
    assert dict(ran.begin.items)["structured_response"] == Instance((("answer", "second"),))
    assert ran.steps[-1].tasks[0].writes == (("structured_response", Instance((("answer", "done"),))),)


def test_a_limit_ends_a_run(mode: Any) -> None:
    case = scripted(Agent("al", ("look",)), {"al": [calling("look"), calling("look", first=2)]}, None, say(limit=3))
    assert last(case).error == Error("GraphRecursionError", "GRAPH_RECURSION_LIMIT")


@version
def test_every_agent_without_a_saver_starts_anew(version: Literal["v1", "v2"], mode: Any) -> None:
    case = scripted(Agent("al", ("look",), version), {}, None, say(), Invoke(say(2).input), mode=mode, saver=False)
    assert texts(last(case)) == [("human", "hi"), ("al", "done")]


@version
def test_a_raising_tool_fails_the_run(version: Literal["v1", "v2"], mode: Any) -> None:
    ran = run(Agent("al", ("look",), version), calling("look"), does={"c1": Raise("e1")}, mode=mode)
    assert ran.error == ran.steps[-1].tasks[0].error == Error("ScriptedError", "e1")


def test_a_command_for_the_graph_around_none_is_raised(mode: Any) -> None:
    ran = run(Agent("al", ("look",)), calling("look"), does={"c1": ToolCommand("", parent=True)}, mode=mode, gates=True)
    assert ran.error == Error("ParentCommand")
    assert [task.end for task in ran.steps[-1].tasks] == ["open"]


def _call(call: str, tool: str) -> Map:
    return Map((("call", call), ("tool", tool)))


def test_arguments_come_back_as_they_were_written() -> None:
    call = Call("c1", "look", Map((("n", 1), ("other", ("a", Map())))))
    ran = run(Agent("al", ("look",)), Reply("go", (call,)))
    assert messages(ran.result)[1] == Message("ai", "go", name="al", calls=(call,))
