"""What an entry of the table is: a small case that shows a rule, with what it shows if the rule holds and if not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from twinstep.notation import parse
from twinstep_model.cases import Case


@dataclass(frozen=True)
class Shows:
    """One way to show a rule.

    ``line``: the case. ``field``: what to look at, as in `look`. ``stated``: what is there if all rules hold;
    ``otherwise``: what is there if the alternative of this one holds instead, joined by ``or`` where that leaves a
    choice.
    """

    rule: str
    line: str
    field: str
    stated: str
    otherwise: str

    @cached_property
    def case(self) -> Case:
        """The case of the line."""
        return parse(self.line)
