"""Every seeded fault with five seeds, as a table: `python -m tests.rediscovery.run [FILE]`, by default
`reports/faults.md`. Takes about half an hour on two cores."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from statistics import mean, median

from .fault import Fault, changed_lines
from .faults import FAULTS
from .search import MOST, Finding, search

SEEDS = (1, 2, 3, 4, 5)
_TABLE = Path(__file__).resolve().parents[2] / "reports" / "faults.md"
_HEAD = f"""# Seeded faults

Each fault edits the library in the process that runs it. It is found when a generated case has a new divergence that
names the rule it bends. Figures are for {len(SEEDS)} seeds with {MOST} cases each: the median number of cases until it
was found, the share of cases it affects, and the share of these that name the rule. Written by `make faults`.

| fault | what the library does | group | lines | rule | otherwise than its alternative | found | affected | naming |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""


def main() -> int:
    """Write the table. 0 if every fault was found with most seeds and nothing was found without one, else 1."""
    logging.getLogger("langgraph").setLevel(logging.ERROR)  # it warns of what half the cases do on purpose
    rows, good = [], True
    for fault in FAULTS.values():
        findings = [search(fault, seed) for seed in SEEDS]
        rows.append(_row(fault, findings))
        print(rows[-1], flush=True)
        good &= _after(findings) <= MOST and not any(finding.noise for finding in findings)
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else _TABLE
    target.write_text(_HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    return 0 if good else 1


def _row(fault: Fault, findings: list[Finding]) -> str:
    after = _after(findings)
    naming = sum(finding.naming for finding in findings) / max(1, sum(finding.affected for finding in findings))
    cells = (
        fault.name,
        fault.what,
        fault.group,
        str(changed_lines(fault)),
        fault.rule,
        fault.otherwise or "no, it is the alternative",
        f"{after:g}" if after <= MOST else "not found",
        f"{mean(finding.share for finding in findings):.1%}",
        f"{naming:.0%}",
    )
    return f"| {' | '.join(cells)} |"


def _after(findings: list[Finding]) -> float:
    """The median of the cases needed; a search that found nothing counts as more than MOST."""
    return median(finding.found or MOST + 1 for finding in findings)


if __name__ == "__main__":
    sys.exit(main())
