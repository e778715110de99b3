"""The parent's side of the worker protocol: cases go out to workers, answers come back in the order of the cases.

A worker first says ``{"hello": {"versions": {...}}}``; then, for each ``{"id": n, "case": {...}}`` it is given, in the
order given, ``{"id": n, "observation": {...}}`` or ``{"id": n, "failure": "..."}``. Each message is one line of JSON.

Every worker has a few cases in its pipeline, so that it never waits for the parent. It works on the first of them;
when that one blocks it, or makes it crash, the worker is replaced and the others are sent to its successor.
"""

from __future__ import annotations

import json
import queue
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from twinstep_model import codec
from twinstep_model.cases import Case

from .workers import Said, Worker

_PIPELINE = 3
"""Cases a worker may have: the one it works on and the ones it finds waiting."""
_AHEAD = 32
"""Cases per worker that may be answered before an earlier one is."""
_START_TIMEOUT = 120.0
"""Seconds for importing the libraries; a cold disk and a busy machine take long."""
_GRACE = 0.05
"""Seconds for what has arrived to be read before a worker is found to hang."""


class WorkerError(Exception):
    """A worker cannot be started, or breaks the protocol before it is given a case. One line, then its last words."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a case: an observation (``text``), or a ``failure`` of the worker, or a ``hang``.

    ``text``: canonical JSON (the form of codec.dumps): equal texts are equal observations.
    ``failure``: what the worker, or its end, said; one line, then the end of its standard error if it crashed.
    """

    text: str | None = None
    failure: str = ""
    hang: bool = False


@dataclass(slots=True)
class _Ticket:
    """A case on its way. ``sent``: when it was given to its worker."""

    request: Mapping[str, Any]
    sent: float = 0.0
    answer: Answer | None = None


@dataclass(slots=True)
class _Seat:
    """A place for a worker: who sits there, and the tickets given to them, the one being worked on first.

    ``greeted``: whether the worker has said hello. ``heard``: when it was started, or last said something.
    """

    worker: Worker | None = None
    greeted: bool = False
    heard: float = 0.0
    tickets: deque[_Ticket] = field(default_factory=deque)

    @property
    def began(self) -> float:
        """When the worker began what it is doing."""
        return max(self.heard, self.tickets[0].sent) if self.greeted and self.tickets else self.heard

    def send(self, ticket: _Ticket) -> None:
        if self.worker is not None:
            self.worker.send(ticket.request)
            ticket.sent = time.monotonic()


