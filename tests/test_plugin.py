"""The pytest plugin, in pytest runs of its own with the real library, and what keeps a property from being empty."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from properties.test_graphs import check_graph
from properties.test_supervisor import check_supervisor
from properties.test_turns import check_history
from twinstep.checking import Checks, NeverSeen, NewDivergence, NoVerdict, class_for
from twinstep.files import read_case
from twinstep.generate.strategies import graph_cases, supervisor_cases
from twinstep.ledger import Entry, Ledger
from twinstep.notation import parse
from twinstep.pool import Answer, Pool
from twinstep.pytest_plugin import _ledgers
from twinstep_model.cases import Case

pytest_plugins = ["pytester"]

AGREES = "graph log:concat | nodes a b c | edges >a a>b a>c | a: {log:['a']} | b: {log:['b']} | invoke {log:[]}"
OVERWRITES = "graph x | nodes a | edges >a | a: {x:overwrite(1)} | invoke {}"
NOWHERE = "graph x | nodes a | edges >a | a: cmd{x:1} ->nobody | invoke {}"
HANGS = "graph x | nodes a b | edges >a >b | a: {x:1} | invoke {} | run gates concurrency 1"

TESTS = f"""
from hypothesis import given, settings, strategies as st
from twinstep.notation import parse

CASES = [parse(line) for line in ({AGREES!r}, {OVERWRITES!r}, {NOWHERE!r})]

def test_each(twinstep):
    for case in CASES:
        twinstep.check(case)

@settings(database=None, max_examples=20)
@given(case=st.sampled_from(CASES))
def test_any(twinstep, case):
    twinstep.check(case)
    twinstep.sometimes("a command", case is CASES[2])
