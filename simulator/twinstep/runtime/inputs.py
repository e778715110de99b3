"""What tasks are given, read before they begin.

The agent node overwrites the messages in its own input with what a `pre_model_hook` shows the model alone. Start chunks
are live objects: in a run without gates the consumer may read them only then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler

from twinstep_model.agents import Agent, Team, ToolGraph
from twinstep_model.values import Value

from .gates import task_of


class Inputs(BaseCallbackHandler):
    """The handler to put into the ``callbacks`` of a run. ``seen``: the input of each task (id) that has begun."""

    run_inline = True  # otherwise an asynchronous task would not wait for it
    raise_error = True
    ignore_llm = ignore_retry = ignore_agent = ignore_retriever = ignore_chat_model = ignore_custom_event = True

    def __init__(self, read: Callable[[Any], Value]) -> None:
        self._read = read
        self.seen: dict[str, Value] = {}

    def on_chain_start(
        self,
        serialized: Any,
        inputs: Any,
        *,
        run_id: UUID,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        if metadata and is_task(tags):
            self.seen[task_of(tuple(metadata["langgraph_checkpoint_ns"].split("|")))] = self._read(inputs)


def is_task(tags: list[str] | None) -> bool:
    """Whether the event with these tags is that of a whole task."""
    return any(tag.startswith("graph:step:") for tag in tags or ())


def overwritten(team: Team) -> bool:
    """Whether an agent of the team overwrites its input."""
    if isinstance(team, ToolGraph):
        return False
    return team.pre == "view" if isinstance(team, Agent) else any(map(overwritten, team.agents))
