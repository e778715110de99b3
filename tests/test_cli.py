"""The command line: what it prints, which status it ends with, and that nothing else happens.

Small runs with real workers; what takes time or differs from run to run is replaced before texts are compared.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.processes import children_of, started
from tests.runtime.short import fan, script, update
from tests.test_check import BLOCKED, DIFFERS, HEALTHY, WRAPPED
from twinstep import __version__
from twinstep.cli import main
from twinstep.files import case_id, read_case_file, write_case
from twinstep.ledger import Ledger
from twinstep_model.cases import Case, Command, Goto, Graph, Invoke, Last, Node, Write
from twinstep_model.rules import RULES
from twinstep_model.values import Overwrite


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder with three case files."""
    monkeypatch.chdir(tmp_path)
    for name, case in (("healthy", HEALTHY), ("differs", DIFFERS), ("blocked", BLOCKED)):
        write_case(tmp_path / f"{name}.json", case)
    return tmp_path


def twinstep(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def report(result: Result) -> Any:
    return json.loads(result.stdout)


def steady(text: str) -> str:
    """The text without what differs from run to run."""
    text = re.sub(r"twinstep \d\S* · langgraph \d\S* · profile \d\S*", "twinstep V · langgraph V · profile V", text)
    text = re.sub(r"\(\d+ cases/s\)", "(N cases/s)", text)
    text = re.sub(r"\d+ of \d+ were asked", "N of N were asked", text)
    text = re.sub(r"(?s)  rules  .*?\n\n", "  rules ...\n\n", text)
    text = re.sub(r"shrunk in \d+ runs", "shrunk in N runs", text)
    return re.sub(r", \d+ s\.", ", N s.", text)


# --- what people read ----------------------------------------------------------------------------------


def test_nothing_new(folder: Path) -> None:
    done = twinstep("check", "healthy.json", "--no-ledger")
    assert (done.exit_code, done.stderr) == (0, "")
    assert steady(done.stdout) == (
        "twinstep V · langgraph V · profile V\n"
        "Every case is a program with a script for each of its parts. It was run in a\n"
        "model of what LangGraph promises and in the real library, and the two were\n"
        "compared after every super-step.\n"
        "\n"
        "graph           1 case: 1 agree (N cases/s)\n"
        "\n"
        "What the cases contained\n"
        "  graph       three tasks in a step 0%, waiting edge 0%, cycle 0%, Send 0%,\n"
        "              Command with goto 0%, defer 0%, fails 0%, two turns 0%, async 0%;\n"
        "              1.00 allowed outcomes a case\n"
        "  rules ...\n"
        "\n"
        "Nothing new in 1 case, N s.\n"
    )


def test_known(folder: Path) -> None:
    done = twinstep("check", "differs.json")
    assert done.exit_code == 0
    assert (
        "KNOWN: 1 divergence that a ledger holds\n"
        f"  {WRAPPED} (broken promise, rule CH-07): 1 case\n"
        "      An Overwrite written to a key without a reducer is stored as an object.\n"
        "      What to do: Write plain values to keys without a reducer.\n"
    ) in done.stdout
    assert f"      .twinstep/known/{WRAPPED}.json\n" in done.stdout
    assert "Nothing new" in done.stdout
    assert "Reproduce with" not in done.stdout


def test_new(folder: Path) -> None:
    done = twinstep("check", "differs.json", "--no-ledger", "--out", "found here")
    assert done.exit_code == 1
    assert "NEW: 1 divergence that no ledger holds\n" in done.stdout
    assert "(CH-07; documented at " in " ".join(done.stdout.split())
    assert "Shown by 10 of 10 replays; shrunk in N runs." in steady(done.stdout)
    [file] = (folder / "found here" / "counterexamples").iterdir()
    assert done.stdout.endswith(f"Reproduce with:\n  twinstep replay 'found here/counterexamples/{file.name}'\n")
    again = twinstep("check", str(file), "--no-ledger", "--out", "again")
    assert again.exit_code == 1


def test_hang(folder: Path) -> None:
    done = twinstep("check", "blocked.json", "--timeout", "1.5s")
    assert done.exit_code == 3
    assert (
        "NO VERDICT: 1 case\n"
        "  UNDETERMINED: the library did not finish within 1.5 s\n"
        f"      .twinstep/undetermined/{case_id(BLOCKED)}.json\n"
    ) in done.stdout
    assert done.stdout.endswith(f"  twinstep replay .twinstep/undetermined/{case_id(BLOCKED)}.json\n")


def test_a_hostile_case_is_only_a_case(folder: Path) -> None:
    wrapped = (Write("note", Overwrite("\x1b[31m\n")),)
    hostile = Case(
        Graph((Last("note"),), (Node("[red]\u202e"),), fan("[red]\u202e")),
        script(**{"[red]\u202e": Command(wrapped, goto=(Goto("nowhere"),))}),
        (Invoke(update()),),
    )
    write_case(folder / "[blink].json", hostile)
    done = twinstep("check", "[blink].json", "--no-ledger", "--out", "[bold]")
    assert done.exit_code == 1
    assert "twinstep replay '[bold]/counterexamples/" in done.stdout
    assert not [char for char in done.stdout if not char.isprintable() and char != "\n"]


def test_no_colour_where_it_is_not_wanted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in twinstep("check", "healthy.json").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", twinstep("check", "healthy.json").stdout)


# --- what scripts read ---------------------------------------------------------------------------------


def test_json_is_written_although_something_unforeseen_happened(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("twinstep.check.engine.decide", fails)
    done = twinstep("check", "--examples", "3", "--topology", "graph", "--jobs", "1", "--format", "json")
    assert done.exit_code == 3
    assert report(done)["cases"]["graph"]["count"] == 3
    assert json.loads((folder / ".twinstep" / "check.json").read_text("utf-8")) == report(done)


def test_json(folder: Path) -> None:
    done = twinstep("check", "--examples", "20", "--jobs", "1", "--format", "json")
    data = report(done)
    assert done.exit_code == data["status"]
    assert data.keys() == {
        *("report_version", "twinstep", "versions", "profile", "seed", "complete", "ended", "status"),
        *("cases", "divergences", "unjudged", "rules", "ledger", "problems", "timings"),
    }
    assert (data["seed"], data["complete"], data["ended"]) == (1, True, "")
    assert data["versions"]["langgraph"]
    assert data["cases"].keys() == {"graph", "react", "supervisor", "swarm"}
    for top in data["cases"].values():
        assert (top["count"], sum(top["verdicts"].values())) == (20, 20)
        assert all(0 <= share <= 100 for share in top["distribution"].values())
        assert top["mean_outcomes"] >= 1
    assert data["divergences"]
    for one in data["divergences"]:
        assert one["sentence"].endswith(".")
        assert one["status"] in ("known", "new")
        assert one["kind"] in ("broken promise", "surprise", "changed", "unexplained", "nondeterminism")
        assert case_id(read_case_file(one["file"]).case) == one["case"]
    assert data["rules"].keys() == RULES.keys()
    assert {key for row in data["rules"].values() for key in row} == {"hits", "tried", "decides"}
    assert json.loads((folder / ".twinstep" / "check.json").read_text("utf-8")) == data


def test_a_seed_makes_the_same_report(folder: Path) -> None:
    # Plain graphs: which agent wins a race of handoffs is nobody's to decide.
    first, second = (
        report(twinstep("check", "--topology", "graph", "--examples", "20", "--jobs", "1", "--format", "json"))
        for _ in range(2)
    )
    for data in (first, second):
        assert data.pop("timings")["cases_per_second"]["graph"] > 0
    assert first == second


def test_what_is_found_stays_out_of_version_control(folder: Path) -> None:
    twinstep("check", "healthy.json")
    assert (folder / ".twinstep" / ".gitignore").read_text("utf-8") == "*\n"
    (folder / "mine").mkdir()
    twinstep("check", "healthy.json", "--out", "mine")
    assert [path.name for path in (folder / "mine").iterdir()] == ["check.json"]


# --- ledgers -------------------------------------------------------------------------------------------


def test_adopt(folder: Path) -> None:
    assert twinstep("check", "differs.json", "--no-ledger").exit_code == 1
    [file] = (folder / ".twinstep" / "counterexamples").iterdir()
    done = twinstep("adopt", str(file), "--link", "https://example.org/1")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{WRAPPED}: adopted into twinstep-ledger.json\n")
    [entry] = Ledger.read("twinstep-ledger.json").entries
    assert (entry.signature, entry.deviation, entry.link) == (WRAPPED, WRAPPED, "https://example.org/1")
    assert read_case_file(folder / entry.evidence).case == read_case_file(file).case
    before = (folder / "twinstep-ledger.json").read_bytes()
    again = twinstep("adopt", str(file))
    assert (again.exit_code, again.stdout) == (0, f"{WRAPPED} is in twinstep-ledger.json already: nothing changed\n")
    assert (folder / "twinstep-ledger.json").read_bytes() == before


def test_adopt_refuses_what_does_not_show_itself(folder: Path) -> None:
    write_case(folder / "claims.json", HEALTHY, {"signature": WRAPPED})
    for name, why in (("claims.json", f"does not show {WRAPPED}"), ("healthy.json", "shows no divergence")):
        done = twinstep("adopt", name)
        assert done.exit_code == 2
        assert why in done.stderr
    assert not (folder / "twinstep-ledger.json").exists()


def test_a_stale_entry_is_good_news_unless_told_otherwise(folder: Path) -> None:
    (folder / "ledger.json").write_text(
        json.dumps({"ledger_version": 1, "entries": [{"signature": "gone", "evidence": "healthy.json"}]})
    )
    done = twinstep("check", "healthy.json", "--ledger", "ledger.json")
    assert done.exit_code == 0
    assert "Good news: gone seems to be fixed in the release you run" in done.stdout
    strict = twinstep("check", "healthy.json", "--ledger", "ledger.json", "--strict-ledger")
    assert strict.exit_code == 1
    assert "Ledger entry gone: STALE" in strict.stdout


# --- rules and versions --------------------------------------------------------------------------------


def test_rules(folder: Path) -> None:
    before = twinstep("rules", "--group", "sg")
    assert before.exit_code == 0
    assert "SG-14  documented, docstring of langgraph_supervisor.supervisor:create_supervisor" in before.stdout
    assert "hits" not in before.stdout.rsplit("\n", 2)[0]
    assert "there was no check yet" in before.stdout
    twinstep("check", "healthy.json")
    after = twinstep("rules")
    assert re.search(r"^SS-02  .*hits 1, decides \d of 1$", after.stdout, re.MULTILINE)
    assert re.search(r"^SV-06  .*hits 0, decides 0 of 0$", after.stdout, re.MULTILINE)
    assert len(re.findall(r"^[A-Z]{2}-\d\d  ", after.stdout, re.MULTILINE)) == len(RULES)


def test_rules_as_json(folder: Path) -> None:
    table = json.loads(twinstep("rules", "--format", "json").stdout)["rules"]
    assert table.keys() == RULES.keys()
    assert table["SG-14"]["deviation"] == "parent-command-race"
    assert table["SG-14"]["count"] is None


def test_a_last_check_that_cannot_be_read_is_none(folder: Path) -> None:
    (folder / ".twinstep").mkdir()
    (folder / ".twinstep" / "check.json").write_text("[" * 100_000)
    assert "there was no check yet" in twinstep("rules", "--group", "SS").stdout


def test_versions() -> None:
    lines = twinstep("--version").stdout.splitlines()
    assert lines[0] == f"twinstep {__version__}"
    assert {line.split()[0] for line in lines} >= {"langgraph", "langgraph-supervisor", "langchain-core", "python"}


# --- what goes wrong -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["check", "missing.json"], "twinstep: error: missing.json: no such file; check its name"),
        (["check", "ledger.json"], "twinstep: error: ledger.json: "),
        (["check", "--out", "differs.json", "healthy.json"], "twinstep: error: differs.json: is not a folder"),
        (["check", "--ledger", "differs.json"], "twinstep: error: differs.json: a ledger is an object with"),
        (["check", "--budget", "soon"], "'soon' is not a duration like 60s, 2m or 1h"),
        (["replay", "case.json", "--timeout", "soon"], "'soon' is not a duration like 60s, 2m or 1h"),
        (["check", "--timeout", "999999999h"], "is not a duration like 60s, 2m or 1h, of 1000h at most"),
        (["check", "--ledger", "range.json"], "range.json: entries[0].until: must be like 1.2.24, or left out"),
        (["check", "--topology", "swarms"], "'swarms' is not one of 'graph', 'react', 'supervisor', 'swarm'"),
        (["check", "--examples", "0"], "Invalid value for '--examples'"),
        (["check", "--examples", "5", "healthy.json"], "name either them or files"),
        (["check", "--no-ledger", "--strict-ledger"], "--no-ledger cannot go with"),
        (["adopt", "senseless.json"], "senseless.json: script.nodes[0].node: there is no such node"),
        (["adopt", "missing.json"], "twinstep: error: missing.json: no such file"),
        (["rules", "--group", "QQ"], "there is no group QQ; the groups are SS, "),
        (["chekc"], "No such command 'chekc'"),
    ],
)
def test_bad_input(folder: Path, arguments: Sequence[str], says: str) -> None:
    (folder / "ledger.json").write_text('{"ledger_version": 1, "entries": []}')
    (folder / "range.json").write_text('{"ledger_version": 1, "entries": [{"signature": "x", "until": "soon"}]}')
    write_case(folder / "senseless.json", Case(HEALTHY.topology, script(nobody=update()), HEALTHY.actions))
    before = sorted(folder.rglob("*"))
    done = twinstep(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert says in done.stderr
    assert sorted(folder.rglob("*")) == before


def test_a_worker_that_does_not_start(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twinstep.pool.sys.executable", str(folder / "no python"))
    done = twinstep("check", "healthy.json")
    assert done.exit_code == 2
    assert done.stderr.startswith("twinstep: error: the worker cannot be started: ")
    assert "Traceback" not in done.stderr


def test_an_internal_error_is_one_line_and_a_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("oh\x1b[31m")

    monkeypatch.setattr("twinstep.cli.check.run", fails)
    done = twinstep("check", "healthy.json")
    assert done.exit_code == 3
    first, second = done.stderr.splitlines()
    assert first == "twinstep: error: internal error: ZeroDivisionError: oh\\x1b[31m"
    file = Path(second.removeprefix("  please report it with this file: "))
    assert "ZeroDivisionError" in file.read_text("utf-8")
    file.unlink()


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_reports_and_leaves_no_process(folder: Path, number: signal.Signals) -> None:
    with started(["-m", "twinstep", "check", "--examples", "1000000", "--jobs", "2"], folder) as process:
        assert process.stdout is not None
        first = process.stdout.readline()  # the workers run from here on
        workers = children_of(process.pid)
        process.send_signal(number)
        rest, errors = process.communicate(timeout=60)
    assert first.startswith("twinstep ")
    assert process.returncode == 130, errors
    assert "Interrupted after " in rest
    assert "Traceback" not in errors
    assert len(workers) == 2
    assert not [worker for worker in workers if alive(worker)]
    data = json.loads((folder / ".twinstep" / "check.json").read_text("utf-8"))
    assert (data["ended"], data["complete"]) == ("interrupted", False)
