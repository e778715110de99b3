"""What the command line finds on its own in a family, and whether it shows it again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from tests.processes import twinstep


def found(topology: str, examples: int, folder: Path) -> dict[str, Path]:
    """The new divergences of a check without a ledger: the file of each, by its signature."""
    options = ("--topology", topology, "--examples", str(examples), "--no-ledger", "--format", "json")
    done = twinstep("check", *options, folder=folder)
    assert done.status == 1, done.stderr
    report = json.loads(done.stdout)
    assert report["cases"][topology]["count"] == examples
    files = {one["signature"]: folder / one["file"] for one in report["divergences"] if one["status"] == "new"}
    assert len(files) == len(report["divergences"])
    return files


def replayed(file: Path, signature: str, times: int, folder: Path, env: Mapping[str, str] | None = None) -> str:
    """What is told of so many runs, in fresh processes, every one of which shows the signature."""
    done = twinstep("replay", str(file), "--times", str(times), folder=folder, env=env)
    assert done.status == 1, done.stdout + done.stderr
    told = re.search(rf"{signature}: .*?Shown by (\d+) of (\d+) runs", done.stdout, re.DOTALL)
    assert told is not None, done.stdout
    assert told.groups() == (str(times), str(times))
    return done.stdout
