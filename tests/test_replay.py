"""`twinstep replay`: both runs side by side, what is said about them, and the exit status."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console, RenderableType

from twinstep.cli import main
from twinstep.contract import first_difference
from twinstep.files import CaseFile, write_case
from twinstep.generate.draw import Seeded
from twinstep.generate.graphs import graph_case
from twinstep.generate.teams import supervisor_case
from twinstep.generate.threads import history_case
from twinstep.judge import judge
from twinstep.ledger import Ledger
from twinstep.notation import parse
from twinstep.outcomes import Seen
from twinstep.render import changes
from twinstep.replay import report
from twinstep.replay.running import Environment, Replayed, Run
from twinstep.replay.view import MARK, Side, side_by_side
from twinstep_model import codec
from twinstep_model.cases import Case, Invoke, Update
from twinstep_model.deviations import PROFILES
from twinstep_model.run import run_case
from twinstep_model.values import Map, Message, Value

AGREES = "graph log:concat | nodes a b c | edges >a a>b a>c | a: {log:['a']} | b: {log:['b']} | invoke {log:[]}"
OVERWRITES = "graph x | nodes a | edges >a | a: {x:overwrite(1)} | invoke {}"
HANGS = "graph x | nodes a b | edges >a >b | a: {x:1} | invoke {} | run gates concurrency 1"
RACES = (
    "supervisor bob alice | with parallel | supervisor: c1=transfer_to_bob c2=transfer_to_alice | say 'hi' "
    "| run gates [0,1]"
)
PROFILE = PROFILES["1.2.24"]
ENVIRONMENT = Environment({"langgraph": "1.2.24", "python": "3.11"}, "1.2.24", PROFILE)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Writes a case, given in its one-line notation, to a file in the current folder; its name."""
    monkeypatch.chdir(tmp_path)

    def written(name: str, line: str, **about: object) -> str:
        write_case(tmp_path / name, parse(line), about)
        return name

    return written


def replay(*arguments: str) -> Result:
    """The command in 80 columns, as in a pipe."""
    return CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"}).invoke(main, ["replay", *arguments])


def printed(thing: RenderableType, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False)
    with console.capture() as capture:
        console.print(thing)
    return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())


# --- the command -----------------------------------------------------------------------------------------


def test_known_divergence(file: Callable[..., str]) -> None:
    done = replay(file("over.json", OVERWRITES))
    assert done.exit_code == 1
    lines = done.stdout.splitlines()
    assert OVERWRITES in lines
    assert re.search(r"^  x = 1 +\|   x = Overwrite\(1\) +<<$", done.stdout, re.MULTILINE)
    assert done.stdout.count(MARK) == 1
    assert "DIVERGES" in lines
    assert "  overwrite-without-reducer-stored-wrapped: broken promise, known" in done.stdout
    assert lines[-3:] == [
        "Reproduce with:",
        "  twinstep replay over.json",
        "  twinstep replay over.json --export-script",
    ]
    assert max(map(len, lines)) <= 80
    assert [line for line in lines if line.endswith(" ")] == []


def test_files_precedence_and_table(file: Callable[..., str]) -> None:
    """A hang alone is 3, beside an agreement too, and 1 where something diverges."""
    agrees, hangs, over = file("ok.json", AGREES), file("hang.json", HANGS), file("over.json", OVERWRITES)
    done = replay(agrees, hangs, "--timeout", "2s")
    assert done.exit_code == 3
    assert done.stdout.splitlines()[-2:] == [
        "AGREES        ok.json",
        "UNDETERMINED  hang.json  the library did not finish within 2 s",
    ]
    assert replay(agrees, hangs, over, "--timeout", "2s").exit_code == 1


def test_agreement(file: Callable[..., str]) -> None:
    done = replay(file("ok.json", AGREES, signature="defer-ignores-sends"))
    assert done.exit_code == 0
    assert "\nAGREES\n" in done.stdout
    assert MARK not in done.stdout
    assert "defer-ignores-sends, which this file was kept for, is not shown on this release" in " ".join(
        done.stdout.split()
    )


def test_times(file: Callable[..., str]) -> None:
    """Under a rule with a choice the outcomes are counted, and all lie in the set that the profile allows."""
    done = replay(file("race.json", RACES, signature="parent-command-race"), "--times", "3")
    assert done.exit_code == 1
    assert done.stdout.count("Shown by 3 of 3 runs.") == 2
    counts = [int(count) for count in re.findall(r"next \{\w+\}: (\d) of 3 runs", done.stdout)]
    assert len(counts) == 2
    assert sum(counts) == 3
    assert "Every run lies in this set." in done.stdout


