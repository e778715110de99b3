"""One worker process: a library under test that reads cases and writes observations as JSON lines.

The parent never waits for a pipe: a thread writes requests, a thread reads answers, a thread keeps the last of what
the worker says on standard error. What was read arrives, with the time it did, in one queue for all workers.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any

from .runtime import untraced

MAX_LINE = 64_000_000
_STDERR_LINES = 40
_STDERR_CHARS = 500


@dataclass(frozen=True, slots=True)
class Said:
    """One message of a worker, or None once it will say no more: it ended, or ``noise`` came instead of a message.

    ``at``: when it arrived, in seconds of `time.monotonic`.
    """

    worker: Worker
    at: float
    message: Mapping[str, Any] | None
    noise: str = ""


class Worker:
    """A worker process in a process group of its own. Messages appear in ``inbox``, in order, the last one None.

    ``hash_seed``: what the order of its sets of texts comes from; None leaves it to the environment.
    The worker is expected to end when its standard input does, even in the middle of a case: nothing else reaches it
    when the parent is killed.
    """

    def __init__(self, python: str, inbox: queue.SimpleQueue[Said], hash_seed: int | None = None) -> None:
        # Safe path: a folder of the user's that is called like a library must not be imported in its place.
        environment = {name: value for name, value in os.environ.items() if not name.startswith(untraced.PREFIXES)}
        environment["PYTHONSAFEPATH"] = "1"
        if hash_seed is not None:
            environment["PYTHONHASHSEED"] = str(hash_seed)
        self._process = subprocess.Popen(
            [python, "-m", "twinstep.runtime.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._stderr: deque[str] = deque(maxlen=_STDERR_LINES)
        self._pipes = [
            (threading.Thread(target=target, args=arguments, daemon=True), arguments[0])
            for target, arguments in (
                (self._write, (stdin,)),
                (self._read, (stdout, inbox)),
                (self._listen, (stderr,)),
            )
        ]
        for thread, _ in self._pipes:
            thread.start()

    def send(self, message: Mapping[str, Any]) -> None:
        """Sends the message, at once or as soon as the worker reads on."""
        self._outbox.put(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def kill(self) -> str:
        """Ends the process with all it started, and says how it had ended before, or that it was killed."""
        # The group first: as long as its leader is not waited for, its number cannot belong to anybody else.
        if sys.platform == "win32":
            self._process.kill()
        else:
            # Refused when all of it has ended: macOS answers so while the leader is not waited for.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        status = self._process.wait()
        self._outbox.put(None)
        for thread, pipe in self._pipes:
            # Only a process that left the group could still hold a pipe open; nobody waits for that one.
            thread.join(timeout=1.0)
            if not thread.is_alive():
                with suppress(OSError):
                    pipe.close()
        return _ending(status)

    def last_words(self) -> str:
        """The end of what the worker said on standard error; "" for nothing."""
        return "\n".join(self._stderr)

    def _write(self, stdin: IO[bytes]) -> None:
        # An error means that the worker has ended, which its standard output tells too.
        with suppress(OSError):
            while (line := self._outbox.get()) is not None:
                stdin.write(line)
                stdin.flush()

    def _read(self, stdout: IO[bytes], inbox: queue.SimpleQueue[Said]) -> None:
        noise = ""
        while line := stdout.readline(MAX_LINE):
            if len(line) < MAX_LINE and not line.endswith(b"\n"):
                break  # The worker ended in the middle of a message.
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                message = None
            if type(message) is not dict:
                noise = line[:200].decode("utf-8", "replace").rstrip("\n")
                break
            inbox.put(Said(self, time.monotonic(), message))
        inbox.put(Said(self, time.monotonic(), None, noise))

    def _listen(self, stderr: IO[bytes]) -> None:
        while line := stderr.readline(_STDERR_CHARS):
            self._stderr.append(line.decode("utf-8", "replace").rstrip("\n"))


def _ending(status: int) -> str:
    if status >= 0:
        return f"exit status {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"
