"""The worker: reads cases and answers with observations, as JSON lines over standard input and output.

In: ``{"id": n, "case": {...}}``. Out, first: ``{"hello": {"versions": {...}}}``; then for each line in, in order:
``{"id": n, "observation": {...}}``, or ``{"id": n, "failure": "one line"}`` where the line is no case or the worker
itself failed. A case that blocks the library blocks the worker: whoever started it sets the time limit, and ends the
process. When its input ends, a worker answers what it has read and ends, or ends without an answer if none comes for
some seconds: with its parent gone nobody else would end it.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import queue
import sys
import threading
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any, TextIO

from twinstep_model import codec
from twinstep_model.cases import Case
from twinstep_model.observation import Observation

from . import untraced
from .loops import new_loop

LIBRARIES = (
    "langgraph",
    "langgraph-checkpoint",
    "langgraph-prebuilt",
    "langgraph-supervisor",
    "langgraph-swarm",
    "langchain-core",
)
PATIENCE = 5.0
"""How long the next answer may take after the input has ended, in seconds."""


def main() -> None:
    """Serves until the input ends."""
    untraced.apply()
    answers = _own_output()
    # Imported only now: langchain reads some of the variables of tracing when it is imported.
    from .drive import observe_case

    # What the library reports of dropped writes and late futures is in the observation, or races.
    logging.disable(logging.CRITICAL)
    # The libraries' objects live for ever; without this every collection would visit all of them.
    gc.collect()
    gc.freeze()
    _write(answers, {"hello": {"versions": versions()}})
    lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    answered = threading.Event()
    threading.Thread(target=_read, args=(lines, answered), daemon=True).start()
    with asyncio.Runner(loop_factory=new_loop) as runner:
        while (line := lines.get()) is not None:
            _write(answers, answer(line, lambda case: observe_case(case, runner)))
            answered.set()


def versions() -> dict[str, str]:
    """The installed releases of the libraries under test, and Python's; one that is not installed is left out."""
    found = {"python": ".".join(map(str, sys.version_info[:3]))}
    for library in LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            continue
    return found


def answer(line: bytes, observe: Callable[[Case], Observation]) -> dict[str, Any]:
    """The answer to one line. Never raises: what goes wrong is a failure with a sentence of one line."""
    number = None
    try:
        request = json.loads(line)
        number = request["id"]
        case = codec.decode(Case, request["case"], "case")
        return {"id": number, "observation": codec.encode(observe(case))}
    except Exception as failure:  # is told to the parent, which counts it as an error
        text = " ".join(f"{type(failure).__name__}: {failure}".split())
        return {"id": number, "failure": text}


def _read(lines: queue.SimpleQueue[bytes | None], answered: threading.Event) -> None:
    for line in sys.stdin.buffer:
        lines.put(line)
    lines.put(None)
    while answered.wait(PATIENCE):
        answered.clear()
    os._exit(1)


def _own_output() -> TextIO:
    """The real standard output, for answers only: from now on what anyone prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return answers


def _write(answers: TextIO, message: dict[str, Any]) -> None:
    answers.write(json.dumps(message, separators=(",", ":")) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
