"""What is known of the graph runs of one action while its chunks arrive, and the observation made of it at the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Union

from twinstep_model.observation import NOT_OBSERVED, Error, NotObserved, Step, Task
from twinstep_model.values import Map, Value

Writes = tuple[tuple[str, Value], ...]
Routers = dict[str, list[tuple[str, Value]]]
"""For each task (id) whose routers ran, in order: their names and what they were given."""
Answers = dict[str, list[Value]]
"""For each task (id) whose questions were answered: the answers, in order."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the code of nodes and routers saw in one action: no chunk shows it."""

    routers: Routers = field(default_factory=dict)
    answers: Answers = field(default_factory=dict)


@dataclass(slots=True)
class TaskRecord:
    """``question``: the one that it waits at, as a tuple of one. ``runs``: the graph runs inside the task."""

    node: str
    cause: Literal["pull", "push"]
    input: Value
    end: Literal["ok", "error", "open", "paused", "kept"] = "open"
    writes: Union[Writes, NotObserved] = NOT_OBSERVED
    error: Union[Error, None] = None
    question: tuple[Value, ...] = ()
    runs: list[RunRecord] = field(default_factory=list)


@dataclass(slots=True)
class StepRecord:
    """``tasks``: by id, in planned order. ``expected``: how many the checkpoint before announced, 0 for not known.
    ``order``: the imposed completion order, if any; ``ended``: the order in which result chunks came, behind
    those that were handed back.
    """

    tasks: dict[str, TaskRecord] = field(default_factory=dict)
    expected: int = 0
    order: tuple[str, ...] = ()
    ended: list[str] = field(default_factory=list)
    values: Union[Map, NotObserved] = NOT_OBSERVED
    next: Union[tuple[str, ...], NotObserved] = NOT_OBSERVED

    @property
    def paused(self) -> bool:
        """Whether a task waits for an answer, so that nothing is committed."""
        return any(task.end == "paused" for task in self.tasks.values())


@dataclass(slots=True)
class RunRecord:
    """One run of one graph. ``path``: the nodes in whose tasks it is, from the outermost; () for the root
    run. ``planning``: start chunks that arrive now belong to the last step. ``updates``: those of
    its tasks that are not known to have ended: the node, the chunk's own form, and the canonical writes.
    """

    path: tuple[str, ...] = ()
    steps: list[StepRecord] = field(default_factory=list)
    planning: bool = False
    expected: int = 0
    begin: Union[Map, NotObserved] = NOT_OBSERVED
    updates: list[tuple[str, Any, Writes]] = field(default_factory=list)

    @property
    def root(self) -> bool:
        return not self.path


def unshown(step: StepRecord) -> None:
    """The result of a single task is not shown where the boundary after it fails: the library raises before it hands
    out the chunk. A task that fails itself is always shown, so this one ended well."""
    if len(step.tasks) == 1 and not step.ended:
        for task in step.tasks.values():
            task.end = "ok"


def steps(run: RunRecord, told: Told) -> tuple[Step, ...]:
    """The finished observation of a run's steps."""
    return tuple([_step(step, told) for step in run.steps])


def _step(step: StepRecord, told: Told) -> Step:
    """After the first failure, in the imposed order where there is one, what the other tasks do is a race: those that
    were handed back had finished before any of them began."""
    kept = [task_id for task_id, task in step.tasks.items() if task.end == "kept"]
    order = kept + [task_id for task_id in step.order or step.ended if task_id not in kept]
    failures = [task for task in order if step.tasks[task].end == "error"]
    counted = order[: order.index(failures[0]) + 1] if failures else list(step.tasks)
    tasks = [_task(task_id, task, task_id in counted, told) for task_id, task in step.tasks.items()]
    return Step(tuple(tasks), step.values, step.next)


def _task(task_id: str, task: TaskRecord, counts: bool, told: Told) -> Task:
    if not counts:
        return Task(task.node, task.cause, task.input, "open", NOT_OBSERVED)
    nested = tuple([step for run in task.runs for step in steps(run, told)])
    return Task(
        task.node,
        task.cause,
        task.input,
        task.end,
        task.writes,
        task.error,
        tuple(told.routers.get(task_id, ())),
        nested,
        tuple(told.answers.get(task_id, ())) if task.end != "open" else (),
        task.question,
    )
