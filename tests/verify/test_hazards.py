"""What the other families are known to do is found by generated cases alone, each thing apart from the others."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.processes import twinstep

HAZARDS = {
    "graph": (
        "unknown-goto-ignored",
        "first-overwrite-stored-wrapped",
        "remove-all-keeps-duplicates",
        "bare-send-leaks",
        "defer-ignores-sends",
    ),
    "react": ("guard-fails-for-odd-limits",),
    "swarm": (
        "swarm-handoffs-unanswered",
        "swarm-results-lost-beside-handoff",
        "active-agent-none",
        "update-lost-beside-sends",
    ),
}


@pytest.mark.verify
@pytest.mark.parametrize("topology", HAZARDS)
def test_found_apart_and_shown_by_every_replay(topology: str, tmp_path: Path) -> None:
    options = ("--topology", topology, "--examples", "400", "--no-ledger", "--format", "json")
    done = twinstep("check", *options, folder=tmp_path)
    assert done.status == 1, done.stderr
    found = {one["signature"]: one for one in json.loads(done.stdout)["divergences"]}
    for signature in HAZARDS[topology]:
        assert found[signature]["status"] == "new"
        again = twinstep("replay", found[signature]["file"], "--times", "10", folder=tmp_path)
        assert again.status == 1, again.stdout + again.stderr
        assert re.search(rf"{signature}: .*?Shown by 10 of 10 runs", again.stdout, re.DOTALL), again.stdout
