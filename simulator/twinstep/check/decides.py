"""Which rules matter: in how many cases does the comparison fail when one rule alone is replaced by its alternative?"""

from __future__ import annotations

from collections.abc import Iterator

from twinstep.outcomes import Seen, TooManyOutcomes, matching, runs

from .tally import Tally


def decide(tally: Tally) -> Iterator[tuple[int, int]]:
    """Counts, for every rule, the kept cases in which it decides; yields how many comparisons of how many are done.

    A replaced rule may allow too many outcomes to look at: then the case says nothing about it and is not counted.
    """
    total = sum(len(kept.rules) for kept in tally.kept)
    done = 0
    for kept in tally.kept:
        seen = Seen(kept.text)
        for rule in kept.rules:
            try:
                tally.decided(rule, matching(runs(kept.case, tally.profile ^ {rule}), seen) is None)
            except TooManyOutcomes:
                continue
        done += len(kept.rules)
        yield done, total
