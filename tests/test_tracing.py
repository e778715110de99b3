"""Nothing leaves the machine: with tracing switched on in the environment, nobody is connected to.

The listener stands where the tracing client is told to send. That it would be hit is shown by the same worker without
its guard.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import twinstep
from tests.runtime.short import fan, script, update
from twinstep_model import codec
from twinstep_model.cases import Case, Fold, Graph, Invoke, Node

CASE = Case(Graph((Fold("log"),), (Node("a"),), fan("a")), script(a=update(log=["a"])), (Invoke(update()),))
UNGUARDED = """
from twinstep.runtime import untraced
untraced.apply = lambda: None
from twinstep.runtime.worker import main
main()
"""
GUARDED = """
from twinstep.runtime.worker import main
main()
"""
PATIENCE = 120.0
"""Seconds in which the tracing client, which sends from a thread of its own, must have connected."""


class Listener:
    """Accepts connections on loopback, says nothing, and remembers that there was one."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self.hit = threading.Event()
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def close(self) -> None:
        if not self.hit.is_set():
            # Closing does not wake a thread that accepts; a connection does.
            socket.create_connection(self._socket.getsockname()).close()
        self._thread.join()
        self._socket.close()

    def _accept(self) -> None:
        connection, _ = self._socket.accept()
        self.hit.set()
        connection.close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.close()


def tracing(listener: Listener) -> dict[str, str]:
    """Variables that switch tracing on, in both spellings, and send it to the listener."""
    return {
        "LANGSMITH_TRACING": "true",
        "LANGCHAIN_TRACING_V2": "true",
        "LANGSMITH_ENDPOINT": listener.address,
        "LANGCHAIN_ENDPOINT": listener.address,
        "LANGSMITH_API_KEY": "x",
        "LANGCHAIN_API_KEY": "x",
    }


def worker(program: str, listener: Listener) -> subprocess.Popen[bytes]:
    """A worker that has answered one case with tracing in its environment."""
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, **tracing(listener)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps({"id": 1, "case": codec.encode(CASE)}).encode() + b"\n")
    process.stdin.flush()
    assert "hello" in json.loads(process.stdout.readline())
    assert "observation" in json.loads(process.stdout.readline())
    return process


def test_check_connects_to_nothing(listener: Listener, tmp_path: Path) -> None:
    done = twinstep("check", "--examples", "5", "--jobs", "1", folder=tmp_path, env=tracing(listener))
    assert done.status == 0, done.stdout + done.stderr
    # The command and its worker have ended: who has not connected yet never will.
    assert not listener.hit.is_set()


def test_a_worker_connects_to_nothing(listener: Listener) -> None:
    with worker(GUARDED, listener) as process:
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert not listener.hit.is_set()


def test_without_the_guard_the_listener_is_hit(listener: Listener) -> None:
    with worker(UNGUARDED, listener) as process:
        try:
            assert listener.hit.wait(PATIENCE)
        finally:
            process.kill()
