"""What a team's stream shows, in the form in which it is compared.

These are all the ways in which an observation of a team is not simply `canonical.value` of what the stream shows.
They are part of the comparison contract:

1. The input of a tool's task (`tool_call_with_context`, or a list of calls of which there is always one) becomes
   ``{"call": id, "tool": name}``, any other list of calls a list of these. The copy of the whole state is left out: it
   is the state before the step, which the previous step shows.
2. Managed values (`remaining_steps`, `is_last_step`) are left out of every input, also of the payload of a handoff
   that travels as a `Send`. They follow from the recursion limit and no reducer ever sees them.
3. The pair of messages with which a member hands control back is left out at the end of its own state. The library
   appends it to the list it got from the member, in place (`full_history`): whether the member's last chunk, read by
   another thread, shows it already is a race. No member ever ends with its own pair itself, and the pair is compared
   where it belongs, in the update of the member's task.
"""

from __future__ import annotations

from typing import Any

from langchain_core.messages import BaseMessage

from twinstep_model.values import Map, Value

from .canonical import Known, call_id, value

_MANAGED = frozenset({"remaining_steps", "is_last_step"})
_HANDOFF_BACK = "__is_handoff_back"


def task_input(thing: Any, script: Known, each: bool = False) -> Value:
    """The input of a task of a team, at any depth (forms 1 and 2). ``each``: every list of calls has just one."""
    if type(thing) is list and thing and _is_call(thing[-1]):
        calls = tuple([_named(call["id"], call["name"], script) for call in thing])
        return calls[0] if each else calls
    if type(thing) is not dict:
        return value(thing, script)
    if thing.get("__type") == "tool_call_with_context":
        call, tool = called(thing)
        return _named(call, tool, script)
    return value({key: item for key, item in thing.items() if key not in _MANAGED}, script)


def _is_call(thing: Any) -> bool:
    return type(thing) is dict and thing.get("type") == "tool_call"


def _named(call: str, tool: str, script: Known) -> Value:
    return Map((("call", call_id(call, script)), ("tool", tool)))


def called(thing: Any) -> tuple[str, str]:
    """The call id and tool name in the input of a tool's task."""
    call = thing["tool_call"]
    return call["id"], call["name"]


def nested_state(values: dict[str, Any], member: str, script: Known) -> Value:
    """The state after a super-step of a graph inside a task of a team (form 3); ``member`` is that task's node."""
    messages = list(values.get("messages") or ())
    if len(messages) > 1 and messages[-2].name == member and all(map(_hands_back, messages[-2:])):
        messages = messages[:-2]
    return value({**values, "messages": messages} if "messages" in values else values, script)


def _hands_back(message: Any) -> bool:
    return isinstance(message, BaseMessage) and bool(message.response_metadata.get(_HANDOFF_BACK))
