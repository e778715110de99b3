"""WR: how the writes of a super-step are applied at its boundary."""

from __future__ import annotations

from .invariants import INVARIANTS
from .kinds import Docstring, Rule
from .sources import OBSERVED, PENDING

WRITES = (
    Rule(
        "WR-01",
        "At the boundary the writes of triggered tasks are applied first, by node name, then those of Sends by their"
        " place; completion order does not matter",
        Docstring("langgraph.checkpoint.base:writes_sort_key", "Live execution applies", "71de57c70158fce6"),
        "At the boundary writes are applied in the order in which the tasks were planned: those of Sends first",
    ),
    Rule(
        "WR-02",
        "Within a task what its return value sends comes before what its conditional edges send, and these come in the"
        " order they were added",
        OBSERVED,
        "What the conditional edges of a task send comes before what its return value sends, the last added edge"
        " before the others",
    ),
    Rule(
        "WR-03",
        "Sends are numbered by the boundary order of the tasks that sent them, and within a task as it sent them",
        INVARIANTS["INV-03"],
        "Sends are numbered in the order in which the tasks that sent them completed",
    ),
    Rule(
        "WR-04",
        "A key gets the writes of all tasks of a super-step in one update",
        Docstring("langgraph.channels.base:BaseChannel.update", "Update the channel's value", "f25a854cb930b738"),
        "A key gets the writes of each task in an update of its own, task after task, as if each had its own boundary",
    ),
    Rule(
        "WR-05",
        "Taking in the input is one boundary: a key that lasts one super-step and is in the input is there for the"
        " first nodes",
        OBSERVED,
        "Taking in the input counts as a super-step, which clears such a key before the first nodes run",
    ),
    Rule(
        "WR-06",
        "A waiting edge that has some of its arrivals and not all is no work that is due: it does not hold deferred"
        " nodes back",
        OBSERVED,
        "As long as a waiting edge has some of its arrivals and not all, no deferred node is released",
    ),
    Rule(
        "WR-07",
        "An arrival at a waiting edge in the very super-step in which its node runs counts for the next round",
        INVARIANTS["INV-07"],
        "An arrival at a waiting edge in the super-step in which its node runs belongs to the round that this run"
        " uses up, and is forgotten with it",
    ),
    Rule(
        "WR-08",
        "A run by Send leaves the waiting edges into its node as they are",
        INVARIANTS["INV-07"],
        "A run by Send uses up the arrivals so far at the waiting edges into its node, as a triggered run does",
    ),
    Rule(
        "WR-09",
        "An update of a key that the graph does not have, or of a managed value, is dropped, and the rest is written",
        OBSERVED,
        "A node whose update names a key that the graph does not have, or a managed value, fails with"
        " InvalidUpdateError",
    ),
    Rule(
        "WR-10",
        "What the runtime notes for itself is no key of the state: pending Sends do not show in it",
        INVARIANTS["INV-15"],
        "While Sends are pending, the committed state has a key `__pregel_tasks` with one `Send` object for each",
    ),
    Rule(
        "WR-11",
        "Whether something is new to a node goes by the order of boundaries, however many a thread has had",
        INVARIANTS["INV-14"],
        "With a saver the numbers of a thread's boundaries (from 1, inputs included) are compared as text: a node that"
        " last became due at boundary 9 does not become due at boundary 10",
        hidden="the numbers of boundaries are the runtime's own affair: no case tells one way of counting from another",
    ),
    Rule(
        "WR-12",
        "A write that a key refuses fails the run",
        Docstring("langgraph.errors:InvalidUpdateError", "Raised when attempting", "dd1d4b3bd4ffbccf"),
        "A key that refuses its writes keeps its old value, all other keys are updated, and the run goes on",
    ),
    Rule(
        "WR-13",
        "A key that a boundary clears has no value: it is missing from the state",
        OBSERVED,
        "A key that a boundary clears is in the state with the value None",
    ),
    Rule(
        "WR-14",
        "When a failed super-step is taken up again with invoke(None), the stored writes of the tasks that had"
        " finished are applied at its boundary, and these tasks do not run again",
        PENDING,
        "When a failed super-step is taken up again with invoke(None), all its tasks run again, and the stored"
        " writes of those that had finished are applied as well",
        hidden="a failed super-step is taken up again by invoke(None), which is no action of a case yet",
    ),
)
