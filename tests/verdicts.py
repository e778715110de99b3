"""Judges generated cases and prints what came out, one JSON list a line, for comparison with other processes.

    python -m tests.verdicts TOPOLOGY COUNT

Each line: the case's id, whether a rule that leaves something open was asked, the verdict, the signatures, a digest of
the observation.
"""

from __future__ import annotations

import hashlib
import json
import sys

from twinstep.check.sources import TOPOLOGIES
from twinstep.files import case_id
from twinstep.generate.draw import Seeded
from twinstep.judge import judge
from twinstep.pool import Pool
from twinstep_model.deviations import profile_of
from twinstep_model.rules import RULES


def main(topology: str, count: int) -> None:
    """Judges the cases in one fresh worker."""
    choices = {rule.id for rule in RULES.values() if rule.choice}
    with Pool(1) as pool:
        _, profile = profile_of(pool.versions["langgraph"])
        cases = (TOPOLOGIES[topology](Seeded(f"determinism:{topology}:{number}")) for number in range(count))
        for case, answer in pool.run(cases):
            if answer.text is None:
                raise SystemExit(f"{case_id(case)}: no observation: {answer.failure or 'hang'}")
            judgement = judge(case, answer.text, profile)
            signatures = [divergence.signature for divergence in judgement.divergences]
            digest = hashlib.sha256(answer.text.encode()).hexdigest()
            print(
                json.dumps(
                    [case_id(case), bool(judgement.hits & choices), judgement.verdict, signatures, digest],
                )
            )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
