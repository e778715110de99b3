"""What a thread shows and keeps between the user's actions, by the public interface of graphs and checkpointers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import CheckpointTuple
from langgraph.types import StateSnapshot

from twinstep_model.cases import Answers
from twinstep_model.observation import Error, Saved, Snapshot
from twinstep_model.values import Map, Value

from .canonical import error, real

Stored = Mapping[str, tuple[tuple[str, Any], ...]]
"""For each task (id) of the step under way that has finished: the (channel, value) pairs that it wrote."""

Seen = StateSnapshot | Error
"""What `get_state` shows of a thread, or raises."""

_CONTROL = frozenset({"__error__", "__error_source_node__", "__interrupt__", "__resume__"})
_NOBODY = "f" * 32
"""An id that no question has."""


def stored(checkpoint: CheckpointTuple | None) -> Stored:
    """What the tasks have left that finished after this checkpoint, a thread's last one: the library hands it back
    instead of running them again. A task that did not finish has left no more than its questions and answers."""
    found: dict[str, tuple[tuple[str, Any], ...]] = {}
    for task, channel, item in (checkpoint.pending_writes or ()) if checkpoint is not None else ():
        if channel not in _CONTROL:
            found[task] = (*found.get(task, ()), (channel, item))
    return found


def look(graph: Any, config: RunnableConfig) -> Seen:
    """Looks at a thread by `get_state`."""
    try:
        seen: StateSnapshot = graph.get_state(config)
    except Exception as exc:  # any error is an observation
        return error(exc)
    return seen


async def look_async(graph: Any, config: RunnableConfig) -> Seen:
    """Looks at a thread by `aget_state`."""
    try:
        seen: StateSnapshot = await graph.aget_state(config)
    except Exception as exc:  # any error is an observation
        return error(exc)
    return seen


def by_id(action: Answers, seen: Seen | None) -> dict[str, Any]:
    """The answers by the ids of the questions that they are for. ``seen``: what `get_state` shows before; where it
    shows nothing, nobody knows an id."""
    ids = [asked.id for asked in seen.interrupts] if isinstance(seen, StateSnapshot) else []
    return {ids[number] if number < len(ids) else _NOBODY: real(answer) for number, answer in action.answers}


def shown(seen: Seen, state: Callable[[Any], Map], read: Callable[[Any], Value]) -> Snapshot | Error:
    """What `get_state` shows, or raises. ``state``, ``read``: canonical forms of a state, and of anything else."""
    if isinstance(seen, Error):
        return seen
    questions = [(task.name, read(asked.value)) for task in seen.tasks for asked in task.interrupts]
    return Snapshot(_values(seen, state), tuple(sorted(seen.next)), tuple(questions))


def saved(history: Iterable[StateSnapshot], state: Callable[[Any], Map]) -> tuple[Saved, ...]:
    """What `get_state_history` shows, which comes latest first."""
    oldest_first = list(history)[::-1]
    places = {_id(seen.config): place for place, seen in enumerate(oldest_first)}
    return tuple([_saved(seen, places, state) for seen in oldest_first])


def _saved(seen: StateSnapshot, places: dict[str, int], state: Callable[[Any], Map]) -> Saved:
    assert seen.metadata is not None, "only a thread without checkpoints has no metadata"
    parent = places[_id(seen.parent_config)] if seen.parent_config is not None else None
    following = tuple(sorted(seen.next))
    return Saved(seen.metadata["source"], seen.metadata["step"], parent, _values(seen, state), following)


def _values(seen: StateSnapshot, state: Callable[[Any], Map]) -> Map:
    return Map() if seen.metadata is None else state(seen.values)  # on an unused thread `values` is {} in every form


def _id(config: Any) -> str:
    checkpoint: str = config["configurable"]["checkpoint_id"]
    return checkpoint
