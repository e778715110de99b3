"""The canonical form of what a stream shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langgraph.errors import InvalidUpdateError
from langgraph.types import Send
from pydantic import BaseModel

from twinstep.runtime.canonical import error, known, real, value
from twinstep.runtime.errors import ScriptedError
from twinstep_model.cases import Case, Graph, GraphScript, Invoke, Update, Write
from twinstep_model.observation import Error
from twinstep_model.values import REMOVE_ALL, Call, Foreign, Instance, Map, Message, Overwrite, Remove, Value

VALUES: tuple[Value, ...] = (
    None,
    True,
    3,
    "text",
    (1, ("a", None)),
    Map((("a", (1,)), ("b", Map()))),
    Message("human", "hi", "h1"),
    Message("ai", "12", "m1", "alice", (Call("c1", "look"), Call("c2", "note"))),
    Message("tool", "seen", "r1", "look", answers="c1", failed=True),
    Remove("h1"),
    Remove(REMOVE_ALL),
    Overwrite((1,)),
    Overwrite(None, "short"),
    Overwrite(Message("human", "hi", "h1"), "long"),
)
CASE = Case(
    Graph((), ()), GraphScript(), (Invoke(Update(tuple([Write(f"k{n}", item) for n, item in enumerate(VALUES)]))),)
)
KNOWN = known(CASE)


@pytest.mark.parametrize("item", VALUES)
def test_what_a_script_writes_comes_back(item: Value) -> None:
    assert value(real(item), KNOWN) == item


def test_real_objects_are_new_in_every_call() -> None:
    message = Message("human", "hi")
    assert real(message) is not real(message)
    assert real(message).id is None


@pytest.mark.parametrize(
    ("shown", "canonical"),
    [
        (HumanMessage("other", id="x"), Message("human", "<library>")),
        (HumanMessage(["hi"], id="h1"), Message("human", "<library>", "h1")),
        (
            AIMessage("hi", tool_calls=[{"id": "x", "name": "look", "args": {}}]),
            Message("ai", "hi", calls=(Call("<auto>", "look"),)),
        ),
        (ToolMessage("hi", tool_call_id="x"), Message("tool", "hi", answers="<auto>")),
        (SystemMessage("hi"), Foreign("SystemMessage")),
        ({1: 2}, Foreign("dict")),
        ({1}, Foreign("set")),
        (1.5, Foreign("float")),
        (Send("a", {}), Foreign("Send")),
        ({"b": 1, "a": 2}, Map((("a", 2), ("b", 1)))),
    ],
)
def test_what_no_script_wrote_is_marked(shown: Any, canonical: Value) -> None:
    assert value(shown, KNOWN) == canonical


def test_state_objects_show_their_fields() -> None:
    @dataclass
    class Data:
        b: int
        a: list[int]

    class Model(BaseModel):
        b: int
        a: list[int]

    assert value(Data(1, [2]), KNOWN) == value(Model(b=1, a=[2]), KNOWN) == Instance((("b", 1), ("a", (2,))))


def test_a_message_that_gets_its_id_later_keeps_its_form() -> None:
    message = AIMessage("hi")
    before = value(message, KNOWN)
    message.id = "made-by-a-reducer"
    assert value([message], KNOWN) == (before,)


@pytest.mark.parametrize(
    ("raised", "canonical"),
    [
        (ScriptedError("e1"), Error("ScriptedError", "e1")),
        (
            ValueError("see https://example.org/errors/INVALID_CHAT_HISTORY for help"),
            Error("ValueError", "INVALID_CHAT_HISTORY"),
        ),
        (InvalidUpdateError("no code"), Error("InvalidUpdateError")),
    ],
)
def test_errors_are_known_by_class_and_code(raised: Exception, canonical: Error) -> None:
    assert error(raised) == canonical
