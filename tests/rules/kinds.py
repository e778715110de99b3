"""What an entry of the table is: a small case that shows a rule, with what it shows if the rule holds and if not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from twinstep.notation import parse
from twinstep_model.cases import Case
from twinstep_model.laws import DOCUMENTED


@dataclass(frozen=True)
class Shows:
    """One way to show a rule.

    ``line``: the case. ``field``: what to look at, as in `look`. ``stated``: what is there if all rules hold;
    ``otherwise``: what is there if the alternative of this one holds instead, joined by ``or`` where that leaves a
    choice. ``given``: rules whose alternative holds both times, where this one is not asked without them.
    """

    rule: str
    line: str
    field: str
    stated: str
    otherwise: str
    given: frozenset[str] = DOCUMENTED

    @cached_property
    def case(self) -> Case:
        """The case of the line."""
        return parse(self.line)


@dataclass(frozen=True)
class Corner:
    """A case (``line``), what to look at (``field``), and what is there if these ``alternatives`` hold."""

    line: str
    field: str
    stated: str
    alternatives: frozenset[str] = DOCUMENTED

    @cached_property
    def case(self) -> Case:
        """The case of the line."""
        return parse(self.line)