"""


@pytest.fixture
def checks(tmp_path: Path) -> Iterator[Checks]:
    with Checks(tmp_path / ".twinstep", tmp_path, [Ledger.default()], timeout=5.0) as checks:
        yield checks


def test_known_is_counted(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        [
            "*= twinstep: known divergences =*",
            "* of * cases: overwrite-without-reducer-stored-wrapped (CH-07, broken promise)",
            "    An Overwrite written to a key without a reducer is stored as an object.",
            "* of * cases: unknown-goto-ignored (RT-04, surprise)",
        ]
    )
    assert not (pytester.path / ".twinstep").exists()


def test_new_fails_with_a_class_for_each_signature(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    result = pytester.runpytest_subprocess("-k", "any", "--twinstep-no-ledger")
    result.assert_outcomes(failed=1)
    text = result.stdout.str()
    assert "ExceptionGroup: Hypothesis found 2 distinct failures" in text
    for name in ("OverwriteWithoutReducerStoredWrapped", "UnknownGotoIgnored"):
        assert name in text
    files = sorted((pytester.path / ".twinstep" / "counterexamples").iterdir())
    assert [read_case(file) for file in files] == [parse(OVERWRITES), parse(NOWHERE)]
    for file in files:
        assert f"twinstep replay .twinstep/counterexamples/{file.name}" in text


def test_ledgers(pytester: pytest.Pytester) -> None:
    """The one that is named, else those of the configuration, else that of the folder; always the one shipped."""

    def known(*options: str) -> list[str]:
        ledgers = _ledgers(pytester.parseconfig(*options))
        return [entry.signature for ledger in ledgers for entry in ledger.entries if entry.signature.startswith("my ")]

    for name in ("named", "set", "twinstep-ledger"):
        Ledger((Entry(f"my {name}"),)).write(pytester.path / f"{name}.json")
    assert known() == ["my twinstep-ledger"]
    pytester.makeini("[pytest]\ntwinstep_ledger = set.json\n")
    assert known() == ["my set"]
    assert known("--twinstep-ledger", "named.json") == ["my named"]
    assert _ledgers(pytester.parseconfig("--twinstep-ledger", "named.json"))[-1] == Ledger.default()
    assert _ledgers(pytester.parseconfig("--twinstep-no-ledger")) == []


def test_a_ledger_that_is_missing(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    result = pytester.runpytest_subprocess("-k", "each", "--twinstep-ledger", "none.json")
    result.assert_outcomes(errors=1)
    assert "none.json: no such file" in result.stdout.str()


def test_processes_are_added_up(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_one=TESTS, test_two=TESTS)
    result = pytester.runpytest_subprocess("-k", "each", "-n", "2")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["2 of 6 cases: unknown-goto-ignored (RT-04, surprise)"])


def test_nothing_when_unused(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_quiet():
            heavy = ("twinstep.checking", "twinstep_model", "hypothesis.strategies", "langgraph", "rich.console")
            assert [name for name in heavy if name in sys.modules] == []
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:hypothesispytest")
    result.assert_outcomes(passed=1)
    assert "twinstep:" not in result.stdout.str()


def test_never_seen_fails(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS.replace("case is CASES[2]", "False"))
    result = pytester.runpytest_subprocess("-k", "any")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*NeverSeen: in * cases never seen: a command"])


def test_a_hang_is_no_agreement(checks: Checks, tmp_path: Path) -> None:
    checks.begin()
    with pytest.raises(NoVerdict, match="did not finish") as raised:
        checks.check(parse(HANGS))
    checks.end(raised.value)
    [file] = (tmp_path / ".twinstep" / "undetermined").iterdir()
    assert read_case(file) == parse(HANGS)
    assert checks.check(parse(AGREES)).verdict == "AGREES"


def test_an_observation_that_cannot_be_read_is_no_agreement(checks: Checks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pool, "one", lambda *_: Answer(text="{}"))
    with pytest.raises(NoVerdict, match="the worker's observation cannot be read"):
        checks.check(parse(AGREES))


def test_a_case_that_means_nothing(checks: Checks) -> None:
    with pytest.raises(ValueError, match=r"not a case that can be run: script\.nodes"):
        checks.check(parse("graph x | nodes a | edges >a | b: {x:1} | invoke {}"))


def test_what_hypothesis_reports_is_kept(tmp_path: Path) -> None:
    """Wherever it stands in what is raised in the end: in a group, or as the cause of another exception."""
    with Checks(tmp_path, tmp_path, []) as checks:
        found = []
        for line in (OVERWRITES, NOWHERE):
            with pytest.raises(NewDivergence) as raised:
                checks.check(parse(line))
            found.append(raised.value)
        flaky = RuntimeError("did not show again")
        flaky.__cause__ = found[1]
        checks.end(ExceptionGroup("two failures", [found[0], flaky]))
    assert {read_case(one.file) for one in found} == {parse(OVERWRITES), parse(NOWHERE)}


def test_classes() -> None:
    assert class_for("changed SS-16") is class_for("changed SS-16")
    assert class_for("changed SS-16") is not class_for("changed SS-15")
    assert class_for("changed SS-16").__name__ == "ChangedSS16"
    assert issubclass(class_for(""), NewDivergence)


# --- a narrowed generator is noticed ---------------------------------------------------------------------


def test_narrow_graphs_are_noticed(checks: Checks) -> None:
    checks.begin()

    @settings(max_examples=10, database=None, deadline=None)
    @given(case=graph_cases().map(one_turn))
    def narrowed(case: Case) -> None:
        check_graph(checks, case)

    narrowed()
    with pytest.raises(NeverSeen, match="two turns"):
        checks.end(None)


def test_narrow_supervisors_are_noticed(checks: Checks) -> None:
    checks.begin()

    @settings(max_examples=10, database=None, deadline=None)
    @given(case=supervisor_cases().map(one_turn))
    def narrowed(case: Case) -> None:
        check_supervisor(checks, case)

    narrowed()
    with pytest.raises(NeverSeen, match="two turns"):
        checks.end(None)


def test_narrow_histories_are_noticed(checks: Checks) -> None:
    checks.begin()
    line = "supervisor alice bob | supervisor: c1=transfer_to_alice | say 'hi' | say 'ho' | say 'hm' | run nosaver"
    check_history(checks, parse(line))
    with pytest.raises(NeverSeen) as raised:
        checks.end(None)
    assert str(raised.value) == (
        "in 1 cases never seen: handoff beside another call; two handoffs in a reply; two threads; a turn after one "
        "that failed"
    )


def one_turn(case: Case) -> Case:
    """The case with its first turn only, in no imposed order."""
    return replace(case, actions=case.actions[:1], schedule=replace(case.schedule, orders=()))
