"""What cases contain whose threads pause or fail, and are taken up again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from twinstep_model.cases import Action, Answers, Case, Graph, GraphScript, Invoke, Resume
from twinstep_model.observation import Observation, Ran, Snapshot, Task
from twinstep_model.runs import LIMIT_REACHED
from twinstep_model.values import Value

from .walk import steps


class Turn(NamedTuple):
    """An action and what it did. ``before``: what the last action on its thread did, None for the first one."""

    action: Action
    ran: Ran
    before: Ran | None

    @property
    def takes_up(self) -> bool:
        """Whether it goes on with a super-step that was to come, or under way."""
        return not isinstance(self.action, Invoke) and bool(self.ran.steps)

    @property
    def first(self) -> tuple[Task, ...]:
        """The tasks of its first super-step."""
        return self.ran.steps[0].tasks if self.ran.steps else ()


def pauses(case: Case) -> bool:
    """Whether this is a case of threads that pause or are taken up again, or that are looked at."""
    asks = isinstance(case.script, GraphScript) and any(
        outcome.asks for one in case.script.nodes for outcome in (*one.pulls, *(sent for _, sent in one.sends))
    )
    goes_on = any(not isinstance(action, Invoke) for action in case.actions)
    return isinstance(case.topology, Graph) and (asks or goes_on or case.schedule.history)


def of_threads(case: Case, seen: Observation) -> dict[str, bool]:
    """Which of the features of threads the run shows."""
    turns = list(turns_of(case, seen))
    ends = [[task.end for task in step.tasks] for step in steps(seen)]
    return {
        "asks a question": any("paused" in one for one in ends),
        "several questions at once": any(one.count("paused") > 1 for one in ends),
        "answered by id": any(isinstance(turn.action, Answers) and _heard(turn) for turn in turns),
        "resumed": any(isinstance(turn.action, Resume) and _heard(turn) for turn in turns),
        "went on after a failure": any(turn.takes_up and failed(turn.before) for turn in turns),
        "input while a question waits": any(
            isinstance(turn.action, Invoke) and waiting(turn.before) > 0 for turn in turns
        ),
        "kept a finished task": any("kept" in one for one in ends),
        "limit reached and went on": any(turn.takes_up and limited(turn.before) for turn in turns),
    }


def turns_of(case: Case, seen: Observation) -> Iterator[Turn]:
    """Every action with what it did, in order."""
    last: dict[str, Ran] = {}
    for action, ran in zip(case.actions, seen.actions):
        yield Turn(action, ran, last.get(action.thread) if case.schedule.saver else None)
        last[action.thread] = ran


def waiting(ran: Ran | None) -> int:
    """How many questions wait for an answer after this."""
    if ran is None:
        return 0
    if isinstance(ran.snapshot, Snapshot):
        return len(ran.snapshot.questions)
    return sum(task.end == "paused" for step in ran.steps[-1:] for task in step.tasks)


def failed(ran: Ran | None) -> bool:
    """Whether this began a super-step and failed in it, or at its boundary."""
    return ran is not None and bool(ran.steps) and ran.error not in (None, LIMIT_REACHED)


def limited(ran: Ran | None) -> bool:
    """Whether this ended at its recursion limit."""
    return ran is not None and ran.error == LIMIT_REACHED


def _heard(turn: Turn) -> bool:
    """Whether a question was given an answer of this action."""
    given: tuple[Value, ...] = ()
    if isinstance(turn.action, Resume):
        given = (turn.action.answer,)
    elif isinstance(turn.action, Answers):
        given = tuple(answer for _, answer in turn.action.answers)
    return any(answer in given for task in turn.first for answer in task.answers)
