"""What one tool call comes to: an answer, Commands, or an exception.

Rules TN-05, TN-07, TN-08, TN-14, TN-16 to TN-18.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Union

from twinstep_model.agents import ToolAnswer, ToolCommand, ToolDoes, ToolMany, ToolSaw, ToolText
from twinstep_model.laws import Laws
from twinstep_model.observation import Error
from twinstep_model.plan import ROOT
from twinstep_model.refusal import Refused, refused
from twinstep_model.results import Destination, Said
from twinstep_model.session import Session
from twinstep_model.state import Sent, as_map
from twinstep_model.values import LIBRARY, REMOVE_ALL, Call, Message, Raise, Remove, Value

from .scripts import Script

MESSAGES = "messages"
History = tuple[Message, ...]
Handoff = Callable[[Call, History, Session], Union[Said, Message]]
"""What a handoff tool makes of a call, given the history that ends with the reply: its parent command, or an answer."""

INVALID = Error("ToolInvocationError")
"""What a call with invalid arguments ends in."""
_COVERED = {
    "default": frozenset({INVALID.type}),
    "none": frozenset[str](),
    "other": frozenset[str](),
    "type": frozenset({"ScriptedError"}),
    "types": frozenset({"ScriptedError"}),
    "function": frozenset({"ScriptedError"}),
}
"""The exceptions that `handle_tool_errors` covers, of those that can happen; all of them where it is not listed."""


@dataclass(frozen=True)
class Kit:
    """The tools of one tool node. ``errors``: its `handle_tool_errors`. ``handoffs``: its handoff tools by name.
    ``form``: that of its state: a ``dict``, an ``object``, or the message ``list`` itself."""

    script: Script
    tools: frozenset[str]
    sees: frozenset[str] = frozenset()
    wants: frozenset[str] = frozenset()
    errors: str = "default"
    handoffs: Mapping[str, Handoff] = field(default_factory=dict)
    form: Literal["dict", "object", "list"] = "dict"

    @property
    def key(self) -> str:
        """The key of the state that holds the messages."""
        return ROOT if self.form == "list" else MESSAGES


class Commanded(NamedTuple):
    """A Command that a tool returned. ``goes``: what it names, not yet looked up. ``parent``: meant for the parent
    graph. ``sends``: its goto is a list of Sends."""

    writes: tuple[tuple[str, Value], ...]
    goes: tuple[Destination, ...]
    parent: bool
    sends: bool = False


Returned = tuple[Union[Message, Commanded], ...]


def returned(kit: Kit, call: Call, place: int, history: History, session: Session) -> Returned:
    """What a call gives back. ``place``: which call of its reply it is. ``history``: the messages in the state that
    tools are given. Refused where it ends in an exception."""
    laws = session.laws
    if call.name in kit.handoffs:
        made = kit.handoffs[call.name](call, history, session)
        return (made,) if isinstance(made, Message) else (Commanded(made.writes, made.goes, True),)
    if call.name not in kit.tools:
        if laws.holds("TN-16"):
            return (_failure(call),)
        raise refused("ValueError")
    if call.name in kit.wants:
        raise refused(_missing(kit, laws))
    try:
        return _executed(kit, call, place, history, laws)
    except Refused as refusal:
        covered = refusal.error.type in _COVERED.get(kit.errors, (refusal.error.type,))
        if (covered and laws.holds("TN-16")) or (not covered and not laws.holds("TN-05")):
            return (_failure(call),)
        raise


def never_starts(kit: Kit, call: Call) -> bool:
    """Whether the call fails before its tool starts, because it wants what the state does not have."""
    return call.name in kit.wants


def _executed(kit: Kit, call: Call, place: int, history: History, laws: Laws) -> Returned:
    given = dict(call.args.items)
    injected = {"tool_call_id"} | ({"state"} if call.name in kit.sees else set())
    if not injected.isdisjoint(given) and not laws.holds("TN-18"):
        raise Refused(INVALID)
    if "n" in given and type(given["n"]) is not int:
        raise Refused(INVALID)
    does = kit.script.does(call.id)
    match does:
        case Raise(error):
            raise refused("ScriptedError", error)
        case ToolText(text):
            return (_answer(call, text),)
        case ToolSaw():
            return (_answer(call, f"saw {len(history) + (place if place and not laws.holds('TN-14') else 0)}"),)
        case ToolMany(()):
            return (_answer(call, LIBRARY),)
    items: tuple[Union[ToolAnswer, ToolCommand], ...] = does.items if isinstance(does, ToolMany) else (does,)
    if any(isinstance(item, ToolCommand) for item in items) and not laws.holds("TN-08"):
        return (_answer(call, LIBRARY),)
    if _unanswered(kit, does, items) and laws.holds("TN-07"):
        raise refused("ValueError")
    return tuple([_given(kit, call, item) for item in items])


def _missing(kit: Kit, laws: Laws) -> str:
    """The exception of a tool that wants a field that the state does not have; a message list has no fields at all."""
    if kit.form == "list" or laws.holds("TN-17"):
        return "ValueError"
    return "AttributeError" if kit.form == "object" else "KeyError"


def _unanswered(kit: Kit, does: ToolDoes, items: tuple[Union[ToolAnswer, ToolCommand], ...]) -> bool:
    """Whether what a tool returned lacks an answer to its call.

    A list has exactly one, and a Command of it counts only by the messages of a state that has keys. A parent command
    or a remove-all that is returned alone needs none.
    """
    if isinstance(does, ToolCommand) and (does.parent or does.clears):
        return False
    counts = kit.form != "list" or isinstance(does, ToolCommand)
    answers = [isinstance(item, ToolAnswer) or (counts and item.answers and not item.clears) for item in items]
    return answers.count(True) != 1


def _given(kit: Kit, call: Call, item: Union[ToolAnswer, ToolCommand]) -> Union[Message, Commanded]:
    if isinstance(item, ToolAnswer):
        return Message("tool", item.text, answers=call.id, failed=item.failed)
    update: tuple[Value, ...] = (_answer(call, item.text),) if item.answers else ()
    if item.clears:
        update = (Remove(REMOVE_ALL),)
    goes: tuple[Destination, ...] = item.goto
    if item.sends:
        messages = (Message("human", item.text),)
        payload = messages if kit.form == "list" else as_map({MESSAGES: messages})
        goes = tuple([Sent(node, payload) for node in item.goto])
    # An empty list is a list of no pairs where the state is the message list.
    writes = ((kit.key, update),) if update or kit.form != "list" else ()
    return Commanded(writes, goes, item.parent, item.sends)


def _answer(call: Call, text: str) -> Message:
    return Message("tool", text, name=call.name, answers=call.id)


def _failure(call: Call) -> Message:
    return Message("tool", LIBRARY, name=call.name, answers=call.id, failed=True)