class Pool:
    """Workers that run cases. A context manager: on the way out every process is ended.

    ``jobs``: workers. ``timeout``: seconds a worker may take for one case. ``python``: the interpreter of the
    environment whose libraries are to run; this one, if none is named. ``hash_seed``: that of the workers; None leaves
    it to the environment.
    To be used from one thread, in which runs may be nested (`one` inside a loop over `run`). Every method may raise
    WorkerError.
    """

    def __init__(
        self, jobs: int, timeout: float = 20.0, python: str | None = None, hash_seed: int | None = None
    ) -> None:
        if jobs < 1:
            raise ValueError("a pool needs at least one worker")
        self._timeout = timeout
        self._python = python or sys.executable
        self._hash_seed = hash_seed
        self._seats = [_Seat() for _ in range(jobs)]
        self._inbox: queue.SimpleQueue[Said] = queue.SimpleQueue()
        self._open = False
        self._sent = 0
        self._versions: Mapping[str, str] | None = None

    def __enter__(self) -> Pool:
        self._open = True
        try:
            for seat in self._seats:
                self._start(seat)
            while self._versions is None:
                self._wait()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def versions(self) -> Mapping[str, str]:
        """The releases that the workers run: distribution to version."""
        if self._versions is None:
            raise RuntimeError("the pool has not been entered")
        return self._versions

    def other(self, hash_seed: int) -> Pool:
        """A pool of one worker on the same libraries but with this hash seed, not yet entered."""
        return Pool(1, self._timeout, self._python, hash_seed)

    def run(self, cases: Iterable[Case]) -> Iterator[tuple[Case, Answer]]:
        """Each case with its answer, in the order given. Cases are taken only as workers have room for them."""
        source = iter(cases)
        window: deque[tuple[Case, _Ticket]] = deque()
        more = True
        while more or window:
            self._catch_up()
            while more and len(window) < _AHEAD * len(self._seats) and self._has_room():
                case = next(source, None)
                if case is None:
                    more = False
                else:
                    window.append((case, self._submit(case)))
            if window and window[0][1].answer is not None:
                case, ticket = window.popleft()
                yield case, _answered(ticket)
            elif window:
                self._wait()

    def one(self, case: Case) -> Answer:
        """The answer for this case."""
        ticket = self._submit(case)
        while ticket.answer is None:
            self._wait()
        return ticket.answer

    def close(self) -> None:
        """Ends all processes. Nothing can be run afterwards."""
        self._open = False
        for seat in self._seats:
            if seat.worker is not None:
                seat.worker.kill()
                seat.worker = None

    def _has_room(self) -> bool:
        return any(len(seat.tickets) < _PIPELINE for seat in self._seats)

    def _submit(self, case: Case) -> _Ticket:
        self._sent += 1
        ticket = _Ticket({"id": self._sent, "case": codec.encode(case)})
        seat = min(self._seats, key=lambda seat: len(seat.tickets))
        seat.tickets.append(ticket)
        seat.send(ticket)
        return ticket

    def _start(self, seat: _Seat) -> None:
        """Puts a new worker on the seat and gives it the tickets that are there."""
        if not self._open:
            raise RuntimeError("the pool is not open: use it in a with statement")
        try:
            seat.worker = Worker(self._python, self._inbox, self._hash_seed)
        except OSError as error:
            raise WorkerError(f"the worker cannot be started: {self._python}: {error.strerror}") from None
        seat.greeted = False
        seat.heard = time.monotonic()
        for ticket in seat.tickets:
            seat.send(ticket)

    def _wait(self) -> None:
        """Takes in one message, or finds that a worker hangs, or lets a little time pass."""
        for seat in self._seats:
            if seat.tickets and seat.worker is None:
                self._start(seat)
        busy = [seat for seat in self._seats if seat.worker and (seat.tickets or not seat.greeted)]
        nearest = min((self._deadline(seat) for seat in busy), default=0.0)
        try:
            self._take(self._inbox.get(timeout=max(nearest - time.monotonic(), _GRACE)))
        except queue.Empty:
            now = time.monotonic()
            for seat in busy:
                if self._deadline(seat) <= now:
                    self._expire(seat)

    def _catch_up(self) -> None:
        """Takes in what has arrived, without waiting."""
        while not self._inbox.empty():
            self._take(self._inbox.get())

    def _deadline(self, seat: _Seat) -> float:
        return seat.began + (self._timeout if seat.greeted else _START_TIMEOUT)

    def _take(self, said: Said) -> None:
        for seat in self._seats:
            if seat.worker is not said.worker:
                continue  # Or the last words of one that was replaced.
            if said.message is None:
                self._lose(seat, said.noise)
            elif not seat.greeted:
                self._greet(seat, said.message, said.at)
            else:
                self._accept(seat, said.message, said.at)

    def _greet(self, seat: _Seat, message: Mapping[str, Any], at: float) -> None:
        hello = message.get("hello")
        versions = hello.get("versions") if isinstance(hello, dict) else None
        if not isinstance(versions, dict):
            self._lose(seat, json.dumps(message)[:200])
            return
        self._versions = self._versions or versions
        seat.greeted = True
        seat.heard = at

    def _accept(self, seat: _Seat, message: Mapping[str, Any], at: float) -> None:
        answer = _read_answer(message, seat.tickets[0].request["id"]) if seat.tickets else None
        if answer is None:
            self._lose(seat, json.dumps(message)[:200])
            return
        seat.heard = at
        seat.tickets.popleft().answer = answer

    def _lose(self, seat: _Seat, noise: str) -> None:
        """The worker has ended, or said something that is no answer: the case it was at has failed."""
        ending, words = self._remove(seat)
        what = f"the worker said what is no answer: {noise!r}" if noise else f"the worker ended: {ending}"
        failure = "\n".join(filter(None, (what, words)))
        if not seat.greeted:
            raise WorkerError(f"the worker does not start: {failure}")
        if seat.tickets:
            seat.tickets.popleft().answer = Answer(failure=failure)

    def _expire(self, seat: _Seat) -> None:
        """The worker hangs: so does the case it is at."""
        _, words = self._remove(seat)
        if not seat.greeted:
            raise WorkerError(f"the worker does not start: it said nothing for {_START_TIMEOUT:g} s\n{words}".rstrip())
        seat.tickets.popleft().answer = Answer(hang=True)

    def _remove(self, seat: _Seat) -> tuple[str, str]:
        """Ends the seat's worker; how it ended, and its last words."""
        assert seat.worker
        worker, seat.worker = seat.worker, None
        return worker.kill(), worker.last_words()


def _answered(ticket: _Ticket) -> Answer:
    assert ticket.answer is not None
    return ticket.answer


def _read_answer(message: Mapping[str, Any], wanted: int) -> Answer | None:
    """The answer in a worker's message; None if it is none to the request of this id."""
    if message.get("id") != wanted:
        return None
    failure = message.get("failure")
    if isinstance(failure, str) and failure:
        return Answer(failure=failure)
    if isinstance(message.get("observation"), dict):
        return Answer(text=json.dumps(message["observation"], ensure_ascii=False, separators=(",", ":")))
    return None
