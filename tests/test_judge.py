"""The judge and its contract: a difference is never rounded up to agreement, and named as well as it can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from twinstep.contract import CONTRACT, Difference, Path
from twinstep.judge import judge
from twinstep.notation import parse
from twinstep.outcomes import TooManyOutcomes, outcomes
from twinstep_model import codec
from twinstep_model.cases import Case
from twinstep_model.deviations import REFERENCE
from twinstep_model.laws import DOCUMENTED, First, FromThen
from twinstep_model.observation import NOT_OBSERVED
from twinstep_model.run import Modelled, run_case, run_under

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


def test_a_rule_that_allows_too_much_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> Iterator[Modelled]:
        raise TooManyOutcomes

    monkeypatch.setattr("twinstep.judge.runs", endless)
    judgement = judge(CASE, WRAPPED, DOCUMENTED)
    assert judgement.verdict == "DIVERGES"
    [found] = judgement.divergences
    assert (found.rule, found.signature) == ("CH-07", "changed CH-07")  # by the run that comes closest


TURNS = parse("graph x:concat | nodes a | edges >a | a: {x:[1,2]} | invoke {x:[0]} | invoke {x:[3]} | invoke {x:[4]}")


@pytest.mark.parametrize("first", [3, 4, 5])
def test_a_rule_that_is_broken_from_some_time_on_is_named(first: int) -> None:
    """The fold of a library that forgets its arguments' order later than at the first occasion."""
    seen = run_under(TURNS, FromThen(DOCUMENTED, First(), "CH-03", first)).observation
    assert seen != run_case(TURNS, frozenset({"CH-03"})).observation
    [found] = judge(TURNS, codec.dumps(seen), DOCUMENTED).divergences
    assert (found.rule, found.signature) == ("CH-03", "changed CH-03")


def test_what_a_rule_changes_in_the_same_place_is_evidence() -> None:
    """Something that no rule says: the third turn's list comes out in another order than any."""
    expected = run_case(TURNS, DOCUMENTED).observation
    text = codec.dumps(expected).replace("[0,1,2,3,1,2,4,1,2]", "[0,1,2,3,1,2,1,4,2]")
    assert text != codec.dumps(expected)
    [found] = judge(TURNS, text, DOCUMENTED).divergences
    assert (found.kind, found.rule, found.signature) == ("unexplained", "CH-03", "unexplained actions.steps.values")


def test_differences_are_ordered_as_things_happen() -> None:
    paths: list[Path] = [
        ("build",),
        ("actions", 0, "begin"),
        ("actions", 0, "steps", 0, "tasks"),
        ("actions", 0, "steps", 0, "tasks", 0, "input"),
        ("actions", 0, "steps", 0, "tasks", 0, "nested", 2, "tasks", 0, "end"),
        ("actions", 0, "steps", 0, "values"),
        ("actions", 0, "steps", 1, "tasks"),
        ("actions", 0, "error", "type"),
        ("actions", 0, "result"),
        ("actions", 1, "begin"),
    ]
    places = [Difference(path, None, None).place for path in paths]
    assert places == sorted(places)
    assert len(set(places)) == len(places)


@pytest.mark.parametrize("outcome", [0, 1, 2])
def test_a_rule_that_leaves_less_to_choose_is_looked_at_too(outcome: int) -> None:
    """Three handoffs in one reply: fewer rules leave something open under another variant of one of them."""
    handoffs = " ".join(f"c{n}=transfer_to_{name}" for n, name in enumerate(("alice", "bob", "carol"), 1))
    case = parse(f"supervisor Alice bob carol | supervisor: {handoffs} | say 'hi'")
    allowed = outcomes(case, REFERENCE)[outcome].observation
    seen = replace(allowed, actions=(replace(allowed.actions[0], result="odd"),))
    [found] = judge(case, codec.dumps(seen), REFERENCE).divergences
    assert (found.kind, found.difference.field) == ("unexplained", "actions.result")


def test_an_outcome_that_agrees_is_enough_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_then_too_many(case: Case, alternatives: frozenset[str]) -> Iterator[Modelled]:
        if alternatives:
            yield run_case(case, alternatives)
            raise TooManyOutcomes
        yield run_case(case, alternatives)

    monkeypatch.setattr("twinstep.judge.runs", first_then_too_many)
    unseen = run_case(CASE, frozenset({"CH-07"})).observation
    text = codec.dumps(replace(unseen, actions=tuple(replace(ran, begin=NOT_OBSERVED) for ran in unseen.actions)))
    [found] = judge(CASE, text, DOCUMENTED).divergences
    assert found.signature == "changed CH-07"
