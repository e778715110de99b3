"""Values as observations show them: the ids that a library would have made up are hidden."""

from __future__ import annotations

from .messages import Ids, shown
from .values import Instance, Map, Message, Overwrite, Value


class Shown:
    """Shows values. A message that was shown before is not made anew: lists of messages come up again and again."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self._known: dict[int, tuple[Value, Value]] = {}

    def show(self, value: Value) -> Value:
        """The value with generated ids hidden."""
        kind = type(value)
        if not self._ids.made or kind is str or kind is int or value is None:
            return value
        if kind is Message or kind is tuple:
            known = self._known.get(id(value))
            if known is None:
                known = self._known[id(value)] = (value, self._made(value))
            return known[1]
        return self._made(value)

    def _made(self, value: Value) -> Value:
        match value:
            case Message():
                return shown(value)
            case tuple():
                known = self._known
                return tuple([known[id(item)][1] if id(item) in known else self.show(item) for item in value])
            case Map(items):
                return Map(tuple([(name, self.show(item)) for name, item in items]))
            case Instance(fields):
                return Instance(tuple([(name, self.show(item)) for name, item in fields]))
            case Overwrite(inner, form):
                return Overwrite(self.show(inner), form)
            case _:
                return value
