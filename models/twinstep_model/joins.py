"""Waiting edges: which arrivals count, and when one is complete (rules RT-15 to RT-17, WR-07, WR-08)."""

from __future__ import annotations

from .laws import Laws
from .plan import Plan
from .tasks import Finished

Arrivals = frozenset[tuple[int, str]]


def arrivals_after(
    plan: Plan, arrived: Arrivals, fired: frozenset[int], finished: Finished, laws: Laws
) -> tuple[Arrivals, frozenset[str], frozenset[int]]:
    """The arrivals left over after a step, the nodes whose waiting edges became complete in it, and the numbers of the
    waiting edges that were complete at any time (``fired``: at any time before).

    A complete waiting edge is used up by the run of its node; arrivals of that very step count for the next round.
    """
    if not plan.joins:
        return arrived, frozenset(), fired
    used = _used(plan, arrived, finished, laws)
    ran = {done.task.node for done in finished if done.acted.arrives}
    arriving = frozenset(
        (number, source) for number, join in enumerate(plan.joins) for source in join.sources if source in ran
    )
    if used & arriving and not laws.holds("WR-07"):
        after = (arrived | arriving) - used
    else:
        after = (arrived - used) | arriving
    reached = {number for number, _ in arriving & after}
    filled = {number for number in reached if _round(number, plan.joins[number].sources) <= after}
    again = (reached & fired) - filled
    if again and not laws.holds("RT-15"):
        filled |= again
    targets = {plan.joins[number].target for number in filled}
    return after, frozenset(targets & plan.reads.keys()), fired | filled


def incomplete(plan: Plan, arrived: Arrivals) -> bool:
    """Whether some waiting edge has arrivals but not all of them."""
    rounds = [_round(number, join.sources) for number, join in enumerate(plan.joins)]
    return any(one & arrived and not one <= arrived for one in rounds)


def complete_into(plan: Plan, arrived: Arrivals, nodes: frozenset[str]) -> Arrivals:
    """The arrivals of complete waiting edges into these nodes."""
    rounds = [_round(number, join.sources) for number, join in enumerate(plan.joins) if join.target in nodes]
    return frozenset(arrival for one in rounds if one <= arrived for arrival in one)


def _used(plan: Plan, arrived: Arrivals, finished: Finished, laws: Laws) -> Arrivals:
    pulled = frozenset(done.task.node for done in finished if done.task.cause == "pull")
    used = complete_into(plan, arrived, pulled)
    pushed = {done.task.node for done in finished if done.task.cause == "push"}
    sent_at = frozenset((number, source) for number, source in arrived if plan.joins[number].target in pushed)
    if sent_at - used and not laws.holds("WR-08"):
        used |= sent_at
    return used


def _round(number: int, sources: tuple[str, ...]) -> Arrivals:
    return frozenset((number, source) for source in sources)
