"""Deviations of tool calls and the agents that make them."""

from __future__ import annotations

from .kinds import OLD, Deviation

TOOLS = (
    Deviation(
        "first-exception-in-time",
        "TN-06",
        "surprise",
        OLD,
        "In asynchronous runs the exception raised by a tool node depends on which of its failing tools ends first",
        "Asynchronous tool calls are gathered, which passes on the first exception; synchronous ones are read in order",
        "Catch errors inside tools, or do not rely on which of several errors is shown",
    ),
    Deviation(
        "update-lost-beside-sends",
        "TN-09",
        "surprise",
        OLD,
        "The update of a tool's parent command is dropped if its goto is a list of Sends",
        "The tool node makes one new parent command of all that send, from their Sends only",
        "Put what the parent has to know into the Sends, or go to the node by its name",
    ),
    Deviation(
        "first-destination-wins-in-one-task",
        "TN-10",
        "surprise",
        OLD,
        "Of several parent commands that one tool node returns the first that names its destination is applied alone",
        "The first parent command in the node's list is raised as an exception, and those that send come last",
        "Let a reply hand off once: tell the model so, and turn parallel tool calls off where the provider can",
    ),
    Deviation(
        "answers-lost-in-one-task",
        "TN-11",
        "surprise",
        OLD,
        "The answers of plain tools in a v1 agent's reply that also hands off are lost, although the tools ran",
        "The parent command in the tool node's list is raised as an exception, so nothing of the list is written",
        "Do not let a reply mix handoffs and plain calls; let tools with side effects be safe to repeat",
    ),
    Deviation(
        "missing-field-is-a-key-error",
        "TN-17",
        "broken promise",
        OLD,
        "A tool that wants a field of the state that is not there raises KeyError or AttributeError",
        "The field is looked up in the state without a check",
        "Declare the field in the state schema and always set it, or let the tool take the whole state",
    ),
    Deviation(
        "answer-replaced-in-last-step",
        "RA-09",
        "surprise",
        OLD,
        "An agent's final answer that comes in the last step its limit allows is thrown away for an apology",
        "The guard asks whether all calls of the reply return directly, which is true of a reply without calls",
        "Give agents a recursion limit with room for one step more than their longest way to an answer",
    ),
    Deviation(
        "guard-fails-for-odd-limits",
        "RA-10",
        "broken promise",
        OLD,
        "An agent whose guard apologises in its last step, as it does if the limit is odd, raises GraphRecursionError",
        "The apology uses up the limit, and that is tested before it is known that nothing is left to run",
        "Give agents without hooks an even recursion limit, or catch GraphRecursionError",
    ),
    Deviation(
        "emptied-history-breaks-direct-tools",
        "RA-12",
        "broken promise",
        OLD,
        "An agent with return_direct tools fails with UnboundLocalError if a tool removes all messages",
        "The router behind the tools looks at the last message it went over, and there is none",
        "Let a tool that removes all messages write a message as well, or declare no tool return_direct beside it",
    ),
)
