"""The tool by which a supervisor ends with what an agent said (`create_forward_message_tool`): rule SV-11."""

from __future__ import annotations

from typing import Union

from twinstep_model.cases import END
from twinstep_model.results import Said
from twinstep_model.session import Session
from twinstep_model.values import AUTO, LIBRARY, Call, Message

from .calls import MESSAGES, History
from .handoffs import answered

FORWARD = "forward_message"
"""The name of the tool."""


def forward(speaker: str, call: Call, history: History, session: Session) -> Union[Said, Message]:
    """The last message of the agent that the call names, in capitals or not, becomes the supervisor's own, and the
    team ends. Where there is none, or the call names no agent, the call is answered and nothing ends."""
    wanted = dict(call.args.items).get("from_agent")
    if not isinstance(wanted, str):
        return answered(call, failed=True)
    said = [message for message in history if message.role == "ai" and message.name.lower() == wanted.lower()]
    found = next((message for message in reversed(said) if not _reports(message)), None)
    if found is None:
        return answered(call)
    end = END if session.laws.holds("SV-11") else speaker
    return Said(((MESSAGES, (Message("ai", found.text, name=speaker),)),), (end,))


def _reports(message: Message) -> bool:
    """Whether the library wrote the message to say that an agent returns control."""
    return message.text == LIBRARY and any(call.id == AUTO for call in message.calls)
