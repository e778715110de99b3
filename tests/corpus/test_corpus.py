"""Every case of the corpus does what the table says, in the specification and in the real library."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rules.look import look
from twinstep.judge import judge
from twinstep.outcomes import outcomes
from twinstep.runtime.drive import observe_case
from twinstep.validity import problem
from twinstep_model import codec
from twinstep_model.cases import Case
from twinstep_model.deviations import BY_NAME, PROFILES
from twinstep_model.laws import DOCUMENTED
from twinstep_model.observation import Observation

from .kinds import CASES, Ran
from .races import RACES
from .releases import RELEASES
from .table import CLAIMED, COLLECTED, ENTRIES, PUBLISHED, RACED, REPORTS, RUNS

PROFILE = PROFILES["1.2.24"]
EACH = pytest.mark.parametrize("ran", RUNS.values(), ids=lambda ran: ran.file)


def _shown(case: Case, seen: Observation) -> frozenset[str]:
    """The names of the deviations that are seen; it is an error if there is anything else."""
    judgement = judge(case, codec.dumps(seen), PROFILE)
    shown = frozenset(divergence.signature for divergence in judgement.divergences)
    assert judgement.verdict == ("DIVERGES" if shown else "AGREES")
    assert shown <= BY_NAME.keys()
    return shown


def _allowed(case: Case, alternatives: frozenset[str]) -> set[Observation]:
    return {modelled.observation for modelled in outcomes(case, alternatives)}


def test_every_report_is_there_once_with_its_cases_or_the_reason_why_there_are_none() -> None:
    assert Counter(report.id for report in REPORTS) == Counter(COLLECTED)
    assert [report.id for report in REPORTS if bool(report.ran) == bool(report.not_yet)] == []
    assert [report.id for report in REPORTS if bool(report.ran) != bool(report.outcome)] == []


def test_every_claim_is_there_once_with_its_cases_or_the_reason_why_there_are_none() -> None:
    assert Counter(claim.id for claim in PUBLISHED) == Counter(CLAIMED)
    assert Counter(claim.id for claim in RACES) == Counter(RACED)
    for claim in (*PUBLISHED, *RACES):
        ways = [bool(tuple(claim.files())), bool(claim.not_yet), bool(claim.no_case)]
        told = [bool(claim.outcome), bool(claim.holds), bool(claim.elsewhere)]
        assert ways.count(True) == 1, claim.id
        assert told == [ways[0]] * 3, claim.id
        assert claim.elsewhere.keys() <= RELEASES.keys(), claim.id
        assert RUNS.keys() >= set(claim.files()), claim.id


def test_every_file_is_the_case_of_one_entry_and_named_after_it() -> None:
    listed = [(ran.file, entry.id) for entry in ENTRIES for ran in entry.ran]
    assert Counter(path.stem for path in CASES.iterdir()) == Counter(file for file, _ in listed)
    assert [(file, id_) for file, id_ in listed if file != id_ and not file.startswith(f"{id_}-")] == []


@EACH
def test_the_specification_says_so(ran: Ran) -> None:
    assert problem(ran.case) is None
    allowed = _allowed(ran.case, PROFILE)
    assert sorted({look(observation, ran.shows) for observation in allowed}) == ran.seen.split(" or ")
    assert {name for observation in allowed for name in _shown(ran.case, observation)} == set(ran.deviations)
    assert (allowed == _allowed(ran.case, DOCUMENTED)) == (not ran.deviations)


@EACH
def test_the_library_does_so(ran: Ran) -> None:
    seen = observe_case(ran.case)
    assert look(seen, ran.shows) in ran.seen.split(" or ")
    assert _shown(ran.case, seen) in {_shown(ran.case, observation) for observation in _allowed(ran.case, PROFILE)}
