"""The real commands as processes of their own, and what is left of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
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


@contextmanager
def started(arguments: Sequence[str], folder: Path, stdout: int = subprocess.PIPE) -> Iterator[subprocess.Popen[str]]:
    """This interpreter with these arguments, to be sent signals to. It heeds SIGINT, also where these tests were
    started in the background and inherited that it is ignored, and it never outlives the block."""
    heeding = None if sys.platform == "win32" else partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        [sys.executable, *arguments],
        cwd=folder,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heeding,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def children_of(process: int) -> list[int]:
    """The processes that this one has started and that are still there."""
    with subprocess.Popen(["ps", "-A", "-o", "pid=,ppid="], stdout=subprocess.PIPE, text=True) as ps:
        listed, _ = ps.communicate()
    assert ps.returncode == 0
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    return [child for child, parent in pairs if parent == process and child != ps.pid]


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
