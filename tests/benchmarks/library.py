"""The library as it is measured: observed, only drained, and by a plain `invoke`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from twinstep.runtime import drive
from twinstep.runtime.observe import Observer, Reading
from twinstep_model.cases import Case
from twinstep_model.observation import Observation
from twinstep_model.values import Map


def observed(cases: Iterable[Case], runner: asyncio.Runner) -> list[Observation]:
    """What the library does, case by case."""
    return [drive.observe_case(case, runner) for case in cases]


@contextmanager
def only_drained() -> Iterator[None]:
    """Within the block the same streams are read, and nothing is made of their chunks but that gates are opened."""
    with patch.object(drive, "Observer", _drained):
        yield


class _Silent:
    """Takes every chunk and makes nothing of it."""

    def chunk(self, *_: Any) -> None:
        pass

    def ran(self, *_: Any) -> None:
        pass


class _OpensGates(Observer):
    """Reads no more of a chunk than gates need."""

    def ran(self, *_: Any) -> Any:
        return None


def _drained(reading: Reading, gates: Any) -> Any:
    if gates is None:
        return _Silent()
    blank = replace(reading, task_input=lambda *_: None, state=lambda *_: Map(), nested_state=lambda *_: Map())
    return _OpensGates(blank, gates)


def invoked(cases: Iterable[Case], runner: asyncio.Runner) -> None:
    """The same programs (without gates), built the same way and called by `invoke`."""
    with patch.object(drive, "_act", _invoke), patch.object(drive, "_act_async", _invoke_async):
        for case in cases:
            drive.observe_case(case, runner)


def _invoke(case: Case, program: Any, _: Any, threads: dict[str, str]) -> Iterator[None]:
    for index, action in enumerate(case.actions):
        drive._begin(program, None, index)
        try:
            program.graph.invoke(**_plain(drive._arguments(case.schedule, program, action, threads)))
        except Exception:  # a run that fails is a run
            continue
    yield from ()


async def _invoke_async(case: Case, program: Any, _: Any, threads: dict[str, str]) -> tuple[()]:
    for index, action in enumerate(case.actions):
        drive._begin(program, None, index)
        try:
            await program.graph.ainvoke(**_plain(drive._arguments(case.schedule, program, action, threads)))
        except Exception:  # a run that fails is a run
            continue
    return ()


def _plain(arguments: dict[str, Any]) -> dict[str, Any]:
    streaming = ("stream_mode", "subgraphs", "output_keys")
    return {name: value for name, value in arguments.items() if name not in streaming}
