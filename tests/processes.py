"""The real commands as processes of their own, and what is left of them."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

TIME = 600
"""Seconds after which a command is given up; a busy machine must never reach it."""
MARK = "TWINSTEP_TEST_MARK"
_LOOK = 0.1
"""Seconds between two looks at the processes."""


@dataclass(frozen=True)
class Done:
    """How a command ended. ``most``: how many processes it had at once, its own included; ``left``: those that were
    still there after it."""

    status: int
    stdout: str
    stderr: str
    most: int = 0
    left: tuple[int, ...] = ()


def twinstep(*arguments: str, folder: Path, env: Mapping[str, str] | None = None) -> Done:
    """Runs `twinstep` with these arguments in this folder."""
    return python("-m", "twinstep", *arguments, folder=folder, env=env)


def python(*arguments: str, folder: Path, env: Mapping[str, str] | None = None) -> Done:
    """Runs this interpreter with these arguments in this folder; ``env`` is added to the environment."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=TIME,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def watched(arguments: Sequence[str], folder: Path) -> Done:
    """Runs `twinstep` and counts its processes: all that have a variable of its environment."""
    mark = uuid.uuid4().hex
    output, errors = folder / "stdout.txt", folder / "stderr.txt"
    most = 0
    with (
        open(output, "w", encoding="utf-8") as out,
        open(errors, "w", encoding="utf-8") as err,
        subprocess.Popen(
            [sys.executable, "-m", "twinstep", *arguments],
            cwd=folder,
            env={**os.environ, MARK: mark},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
        ) as process,
    ):
        while process.poll() is None:
            most = max(most, len(marked(mark)))
            with suppress(subprocess.TimeoutExpired):
                process.wait(_LOOK)
    left = tuple(marked(mark))
    return Done(process.returncode, output.read_text("utf-8"), errors.read_text("utf-8"), most, left)


def marked(mark: str) -> list[int]:
    """The processes with this mark in their environment."""
    if Path("/proc/self/environ").exists():
        return [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if mark.encode() in _environment(folder)]
    listed = subprocess.run(["ps", "-axEww", "-o", "pid=,command="], capture_output=True, text=True, check=True)
    return [int(line.split()[0]) for line in listed.stdout.splitlines() if mark in line]


def _environment(folder: Path) -> bytes:
    try:
        return (folder / "environ").read_bytes()
    except OSError:  # it has ended, or is somebody else's
        return b""
