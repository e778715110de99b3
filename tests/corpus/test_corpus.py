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
from twinstep_model.deviations import BY_NAME, PROFILES
from twinstep_model.laws import DOCUMENTED
from twinstep_model.rules import RULES

from .kinds import CASES, Ran
from .table import COLLECTED, REPORTS

PROFILE = PROFILES["1.2.24"]
EACH = pytest.mark.parametrize("ran", [ran for report in REPORTS for ran in report.ran], ids=lambda ran: ran.file)


def _raced(name: str) -> bool:
    """Whether this deviation is not shown in every run."""
    return RULES[BY_NAME[name].rule].choice


def test_every_report_is_there_once_with_its_cases_or_the_reason_why_there_are_none() -> None:
    assert Counter(report.id for report in REPORTS) == Counter(COLLECTED)
    assert [report.id for report in REPORTS if bool(report.ran) == bool(report.not_yet)] == []
    assert [report.id for report in REPORTS if bool(report.ran) != bool(report.outcome)] == []


def test_every_file_is_the_case_of_one_report_and_named_after_it() -> None:
    files = {ran.file: report.id for report in REPORTS for ran in report.ran}
    assert {path.stem for path in CASES.iterdir()} == files.keys()
    assert {file: id_ for file, id_ in files.items() if file.partition("-")[0] != id_} == {}


@EACH
def test_the_specification_says_so(ran: Ran) -> None:
    assert problem(ran.case) is None
    allowed = outcomes(ran.case, PROFILE)
    assert sorted({look(modelled.observation, ran.shows) for modelled in allowed}) == ran.seen.split(" or ")
    documented = outcomes(ran.case, DOCUMENTED)
    as_documented = {modelled.observation for modelled in allowed} == {modelled.observation for modelled in documented}
    assert as_documented == (not ran.deviations)


@EACH
def test_the_library_does_so(ran: Ran) -> None:
    seen = observe_case(ran.case)
    assert look(seen, ran.shows) in ran.seen.split(" or ")
    judgement = judge(ran.case, codec.dumps(seen), PROFILE)
    shown = {divergence.signature for divergence in judgement.divergences}
    assert judgement.verdict == ("DIVERGES" if shown else "AGREES")
    assert {name for name in ran.deviations if not _raced(name)} <= shown <= set(ran.deviations)
