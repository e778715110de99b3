"""What the user does: inputs, answers, threads and recursion limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import NoneType

from twinstep_model.agents import Swarm, Team, TeamScript
from twinstep_model.cases import (
    Answers,
    Case,
    Continue,
    Fields,
    Graph,
    Invoke,
    Messages,
    Nothing,
    Result,
    Resume,
    Update,
    Whole,
    Write,
)
from twinstep_model.plan import ROOT
from twinstep_model.topologies.calls import MESSAGES
from twinstep_model.topologies.handoffs import ACTIVE
from twinstep_model.values import Call, Map, Message, Value

from .distinct import repeated
from .scripts import fields_problems, write_problems
from .values import fits, is_plain

MOST_STEPS = 10_007
"""The largest recursion limit of a case: LangGraph's own default (ER-13)."""
_ID = re.compile(r"[0-9a-f]{32}")
"""What the ids of questions look like."""


def graph_action_problems(graph: Graph, case: Case) -> Iterator[str]:
    """What is wrong with the actions on a plain graph. An input that is no dict is legal: LangGraph refuses it."""
    yield from _common_problems(case)
    keys = {key.name: key for key in graph.keys + graph.private}
    used: set[str] = set()
    for place, action in enumerate(case.actions):
        if not isinstance(action, Invoke):
            yield from _answer_problems(action, f"actions[{place}]")
            continue
        path = f"actions[{place}].input"
        match action.input:
            case Update(writes):
                if graph.form == "root":
                    yield f"{path}.kind: a state of form root has no keys; use kind whole"
                twice = repeated(write.key for write in writes)
                if twice is not None:
                    yield f"{path}.writes[{twice}].key: is written already; remove one of the two"
                yield from write_problems(graph, keys, writes, f"{path}.writes")
            case Whole(value):
                if graph.form == "root":
                    yield from write_problems(graph, keys, (Write(ROOT, value),), path)
            case Fields(writes):
                yield from fields_problems(graph, writes, path)
                if graph.inputs is not None:
                    yield f"{path}.kind: an object of the state's class is no input for another schema; use kind update"
            case Nothing():
                pass
            case _:
                yield f"{path}.kind: is no input; use kind update, fields, whole or nothing"
        if _is_none(action.input) and action.thread in used and case.schedule.saver:
            yield f"{path}: None is no new input for a thread that was used; use an action of kind continue"
        if not _is_none(action.input):
            used.add(action.thread)


def team_action_problems(team: Team, case: Case) -> Iterator[str]:
    """What is wrong with the actions on a team: its input is the user's messages and, for a swarm, who is active."""
    yield from _common_problems(case)
    keys = (MESSAGES, ACTIVE) if isinstance(team, Swarm) else (MESSAGES,)
    calls = {call.id for call in _scripted_calls(case)}
    if case.schedule.history:
        yield "schedule.history: only the threads of plain graphs are looked at; leave it out"
    for place, action in enumerate(case.actions):
        if not isinstance(action, Invoke):
            yield f"actions[{place}].kind: only a plain graph goes on from where it stopped; use kind invoke"
            continue
        path = f"actions[{place}].input"
        writes = action.input.writes if isinstance(action.input, Update) else ()
        values = {write.key: write.value for write in writes}
        if MESSAGES not in values or not values.keys() <= set(keys) or len(values) < len(writes):
            allowed = f"the key {MESSAGES}" + (f", perhaps {ACTIVE}," if ACTIVE in keys else ",")
            yield f"{path}: a team is given its messages; use kind update with {allowed} and no other"
            continue
        if not isinstance(values.get(ACTIVE), (str, NoneType)):
            yield f"{path}.writes: {ACTIVE} must be a name or null; change it"
        value = values[MESSAGES]
        if not fits(Messages(), value):
            yield f"{path}.writes: {MESSAGES} must be a list of messages; write one"
            continue
        for number, message in enumerate(value if isinstance(value, tuple) else ()):
            for call in message.calls if isinstance(message, Message) else ():
                if call.id in calls:
                    yield f"{path}.writes: {MESSAGES}[{number}]: a call id occurs twice in the case; change one"
                calls.add(call.id)


def _answer_problems(action: Continue | Resume | Answers, path: str) -> Iterator[str]:
    match action:
        case Resume(answer):
            yield from _value_problems(answer, f"{path}.answer")
            if isinstance(answer, Map) and all(_ID.fullmatch(name) for name, _ in answer.items):
                yield f"{path}.answer: LangGraph takes such a dict for answers by id; use kind answers"
        case Answers(answers):
            twice = repeated(number for number, _ in answers)
            if twice is not None:
                yield f"{path}.answers[{twice}]: the question of this number has an answer already; remove one"
            for place, (number, answer) in enumerate(answers):
                if number < 0:
                    yield f"{path}.answers[{place}]: questions are numbered from 0; change the number"
                yield from _value_problems(answer, f"{path}.answers[{place}]")


def _value_problems(answer: Value, path: str) -> Iterator[str]:
    if answer is None:
        yield f"{path}: LangGraph takes an answer of null for none; give another"
    elif not is_plain(answer):
        yield f"{path}: an answer is what JSON can say; give that"


def _common_problems(case: Case) -> Iterator[str]:
    if not case.actions:
        yield "actions: nothing is run; add at least one action"
    for place, action in enumerate(case.actions):
        if not 1 <= action.limit <= MOST_STEPS:
            yield f"actions[{place}].limit: must be from 1 to {MOST_STEPS}; change it"
        if not action.thread:
            yield f"actions[{place}].thread: must not be empty; name the thread"


def _is_none(given: Result) -> bool:
    return given in (Nothing(), Whole(None))


def _scripted_calls(case: Case) -> Iterator[Call]:
    for model in case.script.models if isinstance(case.script, TeamScript) else ():
        for reply in model.replies:
            yield from reply.calls
