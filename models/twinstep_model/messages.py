"""Message lists: how an update is merged into one (rules CH-18 to CH-21), and ids.

A message written without an id carries ``<auto>``; merging gives it one that no script can spell, and observations
show every such id as ``<auto>`` again.
"""

from __future__ import annotations

from typing import Union

from .laws import Laws
from .refusal import refused
from .values import AUTO, REMOVE_ALL, Message, Remove, Value

Item = Union[Message, Remove]
_GENERATED = "\x00"


class Ids:
    """A source of message ids that differ from each other and from every scripted one; ``made`` counts them."""

    def __init__(self) -> None:
        self.made = 0

    def fresh(self) -> str:
        """A new id."""
        self.made += 1
        return f"{_GENERATED}{self.made}"


def shown(message: Message) -> Message:
    """The message as observations show it: a generated id is ``<auto>``."""
    return _with_id(message, AUTO) if message.id.startswith(_GENERATED) else message


def _with_id(item: Message, id_: str) -> Message:
    return Message(item.role, item.text, id_, item.name, item.calls, item.answers, item.failed)


def merge(current: Value, update: Value, laws: Laws, ids: Ids) -> tuple[Item, ...]:
    """The list after an update.

    An update's message with a known id takes the place of the old one, any other is appended; a Remove deletes, and
    everything before the last remove-all is forgotten. Refused with ValueError where an unknown id is removed.
    """
    left = tuple([_identified(item, ids) for item in _items(current)])
    right = _named(left, _items(update), laws, ids)
    cleared = [place for place, item in enumerate(right) if isinstance(item, Remove) and item.id == REMOVE_ALL]
    if not cleared:
        return _applied(left, right, laws)
    rest = right[cleared[-1] + 1 :]
    messages = tuple(item for item in rest if isinstance(item, Message))
    if len({item.id for item in messages}) == len(rest) or not laws.holds("CH-21"):
        return rest
    return _applied((), messages, laws)


def _items(update: Value) -> tuple[Item, ...]:
    """The messages of an update that is one message or a list of them."""
    items = update if isinstance(update, tuple) else (update,)
    messages = tuple([item for item in items if isinstance(item, (Message, Remove))])
    if len(messages) != len(items):
        raise refused("NotImplementedError", "MESSAGE_COERCION_FAILURE")
    return messages


def _identified(item: Item, ids: Ids) -> Item:
    """A message without an id with a new one; any other item as it is."""
    return _with_id(item, ids.fresh()) if item.id == AUTO and isinstance(item, Message) else item


def _named(left: tuple[Item, ...], right: tuple[Item, ...], laws: Laws, ids: Ids) -> tuple[Item, ...]:
    """The update's messages, each with an id: one without gets a new one of its own (CH-18)."""
    if all(item.id != AUTO for item in right):
        return right
    generated = [item.id for item in left if item.id.startswith(_GENERATED)]
    if generated and not laws.holds("CH-18"):
        return tuple(
            [_with_id(item, generated[-1]) if item.id == AUTO and isinstance(item, Message) else item for item in right]
        )
    return tuple([_identified(item, ids) for item in right])


def _applied(left: tuple[Item, ...], right: tuple[Item, ...], laws: Laws) -> tuple[Item, ...]:
    merged = list(left)
    places = {item.id: place for place, item in enumerate(merged)}
    doomed: set[str] = set()
    for item in right:
        place = places.get(item.id)
        if isinstance(item, Remove):
            if place is None and laws.holds("CH-20"):
                raise refused("ValueError")
            doomed.add(item.id)
            continue
        doomed.discard(item.id)
        if place is None:
            places[item.id] = len(merged)
            merged.append(item)
        elif laws.holds("CH-19"):
            merged[place] = item
        else:
            merged = [*merged[:place], *merged[place + 1 :], item]
            places = {known.id: at for at, known in enumerate(merged)}
    return tuple([item for item in merged if item.id not in doomed]) if doomed else tuple(merged)
