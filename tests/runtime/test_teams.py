"""Supervisor teams in the real library: what their observations show."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from tests.runtime.team_cases import TEAM, calling, case, messages, random_case, say, tasks, texts
from twinstep.runtime import teams
from twinstep.runtime.drive import observe_case
from twinstep.runtime.tools import scripted_tool
from twinstep_model.agents import Agent, ToolCommand, ToolScript
from twinstep_model.cases import Case, Schedule
from twinstep_model.observation import NOT_OBSERVED, Error, Observation
from twinstep_model.values import Call, Map, Message, Raise

Mode = Literal["sync", "async"]


def run(test: Case, mode: Mode) -> Observation:
    observation = observe_case(replace(test, schedule=replace(test.schedule, mode=mode)))
    assert observation.build is None
    return observation


def agents(observation: Observation) -> list[str]:
    """The workers that ran, in order."""
    steps = [step for ran in observation.actions for step in ran.steps]
    return [task.node for step in steps for task in step.tasks if task.node != "supervisor"]


def test_a_single_handoff_shows_in_the_history(mode: Mode) -> None:
    ran = run(case(calling("transfer_to_alice")), mode).actions[0]
    assert texts(ran) == [
        ("human", "hi"),
        ("supervisor", "go"),
        ("transfer_to_alice", "<library>"),
        ("alice", "done"),
        ("alice", "<library>"),
        ("transfer_back_to_supervisor", "<library>"),
        ("supervisor", "done"),
    ]
    first = ran.steps[0]
    assert first.next == ("alice",)
    model, handoff = [step.tasks[0] for step in first.tasks[0].nested]
    assert model.writes == (
        ("messages", (Message("ai", "go", name="supervisor", calls=(_call("transfer_to_alice"),)),)),
    )
    assert (handoff.cause, handoff.end) == ("push", "open")
    assert handoff.input == Map((("call", "c1"), ("tool", "transfer_to_alice")))


def test_of_two_handoffs_exactly_one_agent_runs(mode: Mode) -> None:
    test = case(calling("transfer_to_alice", "transfer_to_bob"))
    for _ in range(10):
        observation = run(test, mode)
        assert agents(observation) in (["alice"], ["bob"])
        step = observation.actions[0].steps[0]
        assert [task.end for task in step.tasks[0].nested[1].tasks] == ["open", "open"]
        sent = observation.actions[0].steps[1].tasks[0]
        assert sent.cause == "push"
        assert [message.role for message in messages(sent.input)] == ["human", "ai", "tool"]


def test_the_result_of_a_tool_beside_a_handoff_is_lost(mode: Mode) -> None:
    observation = run(case(calling("transfer_to_alice", "note")), mode)
    note = next(task for task in tasks(observation.actions[0].steps) if task.input == _input("c2", "note"))
    assert note.end == "ok"
    assert note.writes == (("messages", (Message("tool", "ok", name="note", answers="c2"),)),)
    assert "c2" not in [message.answers for message in messages(observation.actions[0].result)]


def test_unknown_names_are_answered_with_an_error(mode: Mode) -> None:
    ran = run(case(calling("nope", "Note", "transfer_to_Alice")), mode).actions[0]
    answers = [message for message in messages(ran.result) if message.role == "tool"]
    assert [(answer.name, answer.text, answer.failed) for answer in answers] == [
        ("nope", "<library>", True),
        ("Note", "<library>", True),
        ("transfer_to_Alice", "<library>", True),
    ]


def test_a_raising_tool_fails_the_run(mode: Mode) -> None:
    schedule = Schedule(gates=True)
    test = case(calling("post", "nope", "note"), tools=[ToolScript("c3", Raise("e1"))], schedule=schedule)
    ran = run(test, mode).actions[0]
    assert ran.error == Error("ScriptedError", "e1")
    assert ran.result == NOT_OBSERVED
    assert ran.steps[-1].values == NOT_OBSERVED
    turn = ran.steps[0].tasks[0]
    assert (turn.end, turn.error) == ("error", ran.error)
    assert [task.end for task in turn.nested[1].tasks] == ["ok", "ok", "error"]


def test_after_a_failure_tasks_are_open(mode: Mode) -> None:
    schedule = Schedule(gates=True, orders=((1, 0),))
    test = case(calling("post", "note"), tools=[ToolScript("c2", Raise("e1"))], schedule=schedule)
    for _ in range(5):
        turn = run(test, mode).actions[0].steps[0].tasks[0]
        assert [task.end for task in turn.nested[1].tasks] == ["open", "error"]


def test_a_tool_may_return_a_command(mode: Mode) -> None:
    ran = run(case(calling("note", "post"), tools=[ToolScript("c1", ToolCommand("kept"))]), mode).actions[0]
    assert ("note", "kept") in texts(ran)
    unanswered = case(calling("note"), tools=[ToolScript("c1", ToolCommand("", answers=False))])
    assert run(unanswered, mode).actions[0].error == Error("ValueError")


def test_turns_go_on_where_their_thread_was(mode: Mode) -> None:
    turns = (say(1), say(2, "t2"), say(3))
    observation = run(case(calling("note"), actions=turns), mode)
    said = [[message.id for message in messages(ran.result) if message.role == "human"] for ran in observation.actions]
    assert said == [["h1"], ["h2"], ["h1", "h3"]]


def test_without_a_saver_every_turn_starts_with_nothing(mode: Mode) -> None:
    observation = run(case(actions=(say(1), say(2)), schedule=Schedule(saver=False)), mode)
    assert texts(observation.actions[1]) == [("human", "hi"), ("supervisor", "done")]
    assert observation.actions[0].steps[0].next == NOT_OBSERVED


@pytest.mark.parametrize(("output_mode", "kept"), [("last_message", 1), ("full_history", 3)])
def test_the_output_mode_decides_what_a_worker_hands_back(
    output_mode: Literal["last_message", "full_history"], kept: int, mode: Mode
) -> None:
    team = replace(TEAM, output_mode=output_mode)
    alice = [calling("look", first=11)]
    for _ in range(20):
        ran = run(case(calling("transfer_to_alice"), team=team, alice=alice), mode).actions[0]
        assert len([name for name, text in texts(ran) if name in ("alice", "look") and text != "<library>"]) == kept
        # The library appends the pair that hands back to the worker's own last state; see forms.
        assert [step.values for step in ran.steps[1].tasks[0].nested][-1] == ran.steps[1].tasks[0].nested[-1].values
        last = ran.steps[1].tasks[0].nested[-1].values
        assert messages(last)[-1] == Message("ai", "done", name="alice")


def test_handoff_messages_can_be_off(mode: Mode) -> None:
    ran = run(case(calling("transfer_to_alice"), team=replace(TEAM, handoff_messages=False)), mode).actions[0]
    assert texts(ran) == [("human", "hi"), ("alice", "done"), ("supervisor", "done")]


def test_a_recursion_limit_ends_a_run(mode: Mode) -> None:
    ran = run(case(calling("transfer_to_alice"), calling("transfer_to_bob", first=2), actions=(say(limit=3),)), mode)
    assert ran.actions[0].error == Error("GraphRecursionError", "GRAPH_RECURSION_LIMIT")


def test_a_refused_team_is_an_observation() -> None:
    twice = replace(TEAM, agents=(Agent("alice"), Agent("alice")))
    assert observe_case(case(team=twice)) == Observation(Error("ValueError"))


def test_a_team_may_bind_tools_for_parallel_calls(mode: Mode) -> None:
    ran = run(case(calling("note", "post"), team=replace(TEAM, parallel_tool_calls=True)), mode).actions[0]
    assert [name for name, _ in texts(ran)] == ["human", "supervisor", "note", "post", "supervisor"]


def test_a_rescripted_team_is_like_a_fresh_one(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    tests = [random_case(seed, mode, races=False) for seed in range(50)]
    rescripted = [observe_case(test) for test in tests]
    monkeypatch.setattr(teams, "build", teams.fresh)
    for test, observation in zip(tests, rescripted, strict=True):
        teams.member.cache_clear()
        scripted_tool.cache_clear()
        assert observe_case(test) == observation


def _call(name: str) -> Call:
    return Call("c1", name)


def _input(call: str, tool: str) -> Map:
    return Map((("call", call), ("tool", tool)))
