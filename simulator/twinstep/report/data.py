"""The summary of a check as plain JSON data: the form that scripts read, and that later commands look things up in."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from twinstep import __version__
from twinstep.check.summary import Reported, RuleCount, Summary, Topology

REPORT_VERSION = 1


def data_of(summary: Summary) -> dict[str, Any]:
    """Everything in the summary; only ``timings`` differs between two checks that found the same."""
    return {
        "report_version": REPORT_VERSION,
        "twinstep": __version__,
        "versions": dict(summary.versions),
        "profile": summary.profile,
        "seed": summary.seed,
        "complete": summary.complete,
        "ended": summary.ended,
        "status": summary.status,
        "cases": {top.name: _topology(top) for top in summary.topologies},
        "divergences": [_divergence(one) for one in summary.divergences],
        "unjudged": [asdict(one) for one in summary.unjudged],
        "rules": {rule: asdict(count) for rule, count in summary.rules.items()},
        "ledger": [asdict(note) for note in summary.entries],
        "problems": list(summary.problems),
        "timings": {
            **{what: round(seconds, 3) for what, seconds in summary.timings.items()},
            "cases_per_second": {top.name: round(top.per_second, 1) for top in summary.topologies},
        },
    }


def text_of(summary: Summary) -> str:
    """The same as text, in ASCII, so that no terminal and no pipe can trip over it."""
    return json.dumps(data_of(summary), indent=2) + "\n"


def rule_counts(data: Any) -> dict[str, RuleCount]:
    """The rules' counts in what text_of wrote. Raises ValueError, KeyError or TypeError for anything else."""
    return {
        str(rule): RuleCount(int(row["hits"]), int(row["tried"]), int(row["decides"]))
        for rule, row in dict(data["rules"]).items()
    }


def _topology(top: Topology) -> dict[str, Any]:
    return {
        "count": top.cases,
        "wanted": top.wanted,
        "verdicts": dict(top.verdicts),
        "distribution": dict(top.distribution),
        "mean_outcomes": top.outcomes,
    }


def _divergence(one: Reported) -> dict[str, Any]:
    return {**asdict(one), "deviations": list(one.deviations), "count": one.count}
