"""What a case contains, as far as its run shows it: the words in which distributions of cases are reported.

Everything is read from the case and from an observation of it (in practice the model's), so a Send counts only where
it was really made and a reply only where it was really given.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from twinstep_model.agents import TeamScript
from twinstep_model.cases import Case, Graph, GraphScript
from twinstep_model.observation import Observation

from .graphs import of_graph
from .teams import of_team
from .threads import of_threads, pauses
from .walk import steps

__all__ = ["FEATURES", "features", "pauses", "steps"]

_ALL = ("fails", "two turns", "async")
_CALLS = (
    "two calls in a reply",
    "three calls in a reply",
    "unknown name",
    "raising tool",
    "tool that commands",
    "other completion order",
)
_HANDOFFS = ("two handoffs in a reply", "handoff beside another call")
FEATURES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "graph": (
            "three tasks in a step",
            "waiting edge",
            "cycle",
            "Send",
            "Command with goto",
            "defer",
            *_ALL,
        ),
        "react": (*_CALLS, "calls in one task", "hook", "return_direct", "structured", "sees state", "by hand", *_ALL),
        "supervisor": (*_CALLS, *_HANDOFFS, "calls in one task", "own handoff tools", "forwards", "nested", *_ALL),
        "swarm": (*_CALLS, *_HANDOFFS, "handoff", "calls in one task", "active agent given", "nested", *_ALL),
        "history": (
            "asks a question",
            "several questions at once",
            "answered by id",
            "resumed",
            "went on after a failure",
            "input while a question waits",
            "kept a finished task",
            "limit reached and went on",
            *_ALL,
        ),
    }
)
"""By family of topologies, what is counted there."""


def features(case: Case, seen: Observation) -> frozenset[str]:
    """Which features of its family the run of this case shows."""
    found = {
        "fails": seen.build is not None or any(ran.error is not None for ran in seen.actions),
        "two turns": len(case.actions) > 1,
        "async": case.schedule.mode == "async",
    }
    if isinstance(case.topology, Graph) and isinstance(case.script, GraphScript):
        found |= of_graph(case.topology, case.script, seen)
        found |= of_threads(case, seen) if pauses(case) else {}
    elif not isinstance(case.topology, Graph) and isinstance(case.script, TeamScript):
        found |= of_team(case, case.topology, case.script, seen)
    return frozenset(name for name, shown in found.items() if shown)
