"""What is due after a boundary: the nodes that something led to, the Sends, and deferred nodes when all else is done.

Rules SS-06, SS-11, SS-12, SS-15 to SS-18, CH-02, CH-14, RT-18, WR-06.
"""

from __future__ import annotations

from typing import NamedTuple

from .joins import Arrivals, incomplete
from .laws import Laws
from .plan import Plan
from .state import Sent, State
from .tasks import Finished

_NONE: frozenset[str] = frozenset()


class Due(NamedTuple):
    """What is due next, and what still waits; the fields are those of State."""

    due: tuple[str, ...]
    sends: tuple[Sent, ...]
    waiting: frozenset[str] = _NONE
    released: frozenset[str] = _NONE
    held: tuple[Sent, ...] = ()


def due_after(
    plan: Plan,
    state: State,
    finished: Finished,
    arrived: Arrivals,
    filled: frozenset[str],
    sends: tuple[Sent, ...],
    laws: Laws,
) -> Due:
    """What is due after a step.

    ``state``: the one before it. ``arrived``: the arrivals at waiting edges now, ``filled``: the nodes whose waiting
    edges became complete. ``sends``: the Sends of this step, in order.
    """
    reached = _reached(finished, filled, laws)
    if (reached or sends) and any(done.acted.ends for done in finished) and not laws.holds("SS-11"):
        return Due((), ())
    if not plan.deferred:
        return Due(tuple(sorted(reached)), sends)
    deferred = _deferred(plan, state, frozenset(reached), filled, laws)
    due = tuple(sorted(node for node in reached if node not in deferred))
    waiting = (state.waiting - _pulled(finished)) | deferred
    sends, held = _split(plan, sends, state.held, laws)
    if due or not (waiting or held) or not _may_release(plan, arrived, sends, laws):
        return Due(due, sends, waiting, state.released, held)
    ready = sorted(waiting)
    if len(ready) > 1 and not laws.holds("SS-17"):
        ready = ready[:1]
    return Due(tuple(ready), sends + held, waiting.difference(ready), state.released.union(ready))


def _reached(finished: Finished, filled: frozenset[str], laws: Laws) -> list[str]:
    """The nodes that are reached: each once, however many ways led to it (SS-12, RT-18)."""
    ways = [node for done in finished for node in done.acted.pulls]
    again = _pulled(finished).intersection(ways)
    if again and not laws.holds("SS-06"):
        ways = [node for node in ways if node not in again]
    once = list(dict.fromkeys(ways))
    reached = once if len(once) == len(ways) or laws.holds("SS-12") else ways
    both = filled.intersection(once)
    if both and not laws.holds("RT-18"):
        both = _NONE
    return reached + [node for node in filled if node not in both]


def _pulled(finished: Finished) -> frozenset[str]:
    return frozenset([done.task.node for done in finished if done.task.cause == "pull"])


def _deferred(plan: Plan, state: State, reached: frozenset[str], filled: frozenset[str], laws: Laws) -> frozenset[str]:
    """The reached nodes that have to wait until nothing else is due."""
    deferred = reached & plan.deferred
    if deferred and not laws.holds("SS-15"):
        return _NONE
    if deferred & filled and not laws.holds("CH-14"):
        deferred -= filled
    if deferred & state.released and not laws.holds("CH-02"):
        deferred -= state.released
    return deferred


def _split(
    plan: Plan, sends: tuple[Sent, ...], held: tuple[Sent, ...], laws: Laws
) -> tuple[tuple[Sent, ...], tuple[Sent, ...]]:
    """The Sends that run next, and those that wait because their node is deferred (none: SS-18)."""
    late = tuple(sent for sent in sends if sent.node in plan.deferred)
    if late and not laws.holds("SS-18"):
        return tuple(sent for sent in sends if sent.node not in plan.deferred), held + late
    return sends, held


def _may_release(plan: Plan, arrived: Arrivals, sends: tuple[Sent, ...], laws: Laws) -> bool:
    """Whether deferred nodes may run, now that no other node is due: Sends on their way are work too (SS-16)."""
    if sends and laws.holds("SS-16"):
        return False
    return not incomplete(plan, arrived) or laws.holds("WR-06")
