"""Which rules bear on a difference that no profile explains.

A rule is tried by putting its other variant in force. Where a library breaks a rule only now and then, doing so from
the start disturbs what came before the difference; so the other variant is put in force as early as it disturbs
nothing before the difference, and what it then changes is weighed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from twinstep_model.cases import Case
from twinstep_model.laws import FromThen, Recorded
from twinstep_model.observation import Observation
from twinstep_model.run import run_under

from .contract import first_difference
from .outcomes import Nearest, Seen

Weight = Literal["all", "seen", "field", "record"]
"""What the other variant of a rule explains: everything that was seen; what was seen in the place of the difference;
that something else is there; that something else is in the same record."""

_WEIGHTS: tuple[Weight, ...] = ("all", "seen", "field", "record")


class Evidence(NamedTuple):
    """How much a rule bears on the difference. ``left``: where what it does not explain begins; () for nowhere."""

    rule: str
    weight: Weight
    left: tuple[int, ...]


def weighed(case: Case, profile: frozenset[str], seen: Seen, closest: Nearest, rules: Iterable[str]) -> list[Evidence]:
    """Those of the rules that bear on the difference, the weightiest first, then the one that explains longer."""
    found = [one for rule in rules if (one := _weighed(case, profile, seen, closest, rule)) is not None]
    found.sort(key=lambda one: one.left, reverse=True)
    return sorted(found, key=lambda one: _WEIGHTS.index(one.weight))


def _weighed(case: Case, profile: frozenset[str], seen: Seen, closest: Nearest, rule: str) -> Evidence | None:
    changed = _changed(case, profile, closest, rule)
    made = None if changed is None else first_difference(closest.modelled.observation, changed)
    if changed is None or made is None:
        return None
    difference = closest.difference
    left = first_difference(changed, seen.observation)
    if left is None:
        return Evidence(rule, "all", ())
    if left.place > difference.place:
        return Evidence(rule, "seen", left.place)
    if made.path == difference.path:
        return Evidence(rule, "field", left.place)
    return Evidence(rule, "record", left.place) if made.path[:-1] == difference.path[:-1] else None


def _changed(case: Case, profile: frozenset[str], closest: Nearest, rule: str) -> Observation | None:
    """What is expected if the rule's other variant holds as early as it disturbs nothing before the difference; None
    if it never may.

    Found by halving: the later the other variant comes into force, the later the first thing it can change.
    """
    low, high = 1, _asked(case, profile, closest, rule)
    best: Observation | None = None
    while low <= high:
        first = 1 if low == 1 else (low + high) // 2
        observation, _ = _from(case, profile, closest, rule, first)
        made = first_difference(closest.modelled.observation, observation)
        if made is None or made.place >= closest.difference.place:
            best, high = observation, first - 1
        else:
            low = first + 1
    return best


def _asked(case: Case, profile: frozenset[str], closest: Nearest, rule: str) -> int:
    """How often the rule is asked in the run that comes closest."""
    return _from(case, profile, closest, rule, None)[1]


def _from(
    case: Case, profile: frozenset[str], closest: Nearest, rule: str, first: int | None
) -> tuple[Observation, int]:
    laws = FromThen(profile, Recorded(closest.taken), rule, first)
    return run_under(case, laws).observation, laws.asked
