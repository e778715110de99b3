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
        "results-lost-beside-handoff",
        "SV-07",
        "surprise",
        OLD,
        "The answers of plain tools in a reply that also hands off are lost, although the tools ran",
        "A parent command leaves the sub-graph as an exception, before its super-step is committed",
        "Do not let a reply mix handoffs and plain calls; let tools with side effects be safe to repeat",
    ),
    Deviation(
        "colliding-names-accepted",
        "SV-09",
        "surprise",
        OLD,
        "Two agents whose names are equal in lower case and with underscores get one handoff tool, so that one of them"
        " can never be reached",
        "Names are compared as they are written, tools are kept by their normalised name, and one overwrites the other",
        "Give agents names that still differ in lower case and with underscores for blanks",
    ),
    Deviation(
        "hash-seed-picks-agent",
        "SV-10",
        "surprise",
        OLD,
        "Which of two agents with colliding names is reached differs from process to process",
        "Handoff tools are made in the order of a set of names, which depends on the hash seed of the process",
        "Give agents names that do not collide; until then set PYTHONHASHSEED to see one of the two always",
    ),
    Deviation(
        "active-agent-none",
        "SW-01",
        "broken promise",
        OLD,
        "A swarm whose active_agent is None fails with KeyError instead of beginning with its default agent",
        "The default is looked up only where the key is absent, and None names no agent",
        "Leave active_agent out of the input, or set it to the name of the default agent",
    ),
    Deviation(
        "swarm-handoffs-unanswered",
        "SW-05",
        "surprise",
        OLD,
        "After several handoffs in one reply of a swarm the agent that runs fails with INVALID_CHAT_HISTORY",
        "The handoff that is followed answers its own call only, and agents refuse a history with open calls",
        "Let a reply hand off once: turn parallel tool calls off, or keep only its first call with a post-model hook",
    ),
    Deviation(
        "swarm-results-lost-beside-handoff",
        "SW-06",
        "broken promise",
        OLD,
        "The answers of plain tools in a reply that also hands off are missing from the history of a swarm, and the"
        " agent that runs fails with INVALID_CHAT_HISTORY",
        "The handoff's own view of the history, taken before the other calls ended, is all that leaves its agent",
        "Turn parallel tool calls off, so that a reply with a handoff has no other call",
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
