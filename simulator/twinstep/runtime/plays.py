"""The script of the run that is under way: what its models say next, and what its tools do.

Models and tools are built once for a team; what they do is looked up in the `Play` of the run that calls them, which
a context variable carries into the library's threads and tasks. Contexts are copied there, so a Play is one mutable
object that all copies share.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from langchain_core.messages import AIMessage

from twinstep_model.agents import Reply, TeamScript, ToolDoes, ToolText
from twinstep_model.values import Message

from .canonical import real

_LAST = Reply("done")


class Play:
    """One run of a team's script: which reply of each model comes next, and what each call's tool does.

    ``listed``: the state of the graph is the message list itself, so that is what updates are.
    """

    def __init__(self, script: TeamScript, listed: bool = False) -> None:
        self._replies = {model.agent: iter(model.replies) for model in script.models}
        self._tools = {tool.call: tool.does for tool in script.tools}
        self._lock = threading.Lock()
        self.listed = listed

    def reply(self, agent: str) -> AIMessage:
        """The next reply of this model: a new message without id, since the library names and numbers it in place."""
        with self._lock:
            reply = next(self._replies.get(agent, iter(())), _LAST)
        message: AIMessage = real(Message("ai", reply.text, calls=reply.calls))
        return message

    def does(self, call: str) -> ToolDoes:
        """What the plain tool called with this call id does."""
        return self._tools.get(call, ToolText("ok"))


_PLAY: ContextVar[Play] = ContextVar("twinstep_play")


@contextmanager
def playing(play: Play) -> Iterator[None]:
    """Within the block, models and tools of any team follow this play."""
    token = _PLAY.set(play)
    try:
        yield
    finally:
        _PLAY.reset(token)


def current() -> Play:
    """The play of the run that calls this."""
    return _PLAY.get()
