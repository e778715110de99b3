"""From the chunks of one stream to the record of one action, by public stream modes only.

``tasks`` shows what was planned and how each task ended, ``updates`` what it wrote, ``checkpoints`` what each
boundary committed and what comes next, ``values`` what `invoke` returns. Chunks are live objects, so each is put into
its canonical form when it arrives. A graph run inside a task has chunks of its own namespace, which names the task. A
task that is handed back as finished, when its thread is taken up again, shows no more than an update without its id:
what was stored of which tasks is known before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from twinstep_model.observation import NOT_OBSERVED, Error, Ran
from twinstep_model.values import Map, Value

from . import canonical
from .callgates import AtOnce
from .gates import Arrived, Gates, Namespace, task_of
from .record import RunRecord, StepRecord, TaskRecord, Told, Writes, steps, unshown
from .threads import Stored

ROOT_KEY = "__root__"
_QUESTIONS = "__interrupt__"


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read the chunks of a topology.

    ``task_input``, ``state``: canonical forms of a task's input and of the state after a step. ``nested_state``: of the
    state of a graph inside a task of this node. ``at_once``: the tool calls that a task carries out at once, by the
    path of its graph, its node and its input. ``inputs``: those of the tasks (ids) that chunks may show too late.
    ``root``: the state has no keys. ``values_only``: there are no checkpoints, and ``values`` shows the whole state.
    """

    task_input: Callable[[Any], Value]
    state: Callable[[Any], Value]
    nested_state: Callable[[Any, str], Value]
    at_once: Callable[[tuple[str, ...], str, Any], AtOnce | None] | None = None
    inputs: Mapping[str, Value] = field(default_factory=dict)
    root: bool = False
    values_only: bool = False

    def root_state(self, data: Any) -> Map:
        """The canonical form of the state of the root graph."""
        if self.root:
            # A root state is never None: an update of None is no update.
            return Map() if data is None else Map(((ROOT_KEY, self.state(data)),))
        return _keyed(self.state(data))


