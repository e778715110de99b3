"""Hand-made agents around the real ToolNode: every form of input and of error handling."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest

from tests.runtime.team_cases import calling, messages, scripted
from twinstep.runtime.drive import observe_case
from twinstep_model.agents import Reply, ToolAnswer, ToolCommand, ToolDoes, ToolGraph, ToolSaw
from twinstep_model.observation import NOT_OBSERVED, Error, Ran
from twinstep_model.values import Call, Instance, Map, Message, Raise, Value

FORMS = ("dict", "object", "list", "calls", "each", "context")
form = pytest.mark.parametrize("form", FORMS)
INVALID = Call("c9", "look", Map((("n", "many"),)))


def run(graph: ToolGraph, *replies: Reply, does: dict[str, ToolDoes] | None = None, **schedule: Any) -> Ran:
    observation = observe_case(scripted(graph, {"model": replies}, does, **schedule))
    assert observation.build is None
    return observation.actions[-1]


def spoken(ran: Ran) -> list[str]:
    return [message.text for message in shown(ran.result)]


def shown(state: object) -> tuple[Message, ...]:
    if isinstance(state, Instance):
        return messages(Map(state.fields))
    return state if isinstance(state, tuple) else messages(state)


def test_all_forms_are_tried() -> None:
    hints = get_type_hints(ToolGraph)
    assert get_args(hints["form"]) == FORMS
    assert tuple(HANDLED) == get_args(hints["errors"])


@form
@pytest.mark.parametrize("saver", [True, False])
def test_calls_are_carried_out_in_every_form(form: Any, saver: bool, mode: Any) -> None:
    ran = run(ToolGraph(("look", "note"), form), calling("look", "nope", "note"), mode=mode, saver=saver)
    assert spoken(ran) == ["hi", "go", "ok", "<library>", "ok", "done"]
    whole = shown(ran.steps[0].values if form != "list" else _root(ran.steps[0].values))
    given = [task.input for task in ran.steps[1].tasks]
    calls = tuple([Map((("call", f"c{n}"), ("tool", tool))) for n, tool in enumerate(("look", "nope", "note"), 1)])
    expected: dict[str, list[Value]] = {
        "dict": [Map((("messages", whole),))],
        "object": [Instance((("messages", whole),))],
        "list": [whole],
        "calls": [calls],
        "each": list(calls),
        "context": list(calls),
    }
    assert given == expected[form]


@form
def test_a_tool_sees_the_state(form: Any, mode: Any) -> None:
    graph = ToolGraph(("look",), form, sees=("look",))
    assert spoken(run(graph, calling("look"), does={"c1": ToolSaw()}, mode=mode))[2] == "saw 2"


@form
def test_a_field_that_no_state_has(form: Any, mode: Any) -> None:
    ran = run(ToolGraph(("look",), form, "all", wants=("look",)), calling("look"), mode=mode)
    names = {"object": "AttributeError", "list": "ValueError"}
    assert ran.error == Error(names.get(form, "KeyError"))


@form
def test_a_command_updates_the_state_and_goes_on(form: Any, mode: Any) -> None:
    graph = ToolGraph(("look",), form, aside=("log",))
    ran = run(graph, calling("look"), does={"c1": ToolCommand("told", goto=("log",))}, mode=mode)
    assert [task.node for task in ran.steps[2].tasks] == ["log", "model"]
    assert spoken(ran) == ["hi", "go", "told", "done", "done"]


@form
def test_a_command_sends(form: Any, mode: Any) -> None:
    graph = ToolGraph(("look",), form, aside=("log",))
    ran = run(graph, calling("look"), does={"c1": ToolCommand("told", goto=("log", "log"), sends=True)}, mode=mode)
    log, again, _ = ran.steps[2].tasks
    assert (log.cause, shown(log.input)) == ("push", (Message("human", "told"),))
    assert again.input == log.input


@form
def test_a_command_without_an_answer_is_refused(form: Any, mode: Any) -> None:
    ran = run(ToolGraph(("look",), form), calling("look"), does={"c1": ToolCommand("", answers=False)}, mode=mode)
    assert ran.error == Error("ValueError")


@form
def test_a_command_may_clear_the_messages(form: Any, mode: Any) -> None:
    does: dict[str, ToolDoes] = {"c1": ToolCommand("", clears=True), "c2": ToolAnswer("kept")}
    assert spoken(run(ToolGraph(("look",), form), calling("look", "look"), does=does, mode=mode)) == ["kept", "done"]


HANDLED = {
    # which of the three errors are answered: raised by the tool, invalid arguments, a command without an answer
    "default": (False, True, False),
    "all": (True, True, True),
    "none": (False, False, False),
    "text": (True, True, True),
    "type": (True, False, False),
    "other": (False, False, False),
    "types": (True, False, False),
    "function": (True, False, False),
}
ERRORS = ("ScriptedError", "ToolInvocationError", "ValueError")


@pytest.mark.parametrize("errors", HANDLED)
@pytest.mark.parametrize("which", range(3))
def test_every_way_to_handle_errors(errors: Any, which: int, mode: Any) -> None:
    call = (Call("c1", "look"), INVALID, Call("c2", "look"))[which]
    does: dict[str, ToolDoes] = {"c1": Raise("e1"), "c2": ToolCommand("", answers=False)}
    ran = run(ToolGraph(("look",), errors=errors), Reply("go", (call,)), does=does, mode=mode)
    if HANDLED[errors][which]:
        answer = messages(ran.result)[2]
        assert (answer.text, answer.failed, answer.answers) == ("<library>", True, call.id)
    else:
        assert ran.error == Error(ERRORS[which], "e1" if which == 0 else "")


def test_a_graph_that_is_refused() -> None:
    observation = observe_case(scripted(ToolGraph(("look",), aside=("model",)), {}))
    assert observation.build == Error("ValueError")


def _root(values: object) -> Value:
    assert isinstance(values, Map)
    assert values != NOT_OBSERVED
    return dict(values.items)["__root__"]
