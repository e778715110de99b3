"""Attempts to break the command line: whatever it is given, it answers with one clear line and the right status.

Most run the commands inside this process, and end before a worker is needed; those about streams and signals cannot.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from tests.processes import children_of, started
from tests.runtime.short import fan, script, update
from twinstep.__main__ import run
from twinstep.check.keep import prepare
from twinstep.cli import main
from twinstep.files import BadInput, write_case
from twinstep.render import blocks
from twinstep.replay import report
from twinstep_model import codec
from twinstep_model.cases import FORMAT_VERSION, Case, Graph, Invoke, Last, Node
from twinstep_model.observation import Observation, Ran, Step, Task
from twinstep_model.values import Map

HOSTILE = "[red]\u202e\x1b[31m\n"
CASE = Case(Graph((Last("x"),), (Node("a"),), fan("a")), script(a=update(x=1)), (Invoke(update(x=0)),))
GATED = {"gates": True}
TEAM = {"kind": "supervisor", "agents": [{"kind": "agent", "name": "bob"}]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def twinstep(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def refused(*arguments: str) -> str:
    """The one line with which the command refuses its input."""
    done = twinstep(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("twinstep: error: ")
    assert done.stderr.count("\n") == 1
    assert done.stderr[:-1].isprintable()
    return done.stderr.removeprefix("twinstep: error: ")


# --- files -----------------------------------------------------------------------------------------------


def changed(**fields: Any) -> dict[str, Any]:
    return {"format_version": FORMAT_VERSION, **codec.encode(CASE), **fields}


BAD: Mapping[str, tuple[Any, str]] = {
    "another topology": (changed(topology=TEAM), "script: "),
    "another script": (changed(script={"kind": "team_script"}), "script: "),
    "no action": (changed(actions=[]), "actions: "),
    "orders without gates": (changed(schedule={"orders": [[1, 0]]}), "schedule.orders: "),
    "an order of a step of one": (changed(schedule={**GATED, "orders": [[0]]}), "schedule.orders[0]: "),
    "an order that repeats": (changed(schedule={**GATED, "orders": [[0, 0]]}), "schedule.orders[0]: "),
    "an order that no step has": (changed(schedule={**GATED, "orders": [[1, 0]]}), "schedule.orders[0]: "),
    "a hostile field": (changed(**{HOSTILE: 1}), "[red]\\u202e\\x1b[31m\\n: unknown field"),
    "a newer format": (changed(format_version=FORMAT_VERSION + 1), "upgrade twinstep"),
    "no object": ([], "must be an object"),
}


@pytest.mark.parametrize("command", ["check", "replay", "adopt"])
@pytest.mark.parametrize("what", BAD)
def test_every_command_refuses_the_same_files(folder: Path, command: str, what: str) -> None:
    data, problem = BAD[what]
    (folder / "bad.json").write_text(json.dumps(data), "utf-8")
    line = refused(command, "bad.json")
    assert line.startswith("bad.json: ")
    assert problem in line
    assert [path.name for path in folder.iterdir()] == ["bad.json"]


@pytest.mark.parametrize("command", ["check", "replay", "adopt"])
@pytest.mark.parametrize("name", ["x" * 300, "file/below", "loop", "missing", "-"])
def test_every_command_refuses_names_that_cannot_be_opened(folder: Path, command: str, name: str) -> None:
    (folder / "file").write_text("", "utf-8")
    (folder / "loop").symlink_to("loop")
    refused(command, "--", name)


@pytest.mark.parametrize("option", ["--out", "--ledger"])
@pytest.mark.parametrize("name", ["x" * 300, "file/below", "loop", "file"])
def test_no_folder_and_no_ledger(folder: Path, option: str, name: str) -> None:
    (folder / "file").write_text("", "utf-8")
    (folder / "loop").symlink_to("loop")
    refused("check", "--examples", "1", option, name)


@pytest.mark.parametrize("name", ["counterexamples", "known", "undetermined", "errors"])
def test_nothing_is_run_where_nothing_could_be_kept(folder: Path, name: str) -> None:
    (folder / name).write_text("", "utf-8")
    with pytest.raises(BadInput, match="is not a folder"):
        prepare(folder)
    (folder / name).unlink()
    (folder / "check.json").mkdir()
    with pytest.raises(BadInput, match=r"check\.json: is a folder"):
        prepare(folder)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"ledger_version": True, "entries": []}, "ledger_version: "),
        ({"ledger_version": 1, "entries": [{"signature": ""}]}, "entries[0].signature: must not be empty"),
        ({"ledger_version": 1, "entries": [{"signature": "x"}] * 2}, "entries[1].signature: has an entry already"),
        ({"ledger_version": 1, "entries": [{"signature": "x", "until": "soon"}]}, "entries[0].until: "),
        ({"ledger_version": 1, "entries": [{"signature": "x", HOSTILE: 1}]}, "entries[0].[red]\\u202e"),
    ],
)
def test_no_command_uses_a_malformed_ledger(folder: Path, data: object, problem: str) -> None:
    text = json.dumps(data)
    (folder / "twinstep-ledger.json").write_text(text, "utf-8")
    write_case(folder / "case.json", CASE)
    for command in ("check", "replay", "adopt"):
        assert refused(command, "case.json").startswith(f"twinstep-ledger.json: {problem}")
    assert (folder / "twinstep-ledger.json").read_text("utf-8") == text


def test_what_was_typed_is_shown_without_control_characters(folder: Path) -> None:
    for arguments in (["rules", "--group", HOSTILE], ["check", "--budget", HOSTILE], ["check", "--seed", "9" * 5000]):
        done = twinstep(*arguments)
        assert done.exit_code == 2
        assert done.stderr.replace("\n", "").isprintable()
        assert len(done.stderr) < 1500


@pytest.mark.parametrize("time", ["0s", "0.0", "-1s", "nan", "inf", "", "1d", "999999999h"])
def test_no_time(time: str) -> None:
    assert twinstep("check", "--budget", time).exit_code == 2
    assert twinstep("replay", "case.json", "--timeout", time).exit_code == 2


def test_rules_pass_over_a_broken_report(folder: Path) -> None:
    (folder / ".twinstep").mkdir()
    for text in ("", "[]", "{", '{"rules": 1}', '{"rules": {"SG-14": {"hits": [], "tried": 1, "decides": 1}}}'):
        (folder / ".twinstep" / "check.json").write_text(text, "utf-8")
        done = twinstep("rules", "--group", "SG")
        assert done.exit_code == 0
        assert "there was no check yet" in done.stdout
    assert twinstep("rules", "--out", "x" * 300).exit_code == 0


# --- what the environment refuses ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (OSError(28, "No space left on device", "a\nb"), "a\\nb: No space left on device"),
        (PermissionError(13, "Permission denied"), "Permission denied"),
        (TimeoutError(), "TimeoutError"),
    ],
)
def test_a_refusal_that_nobody_foresaw(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, line: str
) -> None:
    monkeypatch.setattr("twinstep.cli.rules.rows", _raising(error))
    assert refused("rules") == f"{line}\n"


def test_an_internal_error_on_a_full_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twinstep.cli.rules.rows", _raising(RuntimeError("odd")))
    monkeypatch.setattr("tempfile.NamedTemporaryFile", _raising(OSError(28, "No space left on device")))
    done = twinstep("rules")
    assert done.exit_code == 3
    assert done.stderr == (
        "twinstep: error: internal error: RuntimeError: odd\n"
        "  please report it; no file could be written about it: No space left on device\n"
    )


def _raising(error: BaseException) -> Callable[..., Any]:
    def raises(*_: object, **__: object) -> Any:
        raise error

    return raises


# --- names -----------------------------------------------------------------------------------------------


def test_a_replay_shows_names_without_control_characters() -> None:
    name = "[red]\u202e:smile:"
    inner = Task(name, "pull", None, "ok", ())
    outer = replace(inner, nested=(Step((inner,), Map(), (name,)),))
    seen = Observation(None, (Ran(Map(), (), (Step((outer,), Map(), (name,)),), None, None),))
    for block in blocks(CASE, seen):
        assert block.title.isprintable()
        assert all(line.text.isprintable() for line in block.lines)
    console = Console(width=80, markup=False)
    with console.capture() as capture:
        for part in report.reproduce(f"{name}\n", 1):
            console.print(part)
    assert capture.get().replace("\n", "").isprintable()


# --- streams and signals ---------------------------------------------------------------------------------

posix = pytest.mark.skipif(sys.platform == "win32", reason="shells and signals of POSIX")


def shell(folder: Path, line: str, **environment: str) -> tuple[int, str]:
    """The status and the errors of a line for a shell, in which `twinstep` is the command."""
    done = subprocess.run(
        ["bash", "-c", f'set -o pipefail; twinstep() {{ "{sys.executable}" -m twinstep "$@"; }}; {line}'],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )
    return done.returncode, done.stderr


@posix
@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_closed_pipe_changes_nothing(tmp_path: Path, ascii_only: bool) -> None:
    environment = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"} if ascii_only else {}
    line = "{ twinstep rules; echo $? >&2; } | true; { twinstep check no.json 2>&1; echo $? >&2; } 2>status | true"
    assert shell(tmp_path, f"{line}; cat status >&2", **environment) == (0, "0\n2\n")


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_behind_the_output(tmp_path: Path, unbuffered: str) -> None:
    for command in ("rules --format json", "--help"):
        status, errors = shell(tmp_path, f"twinstep {command} > /dev/full", PYTHONUNBUFFERED=unbuffered)
        assert (status, errors) == (
            2,
            "twinstep: error: standard output: cannot be written: No space left on device\n",
        )
    assert shell(tmp_path, "twinstep check no.json 2> /dev/full") == (2, "")


@posix
@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
def test_ended_while_a_worker_starts(tmp_path: Path, number: str) -> None:
    write_case(tmp_path / "case.json", CASE)
    for command in (["replay", "case.json"], ["adopt", "case.json"]):
        with started(["-m", "twinstep", *command], tmp_path, subprocess.DEVNULL) as process:
            while process.poll() is None and not children_of(process.pid):
                time.sleep(0.02)
            process.send_signal(getattr(signal, number))
            assert process.stderr is not None
            assert process.stderr.read() == "twinstep: error: interrupted\n"
        assert process.returncode == 130
    assert [path.name for path in tmp_path.iterdir()] == ["case.json"]


def test_ended_while_the_libraries_are_imported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("twinstep.cli.main", _raising(KeyboardInterrupt()))
    with pytest.raises(SystemExit, match="130"):
        run()
    assert capsys.readouterr().err == "twinstep: error: interrupted\n"
