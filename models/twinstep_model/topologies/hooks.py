"""The hooks of agents: what they write before and after the model speaks."""

from __future__ import annotations

from twinstep_model.session import Session
from twinstep_model.values import REMOVE_ALL, Message, Remove, Value

from .calls import MESSAGES, History

HEARD = "llm_input_messages"
Writes = tuple[tuple[str, Value], ...]


def before_model(hook: str, history: History) -> Writes:
    """The update of the hook before the model."""
    if hook == "view":
        return ((HEARD, history[-1:]),)
    if hook == "note":
        return ((MESSAGES, (Message("human", "note"),)),)
    return ((MESSAGES, (Remove(REMOVE_ALL), *history[-2:])),)


def after_model(hook: str, history: History, session: Session) -> Writes:
    """The update of the hook after the model, whose message has its id already."""
    if hook == "note":
        return ((MESSAGES, (Message("human", "noted", session.ids.fresh()),)),)
    calls = next((message.calls for message in reversed(history) if message.role == "ai"), ())
    if not calls:
        return ()
    return ((MESSAGES, (Message("tool", "hooked", session.ids.fresh(), answers=calls[0].id),)),)
