"""Values that scripts write and observations show: frozen, hashable, with one JSON form each.

Plain JSON scalars and lists stand for themselves (a list is a tuple here); everything else is one of the
small dataclasses below and is written as an object with a ``kind``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Union

Scalar = Union[None, bool, int, str]


@dataclass(frozen=True, slots=True)
class Map:
    """A dict with text keys, as pairs sorted by key: dicts with the same items are equal, whatever their order."""

    items: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call of a reply: its id, the tool's name, and the arguments the model gives.

    A scripted tool has one argument of its own, the optional whole number ``n``; any other value for it is invalid.
    """

    id: str
    name: str
    args: Map = Map()


@dataclass(frozen=True, slots=True)
class Message:
    """A chat message. ``id`` and call ids made by a library read ``<auto>``, texts made by one ``<library>``."""

    role: Literal["human", "ai", "tool"]
    text: str = ""
    id: str = "<auto>"
    name: str = ""
    calls: tuple[Call, ...] = ()
    answers: str = ""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Remove:
    """A request to delete the message with this id; ``__remove_all__`` deletes every one."""

    id: str


@dataclass(frozen=True, slots=True)
class Overwrite:
    """Replace a reducer's value instead of folding into it. ``form`` is how the program spells it."""

    value: Value
    form: Literal["object", "short", "long"] = "object"


@dataclass(frozen=True, slots=True)
class Instance:
    """An object of the state's own class, in a node's input: the fields it shows, in the schema's order."""

    fields: tuple[tuple[str, Value], ...]


@dataclass(frozen=True, slots=True)
class Foreign:
    """A value of a type that no script wrote; ``type`` is its class name. Seen only where something leaked."""

    type: str


@dataclass(frozen=True, slots=True)
class Raise:
    """The node (router, tool) raises `ScriptedError(error)`."""

    error: str


Value = Union[Scalar, tuple["Value", ...], Map, Message, Remove, Overwrite, Instance, Foreign]

REMOVE_ALL = "__remove_all__"
AUTO = "<auto>"
LIBRARY = "<library>"
