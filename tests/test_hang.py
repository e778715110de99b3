"""A case that blocks the library: the commands end, say so, and leave nothing behind."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.processes import twinstep, watched

# A synchronous stream whose consumer waits for more than chunks takes the only thread there is (CC-13). Written by
# hand, as somebody would who wants to see it; no generator makes it.
BLOCKED: dict[str, Any] = {
    "format_version": 2,
    "topology": {
        "kind": "graph",
        "keys": [{"kind": "fold", "name": "log"}],
        "nodes": [{"name": "a"}, {"name": "b"}],
        "edges": [{"source": "__start__", "target": "a"}, {"source": "__start__", "target": "b"}],
    },
    "script": {
        "kind": "graph_script",
        "nodes": [
            {"node": name, "pulls": [{"result": {"kind": "update", "writes": [{"key": "log", "value": [name]}]}}]}
            for name in ("a", "b")
        ],
    },
    "actions": [{"input": {"kind": "update", "writes": []}}],
    "schedule": {"mode": "sync", "gates": True, "max_concurrency": 1},
}


def blocked(**schedule: object) -> str:
    return json.dumps({**BLOCKED, "schedule": {**BLOCKED["schedule"], **schedule}})


@pytest.mark.skipif(sys.platform == "win32", reason="processes are found by their environment")
@pytest.mark.parametrize("command", ["check", "replay"])
def test_a_hang_ends(command: str, tmp_path: Path) -> None:
    (tmp_path / "blocked.json").write_text(blocked(), "utf-8")
    done = watched([command, "blocked.json", "--timeout", "3"], tmp_path)
    assert (done.status, done.stderr) == (3, "")
    assert "UNDETERMINED" in done.stdout
    assert "did not finish within 3 s" in done.stdout
    assert done.most >= 2  # the command and a worker were seen: the search for them works
    assert done.left == ()


@pytest.mark.parametrize("schedule", [{"max_concurrency": 3}, {"mode": "async"}, {"gates": False}])
def test_the_same_case_otherwise_scheduled_does_not_hang(schedule: dict[str, object], tmp_path: Path) -> None:
    (tmp_path / "free.json").write_text(blocked(**schedule), "utf-8")
    done = twinstep("replay", "free.json", "--timeout", "60", folder=tmp_path)
    assert done.status == 0, done.stdout + done.stderr
    assert "AGREES" in done.stdout
