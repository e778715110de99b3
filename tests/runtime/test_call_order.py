"""Completion order of tool calls, in one task or in several, and of whole agents: imposed without a stall."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tests.runtime.team_cases import calling, messages, scripted, tasks
from twinstep.runtime.drive import observe_case
from twinstep_model.agents import (
    Agent,
    Handoff,
    Reply,
    Supervisor,
    Swarm,
    Team,
    ToolCommand,
    ToolDoes,
    ToolGraph,
    ToolText,
)
from twinstep_model.cases import Case
from twinstep_model.observation import Error, NotObserved, Ran, Task
from twinstep_model.values import Call, Map, Message, Raise

TOOLS = ("look", "note")
FORMS = ("dict", "object", "list", "calls", "each", "context")
AGENTS: list[tuple[str, Team]] = [
    *[("al", Agent("al", TOOLS, version)) for version in ("v1", "v2")],
    *[("model", ToolGraph(TOOLS, form)) for form in FORMS],
]
agents = pytest.mark.parametrize(("speaker", "team"), AGENTS, ids=["v1", "v2", *FORMS])
in_one_task = pytest.mark.parametrize(
    "team", [Agent("model", TOOLS, "v1"), *[ToolGraph(TOOLS, form) for form in FORMS[:4]]], ids=["v1", *FORMS[:4]]
)


def run(case: Case) -> Ran:
    [ran] = observe_case(case).actions
    return ran


@agents
@pytest.mark.parametrize(("size", "saver"), [(2, True), (3, False), (4, True)])
def test_every_order_can_be_imposed(
    speaker: str, team: Team, size: int, saver: bool, mode: Any, acted: list[str]
) -> None:
    says = {speaker: [calling(*(TOOLS * 2)[:size])]}
    for order in permutations(range(size)):
        acted.clear()
        ran = run(scripted(team, says, mode=mode, gates=True, orders=(order,), saver=saver))
        assert acted == [f"c{place + 1}" for place in order]
        assert ran.error is None


@agents
def test_an_order_is_kept_ten_times_out_of_ten(speaker: str, team: Team, mode: Any, acted: list[str]) -> None:
    says = {speaker: [calling("look", "nope", "note", "look"), calling("note", "look", first=5)]}
    case = scripted(team, says, mode=mode, gates=True, orders=((3, 1, 0, 2), (1, 0)))
    first = observe_case(case)
    for _ in range(10):
        acted.clear()
        assert observe_case(case) == first
        assert acted == ["c4", "c1", "c3", "c6", "c5"]


@pytest.mark.parametrize("version", ["v1", "v2"])
@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_handoffs_are_held_like_any_tool(version: Any, order: tuple[int, ...], mode: Any, acted: list[str]) -> None:
    al = Agent("al", TOOLS, version, (Handoff("bo"), Handoff("al", "again")))
    swarm = Swarm((al, Agent("bo")), "al")
    says = {"al": [calling("transfer_to_bo", "look", "again", "note")]}
    run(scripted(swarm, says, mode=mode, gates=True, orders=(order,)))
    assert acted[:4] == [f"c{place + 1}" for place in order]


@in_one_task
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_of_several_errors_in_one_task(team: Team, order: tuple[int, ...], mode: Any, acted: list[str]) -> None:
    """Synchronously the first in the order of the calls is raised, whatever came first; otherwise the first in time."""
    does: dict[str, ToolDoes] = {"c1": Raise("e1"), "c2": ToolCommand("", answers=False), "c3": Raise("e3")}
    case = scripted(team, {"model": [calling("look", "note", "look")]}, does, mode=mode, gates=True, orders=(order,))
    errors = (Error("ScriptedError", "e1"), Error("ValueError"), Error("ScriptedError", "e3"))
    for _ in range(3):
        acted.clear()
        assert run(case).error == (errors[0] if mode == "sync" else errors[order[0]])
        if mode == "sync":
            assert acted == [f"c{place + 1}" for place in order]


@in_one_task
def test_a_call_that_never_starts_is_not_waited_for(team: Any, mode: Any) -> None:
    wanting = {"tools": (*TOOLS, "want"), "wants": ("want",)}
    lacking = (
        Agent("model", version="v1", **wanting) if isinstance(team, Agent) else ToolGraph(form=team.form, **wanting)
    )
    reply = calling("look", "note", "want", "look")
    does: dict[str, ToolDoes] = {"c1": Raise("e1")}
    case = scripted(lacking, {"model": [reply]}, does, mode=mode, gates=True, orders=((3, 1, 2, 0),))
    for _ in range(10):
        error = run(case).error
        assert error is not None
        assert error.type == "ScriptedError" if mode == "sync" else error.type != "ScriptedError"


@in_one_task
def test_unknown_names_and_invalid_arguments_do_not_disturb_the_order(team: Any, mode: Any, acted: list[str]) -> None:
    invalid = Call("c9", "look", Map((("n", "many"),)))
    reply = Reply("", (Call("c1", "look"), Call("c2", "nope"), invalid, Call("c4", "look")))
    case = scripted(team, {"model": [reply]}, mode=mode, gates=True, orders=((3, 2, 1, 0),))
    for _ in range(5):
        acted.clear()
        run(case)
        assert acted == ["c4", "c1"]


@pytest.mark.parametrize("limit", [2, 3])
@pytest.mark.parametrize("first", [ToolText("ok"), Raise("e1"), ToolCommand("", answers=False)])
def test_calls_may_be_more_than_threads(limit: int, first: ToolDoes, mode: Any) -> None:
    says = {"al": [calling("look", "note", "look", "note")]}
    schedule = {"mode": mode, "gates": True, "orders": ((0, 1, 2, 3),), "max_concurrency": limit}
    for _ in range(5):
        ran = run(scripted(Agent("al", TOOLS, "v1"), says, {"c1": first}, **schedule))
        assert (ran.error is None) == isinstance(first, ToolText)


@pytest.mark.parametrize("version", ["v1", "v2"])
@pytest.mark.parametrize("saver", [True, False])
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_agents_run_one_after_the_other(version: Any, saver: bool, order: tuple[int, ...], mode: Any) -> None:
    """Two of them are one agent: it speaks in the order in which they run."""
    team = Swarm((Agent("al", TOOLS, version), Agent("bo", TOOLS, version), Agent("cy", TOOLS)), "al")
    does: dict[str, ToolDoes] = {"c1": ToolCommand("", parent=True, goto=("bo", "cy", "bo"), sends=True)}
    says = {"al": [calling("look")], "bo": [Reply("first"), Reply("second")], "cy": [calling("look", "note", first=7)]}
    ran = run(scripted(team, says, does, mode=mode, gates=True, orders=(order, (1, 0)), saver=saver))
    spoken = [messages(task.nested[-1].values)[-1].text if saver else "" for task in ran.steps[1].tasks]
    early = order.index(0) < order.index(2)
    if saver:
        assert spoken == (["first", "done", "second"] if early else ["second", "done", "first"])
    assert [message.text for message in messages(ran.result) if message.name == "bo"] == (
        ["first", "second"] if early else ["second", "first"]
    )


@pytest.mark.parametrize("order", list(permutations(range(2))))
def test_a_failing_agent_ends_the_step(order: tuple[int, ...], mode: Any) -> None:
    team = Swarm((Agent("al", TOOLS), Agent("bo", TOOLS, "v1"), Agent("cy")), "al")
    does: dict[str, ToolDoes] = {
        "c1": ToolCommand("", parent=True, goto=("bo", "cy"), sends=True),
        "c2": Raise("e2"),
    }
    says = {"al": [calling("look")], "bo": [calling("look", first=2)]}
    for _ in range(5):
        ran = run(scripted(team, says, does, mode=mode, gates=True, orders=(order,)))
        assert ran.error == Error("ScriptedError", "e2")
        assert [task.end for task in ran.steps[1].tasks] == ["error", "open" if order == (0, 1) else "ok"]


def _said(task: Task) -> str:
    """The text of the message that the task wrote."""
    assert not isinstance(task.writes, NotObserved)
    [(_, messages)] = task.writes
    assert isinstance(messages, tuple)
    [message] = messages
    assert isinstance(message, Message)
    return message.text


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_models_of_one_step_speak_in_order(order: tuple[int, ...], mode: Any) -> None:
    graph = ToolGraph(("look",), aside=("log", "tell"))
    does: dict[str, ToolDoes] = {"c1": ToolCommand("", goto=("log", "tell", "log"), sends=True)}
    says = {"model": [calling("look")], "log": [Reply("first"), Reply("second")]}
    ran = run(scripted(graph, says, does, mode=mode, gates=True, orders=(order,)))
    wrote = [_said(task) for task in ran.steps[2].tasks]
    early = order.index(0) < order.index(2)
    assert wrote == (["first", "done", "second", "done"] if early else ["second", "done", "first", "done"])


def test_orders_of_calls_are_taken_when_their_task_may_go_on(mode: Any, acted: list[str]) -> None:
    """The tools run again beside the model, after it: the second entry is for the two, the third for the calls."""
    does: dict[str, ToolDoes] = {"c1": ToolCommand("", goto=("tools",))}
    case = scripted(
        Agent("al", TOOLS, "v1"),
        {"al": [calling("look", "note")]},
        does,
        mode=mode,
        gates=True,
        orders=((0, 1), (1, 0), (1, 0)),
    )
    ran = run(case)
    assert [task.node for task in ran.steps[2].tasks] == ["agent", "tools"]
    assert acted[:4] == ["c1", "c2", "c2", "c1"]


def test_nested_teams_are_held(mode: Any, acted: list[str]) -> None:
    inner = Supervisor((Agent("al", TOOLS, "v1"), Agent("bo")), ("look",), name="inner")
    says = {
        "supervisor": [calling("transfer_to_inner")],
        "inner": [calling("look", "look", first=2), calling("transfer_to_al", first=4)],
        "al": [calling("look", "note", "look", first=5)],
    }
    ran = run(scripted(Supervisor((inner,)), says, mode=mode, gates=True, orders=((1, 0), (2, 0, 1))))
    assert acted == ["c1", "c3", "c2", "c4", "c7", "c5", "c6"]
    assert all(task.end != "error" for task in tasks(ran.steps))
