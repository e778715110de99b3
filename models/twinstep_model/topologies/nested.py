"""Runs inside a task of a team, and what the parent commands that leave them do to the team.

Rules SG-01, SG-10, SG-11, SV-12, WR-09.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, cast

from twinstep_model.laws import Laws
from twinstep_model.plan import Plan
from twinstep_model.program import Did, Program, Routes
from twinstep_model.refusal import Refused, refused
from twinstep_model.results import UNKNOWN_NODE, Destination, Said, named
from twinstep_model.runs import Run, run
from twinstep_model.session import Session
from twinstep_model.state import fresh
from twinstep_model.values import AUTO, Map, Message, Value

from .calls import MESSAGES, History
from .react import ReactProgram, settled

_NO_ROUTES: Routes = MappingProxyType({})
Writes = tuple[tuple[str, Value], ...]


class Inner(NamedTuple):
    """What runs inside a task: its program, what its START's routers do, and whether it is a team itself."""

    program: Program
    routes: Routes = _NO_ROUTES
    team: bool = False


def ran(inner: Inner, seen: Value, limit: int, session: Session) -> Run:
    """One run of a member in a task that was given ``seen``. It starts with nothing but the keys they share."""
    plan = inner.program.plan
    given = Said(_shared(dict(cast(Map, seen).items), plan, session.laws))
    ended = run(inner.program, fresh(plan), given, inner.routes, limit, session)
    return settled(ended, plan, limit, session) if isinstance(inner.program, ReactProgram) else ended


def output(inner: Inner, ended: Run, plan: Plan, seen: Value, session: Session) -> Writes:
    """What a run without an error writes to the state of its team: what it ends with in the keys they share."""
    values = session.values_of(inner.program.plan, ended.state)
    ends = {name: values[name] for name in inner.program.plan.outputs if name in values}
    ends[MESSAGES] = messages_of(inner, ended, seen, session)
    return _shared(ends, plan, session.laws)


def messages_of(inner: Inner, ended: Run, seen: Value, session: Session) -> History:
    """The messages that a run ends with. Those that it was given are known to its team by their ids (SV-12)."""
    messages = cast(History, session.values_of(inner.program.plan, ended.state)[MESSAGES])
    again = set(_messages(seen)).intersection(messages) if inner.team else ()
    if again and not session.laws.holds("SV-12"):
        return tuple(_renamed(message) if message in again else message for message in messages)
    return messages


def applied(ended: Run, plan: Plan, kept: str, session: Session) -> Did:
    """What the parent commands that left a run come to in its team: their updates and gotos, as its node's own.

    ``kept``: the rule that says whether what other tasks of that step had finished is kept.
    """
    laws = session.laws
    try:
        writes = tuple(write for command in ended.parents for write in _known(command.writes, plan, laws))
        goes = tuple(one for command in ended.parents for way in command.goes for one in _gone(way, plan, laws))
    except Refused as refusal:
        return Did(nested=ended.steps, error=refusal.error)
    if writes and not laws.holds("SG-11"):
        writes = ()
    beside = ended.beside if ended.beside and laws.holds(kept) else ()
    own = tuple(write for write in ended.kept + beside if write[0] in plan.keys)
    return Did(Said(writes + own, goes), nested=ended.steps)


def limit_inside(left: int, session: Session) -> int:
    """The recursion limit of a run inside a task, where its team may still make ``left`` steps (SG-17)."""
    return session.limit if session.laws.holds("SG-17") else left - 1


def _shared(values: Mapping[str, Value], plan: Plan, laws: Laws) -> Writes:
    shared = tuple((name, value) for name, value in values.items() if name in plan.keys)
    if len(shared) > 1 and not laws.holds("SG-01"):
        return tuple(pair for pair in shared if pair[0] == MESSAGES)
    return shared


def _known(writes: Writes, plan: Plan, laws: Laws) -> Writes:
    known = tuple(pair for pair in writes if pair[0] in plan.keys)
    if len(known) < len(writes) and not laws.holds("WR-09"):
        raise refused("InvalidUpdateError")
    return known


def _gone(way: Destination, plan: Plan, laws: Laws) -> tuple[Destination, ...]:
    """Where a goto leads in the team; one that leads nowhere is reported (RT-04, SS-13)."""
    if isinstance(way, str):
        return named(way, plan, laws)
    if way.node not in plan.reads and laws.holds("SS-13"):
        raise refused("InvalidUpdateError", UNKNOWN_NODE)
    return (way,)


def _messages(seen: Value) -> History:
    found = dict(cast(Map, seen).items).get(MESSAGES, ())
    return cast(History, found if isinstance(found, tuple) else (found,))


def _renamed(message: Message) -> Message:
    return Message(message.role, message.text, AUTO, message.name, message.calls, message.answers, message.failed)
