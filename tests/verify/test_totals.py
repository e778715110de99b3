"""The random totals: thousands of cases in the real library, nothing unexplained, and what they contain.

Shares are measured on what the library did, not on what the model says it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.conftest import FIGURE
from twinstep.explain import sentence
from twinstep.features import features
from twinstep.files import case_id, write_case
from twinstep.generate.draw import Draw, Seeded
from twinstep.generate.graphs import graph_case
from twinstep.generate.teams import supervisor_case
from twinstep.judge import judge
from twinstep.ledger import Ledger
from twinstep.outcomes import Seen
from twinstep.pool import Answer, Pool
from twinstep_model.cases import Case
from twinstep_model.deviations import profile_of
from twinstep_model.rules import RULES

GRAPHS, TEAMS = 5_000, 1_000
JOBS = 2
GRAPH_SHARES = {
    "three tasks in a step": 40,
    "waiting edge": 25,
    "cycle": 25,
    "Send": 25,
    "Command with goto": 20,
    "fails": 15,
    "defer": 10,
    "two turns": 30,
    "async": 40,
}
TEAM_SHARES = {
    "two calls in a reply": 50,
    "two handoffs in a reply": 30,
    "handoff beside another call": 25,
    "unknown name": 10,
    "raising tool": 10,
    "two turns": 30,
    "other completion order": 30,
    "async": 40,
}
"""At least so many of a hundred cases."""
CHOICES = frozenset(rule.id for rule in RULES.values() if rule.choice)


@dataclass
class Total:
    """What so many cases came to. ``strange``: cases that show what no ledger knows; ``wide``: those with several
    allowed outcomes although no rule with a choice was asked."""

    cases: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)
    outcomes: int = 0
    several: int = 0
    strange: list[str] = field(default_factory=list)
    wide: list[str] = field(default_factory=list)

    def shares(self, names: Iterable[str]) -> dict[str, float]:
        return {name: round(100 * self.shown[name] / self.cases, 1) for name in names}

    @property
    def mean_outcomes(self) -> float:
        return self.outcomes / (self.verdicts["AGREES"] + self.verdicts["DIVERGES"])


def total(
    generator: Callable[[Draw], Case], name: str, count: int, kept: Path, ledger: Ledger | None = None, jobs: int = JOBS
) -> Total:
    """Runs and judges the cases; those that are strange or have no verdict are kept as files. ``ledger``: the one that
    comes with twinstep, unless another is given."""
    found = Total(count)
    ledger = ledger or Ledger.default()
    with Pool(jobs) as pool:
        release = pool.versions["langgraph"]
        _, profile = profile_of(release)
        cases = (generator(Seeded(f"totals:{name}:{number}")) for number in range(count))
        for case, answer in pool.run(cases):
            why = _add(found, case, answer, profile, ledger, release)
            if why:
                write_case(kept / f"{case_id(case)}.json", case, {"why": why})
    return found


def _add(found: Total, case: Case, answer: Answer, profile: frozenset[str], ledger: Ledger, release: str) -> str:
    """Counts a case; what is wrong with it, or "" for nothing."""
    if answer.text is None:
        found.verdicts["UNDETERMINED" if answer.hang else "ERROR"] += 1
        return answer.failure or "hang"
    judgement = judge(case, answer.text, profile)
    found.verdicts[judgement.verdict] += 1
    found.shown.update(features(case, Seen(answer.text).observation))
    found.outcomes += judgement.outcomes
    found.several += judgement.outcomes > 1
    found.known.update(divergence.signature for divergence in judgement.divergences)
    if judgement.outcomes > 1 and not judgement.hits & CHOICES:
        found.wide.append(case_id(case))
    unknown = [one for one in judgement.divergences if ledger.entry(one.signature, release) is None]
    found.strange += [
        f"{case_id(case)} {one.signature}: {sentence(case, one, Seen(answer.text).observation)}" for one in unknown
    ]
    return judgement.why or ", ".join(one.signature for one in unknown)


def tell(record: Callable[[str, object], None], what: str, found: Total, shares: Mapping[str, int]) -> None:
    """Records the figures."""
    verdicts = ", ".join(f"{name} {times}" for name, times in sorted(found.verdicts.items()))
    measured = ", ".join(f"{name} {share}% (>= {shares[name]}%)" for name, share in found.shares(shares).items())
    known = ", ".join(f"{name} {times}" for name, times in found.known.most_common())
    lines = (
        f"{found.cases} {what}: {verdicts}; unexplained: {len(found.strange)}",
        f"  {measured}",
        f"  allowed outcomes: mean {found.mean_outcomes:.3f}; more than one in {found.several} cases",
        f"  known divergences: {known}",
    )
    for line in lines:
        record(FIGURE, line)


def check(found: Total, shares: Mapping[str, int], kept: Path) -> None:
    """What must be true of both topologies."""
    assert not found.strange, f"unexplained, kept in {kept}: " + "\n".join(found.strange[:5])
    assert found.verdicts["ERROR"] == 0, f"errors, kept in {kept}"
    assert found.verdicts["UNDETERMINED"] <= 0.005 * found.cases
    assert not found.wide, "several outcomes without a choice"
    measured = found.shares(shares)
    assert {name: share for name, share in measured.items() if share < shares[name]} == {}


@pytest.mark.parametrize(("generator", "name"), [(graph_case, "graph"), (supervisor_case, "supervisor")])
def test_what_no_ledger_knows_is_strange(generator: Callable[[Draw], Case], name: str, tmp_path: Path) -> None:
    found = total(generator, name, 30, tmp_path, Ledger(), jobs=1)
    assert found.strange
    assert {line.split(":")[0].split(" ", 1)[1] for line in found.strange} == set(found.known)
    assert len(list(tmp_path.iterdir())) == found.verdicts["DIVERGES"]


@pytest.mark.verify
def test_random_plain_graphs(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    found = total(graph_case, "graph", GRAPHS, tmp_path)
    tell(record_property, "plain graphs", found, GRAPH_SHARES)
    check(found, GRAPH_SHARES, tmp_path)
    assert found.shares(["async"])["async"] <= 60
    assert found.several > 0
    assert found.mean_outcomes <= 1.2


@pytest.mark.verify
def test_random_supervisors(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    found = total(supervisor_case, "supervisor", TEAMS, tmp_path)
    tell(record_property, "supervisor teams", found, TEAM_SHARES)
    check(found, TEAM_SHARES, tmp_path)
    assert found.mean_outcomes <= 3
