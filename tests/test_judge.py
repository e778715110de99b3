"""The judge and its contract: a difference is never rounded up to agreement, and named as well as it can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import pytest

from twinstep.contract import CONTRACT
from twinstep.judge import judge
from twinstep.notation import parse
from twinstep.outcomes import TooManyOutcomes
from twinstep_model import codec
from twinstep_model.deviations import REFERENCE
from twinstep_model.laws import DOCUMENTED
from twinstep_model.run import Modelled, run_case

CASE = parse("graph x | nodes a | edges >a | a: {x:overwrite(1)} | invoke {}")
WRAPPED = codec.dumps(run_case(CASE, REFERENCE).observation)


@pytest.mark.parametrize("record", CONTRACT, ids=lambda record: record.__name__)
def test_every_field_is_compared(record: type) -> None:
    assert set(CONTRACT[record]) == {field.name for field in fields(record)}
    assert [name for name, term in CONTRACT[record].items() if term.how == "ignored"] == []
    assert [name for name, term in CONTRACT[record].items() if term.how != "exact" and not term.why] == []


def test_agreement() -> None:
    judgement = judge(CASE, codec.dumps(run_case(CASE, DOCUMENTED).observation), DOCUMENTED)
    assert (judgement.verdict, judgement.divergences) == ("AGREES", ())


def test_what_the_profile_explains_has_the_name_of_its_deviation() -> None:
    judgement = judge(CASE, WRAPPED, REFERENCE)
    assert judgement.verdict == "DIVERGES"
    [found] = judgement.divergences
    assert (found.signature, found.rule, found.kind) == (
        "overwrite-without-reducer-stored-wrapped",
        "CH-07",
        "broken promise",
    )
    assert found.deviations == (found.signature,)


def test_what_one_other_rule_explains_has_its_name() -> None:
    [found] = judge(CASE, WRAPPED, DOCUMENTED).divergences
    assert (found.signature, found.rule, found.deviations) == ("changed CH-07", "CH-07", ())


def test_a_rule_that_allows_too_much_is_not_named_and_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> Iterator[Modelled]:
        raise TooManyOutcomes

    monkeypatch.setattr("twinstep.judge.runs", endless)
    judgement = judge(CASE, WRAPPED, DOCUMENTED)
    assert judgement.verdict == "DIVERGES"
    [found] = judgement.divergences
    assert (found.kind, found.rule, found.signature) == ("unexplained", "", "unexplained actions.steps.values")