class Observer:
    """Reads the chunks of one action, and opens the gates as they show that tasks are done. ``stored``: what finished
    tasks had left on the thread when the action began."""

    def __init__(self, reading: Reading, gates: Gates | None, stored: Stored) -> None:
        self._reading = reading
        self._gates = gates
        self._stored = stored
        self._runs: dict[Namespace, RunRecord] = {(): RunRecord()}
        self._tasks: dict[str, TaskRecord] = {}
        self._homes: dict[str, RunRecord] = {}
        self._result: Value = None
        self._asked = False

    def chunk(self, namespace: Namespace, mode: str, data: Any) -> None:
        """One chunk of ``stream(..., subgraphs=True)``; without sub-graphs the namespace is ()."""
        run = self._runs.get(namespace) or self._nested(namespace)
        if mode == "tasks":
            if "triggers" in data:
                self._start(run, data)
            else:
                self._settle(run)
                self._end(run, data)
        elif mode == "updates":
            self._updates(run, data)
        elif mode == "checkpoints":
            self._checkpoint(run, data)
        elif mode == "values" and run.root:
            self._values(run, data)
        elif mode == "custom" and isinstance(data, Arrived) and self._gates is not None:
            self._settle(self._homes[data.task])
            self._gates.arrived(data.task)

    def ran(self, told: Told, entry: str, error: Error | None) -> Ran:
        """The record of the action, after the stream has ended or raised ``error``. The routers of START are
        under the key ``entry``."""
        for task in self._reading.inputs.keys() & self._tasks.keys():
            self._tasks[task].input = self._reading.inputs[task]
        root = self._runs[()]
        if self._asked and not isinstance(self._result, Map):
            self._result = Map()  # `invoke` returns a dict with the questions, and leaves out a state that is none
        if error is not None and error.type != "ParentCommand" and root.steps:
            unshown(root.steps[-1])
        return Ran(
            begin=root.begin,
            entry=tuple(told.routers.get(entry, ())),
            steps=steps(root, told),
            error=error,
            result=self._result if error is None else NOT_OBSERVED,
        )

    def _nested(self, namespace: Namespace) -> RunRecord:
        task = task_of(namespace)
        around = self._homes[task]
        run = self._runs[namespace] = RunRecord((*around.path, self._tasks[task].node))
        self._tasks[task].runs.append(run)
        return run

    def _start(self, run: RunRecord, data: dict[str, Any]) -> None:
        if not run.planning:
            run.planning = True
            run.steps.append(StepRecord(expected=run.expected))
            run.updates.clear()
        cause: Literal["pull", "push"] = "push" if tuple(data["triggers"]) == ("__pregel_push",) else "pull"
        task = TaskRecord(data["name"], cause, self._reading.task_input(data["input"]))
        step = run.steps[-1]
        step.tasks[data["id"]] = self._tasks[data["id"]] = task
        self._homes[data["id"]] = run
        if self._gates is not None and self._reading.at_once is not None:
            several = self._reading.at_once(run.path, task.node, data["input"])
            if several is not None:
                self._gates.expect(data["id"], several)
        if len(step.tasks) == step.expected:
            self._settle(run)

    def _settle(self, run: RunRecord) -> None:
        """All tasks of the step that was being planned are known."""
        if run.planning:
            run.planning = False
            step = run.steps[-1]
            if self._gates is not None:
                step.order = self._gates.plan(tuple(step.tasks), run.root)

    def _updates(self, run: RunRecord, data: dict[str, Any]) -> None:
        self._settle(run)
        if _QUESTIONS in data:
            self._asked = True
            return  # The task's own chunk follows.
        cached = data.pop("__metadata__", None)
        for node, update in data.items():
            if cached:
                self._kept(run, node, update)
            else:
                run.updates.append((node, update, self._writes(update)))

    def _kept(self, run: RunRecord, node: str, update: Any) -> None:
        """A task is handed back from an earlier attempt at this step: finished, and no result chunk follows. Tasks are
        handed back in planned order."""
        step = run.steps[-1]
        waiting = [task for task, item in step.tasks.items() if item.node == node and task not in step.ended]
        task_id = next((task for task in waiting if task in self._stored), waiting[0])
        task = self._tasks[task_id]
        step.ended.append(task_id)
        task.end = "kept"
        if self._reading.root and run.root:
            stored = [item for key, item in self._stored[task_id] if key == ROOT_KEY]
            task.writes = tuple([(ROOT_KEY, self._reading.state(item)) for item in stored])
        else:
            task.writes = self._writes(update)
        if self._gates is not None:
            self._gates.kept(task_id)

    def _end(self, run: RunRecord, data: dict[str, Any]) -> None:
        error, questions = data["error"], data["interrupts"]
        if isinstance(error, asyncio.CancelledError):
            return  # A sibling has failed: this task is left open.
        task_id = data["id"]
        task = self._tasks[task_id]
        run.steps[-1].ended.append(task_id)
        if error is not None:
            task.end, task.error = "error", canonical.error(error)
        elif questions:
            task.end, task.question = "paused", (self._reading.state(questions[0]["value"]),)
        else:
            task.end = "ok"
            task.writes = self._own_writes(run, task.node, data["result"])
        if self._gates is not None:
            if error is None:
                self._gates.completed(task_id)
            else:
                self._gates.failed(task_id, run.root)

    def _own_writes(self, run: RunRecord, node: str, result: dict[str, Any]) -> Writes:
        """The updates of one task. Its ``updates`` chunk names only the node, so where several executions of a node
        end together the one that agrees best with the ``tasks`` result is taken."""
        if self._reading.root and run.root:
            return self._root_writes(result)
        mine = [entry for entry in run.updates if entry[0] == node]
        best = mine[0]
        if len(mine) > 1:
            best = max(mine, key=lambda entry: _agreement(entry[1], result))
        run.updates.remove(best)
        return best[2]

    def _writes(self, update: Any) -> Writes:
        return tuple([(key, self._reading.state(item)) for key, item in _pairs(update)])

    def _root_writes(self, result: dict[str, Any]) -> Writes:
        """A root state's updates, from the ``tasks`` result: ``updates`` cannot tell two lists from a list of lists."""
        if ROOT_KEY not in result:
            return ()
        item = result[ROOT_KEY]
        items = item["$writes"] if isinstance(item, dict) and item.keys() == {"$writes"} else [item]
        return tuple([(ROOT_KEY, self._reading.state(item)) for item in items])

    def _checkpoint(self, run: RunRecord, data: dict[str, Any]) -> None:
        run.expected = len(data["next"])
        if data["metadata"]["source"] == "input":
            return
        values = self._state(run, data["values"])
        if not run.steps:
            run.begin = values
        else:
            run.steps[-1].values = values
            run.steps[-1].next = tuple(sorted(data["next"]))

    def _values(self, run: RunRecord, data: Any) -> None:
        asks = isinstance(data, dict) and _QUESTIONS in data
        if asks:
            data = {key: item for key, item in data.items() if key != _QUESTIONS}
        self._result = self._reading.state(data)
        if not self._reading.values_only:
            return
        if not run.steps:
            run.begin = self._state(run, data)
        elif not asks and not run.steps[-1].paused:
            run.steps[-1].values = self._state(run, data)

    def _state(self, run: RunRecord, data: Any) -> Map:
        if run.root:
            return self._reading.root_state(data)
        return _keyed(self._reading.nested_state(data, run.path[-1]))


def _keyed(state: Value) -> Map:
    assert isinstance(state, Map), "a state with keys is shown as a dict"
    return state


def _pairs(update: Any) -> list[tuple[str, Any]]:
    """The writes in an ``updates`` chunk: none, a dict, or one dict for each write where a key repeats."""
    if update is None:
        return []
    if isinstance(update, dict):
        return list(update.items())
    if isinstance(update, list) and all(isinstance(part, dict) for part in update):
        return [pair for part in update for pair in part.items()]
    return [(ROOT_KEY, update)]


def _agreement(update: Any, result: dict[str, Any]) -> int:
    """How many keys of the update stand in the ``tasks`` result as it folds them, or -1 if one stands otherwise."""
    folded: dict[str, Any] = {}
    for key, item in _pairs(update):
        if folded.get(key) is None:
            folded[key] = item
        elif isinstance(folded[key], dict) and folded[key].keys() == {"$writes"}:
            folded[key]["$writes"].append(item)
        else:
            folded[key] = {"$writes": [folded[key], item]}
    agree = all(key in result and result[key] == item for key, item in folded.items())
    return len(folded) if agree else -1
