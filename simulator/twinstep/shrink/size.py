"""How big a case is: a pair of natural numbers, so that getting smaller must come to an end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_args

from twinstep_model import agents, cases, values
from twinstep_model.cases import DEFAULT_LIMIT, Case, Schedule

from .names import misnamed

_WEIGHTS: Mapping[type, int] = {
    cases.Invoke: 60,
    cases.Continue: 64,
    cases.Resume: 64,
    cases.Answers: 66,
    cases.Node: 25,
    agents.Agent: 25,
    agents.Supervisor: 30,
    agents.Swarm: 30,
    agents.ToolGraph: 25,
    agents.Handoff: 4,
    agents.Reply: 8,
    values.Call: 6,
    agents.ToolSaw: 3,
    agents.ToolAnswer: 3,
    agents.ToolCommand: 4,
    agents.ToolMany: 5,
    cases.Branch: 6,
    cases.Join: 4,
    cases.Edge: 3,
    cases.Last: 4,
    cases.Fold: 5,
    cases.Nothing: 0,
    cases.Update: 2,
    cases.Fields: 3,
    cases.Command: 3,
    cases.BareSend: 3,
    cases.Whole: 12,
    cases.Many: 6,
    cases.Goto: 1,
    values.Overwrite: 3,
}
"""What a thing counts for being there, where that is not _OTHERS: the more one has to read to see why, the more."""
_OTHERS = 2
_OTHER_KEYS = 7


def size(case: Case) -> tuple[int, int]:
    """How much there is to read, then how many names are not the plain ones."""
    return _weight(case) + sum(_inversions(order) for order in case.schedule.orders), misnamed(case)


def _weight(part: Any) -> int:
    """What a part counts: fields that have their default count nothing, names and texts only for being there."""
    if part is None:
        return 0
    if isinstance(part, bool):
        return 1 + part
    if isinstance(part, int):
        return 1 + min(part, 2) if part >= 0 else 4
    if isinstance(part, str):
        return 1 if part else 0
    if isinstance(part, tuple):
        return sum(1 + _weight(item) for item in part)
    if isinstance(part, (cases.Invoke, cases.Continue, cases.Resume, cases.Answers)):
        limit = 0 if part.limit == DEFAULT_LIMIT else 1 + part.limit
        return _base(part) + _given(part) + (part.thread != "t1") + limit
    if is_dataclass(part):
        return _base(part) + sum(_of_field(part, field) for field in fields(part))
    raise TypeError(f"no part of a case: {part!r}")


def _given(action: cases.Action) -> int:
    """What an action is given."""
    if isinstance(action, cases.Invoke):
        return _weight(action.input)
    if isinstance(action, cases.Resume):
        return 1 + _weight(action.answer)
    return _weight(action.answers) if isinstance(action, cases.Answers) else 0


def _base(part: Any) -> int:
    known = _WEIGHTS.get(type(part))
    if known is not None:
        return known
    return _OTHER_KEYS if isinstance(part, get_args(cases.Key)) else _OTHERS


def _of_field(part: Any, field: Any) -> int:
    value = getattr(part, field.name)
    if value == field.default and type(value) is type(field.default):
        return 0
    if isinstance(part, Schedule) and field.name != "orders":
        return 2
    if isinstance(part, agents.Swarm) and field.name == "default":
        return 0 if [part.default] == [member.name for member in part.agents[:1]] else 2
    return 1 + _weight(value)


def _inversions(order: tuple[int, ...]) -> int:
    return sum(one > other for place, one in enumerate(order) for other in order[place + 1 :])
