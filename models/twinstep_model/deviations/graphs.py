"""Deviations of plain graphs."""

from __future__ import annotations

from .kinds import OLD, Deviation

GRAPHS = (
    Deviation(
        "first-overwrite-stored-wrapped",
        "CH-06",
        "broken promise",
        OLD,
        "An Overwrite that is the first write to a reducer key without a start value is stored as an object",
        "The first write to a missing value is stored as it is, before Overwrite is looked for",
        "Give the key a type that can be called without arguments, or write it plainly the first time",
    ),
    Deviation(
        "overwrite-without-reducer-stored-wrapped",
        "CH-07",
        "broken promise",
        OLD,
        "An Overwrite written to a key without a reducer is stored as an object",
        "Only reducer keys know Overwrite",
        "Write plain values to keys without a reducer",
    ),
    Deviation(
        "remove-all-keeps-duplicates",
        "CH-21",
        "surprise",
        OLD,
        "After a remove-all repeated message ids and RemoveMessages stay in the list",
        "What follows the remove-all is returned at once, without being merged",
        "Send each id once and no RemoveMessage after a remove-all",
    ),
    Deviation(
        "defer-ignores-sends",
        "SS-16",
        "broken promise",
        OLD,
        "A deferred node runs beside Sends that are still pending, and may run again after them",
        "Sends trigger no channel that the test for remaining work looks at",
        "Do not defer what collects the results of Sends: reach it by edges of the nodes that are sent to",
    ),
    Deviation(
        "bare-send-leaks",
        "RT-02",
        "surprise",
        OLD,
        "A node that returns a bare Send writes its attributes to keys called node, arg or timeout",
        "A Send has annotated fields and is read as an update like any annotated object",
        "Return the Send in a Command's goto, or do not call keys node, arg or timeout",
    ),
    Deviation(
        "unknown-goto-ignored",
        "RT-04",
        "surprise",
        OLD,
        "A goto or a router that names no node leads nowhere, with a log line only",
        "A destination is a write to a channel, and writes to unknown channels are skipped",
        "Name destinations by constants, give routers a path map, and watch the log",
    ),
    Deviation(
        "unknown-send-dropped",
        "SS-13",
        "surprise",
        OLD,
        "A Send to a node that does not exist is dropped with a log line",
        "The name is looked up only when the next super-step is planned, where unknown ones are skipped",
        "Name destinations by constants and watch the log",
    ),
    Deviation(
        "any-error-surfaces",
        "ER-05",
        "surprise",
        OLD,
        "When several tasks of a super-step fail any one of their exceptions is raised, and the others are lost",
        "The runner raises the first exception it meets in a set of finished tasks",
        "Do not rely on which exception is raised; log errors where they happen",
    ),
    Deviation(
        "limit-off-by-one",
        "ER-13",
        "broken promise",
        OLD,
        "A run that needs exactly as many super-steps as the limit allows raises GraphRecursionError",
        "Whether the limit is reached is tested before it is known that nothing is left to run",
        "Set recursion_limit to one more than the run needs",
    ),
)
