"""What a team's stream shows, in the form in which it is compared.

These are all the ways in which an observation of a team is not simply `canonical.value` of what the stream shows.
They are part of the comparison contract:

1. The input of a tool's task (`tool_call_with_context`) becomes ``{"call": id, "tool": name}``. Its copy of the whole
   state is left out: it is the state before the step, which the previous step shows.
2. Managed values (`remaining_steps`, `is_last_step`) are left out of every input, also of the payload of a handoff
   that travels as a `Send`. They follow from the recursion limit and no reducer ever sees them.
3. The pair of messages that hands control back is left out at the end of an agent's own state. The library appends
   it to the list it got from the agent, in place (`full_history`): whether the agent's last chunk, read by another
   thread, shows it already is a race. No agent ever ends with such a pair itself, and the pair is compared where it
   belongs, in the update of the agent's task.
"""

from __future__ import annotations

from typing import Any

from langchain_core.messages import BaseMessage

from twinstep_model.values import Map, Value

from .canonical import Known, call_id, value

_MANAGED = frozenset({"remaining_steps", "is_last_step"})
_HANDOFF_BACK = "__is_handoff_back"


def task_input(thing: Any, script: Known) -> Value:
    """The input of a task of a team, at any depth (forms 1 and 2)."""
    if type(thing) is not dict:
        return value(thing, script)
    if thing.get("__type") == "tool_call_with_context":
        call, tool = called(thing)
        return Map((("call", call_id(call, script)), ("tool", tool)))
    return value({key: item for key, item in thing.items() if key not in _MANAGED}, script)


def called(thing: Any) -> tuple[str, str]:
    """The call id and tool name in the input of a tool's task."""
    call = thing["tool_call"]
    return call["id"], call["name"]


def nested_state(values: dict[str, Any], script: Known) -> Value:
    """The state after a super-step of a graph inside a task of a team (form 3)."""
    messages = values.get("messages")
    if not messages or not _hands_back(messages[-1]):
        return value(values, script)
    kept = list(messages)
    while kept and _hands_back(kept[-1]):
        kept.pop()
    return value({**values, "messages": kept}, script)


def _hands_back(message: Any) -> bool:
    return isinstance(message, BaseMessage) and bool(message.response_metadata.get(_HANDOFF_BACK))
