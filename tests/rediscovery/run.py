"""The table of seeded faults, each with five seeds: `python -m tests.rediscovery.run [NAME ...] [--rest] [--out FILE]`.

Without names every fault is run, which takes about an hour on two idle cores; with names the table keeps its other
rows. It is written anew after each fault; `--rest` goes on where a run was broken off.
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

from .fault import Fault
from .faults import FAULTS
from .search import MOST, Finding, faulty, search
from .smallest import TIMES, Smallest, smallest

SEEDS = (1, 2, 3, 4, 5)
_MEASURED = 200
_RUNS = 200
_LONGEST = 300
_TABLE = Path(__file__).resolve().parents[2] / "reports" / "faults.md"
_HEAD = f"""# Seeded faults

Each fault edits the library in the process that runs it. It is found when a generated case has a new divergence that
names the rule it bends. For {len(SEEDS)} seeds: the share of the first {_MEASURED} cases of its family that it affects,
and the median number of cases until it was found ({MOST} at most). Then the case that found it, made small: its turns,
nodes (in a team: agents, without those that supervise) and tool calls, and in how many of {TIMES} runs it shows the
fault. Written by `make faults`.

| fault | rule | family | affected | cases | turns, nodes, calls | replayed |
| --- | --- | --- | --- | --- | --- | --- |
"""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one fault: its row, its paragraph, and whether it is as it should be."""

    name: str
    row: str
    says: str
    good: bool


def main() -> int:
    """Write the table. 0 if each fault was found with most seeds and nothing was found without one, else 1."""
    arguments = _arguments()
    results = _kept(arguments.out)
    done_before = results if arguments.rest else {}
    chosen = [FAULTS[name] for name in arguments.names or FAULTS if name not in done_before]
    good = True
    with ProcessPoolExecutor(arguments.jobs) as executor:
        for done in as_completed([executor.submit(examined, fault) for fault in chosen]):
            result = done.result()
            results[result.name] = result
            arguments.out.write_text(_page(results), encoding="utf-8")
            print(result.row, flush=True)
            good &= result.good
    return 0 if good else 1


def examined(fault: Fault) -> Result:
    """The fault with all seeds."""
    logging.getLogger("langgraph").setLevel(logging.ERROR)  # it warns of what half the cases do on purpose
    with faulty(fault) as pool:
        findings = [search(fault, seed, pool, _MEASURED) for seed in SEEDS]
        found = next((finding for finding in findings if finding.found), None)
        small = smallest(fault, found, pool, _RUNS) if found else None
    after = median(finding.found or MOST + 1 for finding in findings)
    good = after <= MOST and not any(finding.noise for finding in findings)
    return Result(fault.name, _row(fault, findings, after, small), _says(fault, small), good)


def _row(fault: Fault, findings: list[Finding], after: float, small: Smallest | None) -> str:
    cells = (
        fault.name,
        fault.rule,
        fault.group,
        f"{mean(finding.share for finding in findings):.1%}",
        f"{after:g}" if after <= MOST else "not found",
        f"{small.turns}, {small.nodes}, {small.calls}" if small else "",
        f"{small.replayed} of {TIMES}" if small else "",
    )
    return f"| {' | '.join(cells)} |"


def _says(fault: Fault, small: Smallest | None) -> str:
    """What the library does, in one line; then the smallest case, where that is short."""
    otherwise = f"Otherwise than the rule's alternative: {fault.otherwise}" if fault.otherwise else "The alternative"
    said = f"- **{fault.name}**: {fault.what}. {otherwise}."
    return f"{said} `{small.line}`" if small and len(small.line) <= _LONGEST else said


def _page(results: Mapping[str, Result]) -> str:
    known = [results[name] for name in FAULTS if name in results]
    rows, says = [result.row for result in known], [result.says for result in known]
    rest = len(FAULTS) - len(known)
    more = [f"\nNot measured yet: {rest} of {len(FAULTS)} faults."] if rest else []
    return "\n".join([_HEAD + "\n".join(rows), *more, "", *says]) + "\n"


def _kept(table: Path) -> dict[str, Result]:
    """What the table says already, by fault."""
    lines = table.read_text(encoding="utf-8").splitlines() if table.exists() else []
    rows = {line.split(" ")[1]: line for line in lines if line.startswith("| ")}
    says = {line.split("**")[1]: line for line in lines if line.startswith("- **")}
    return {name: Result(name, rows[name], line, True) for name, line in says.items()}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.rediscovery.run")
    parser.add_argument("names", nargs="*", choices=[*FAULTS, []], metavar="NAME", help="faults; all without a name")
    parser.add_argument("--rest", action="store_true", help="only those that the table lacks")
    parser.add_argument("--out", type=Path, default=_TABLE, help="where the table is")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
