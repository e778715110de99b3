"""How the runs of one case are spread over the outcomes that the profile allows it (decision 4).

Where a rule leaves something open, runs may differ, but only inside this set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from twinstep.contract import Path, first_difference
from twinstep.explain import field_at, where
from twinstep.outcomes import Seen, TooManyOutcomes, agrees, outcomes
from twinstep.words import brief, names
from twinstep_model.cases import Case
from twinstep_model.observation import Observation


@dataclass(frozen=True, slots=True)
class Spread:
    """``counts``: for each allowed outcome its name and the number of runs that had it. ``outside``: runs that had
    none of them. ``place``: where the outcomes differ first, which is what they are named after."""

    place: str
    counts: tuple[tuple[str, int], ...]
    outside: int


def spread(case: Case, seen: Sequence[Seen], profile: frozenset[str]) -> Spread | None:
    """The spread of these runs; None where the profile allows only one outcome, or too many to be listed."""
    try:
        allowed = outcomes(case, profile)
    except TooManyOutcomes:
        return None
    if len(allowed) < 2:
        return None
    had = Counter(next((place for place, one in enumerate(allowed) if agrees(one, run)), None) for run in seen)
    path = _fork([one.observation for one in allowed])
    labels = [_label(one.observation, path) for one in allowed]
    alike = Counter(labels)
    named = [label if alike[label] == 1 else f"{label} (outcome {place + 1})" for place, label in enumerate(labels)]
    return Spread(
        where(case, path, allowed[0].observation),
        tuple((name, had[place]) for place, name in enumerate(named)),
        had[None],
    )


def _fork(seen: Sequence[Observation]) -> Path:
    """The field in which the outcomes differ first: where as many of them as possible differ from the first one."""
    found = [first_difference(seen[0], other) for other in seen[1:]]
    paths = Counter(difference.path for difference in found if difference is not None)
    return paths.most_common(1)[0][0]


def _label(seen: Observation, path: Path) -> str:
    field = next(part for part in reversed(path) if isinstance(part, str))
    value = field_at(path, seen)
    if field in ("next", "tasks") and isinstance(value, tuple):
        return f"{'next' if field == 'next' else 'ran'} {names(_node(item) for item in value)}"
    return f"{field} {brief(value)}"


def _node(item: Any) -> str:
    return item if isinstance(item, str) else item.node