def test_script(file: Callable[..., str], tmp_path: Path) -> None:
    over = file("over.json", OVERWRITES)
    done = replay(over, "--export-script")
    assert "The script: over.py\n" in done.stdout
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run([sys.executable, "over.py"], env=alone, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "Overwrite(value=1" in ran.stdout
    source = (tmp_path / "over.py").read_text("utf-8")
    assert "deviation overwrite-without-reducer-stored-wrapped" in source
    assert "langgraph 1." in source
    assert "twinstep" not in "".join(line for line in source.splitlines() if "import" in line)
    assert replay(over, "--export-script").exit_code == 1, "its own script may be written again"
    (tmp_path / "over.py").write_text("print('mine')\n")
    refused = replay(over, "--export-script")
    assert refused.exit_code == 2
    assert "name another file with --out" in refused.stderr
    assert (tmp_path / "over.py").read_text() == "print('mine')\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{}", "format_version: is missing"),
        ('{"format_version": 9}', "written by a newer twinstep"),
        ("", "bad.json"),
    ],
)
def test_bad_input(file: Callable[..., str], tmp_path: Path, content: str, said: str) -> None:
    """Found before anything is run."""
    (tmp_path / "bad.json").write_text(content)
    done = replay(file("ok.json", AGREES), "bad.json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_case_that_means_nothing(file: Callable[..., str]) -> None:
    done = replay(file("odd.json", OVERWRITES.replace("a: {x:overwrite(1)}", "nobody: {x:1}")))
    assert (done.exit_code, done.stdout) == (2, "")
    assert "script.nodes[0]" in done.stderr


@pytest.mark.parametrize("arguments", [["--times", "0"], ["--timeout", "soon"], ["--out", "x.py"], ["--out"]])
def test_bad_options(file: Callable[..., str], arguments: list[str]) -> None:
    assert replay(file("ok.json", AGREES), *arguments).exit_code == 2


# --- what is said ----------------------------------------------------------------------------------------


def told(case: Case, alternatives: frozenset[str], *others: frozenset[str], **about: object) -> str:
    """The report on runs that do what the model does with these alternatives."""
    runs = []
    for each in (alternatives, *others):
        text = codec.dumps(run_case(case, each).observation)
        runs.append(Run(Seen(text), judge(case, text, PROFILE)))
    replayed = Replayed("case.json", CaseFile(case, about), tuple(runs))
    return "".join(printed(part, 200) for part in report.of_file(replayed, ENVIRONMENT, [Ledger.default()]))


def test_new_divergence_is_shown_beside_the_profile() -> None:
    said = told(parse(AGREES), PROFILE ^ {"CH-03"})
    assert re.search(r"^profile 1\.2\.24 +\| langgraph 1\.2\.24", said, re.MULTILINE)
    assert said.count(MARK) == 1
    assert "  changed CH-03: broken promise, new\n" in said
    assert "folded from the left" in said


def test_nondeterminism_is_told() -> None:
    case = parse(OVERWRITES)
    said = told(case, PROFILE, PROFILE - {"CH-07"})
    assert "Nondeterminism: the runs differ from each other, although the rules leave nothing open." in said
    assert "Shown by 1 of 2 runs." in said
    assert "Nondeterminism" not in told(case, PROFILE, PROFILE)


def test_documented_this_time() -> None:
    """A run that what is documented allows too does not show what the file was kept for; that is not good news."""
    case = parse(
        "supervisor bob alice / lookup | supervisor: c1=transfer_to_bob c2=lookup | c2 -> raise boom | say 'hi' "
        "| run gates [1,0]"
    )
    said = told(case, frozenset(), signature="error-lost-beside-command")
    assert "error-lost-beside-command was not shown this time: what the library did is documented too" in said


def test_first_line_names_another_profile() -> None:
    environment = Environment({"langgraph": "9.0"}, "1.2.24", PROFILE)
    first = printed(next(iter(report.opening(environment))))
    assert first.split("\n")[0].startswith("langgraph 9.0 has no profile of its own: that of 1.2.24 is used")


def test_control_characters_are_made_visible() -> None:
    case = parse("graph x | nodes a | edges >a | a: {x:'\\x1b[31m'} | invoke {}")
    hostile = Case(case.topology, case.script, (Invoke(Update(()), thread="\x1b[2J"),))
    assert "\x1b" not in told(hostile, PROFILE, signature="\x1b[1m")


# --- side by side ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(60))
@pytest.mark.parametrize("generator", [graph_case, history_case, supervisor_case])
def test_the_first_difference_is_marked_once(generator: Callable[[Seeded], Case], number: int) -> None:
    case = generator(Seeded(f"replay {number}"))
    left, right = (run_case(case, alternatives).observation for alternatives in (frozenset(), PROFILE))
    text = printed(side_by_side(case, Side("documented", left), Side("library", right)))
    differs = first_difference(left, right) is not None
    assert text.count(MARK) == differs
    assert (" | " in "\n".join(text.splitlines()[1:])) == differs
    assert max(map(len, text.splitlines())) <= 80


def test_only_changes_are_shown() -> None:
    case = parse("graph log:concat x | nodes a b | edges >a a>b | a: {log:['new']} | b: {x:1} | invoke {log:['old']}")
    side = Side("one", run_case(case).observation)
    assert printed(side_by_side(case, side, side)).splitlines()[1:] == [
        "turn 1: invoke {log:['old']}",
        "  log + ['old']",
        "super-step 1",
        "  ran a",
        "  a wrote log: ['new']",
        "  next: b",
        "super-step 2",
        "  ran b",
        "  b wrote x: 1",
        "  next: nothing",
    ]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (Map(), Map((("x", 1),)), ["x = 1"]),
        (Map((("x", 1),)), Map(), ["x has no value any more"]),
        (Map((("x", (1,)),)), Map((("x", (1, 2, 3)),)), ["x + [2, 3]"]),
        (Map((("x", (1,)),)), Map((("x", (2, 1)),)), ["x = [2, 1]"]),
        (Map(), Map((("m", (Message("human", "hi"),)),)), ["m + <human: 'hi'>"]),
        (Map((("x", 1),)), Map((("x", 1),)), []),
        (1, 2, ["state = 2"]),
    ],
)
def test_changes(before: Value, after: Value, said: list[str]) -> None:
    assert changes(before, after) == said
