"""One task of a tool node: it carries out some calls at once and puts together what they came to.

Rules TN-01 to TN-03, TN-06, TN-09 to TN-11.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Union

from twinstep_model.laws import Laws
from twinstep_model.plan import Plan
from twinstep_model.refusal import Refused, refused
from twinstep_model.results import UNKNOWN_NODE, Destination, Said, named
from twinstep_model.session import Session
from twinstep_model.state import Calling, Sent, as_map
from twinstep_model.values import Call, Message, Value

from .calls import INVALID, MESSAGES, Commanded, History, Kit, Returned, never_starts, returned

TOOLS = "tools"


def carried_out(kit: Kit, calling: Union[Calling, None], history: History, plan: Plan, session: Session) -> Said:
    """What a task of the tool node comes to.

    ``calling``: the calls it was sent; None for those of the last reply in ``history``, the messages that it sees.
    Refused where a call ends in an exception that is not answered.
    """
    if calling is None:
        calling = Calling(executed(last_calls(history), session.laws))
    if calling.history is not None:
        history = calling.history
    order = session.order(len(calling.calls))
    came: list[Returned] = []
    failed: list[tuple[int, Refused]] = []
    for place, call in enumerate(calling.calls):
        try:
            came.append(returned(kit, call, calling.place + place, history, session))
        except Refused as refusal:
            failed.append((place, refusal))
    if failed:
        raise _surfacing(kit, calling.calls, failed, order, session)
    if list(order) != sorted(order) and not session.laws.holds("TN-03"):
        came = [came[place] for place in order]
    return _together(kit, [item for items in came for item in items], plan, session)


def last_calls(history: History) -> tuple[Call, ...]:
    """The calls of the last reply, whatever follows it. Refused with ValueError where there is no reply."""
    for message in reversed(history):
        if message.role == "ai":
            return message.calls
    raise refused("ValueError")


def executed(calls: tuple[Call, ...], laws: Laws) -> tuple[Call, ...]:
    """Those of a reply's calls that are executed: all of them (TN-01)."""
    if len({call.name for call in calls}) < len(calls) and not laws.holds("TN-01"):
        return tuple({call.name: call for call in reversed(calls)}.values())[::-1]
    return calls


def _surfacing(
    kit: Kit, calls: tuple[Call, ...], failed: list[tuple[int, Refused]], order: Sequence[int], session: Session
) -> Refused:
    """The exception that is raised when calls of one task end in some (TN-06)."""
    several = len({refusal.error for _, refusal in failed}) > 1
    if session.schedule.mode == "sync" or not several or session.laws.holds("TN-06"):
        return failed[0][1]
    if any(never_starts(kit, calls[place]) for place, _ in failed):
        # These fail as soon as they begin, as do calls with invalid arguments beside them.
        return next(one for place, one in failed if never_starts(kit, calls[place]) or one.error == INVALID)
    return min(failed, key=lambda one: order.index(one[0]))[1]


def _together(kit: Kit, items: list[Union[Message, Commanded]], plan: Plan, session: Session) -> Said:
    """One update with all answers; where there are Commands, one for each answer and each Command, in call order."""
    messages = tuple([item for item in items if isinstance(item, Message)])
    if len(messages) == len(items):
        return Said((_update(kit, messages, session),))
    local = [item for item in items if isinstance(item, Message) or not item.parent]
    writes = tuple([write for item in local for write in _writes(kit, item, session)])
    parents = [item for item in items if isinstance(item, Commanded) and item.parent]
    if not parents:
        goes = [going for item in local if isinstance(item, Commanded) for going in item.goes]
        return Said(writes, destinations(goes, plan, session))
    kept = writes if writes and session.laws.holds("TN-11") else ()
    return Said(kept, parent=_combined(parents, session))


def _writes(kit: Kit, item: Union[Message, Commanded], session: Session) -> tuple[tuple[str, Value], ...]:
    return (_update(kit, (item,), session),) if isinstance(item, Message) else item.writes


def _update(kit: Kit, messages: History, session: Session) -> tuple[str, Value]:
    """An update with these answers, in the form in which the tool node was given the state (TN-02)."""
    if kit.form == "list" and not session.laws.holds("TN-02"):
        return (kit.key, as_map({MESSAGES: messages}))
    return (kit.key, messages)


def destinations(goes: Sequence[Destination], plan: Plan, session: Session) -> tuple[Destination, ...]:
    """Where these lead in the tool node's own graph (RT-04, RT-05, SS-13)."""
    laws = session.laws
    found: list[Destination] = []
    for going in goes:
        if isinstance(going, Sent):
            if going.node not in plan.reads and laws.holds("SS-13"):
                raise refused("InvalidUpdateError", UNKNOWN_NODE)
            found.append(going)
        elif going not in plan.reads or going in plan.drawn(TOOLS) or laws.holds("RT-05"):
            found += named(going, plan, laws)
    return tuple(found)


def _combined(parents: list[Commanded], session: Session) -> Said:
    """The one parent command that those of a task make together: first the ones that name nodes, then the ones that
    send (TN-09, TN-10)."""
    laws = session.laws
    naming = [command for command in parents if not command.sends]
    sending = [command for command in parents if command.sends]
    if any(command.writes for command in sending) and not laws.holds("TN-09"):
        sending = [command._replace(writes=()) for command in sending]
    if naming and len(parents) > 1 and not laws.holds("TN-10"):
        naming, sending = naming[:1], []
    return Said(
        tuple([write for command in naming + sending for write in command.writes]),
        tuple([going for command in naming + sending for going in command.goes]),
    )
