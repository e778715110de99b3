"""What a node's return value means: writes, destinations, or a command for the parent graph (rules RT-01 to RT-07)."""

from __future__ import annotations

from typing import NamedTuple, Union

from .cases import (
    END,
    BareSend,
    Command,
    Fields,
    Many,
    Nothing,
    Odd,
    Result,
    Send,
    Target,
    Update,
    Whole,
    Write,
)
from .laws import Laws
from .plan import ROOT, Plan
from .refusal import refused
from .state import Sent, as_map
from .values import Foreign, Value

PARENT = "__parent__"
Destination = Union[str, Sent]
UNKNOWN_NODE = "UNKNOWN_NODE"


class Said(NamedTuple):
    """A return value understood.

    ``writes``: (key, value) in order. ``goes``: nodes, END and Sends it names, in order. ``extra``: what a returned
    dict holds, for routers that see it. ``parent``: the command meant for the parent graph, if there is one.
    """

    writes: tuple[tuple[str, Value], ...] = ()
    goes: tuple[Destination, ...] = ()
    extra: tuple[tuple[str, Value], ...] = ()
    parent: Said | None = None


def sent(send: Send, plan: Plan, laws: Laws) -> Sent:
    """The Send as it travels. Refused where it names no node and that is reported (SS-13)."""
    if send.node not in plan.reads and laws.holds("SS-13"):
        raise refused("InvalidUpdateError", UNKNOWN_NODE)
    fields: dict[str, Value] = {write.key: write.value for write in send.fields}
    return Sent(send.node, as_map({"send": send.label, **fields}))


def named(node: str, plan: Plan, laws: Laws) -> tuple[Destination, ...]:
    """The destination with this name; one that is no node is reported, or ignored (RT-04)."""
    if node == END or node in plan.reads:
        return (node,)
    if laws.holds("RT-04"):
        raise refused("InvalidUpdateError", UNKNOWN_NODE)
    return ()


def understood(result: Result, plan: Plan, laws: Laws, node: str = "") -> Said:
    """The meaning of what ``node`` returned. Refused with InvalidUpdateError where it has none (RT-01)."""
    match result:
        case Nothing():
            return Said()
        case Update(writes):
            return Said(_known(writes, plan, laws), extra=tuple((write.key, write.value) for write in writes))
        case Fields(writes):
            return Said(_fields(writes, plan))
        case Whole(value):
            if not plan.root:
                raise refused("InvalidUpdateError", "INVALID_GRAPH_NODE_RETURN_VALUE")
            return Said(((ROOT, value),) if value is not None else ())
        case Command():
            return _commanded(result, plan, laws, node)
        case Many(items):
            return _many(items, plan, laws, node)
        case BareSend(send):
            going = sent(send, plan, laws)
            return Said(_leaked(going, plan, laws), (going,))
        case Odd():
            if laws.holds("RT-01"):
                raise refused("InvalidUpdateError", "INVALID_GRAPH_NODE_RETURN_VALUE")
            return Said()
    raise refused("ScriptedError", result.error)


def _known(writes: tuple[Write, ...], plan: Plan, laws: Laws) -> tuple[tuple[str, Value], ...]:
    known = tuple((write.key, write.value) for write in writes if write.key in plan.keys)
    if len(known) < len(writes) and not laws.holds("WR-09"):
        raise refused("InvalidUpdateError")
    return known


def _fields(writes: tuple[Write, ...], plan: Plan) -> tuple[tuple[str, Value], ...]:
    given = dict(plan.unset) | {write.key: write.value for write in writes}
    return tuple((name, given[name]) for name in plan.state.keys if name in given and name in plan.keys)


def _commanded(command: Command, plan: Plan, laws: Laws, node: str) -> Said:
    if command.graph not in ("", PARENT) and not laws.holds("RT-07"):
        raise refused("InvalidUpdateError")
    goes = tuple(destination for target in command.goto for destination in _goto(target, plan, laws, node))
    said = Said(_known(_paired(command, laws), plan, laws), goes)
    if command.graph == PARENT:
        return Said(parent=said)
    return said


def _paired(command: Command, laws: Laws) -> tuple[Write, ...]:
    """The pairs of an update, in order; where a key occurs twice in a list of pairs both count (RT-06)."""
    writes = command.update or ()
    keys = [write.key for write in writes]
    if len(set(keys)) < len(keys) and not laws.holds("RT-06"):
        last = {write.key: write.value for write in writes}
        return tuple(Write(key, last[key]) for key in dict.fromkeys(keys))
    return writes


def _goto(target: Target, plan: Plan, laws: Laws, node: str) -> tuple[Destination, ...]:
    if isinstance(target, Send):
        return (sent(target, plan, laws),)
    if target.node in plan.reads and target.node not in plan.drawn(node) and not laws.holds("RT-05"):
        return ()
    return named(target.node, plan, laws)


def _many(items: tuple[Union[Command, Update], ...], plan: Plan, laws: Laws, node: str) -> Said:
    said = [understood(item, plan, laws, node) for item in items]
    local = Said(
        tuple(write for one in said for write in one.writes),
        tuple(destination for one in said for destination in one.goes),
    )
    for one in said:
        if one.parent is not None:
            return Said(local.writes if local.writes and laws.holds("SG-12") else (), parent=one.parent)
    return local


def _leaked(going: Sent, plan: Plan, laws: Laws) -> tuple[tuple[str, Value], ...]:
    if plan.root:
        return () if laws.holds("RT-02") else ((ROOT, Foreign("Send")),)
    attributes: dict[str, Value] = {"node": going.node, "arg": going.payload, "timeout": None}
    leaks = tuple((name, attributes[name]) for name in plan.keys if name in attributes)
    return () if not leaks or laws.holds("RT-02") else leaks
