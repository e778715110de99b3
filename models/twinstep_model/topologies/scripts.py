"""The script of an agent or a team, looked up by the names of models and the ids of calls."""

from __future__ import annotations

from twinstep_model.agents import Reply, TeamScript, ToolDoes, ToolText
from twinstep_model.session import Session

_LAST_REPLY = Reply("done")
_OK = ToolText("ok")


class Script:
    """What the models and tools of a team do."""

    def __init__(self, script: TeamScript) -> None:
        self._replies = {one.agent: one.replies for one in script.models}
        self._tools = {one.call: one.does for one in script.tools}

    def reply(self, agent: str, session: Session) -> Reply:
        """The agent's next reply."""
        replies = self._replies.get(agent, ())
        count = session.execution(agent)
        return replies[count] if count < len(replies) else _LAST_REPLY

    def does(self, call: str) -> ToolDoes:
        """What a plain tool does in this call."""
        return self._tools.get(call, _OK)
