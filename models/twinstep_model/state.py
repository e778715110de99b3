"""The state of one thread between two super-steps, and what a reader sees of it."""

from __future__ import annotations

from typing import NamedTuple, Union

from .channels import MISSING, Content, initial, visible
from .laws import Laws
from .plan import ROOT, Plan, Schema
from .values import Call, Instance, Map, Message, Value


class Calling(NamedTuple):
    """Tool calls on their way by a Send. ``place``: that of the first one in its reply. ``history``: the messages of
    the state that travels with them, None where none does."""

    calls: tuple[Call, ...]
    place: int = 0
    history: Union[tuple[Message, ...], None] = None


class Sent(NamedTuple):
    """A Send on its way: the node it names and what that node will be given; tool calls travel as ``calling``."""

    node: str
    payload: Value
    calling: Union[Calling, None] = None


class State(NamedTuple):
    """Between two super-steps.

    ``contents``: each key's content, in the plan's order. ``due``: the nodes that something has triggered, sorted;
    one is there twice only where an alternative has it run twice. ``sends``: Sends in order. ``arrived``: (number of
    the waiting edge, source) of arrivals that are not used up. ``waiting``: deferred nodes that something has reached.
    ``released``: deferred nodes that were released in this run. ``held``: Sends that wait like deferred nodes.
    ``fired``: the numbers of the waiting edges that were complete once.
    """

    contents: tuple[Content, ...]
    due: tuple[str, ...] = ()
    sends: tuple[Sent, ...] = ()
    arrived: frozenset[tuple[int, str]] = frozenset()
    waiting: frozenset[str] = frozenset()
    released: frozenset[str] = frozenset()
    held: tuple[Sent, ...] = ()
    fired: frozenset[int] = frozenset()


def fresh(plan: Plan) -> State:
    """The state of a thread on which nothing has happened."""
    return State(tuple(initial(key) for key in plan.keys.values()))


def values_of(plan: Plan, contents: tuple[Content, ...], laws: Laws) -> dict[str, Value]:
    """The keys that have a value, with it."""
    values: dict[str, Value] = {}
    for (name, key), content in zip(plan.keys.items(), contents):
        seen = visible(key, content, laws) if name in plan.veiled else content
        if seen is not MISSING:
            values[name] = seen
    return values


def view(plan: Plan, schema: Schema, values: dict[str, Value], left: int, laws: Laws) -> Value:
    """What a node or router with this schema is given: the keys that have a value (SS-08); an object has them all.

    ``left``: how many super-steps the run may still make, this one included; START is one more.
    """
    if plan.root:
        return values.get(ROOT)
    if plan.managed:
        values = values | managed(plan, left, laws)
    if schema.instance:
        return Instance(tuple((name, values.get(name, plan.defaults.get(name))) for name in schema.keys))
    held = {name: values[name] for name in schema.keys if name in values}
    if len(held) < len(schema.keys) and not laws.holds("SS-08"):
        return as_map({name: values.get(name) for name in schema.keys})
    return as_map(held)


def managed(plan: Plan, left: int, laws: Laws) -> dict[str, Value]:
    """What the managed values of a graph read (CH-17, CH-24); ``left`` as in `view`."""
    read: dict[str, Value] = {}
    for key in plan.managed:
        if key.what == "remaining":
            read[key.name] = left - 1 if laws.holds("CH-17") else left
        else:
            read[key.name] = left <= 2 and left == (2 if laws.holds("CH-24") else 1)
    return read


def as_map(values: dict[str, Value]) -> Map:
    """A dict as a frozen value."""
    return Map(tuple(sorted(values.items())))
