"""Deviations of teams, and of sub-graphs and their parents."""

from __future__ import annotations

from .kinds import OLD, Deviation

TEAMS = (
    Deviation(
        "parent-command-race",
        "SG-14",
        "broken promise",
        OLD,
        "Of several handoffs in one reply exactly one agent runs, any of them; the others are lost",
        "The runner goes through a set of finished tasks and raises the first parent command it meets",
        "Let a reply hand off once: tell the model so, and turn parallel tool calls off where the provider can",
    ),
    Deviation(
        "error-lost-beside-command",
        "SG-16",
        "surprise",
        OLD,
        "A tool's exception beside a handoff is raised in some runs and silently lost in others",
        "The runner raises the first exception it meets in a set, and a parent command is one of them",
        "Catch errors inside tools and return them as text, or do not let a reply mix handoffs and plain calls",
    ),
    Deviation(
        "local-commands-lost-beside-parent",
        "SG-12",
        "surprise",
        OLD,
        "Commands for the node's own graph are dropped from a returned list that also holds a parent command",
        "The parent command is raised while the list is read, so nothing of the list is written",
        "Put what has to be kept into the update of the parent command",
    ),
    Deviation(
        "handoff-messages-missing",
        "SV-06",
        "broken promise",
        OLD,
        "After a reply with several calls the team's history has neither the reply nor the handoff's tool message",
        "Such a handoff is a Send without an update, so only the agent is given the two messages",
        "Let a reply that hands off have a single call, or keep the history you need in a key of your own",
    ),
    Deviation(
        "last-message-keeps-two",
        "SV-04",
        "broken promise",
        OLD,
        "With last_message two messages of an agent are kept if its last one is a tool message",
        "The supervisor keeps the calling message too, so that the tool message has a call it answers",
        "Let agents end with a text of their own, or expect two messages",
    ),
)
