"""The engine of `twinstep check`: what is counted, kept, replayed and looked into. Cases run in real workers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from tests.runtime.short import fan, script, update
from twinstep.check import Settings, run
from twinstep.check.confirm import Replays, replay
from twinstep.check.decides import decide
from twinstep.check.entries import look_at
from twinstep.check.events import Confirmed, Event, Finished, Found, Progress, Shrinking, Started
from twinstep.check.keep import LAST
from twinstep.check.sources import TOPOLOGIES, Target, read_targets, sources
from twinstep.check.summary import EntryNote, Reported, RuleCount, Status, Summary, Topology
from twinstep.check.tally import MOST_TRIED, Tally
from twinstep.files import BadInput, case_id, read_case_file, write_case, write_text
from twinstep.generate.draw import Seeded
from twinstep.judge import Divergence, Judgement, Verdict
from twinstep.ledger import Entry, Ledger
from twinstep.pool import Pool
from twinstep.report.data import text_of
from twinstep.workers import Worker
from twinstep_model import codec
from twinstep_model.cases import Case, Fold, Graph, Invoke, Last, Node, Schedule
from twinstep_model.deviations import DEVIATIONS, REFERENCE
from twinstep_model.rules import RULES
from twinstep_model.run import run_case
from twinstep_model.values import Overwrite

HEALTHY = Case(
    Graph((Fold("log"),), (Node("a"), Node("b")), fan("a", "b")),
    script(a=update(log=["a"]), b=update(log=["b"])),
    (Invoke(update(log=["in"])),),
)
WRAPPED = "overwrite-without-reducer-stored-wrapped"
DIFFERS = Case(
    Graph((Last("note"), Fold("log")), (Node("a"), Node("b")), fan("a", "b")),
    script(a=update(note=Overwrite("x")), b=update(log=["b"])),
    (Invoke(update(log=["in"])), Invoke(update(log=["more"]))),
)
BLOCKED = Case(HEALTHY.topology, HEALTHY.script, HEALTHY.actions, Schedule("sync", gates=True, max_concurrency=1))


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(1) as pool:
        yield pool


def checked(tmp_path: Path, *cases: Case, **given: object) -> tuple[Summary, list[Event]]:
    events: list[Event] = []
    targets = tuple(Target(tmp_path / f"{number}.json", case) for number, case in enumerate(cases))
    settings = Settings((), tmp_path / "out", targets=targets, **given)  # type: ignore[arg-type]  # any of its fields
    return run(settings, events.append), events


def test_what_is_new_is_replayed_shrunk_and_kept(tmp_path: Path) -> None:
    summary, events = checked(tmp_path, HEALTHY, DIFFERS)
    assert [type(event) for event in (events[0], events[-1])] == [Started, Finished]
    assert {Found, Progress, Confirmed, Shrinking} <= {type(event) for event in events}
    [found] = summary.divergences
    assert (found.signature, found.status, found.kind, found.rule) == (WRAPPED, "new", "broken promise", "CH-07")
    assert found.count == 1
    assert summary.status == 1
    kept = read_case_file(found.file)
    assert Path(found.file).parent == tmp_path / "out" / "counterexamples"
    assert case_id(kept.case) == found.case
    assert len(kept.case.actions) == 1
    assert isinstance(kept.case.topology, Graph)
    assert len(kept.case.topology.nodes) == 1
    assert kept.about["signature"] == WRAPPED
    assert kept.about["sentence"] == found.sentence
    assert len(kept.about["seen"]) == 1


def test_what_is_known_is_explained_and_not_shrunk(tmp_path: Path) -> None:
    summary, events = checked(tmp_path, DIFFERS, ledgers=(Ledger((Entry(WRAPPED),)),))
    assert not {Confirmed, Shrinking} & {type(event) for event in events}
    [found] = summary.divergences
    assert (found.status, found.case, summary.status) == ("known", case_id(DIFFERS), 0)
    assert read_case_file(found.file).case == DIFFERS


def test_a_hang_has_no_verdict(tmp_path: Path) -> None:
    summary, _ = checked(tmp_path, BLOCKED, HEALTHY, timeout=1.5)
    [top] = summary.topologies
    assert top.verdicts == {"AGREES": 1, "UNDETERMINED": 1}
    [unjudged] = summary.unjudged
    assert "did not finish within 1.5 s" in unjudged.why
    assert read_case_file(unjudged.file).case == BLOCKED
    assert summary.status == 3


def test_a_case_that_twinstep_cannot_judge_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> Judgement:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("twinstep.check.engine.judge", fails)
    summary, _ = checked(tmp_path, HEALTHY)
    assert summary.topologies[0].verdicts == {"ERROR": 1}
    assert summary.unjudged[0].why == "twinstep failed on this case: ZeroDivisionError: oh"
    assert summary.status == 3


def test_an_interrupt_keeps_what_was_found(tmp_path: Path) -> None:
    events: list[Event] = []

    def emit(event: Event) -> None:
        events.append(event)
        if isinstance(event, Found):
            raise KeyboardInterrupt

    targets = tuple(Target(tmp_path, case) for case in (DIFFERS, HEALTHY, HEALTHY))
    summary = run(Settings((), tmp_path, targets=targets), emit)
    assert events[-1] == Finished(summary)
    assert (summary.ended, summary.complete, summary.status) == ("interrupted", False, 130)
    [found] = summary.divergences
    assert read_case_file(found.file).case == DIFFERS
    assert "interrupted" in found.note


def test_a_full_disk_loses_nothing_of_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, *_: object) -> None:
        raise BadInput(path, "cannot be written: No space left on device")

    monkeypatch.setattr("twinstep.check.keep.write_case", full)
    summary, _ = checked(tmp_path, DIFFERS, HEALTHY)
    assert [(found.signature, found.file, found.count) for found in summary.divergences] == [(WRAPPED, "", 1)]
    assert "shrunk" in summary.divergences[0].note
    assert [problem.rpartition(": ")[2] for problem in summary.problems] == ["No space left on device"]
    assert summary.complete
    assert summary.status == 2


def test_a_worker_that_does_not_come_back_loses_nothing_of_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> Worker:
        raise FileNotFoundError(2, "No such file or directory")

    def emit(event: Event) -> None:
        events.append(event)
        if isinstance(event, Found):
            monkeypatch.setattr("twinstep.pool.Worker", gone)

    events: list[Event] = []
    targets = tuple(Target(tmp_path, case) for case in (DIFFERS, BLOCKED, HEALTHY))
    summary = run(Settings((), tmp_path, targets=targets, timeout=2.0), emit)
    assert events[-1] == Finished(summary)
    assert (summary.ended, summary.complete, summary.status) == ("failed", False, 2)
    [found] = summary.divergences
    assert read_case_file(found.file).case == DIFFERS
    assert found.note == "Not replayed: the worker cannot be started again"
    assert summary.problems[0].startswith("the worker cannot be started")


def test_what_nobody_foresaw_is_raised_after_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("oh")

    events: list[Event] = []
    monkeypatch.setattr("twinstep.check.engine.decide", fails)
    with pytest.raises(ZeroDivisionError):
        run(Settings((), tmp_path, targets=(Target(tmp_path, DIFFERS),)), events.append)
    finished = events[-1]
    assert isinstance(finished, Finished)
    assert [found.signature for found in finished.summary.divergences] == [WRAPPED]


def test_an_interrupt_while_shrinking_keeps_the_smallest_case(tmp_path: Path) -> None:
    def emit(event: Event) -> None:
        if isinstance(event, Shrinking) and event.runs == 3:
            raise KeyboardInterrupt

    summary = run(Settings((), tmp_path, targets=(Target(tmp_path, DIFFERS),)), emit)
    [found] = summary.divergences
    assert summary.status == 130
    assert len(codec.dumps(read_case_file(found.file).case)) < len(codec.dumps(DIFFERS))


def test_a_budget_ends_generation(tmp_path: Path) -> None:
    settings = Settings(("graph", "supervisor"), tmp_path, examples=100_000, budget=1.0, ledgers=(Ledger.default(),))
    events: list[Event] = []
    summary = run(settings, events.append)
    assert (summary.ended, summary.complete) == ("budget", False)
    assert [top.name for top in summary.topologies] == ["graph", "supervisor"]
    assert all(0 < top.cases < 100_000 for top in summary.topologies)


def test_a_check_tells_the_whole_distribution(tmp_path: Path) -> None:
    summary = run(Settings(("graph",), tmp_path, examples=15, ledgers=(Ledger.default(),)), lambda event: None)
    [top] = summary.topologies
    assert top.cases == 15
    assert sum(top.verdicts.values()) == 15
    assert top.distribution["Send"] > 0
    assert top.outcomes >= 1
    assert summary.rules.keys() == RULES.keys()
    assert summary.rules["SS-02"].hits > 0
    assert summary.rules["SV-06"] == RuleCount()


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_a_seed_makes_the_same_cases(tmp_path: Path, topology: str) -> None:
    def cases(seed: int) -> list[Case]:
        [source] = sources(Settings((topology,), tmp_path, examples=10, seed=seed))
        return list(source.cases)

    assert cases(1) == cases(1)
    assert cases(1) != cases(2)
    assert cases(1)[3] == TOPOLOGIES[topology](Seeded(f"1:{topology}:3"))


def test_targets_are_files_and_folders(tmp_path: Path) -> None:
    write_case(tmp_path / "a" / "one.json", HEALTHY)
    write_case(tmp_path / "a" / "b" / "two.json", DIFFERS)
    assert [target.case for target in read_targets([str(tmp_path)])] == [DIFFERS, HEALTHY]
    assert [target.case for target in read_targets([str(tmp_path / "a" / "one.json")])] == [HEALTHY]


def test_the_folder_of_a_check_is_a_target(tmp_path: Path) -> None:
    """Its case files are; its report is none."""
    summary, _ = checked(tmp_path, DIFFERS)
    write_text(tmp_path / "out" / LAST, text_of(summary))
    assert [target.case for target in read_targets([str(tmp_path / "out")])] == [
        read_case_file(summary.divergences[0].file).case
    ]
    write_case(tmp_path / "other" / LAST, HEALTHY)  # a case may be called like it
    assert [target.case for target in read_targets([str(tmp_path / "other")])] == [HEALTHY]


def test_a_target_must_mean_something(tmp_path: Path) -> None:
    write_case(tmp_path / "bad.json", Case(HEALTHY.topology, script(nobody=update()), HEALTHY.actions))
    (tmp_path / "empty").mkdir()
    for name in ("bad.json", "empty", "missing.json"):
        with pytest.raises(BadInput, match=name):
            read_targets([str(tmp_path / name)])


# --- replays -------------------------------------------------------------------------------------------


def test_replays(pool: Pool) -> None:
    assert replay(pool, DIFFERS, WRAPPED, REFERENCE, 2).kinds == ("shown", "shown")
    assert replay(pool, HEALTHY, WRAPPED, REFERENCE, 2).kinds == ("allowed", "allowed")
    assert replay(pool, DIFFERS, WRAPPED, REFERENCE - {"CH-07"}, 1).kinds == ("other",)


def test_what_makes_a_divergence_stable() -> None:
    always, sometimes = Replays(("shown",) * 10), Replays(("shown",) * 9 + ("allowed",))
    never, strange = Replays(("allowed",) * 10), Replays(("shown",) * 9 + ("other",))
    assert [found.holds(choice=False) for found in (always, sometimes, never, strange)] == [True, False, False, False]
    assert [found.holds(choice=True) for found in (always, sometimes, never, strange)] == [True, True, False, False]


def test_a_flaky_divergence_is_nondeterminism(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twinstep.check.findings.replay", lambda *_: Replays(("shown",) * 3 + ("allowed",) * 7, ()))
    summary, _ = checked(tmp_path, DIFFERS)
    assert [found.kind for found in summary.divergences] == ["nondeterminism"]


# --- counting ------------------------------------------------------------------------------------------


def judged(case: Case, *divergences: Divergence) -> tuple[str, Judgement]:
    modelled = run_case(case, REFERENCE)
    verdict: Verdict = "DIVERGES" if divergences else "AGREES"
    return codec.dumps(modelled.observation), Judgement(verdict, divergences, 1, modelled.hits)


def test_decides_counts_the_cases_that_fail_without_the_rule() -> None:
    tally = Tally(REFERENCE)
    text, judgement = judged(HEALTHY)
    tally.add(tally.begin("graph", None), HEALTHY, text, judgement, frozenset())
    assert [done for done, _ in decide(tally)] == [sum(len(kept.rules) for kept in tally.kept)]
    assert {rule for rule, count in tally.rules.items() if count.hits} == judgement.hits & RULES.keys()
    assert any(count.decides for count in tally.rules.values())
    for count in tally.rules.values():
        assert count.decides <= count.tried <= count.hits <= 1


def test_memory_is_bounded() -> None:
    tally = Tally(REFERENCE)
    counts = tally.begin("graph", None)
    text, judgement = judged(HEALTHY)
    for _ in range(3 * MOST_TRIED):
        tally.add(counts, HEALTHY, text, judgement, frozenset())
    assert len(tally.kept) == MOST_TRIED
    assert tally.rules["SS-02"].hits == 3 * MOST_TRIED


def test_the_smallest_case_is_kept(pool: Pool) -> None:
    tally = Tally(REFERENCE)
    counts = tally.begin("graph", None)
    small = Case(DIFFERS.topology, DIFFERS.script, DIFFERS.actions[:1])
    [difference] = replay_divergence(pool)
    for case in (DIFFERS, small, DIFFERS):
        text, judgement = judged(case, difference)
        fresh = tally.add(counts, case, text, judgement, frozenset())
        assert fresh == ([WRAPPED] if case is DIFFERS and tally.sightings[WRAPPED].counts.total() == 1 else [])
    assert tally.sightings[WRAPPED].counts.total() == 3
    assert tally.sightings[WRAPPED].example.case == small


def replay_divergence(pool: Pool) -> list[Divergence]:
    from twinstep.judge import judge

    text = pool.one(DIFFERS).text
    assert text is not None
    return list(judge(DIFFERS, text, REFERENCE).divergences)


# --- the ledger ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("hash_seed", [0, 1, 2, 3])
def test_what_a_process_decides_once_is_looked_for_in_others(hash_seed: int) -> None:
    ledger = Ledger.default()
    entries = tuple(entry for entry in ledger.entries if entry.signature == "hash-seed-picks-agent")
    assert entries
    with Pool(1, hash_seed=hash_seed) as pool:
        assert look_at([replace(ledger, entries=entries)], "1.2.24", pool, REFERENCE) == ()


def test_stale_and_expired_entries(tmp_path: Path, pool: Pool) -> None:
    write_case(tmp_path / "shows.json", DIFFERS)
    write_case(tmp_path / "silent.json", HEALTHY)
    ledger = Ledger(
        (
            Entry(WRAPPED, evidence="shows.json", review="2999-01-01"),
            Entry("stale", evidence="silent.json"),
            Entry("not here", evidence="silent.json", until="1.0.0"),
            Entry("unreadable", evidence="missing.json"),
            Entry("expired", review="2020-01-01"),
            Entry("no evidence"),
        ),
        str(tmp_path),
    )
    notes = look_at([ledger], "1.2.24", pool, REFERENCE)
    assert [(note.signature, note.state) for note in notes] == [
        ("stale", "STALE"),
        ("unreadable", "UNREADABLE"),
        ("expired", "EXPIRED"),
    ]


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({}, 0),
        ({"known": True}, 0),
        ({"new": True}, 1),
        ({"unsure": True}, 3),
        ({"new": True, "unsure": True}, 1),
        ({"notes": True}, 0),
        ({"notes": True, "strict": True}, 1),
        ({"ended": "budget"}, 0),
        ({"ended": "interrupted", "new": True}, 130),
        ({"problems": ("full",), "new": True, "unsure": True}, 2),
        ({"problems": ("full",), "ended": "interrupted"}, 130),
    ],
)
def test_exit_status(given: dict[str, object], status: int) -> None:
    def reported(status: Status) -> Reported:
        return Reported(status, status, "surprise", "", (), {"graph": 1}, "", "", "", "graph")

    summary = Summary(
        versions={},
        profile="",
        seed=1,
        ended=given.get("ended", ""),  # type: ignore[arg-type]  # one of the four
        topologies=(Topology("graph", 1, 1, {"UNDETERMINED": int(bool(given.get("unsure")))}, {}, 1.0, 1.0),),
        divergences=tuple(reported(status) for status in get_args(Status) if given.get(status)),
        unjudged=(),
        rules={},
        entries=(EntryNote("x", "STALE", ""),) if given.get("notes") else (),
        timings={},
        strict=bool(given.get("strict")),
        problems=given.get("problems", ()),  # type: ignore[arg-type]  # texts
    )
    assert summary.status == status


def test_every_deviation_says_what_to_do() -> None:
    assert all(deviation.advice and deviation.what for deviation in DEVIATIONS.values())
