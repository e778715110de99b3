"""What the other families are known to do is found by generated cases alone, each thing apart from the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from .hazards import found, replayed

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
    files = found(topology, 400, tmp_path)
    for signature in HAZARDS[topology]:
        replayed(files[signature], signature, 10, tmp_path)
