"""From the chunks of one stream to the record of one action, by public stream modes only.

``tasks`` shows what was planned and how each task ended, ``updates`` what it wrote, ``checkpoints`` what each
boundary committed and what comes next, ``values`` what `invoke` returns. Chunks are live objects, so each is put into
its canonical form when it arrives. A graph run inside a task has chunks of its own namespace, which names the task.
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
from .record import Routers, RunRecord, StepRecord, TaskRecord, Writes, steps, unshown

ROOT_KEY = "__root__"


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


class Observer:
    """Reads the chunks of one action, and opens the gates as they show that tasks are done."""

    def __init__(self, reading: Reading, gates: Gates | None) -> None:
        self._reading = reading
        self._gates = gates
        self._runs: dict[Namespace, RunRecord] = {(): RunRecord()}
        self._tasks: dict[str, TaskRecord] = {}
        self._homes: dict[str, RunRecord] = {}
        self._result: Value = None

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

    def ran(self, routers: Routers, entry: str, error: Error | None) -> Ran:
        """The record of the action, after the stream has ended or raised ``error``. The routers of START are
        under the key ``entry``."""
        for task in self._reading.inputs.keys() & self._tasks.keys():
            self._tasks[task].input = self._reading.inputs[task]
        root = self._runs[()]
        if error is not None and error.type != "ParentCommand" and root.steps:
            unshown(root.steps[-1])
        return Ran(
            begin=root.begin,
            entry=tuple(routers.get(entry, ())),
            steps=steps(root, routers),
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
        cached = data.pop("__metadata__", None)
        for node, update in data.items():
            run.updates.append((node, update, self._writes(update)))
        if cached:
            # Handed back from an earlier attempt at this step: finished, and no result chunk follows.
            step = run.steps[-1]
            for node in data:
                waiting = (task for task, item in step.tasks.items() if item.node == node and task not in step.ended)
                self._ended(run, next(waiting), None, None)

    def _end(self, run: RunRecord, data: dict[str, Any]) -> None:
        error = data["error"]
        if isinstance(error, asyncio.CancelledError):
            return  # A sibling has failed: this task is left open.
        self._ended(run, data["id"], None if error is None else canonical.error(error), data["result"])

    def _ended(self, run: RunRecord, task_id: str, error: Error | None, result: dict[str, Any] | None) -> None:
        task = self._tasks[task_id]
        run.steps[-1].ended.append(task_id)
        if error is None:
            task.end = "ok"
            task.writes = self._own_writes(run, task.node, result)
        else:
            task.end, task.error = "error", error
        if self._gates is not None:
            if error is None:
                self._gates.completed(task_id)
            else:
                self._gates.failed(task_id, run.root)

    def _own_writes(self, run: RunRecord, node: str, result: dict[str, Any] | None) -> Writes:
        """The updates of one task. Its ``updates`` chunk names only the node, so where several executions of a node
        end together the one that agrees best with the ``tasks`` result is taken."""
        if self._reading.root and run.root and result is not None:
            return self._root_writes(result)
        mine = [entry for entry in run.updates if entry[0] == node]
        best = mine[0]
        if len(mine) > 1 and result is not None:
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
        self._result = self._reading.state(data)
        if not self._reading.values_only:
            return
        if not run.steps:
            run.begin = self._state(run, data)
        else:
            run.steps[-1].values = self._state(run, data)

    def _state(self, run: RunRecord, data: Any) -> Map:
        if self._reading.root and run.root:
            # A root state is never None: an update of None is no update.
            return Map() if data is None else Map(((ROOT_KEY, self._reading.state(data)),))
        value = self._reading.state(data) if run.root else self._reading.nested_state(data, run.path[-1])
        assert isinstance(value, Map), "a state with keys is shown as a dict"
        return value


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
