"""What is due after a boundary: the nodes that something led to, the Sends, and deferred nodes when all else is done.

Rules SS-06, SS-11, SS-12, SS-15 to SS-18, CH-02, CH-14, RT-18, WR-06.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from .joins import incomplete
from .laws import Laws
from .plan import Plan
from .state import Sent, State
from .tasks import Finished


def due_after(
    plan: Plan, state: State, finished: Finished, filled: frozenset[str], sends: tuple[Sent, ...], laws: Laws
) -> State:
    """The state with what is due next. ``state`` has the boundary's contents and arrivals already.

    ``filled``: nodes whose waiting edges became complete; ``sends``: the Sends of this step, in order.
    """
    reached = _reached(finished, filled, laws)
    if any(done.acted.ends for done in finished) and (reached or sends) and not laws.holds("SS-11"):
        return replace(state, due=(), sends=(), waiting=frozenset())
    deferred = _deferred(plan, state, frozenset(reached), filled, laws)
    due = tuple(sorted(node for node in reached.elements() if node not in deferred))
    pulled = {done.task.node for done in finished if done.task.cause == "pull"}
    waiting = (state.waiting - pulled) | deferred
    sends, held = _split(plan, sends, state.held, laws)
    if due or not (waiting or held) or not _may_release(plan, state, sends, laws):
        return replace(state, due=due, sends=sends, waiting=waiting, held=held)
    ready = sorted(waiting)
    if len(ready) > 1 and not laws.holds("SS-17"):
        ready = ready[:1]
    rest = waiting - set(ready)
    return replace(
        state, due=tuple(ready), sends=sends + held, waiting=rest, held=(), released=state.released | set(ready)
    )


def _reached(finished: Finished, filled: frozenset[str], laws: Laws) -> Counter[str]:
    """How often each node is to run: once, however many ways led to it (SS-12, RT-18)."""
    ways = Counter(node for done in finished for node in done.acted.pulls)
    pulled = {done.task.node for done in finished if done.task.cause == "pull"}
    again = pulled & ways.keys()
    if again and not laws.holds("SS-06"):
        ways = Counter({node: count for node, count in ways.items() if node not in again})
    many = max(ways.values(), default=0) > 1
    times = ways if many and not laws.holds("SS-12") else Counter(dict.fromkeys(ways, 1))
    both = filled & ways.keys()
    for node in filled:
        times[node] += 1 if node not in both or not laws.holds("RT-18") else 0
    return times


def _deferred(
    plan: Plan, state: State, reached: frozenset[str], filled: frozenset[str], laws: Laws
) -> frozenset[str]:
    """The reached nodes that have to wait until nothing else is due."""
    deferred = reached & plan.deferred
    if deferred and not laws.holds("SS-15"):
        return frozenset()
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


def _may_release(plan: Plan, state: State, sends: tuple[Sent, ...], laws: Laws) -> bool:
    """Whether deferred nodes may run, now that no other node is due: Sends on their way are work too (SS-16)."""
    if sends and laws.holds("SS-16"):
        return False
    return not incomplete(plan, state.arrived) or laws.holds("WR-06")
