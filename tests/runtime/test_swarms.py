"""Swarms and nested teams in the real library: what their observations show."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from tests.runtime.team_cases import calling, messages, say, scripted, tasks, texts
from twinstep.runtime.drive import observe_case
from twinstep_model.agents import Agent, Handoff, Reply, Supervisor, Swarm, Team, ToolCommand
from twinstep_model.cases import Case
from twinstep_model.observation import NOT_OBSERVED, Error, Observation, Ran
from twinstep_model.values import Call, Map

VERSIONS: tuple[Literal["v1", "v2"], ...] = ("v1", "v2")


def pair(version: Literal["v1", "v2"] = "v2", keeps: bool = True) -> Swarm:
    al = Agent("al", ("look",), version, (Handoff("bo"), Handoff("bo", "ask_bo")))
    return Swarm((al, Agent("bo", ("look",), version, (Handoff("al"),))), "al", keeps=keeps)


def run(case: Case) -> tuple[Ran, ...]:
    observation = observe_case(case)
    assert observation.build is None
    return observation.actions


def ran_nodes(ran: Ran) -> list[str]:
    return [task.node for step in ran.steps for task in step.tasks]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("tool", ["transfer_to_bo", "ask_bo"])
def test_a_handoff_lasts(version: Literal["v1", "v2"], tool: str, mode: Any) -> None:
    turns = (say(), say(2), say(3, "t2"), say(4, active_agent="al"))
    case = scripted(pair(version), {"al": [calling(tool), Reply("me")]}, None, *turns, mode=mode)
    first, second, other, given = run(case)
    assert texts(first) == [("human", "hi"), ("al", "go"), (tool, "<library>"), ("bo", "done")]
    assert isinstance(first.result, Map)
    assert dict(first.result.items)["active_agent"] == "bo"
    assert [ran_nodes(ran) for ran in (first, second, other, given)] == [["al", "bo"], ["bo"], ["al"], ["al"]]


@pytest.mark.parametrize("agent", [None, "nobody"])
def test_an_active_agent_that_is_none(agent: str | None, mode: Any) -> None:
    [ran] = run(scripted(pair(), {}, None, say(active_agent=agent), mode=mode, gates=True))
    assert (ran.error, ran.begin, ran.steps) == (Error("KeyError"), NOT_OBSERVED, ())


@pytest.mark.parametrize(
    "team",
    [
        Swarm((), "al"),
        Swarm((Agent("al"),), "bo"),
        Swarm((Agent("al"), Agent("al")), "al"),
        Swarm((Agent("al", handoffs=(Handoff("nobody"),)),), "al"),
        pair(keeps=False),
        Supervisor((Agent("al"), Agent("bo")), handoffs=(Handoff("al"),)),
        Supervisor((Agent("supervisor"),)),
        Supervisor((Swarm((Agent("al"),), "bo", "inner"),)),
    ],
)
def test_teams_that_are_refused(team: Team) -> None:
    assert observe_case(scripted(team, {})) == Observation(Error("ValueError"))


@pytest.mark.parametrize(("messages_too", "kept"), [(True, True), (False, False)])
def test_a_handoff_tool_of_ones_own(messages_too: bool, kept: bool, mode: Any) -> None:
    team = Supervisor((Agent("al"),), handoffs=(Handoff("al", "go_al", messages_too),))
    [ran] = run(scripted(team, {"supervisor": [calling("go_al")]}, mode=mode))
    assert ran_nodes(ran) == ["supervisor", "al", "supervisor"]
    assert (("go_al", "<library>") in texts(ran)) == kept


def test_a_message_is_forwarded(mode: Any) -> None:
    team = Supervisor((Agent("al"),), forward=True)
    forward = Reply("", (Call("c2", "forward_message", Map((("from_agent", "AL"),))),))
    says = {"supervisor": [calling("transfer_to_al"), forward], "al": [Reply("news")]}
    [ran] = run(scripted(team, says, mode=mode))
    assert texts(ran)[-1] == ("supervisor", "news")


def test_a_message_that_is_not_there_or_not_named(mode: Any) -> None:
    calls = (Call("c1", "forward_message", Map((("from_agent", "bo"),))), Call("c2", "forward_message"))
    [ran] = run(scripted(Supervisor((Agent("al"),), forward=True), {"supervisor": [Reply("", calls)]}, mode=mode))
    answers = [message for message in messages(ran.result) if message.role == "tool"]
    assert [(answer.text, answer.failed) for answer in answers] == [("<library>", False), ("<library>", True)]


def test_a_supervisor_under_a_supervisor_keeps_what_its_workers_report(mode: Any) -> None:
    inner = Supervisor((Agent("al"),), name="inner", output_mode="full_history")
    team = Supervisor((inner, Agent("bo")), output_mode="full_history")
    says = {"supervisor": [calling("transfer_to_inner")], "inner": [calling("transfer_to_al", first=2)]}
    for _ in range(10):
        [ran] = run(scripted(team, says, mode=mode))
        steps = ran.steps[1].tasks[0].nested
        assert [task.node for step in steps for task in step.tasks] == ["inner", "al", "inner"]
        reported, spoken = [messages(step.values)[-1] for step in steps[1:]]
        assert (reported.name, spoken.name) == ("transfer_back_to_inner", "inner")
        assert texts(ran)[-2] == ("transfer_back_to_supervisor", "<library>")


def test_a_swarm_under_a_supervisor_and_the_reverse(mode: Any) -> None:
    swarm = Swarm(pair().agents, "al", "swarm")
    says = {"supervisor": [calling("transfer_to_swarm")], "al": [calling("transfer_to_bo", first=2)]}
    [ran] = run(scripted(Supervisor((swarm,)), says, mode=mode))
    assert {"supervisor", "swarm", "al", "bo", "agent", "tools"} == {task.node for task in tasks(ran.steps)}
    mixed = Swarm((Agent("al", handoffs=(Handoff("boss"),)), Supervisor((Agent("bo"),), name="boss")), "al")
    says = {"al": [calling("transfer_to_boss")], "boss": [calling("transfer_to_bo", first=2)]}
    [ran] = run(scripted(mixed, says, mode=mode))
    assert ran_nodes(ran) == ["al", "boss"]
    assert texts(ran)[-1] == ("boss", "done")


def test_a_member_may_have_a_structured_response(mode: Any) -> None:
    team = Supervisor((Agent("al", structured=True),))
    [ran] = run(scripted(team, {"supervisor": [calling("transfer_to_al")], "al": [Reply("a"), Reply("b")]}, mode=mode))
    assert ran.error is None
    assert isinstance(ran.result, Map)
    assert [key for key, _ in ran.result.items] == ["messages"]


def test_colliding_names_are_accepted(mode: Any) -> None:
    team = Supervisor((Agent("Al Bo"), Agent("al_bo")))
    [ran] = run(scripted(team, {"supervisor": [calling("transfer_to_al_bo")]}, mode=mode))
    assert ran_nodes(ran)[1] in ("Al Bo", "al_bo")


def test_sends_to_several_members(mode: Any) -> None:
    does = {"c1": ToolCommand("told", parent=True, goto=("bo", "bo"), sends=True)}
    [ran] = run(scripted(pair(), {"al": [calling("look")]}, does, mode=mode))
    assert ran_nodes(ran) == ["al", "bo", "bo"]
    assert [message.text for message in messages(ran.result)] == ["hi", "told", "done", "told", "done"]


@pytest.mark.parametrize("saver", [True, False])
@pytest.mark.parametrize("gates", [True, False])
def test_an_agent_is_shown_with_the_input_that_it_was_given(gates: bool, saver: bool, mode: Any) -> None:
    """Though it overwrites the messages in it with what its hook shows the model."""
    team = Swarm((Agent("al", ("look",), pre="view"),), "al")
    for _ in range(10):
        [ran] = run(scripted(team, {"al": [calling("look")]}, mode=mode, gates=gates, saver=saver))
        steps = ran.steps[0].tasks[0].nested
        assert [len(messages(step.tasks[0].input)) for step in (steps[0], steps[1], steps[3], steps[4])] == [1, 1, 3, 3]
