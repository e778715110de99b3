"""The worker process: the protocol over its pipes, and what must never reach them or leave the machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from twinstep.runtime import drive, untraced, worker
from twinstep.runtime.drive import observe_case
from twinstep_model import codec
from twinstep_model.cases import Case, Fold, Graph, Invoke, Node, Schedule
from twinstep_model.observation import Observation
from twinstep_model.values import Raise

from .short import fan, script, update

CASE = Case(
    Graph((Fold("log"),), (Node("a"), Node("b")), fan("a", "b")),
    script(a=update(log=["a"]), b=update(log=["\u2028 \ud800"])),
    (Invoke(update()),),
    Schedule("async", gates=True),
)


def asked(*lines: str, before: str = "", noise: str = "") -> list[Any]:
    """The messages of a worker that is given these lines; ``before`` is code that runs in it first, ``noise`` what
    is then said on standard error."""
    code = f"{before}\nfrom twinstep.runtime import worker\nworker.main()"
    done = subprocess.run(
        [sys.executable, "-c", code], input="\n".join(lines), capture_output=True, encoding="utf-8", timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert noise in done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def request(number: int, case: Mapping[str, Any]) -> str:
    return json.dumps({"id": number, "case": case})


def test_answers_in_order() -> None:
    good = codec.encode(CASE)
    hello, first, second, third, fourth = asked(
        request(1, good), request(2, {**good, "extra": 1}), "no json", request(4, good)
    )
    assert hello["hello"]["versions"].keys() == {"python", *worker.LIBRARIES}
    assert codec.decode(Observation, first["observation"]) == observe_case(CASE)
    assert second["id"] == 2
    assert "extra" in second["failure"]
    assert third["id"] is None
    assert "\n" not in third["failure"]
    assert fourth == {"id": 4, "observation": first["observation"]}


LOUD = """
import os
from langgraph.graph import StateGraph
compile = StateGraph.compile
def loud(*args, **kwargs):
    print("printed")
    os.write(1, b"written")
    return compile(*args, **kwargs)
StateGraph.compile = loud
"""


def test_what_a_library_prints_does_not_reach_the_answers() -> None:
    for said in ("printed", "written"):
        _, answer = asked(request(1, codec.encode(CASE)), before=LOUD, noise=said)
        assert answer["id"] == 1


def test_a_blocked_worker_ends_with_its_input() -> None:
    # CC-13: with one thread the waiter of a synchronous stream takes the only one, and the library blocks.
    blocked = Case(CASE.topology, CASE.script, CASE.actions, Schedule("sync", gates=True, max_concurrency=1))
    code = "from twinstep.runtime import worker\nworker.PATIENCE = 0.2\nworker.main()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=request(1, codec.encode(blocked)),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 1


def test_tracing_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2", "LANGCHAIN_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"]
    for name in names:
        monkeypatch.setenv(name, "true")
    monkeypatch.setenv("LANGUAGE", "en")
    untraced.apply()
    assert not os.environ.keys() & set(names)
    assert os.environ["LANGUAGE"] == "en"


def test_nothing_is_kept_from_case_to_case() -> None:
    failing = Case(CASE.topology, script(a=Raise("x")), CASE.actions, Schedule("sync"))
    for case in (CASE, failing):
        observe_case(case)
    assert not drive._SAVER.storage
    assert not drive._SAVER.writes
    assert not drive._SAVER.blobs


def test_runs_as_a_module(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "twinstep.runtime.worker"], input="", capture_output=True, cwd=tmp_path, timeout=60
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["hello"]
