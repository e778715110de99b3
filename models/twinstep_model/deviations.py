"""Deviations: where a release does not do what a rule promises, and the profile each release therefore has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal


@dataclass(frozen=True, slots=True)
class Deviation:
    """The alternative of a rule that some release has, under a name of its own.

    ``kind``: a *broken promise* where the rule is documented, a *surprise* where it is an invariant. ``what``: what
    happens instead; ``why``: what makes it happen; ``advice``: what a user can do.
    """

    name: str
    rule: str
    kind: Literal["broken promise", "surprise"]
    since: str
    what: str
    why: str
    advice: str


_SINCE = "1.2.24 or older"

_ALL = (
    Deviation(
        "parent-command-race",
        "SG-14",
        "broken promise",
        _SINCE,
        "Of several handoffs in one reply exactly one agent runs, any of them; the others are lost",
        "The runner goes through a set of finished tasks and raises the first parent command it meets",
        "Let a reply hand off once: tell the model so, and turn parallel tool calls off where the provider can",
    ),
    Deviation(
        "results-lost-beside-handoff",
        "TN-11",
        "surprise",
        _SINCE,
        "The answers of plain tools in a reply that also hands off are lost, although the tools ran",
        "A parent command leaves the sub-graph as an exception, before its super-step is committed",
        "Do not let a reply mix handoffs and plain calls; let tools with side effects be safe to repeat",
    ),
    Deviation(
        "error-lost-beside-command",
        "SG-16",
        "surprise",
        _SINCE,
        "A tool's exception beside a handoff is raised in some runs and silently lost in others",
        "The runner raises the first exception it meets in a set, and a parent command is one of them",
        "Catch errors inside tools and return them as text, or do not let a reply mix handoffs and plain calls",
    ),
    Deviation(
        "local-commands-lost-beside-parent",
        "SG-12",
        "surprise",
        _SINCE,
        "Commands for the node's own graph are dropped from a returned list that also holds a parent command",
        "The parent command is raised while the list is read, so nothing of the list is written",
        "Put what has to be kept into the update of the parent command",
    ),
    Deviation(
        "handoff-messages-missing",
        "SV-06",
        "broken promise",
        _SINCE,
        "After a reply with several calls the team's history has neither the reply nor the handoff's tool message",
        "Such a handoff is a Send without an update, so only the agent is given the two messages",
        "Let a reply that hands off have a single call, or keep the history you need in a key of your own",
    ),
    Deviation(
        "last-message-keeps-two",
        "SV-04",
        "broken promise",
        _SINCE,
        "With last_message two messages of an agent are kept if its last one is a tool message",
        "The supervisor keeps the calling message too, so that the tool message has a call it answers",
        "Let agents end with a text of their own, or expect two messages",
    ),
    Deviation(
        "first-overwrite-stored-wrapped",
        "CH-06",
        "broken promise",
        _SINCE,
        "An Overwrite that is the first write to a reducer key without a start value is stored as an object",
        "The first write to a missing value is stored as it is, before Overwrite is looked for",
        "Give the key a type that can be called without arguments, or write it plainly the first time",
    ),
    Deviation(
        "overwrite-without-reducer-stored-wrapped",
        "CH-07",
        "broken promise",
        _SINCE,
        "An Overwrite written to a key without a reducer is stored as an object",
        "Only reducer keys know Overwrite",
        "Write plain values to keys without a reducer",
    ),
    Deviation(
        "remove-all-keeps-duplicates",
        "CH-21",
        "surprise",
        _SINCE,
        "After a remove-all repeated message ids and RemoveMessages stay in the list",
        "What follows the remove-all is returned at once, without being merged",
        "Send each id once and no RemoveMessage after a remove-all",
    ),
    Deviation(
        "defer-ignores-sends",
        "SS-16",
        "broken promise",
        _SINCE,
        "A deferred node runs beside Sends that are still pending, and may run again after them",
        "Sends trigger no channel that the test for remaining work looks at",
        "Do not defer what collects the results of Sends: reach it by edges of the nodes that are sent to",
    ),
    Deviation(
        "bare-send-leaks",
        "RT-02",
        "surprise",
        _SINCE,
        "A node that returns a bare Send writes its attributes to keys called node, arg or timeout",
        "A Send has annotated fields and is read as an update like any annotated object",
        "Return the Send in a Command's goto, or do not call keys node, arg or timeout",
    ),
    Deviation(
        "unknown-goto-ignored",
        "RT-04",
        "surprise",
        _SINCE,
        "A goto or a router that names no node leads nowhere, with a log line only",
        "A destination is a write to a channel, and writes to unknown channels are skipped",
        "Name destinations by constants, give routers a path map, and watch the log",
    ),
    Deviation(
        "unknown-send-dropped",
        "SS-13",
        "surprise",
        _SINCE,
        "A Send to a node that does not exist is dropped with a log line",
        "The name is looked up only when the next super-step is planned, where unknown ones are skipped",
        "Name destinations by constants and watch the log",
    ),
    Deviation(
        "any-error-surfaces",
        "ER-05",
        "surprise",
        _SINCE,
        "When several tasks of a super-step fail any one of their exceptions is raised, and the others are lost",
        "The runner raises the first exception it meets in a set of finished tasks",
        "Do not rely on which exception is raised; log errors where they happen",
    ),
    Deviation(
        "answer-replaced-in-last-step",
        "RA-09",
        "surprise",
        _SINCE,
        "An agent's final answer that comes in the last step its limit allows is thrown away for an apology",
        "The guard asks whether all calls of the reply return directly, which is true of a reply without calls",
        "Give agents a recursion limit with room for one step more than their longest way to an answer",
    ),
    Deviation(
        "limit-off-by-one",
        "ER-13",
        "broken promise",
        _SINCE,
        "A run that needs exactly as many super-steps as the limit allows raises GraphRecursionError",
        "Whether the limit is reached is tested before it is known that nothing is left to run",
        "Set recursion_limit to one more than the run needs",
    ),
)

DEVIATIONS: Mapping[str, Deviation] = MappingProxyType({deviation.rule: deviation for deviation in _ALL})
"""By the rule that each is a deviation from."""

BY_NAME: Mapping[str, Deviation] = MappingProxyType({deviation.name: deviation for deviation in _ALL})

PROFILES: Mapping[str, frozenset[str]] = MappingProxyType({"1.2.24": frozenset(DEVIATIONS)})
REFERENCE = PROFILES["1.2.24"]
"""The profile of the reference release: what a run most probably looks like, whatever release is installed."""


def release_key(release: str) -> tuple[int, ...]:
    """A release as numbers that sort like releases do; a pre-release sorts before its release.

    Raises ValueError when the text does not start like a version.
    """
    found = re.match(r"(\d+(?:\.\d+)*)(?:[-_.]?(a|b|c|rc|alpha|beta|dev|pre|post)[-_.]?(\d*))?", release.strip())
    if found is None:
        raise ValueError(f"not a release: {release!r}")
    numbers = [int(part) for part in found[1].split(".")][:4]
    stage = {None: 0, "post": 1, "c": -1, "rc": -1, "pre": -1, "b": -2, "beta": -2, "dev": -4}.get(found[2], -3)
    return (*numbers, *[0] * (4 - len(numbers)), stage, int(found[3] or 0))


def profile_of(release: str) -> tuple[str, frozenset[str]]:
    """The profile for a release of langgraph, with the release that it was made for.

    It is the release's own, else that of the nearest older one, else, where none is older, of the oldest.
    """
    made = sorted(PROFILES, key=release_key)
    older = [name for name in made if release_key(name) <= release_key(release)]
    name = older[-1] if older else made[0]
    return name, PROFILES[name]
