"""Deviations of tool calls and the agents that make them."""

from __future__ import annotations

from .kinds import OLD, Deviation

TOOLS = (
    Deviation(
        "results-lost-beside-handoff",
        "TN-11",
        "surprise",
        OLD,
        "The answers of plain tools in a reply that also hands off are lost, although the tools ran",
        "A parent command leaves the sub-graph as an exception, before its super-step is committed",
        "Do not let a reply mix handoffs and plain calls; let tools with side effects be safe to repeat",
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
)
