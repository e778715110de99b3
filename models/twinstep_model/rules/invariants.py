"""The invariants: sentences a user may rightly expect, each decidable on an observation alone."""

from __future__ import annotations

from .kinds import Invariant

_SENTENCES = {
    "INV-01": "Every tool call of a reply is answered by exactly one tool message before a model sees the history"
    " again, or the run fails",
    "INV-02": "Work that finished is not lost silently: the output, command or error of an executed task is in the"
    " state, in the routing, or in what the caller gets",
    "INV-03": "Which nodes run and what is committed do not depend on completion order, memory addresses or the hash"
    " seed",
    "INV-04": "Pausing or failing and then resuming, with pure nodes and equal answers, ends in the state of the"
    " uninterrupted run",
    "INV-05": "One answer settles one question: the one it names, or the one that was waiting when it was given",
    "INV-06": "A planned task executes once; again only if it failed, paused, was retried or is replayed",
    "INV-07": "A waiting edge fires once for each complete round of its sources, neither earlier nor never",
    "INV-08": "`next` tells the truth: `invoke(None)` runs the nodes `get_state` names, and nothing if it names none;"
    " a saved thread can always be read",
    "INV-09": "An edit changes only what it names: what was shown before and not edited is still there",
    "INV-10": "An input, or the update of an input Command, is applied exactly once or refused",
    "INV-11": "An item written once to an accumulating key occurs there once",
    "INV-12": "Acting on one branch or thread never changes a saved checkpoint of another",
    "INV-13": "A checkpoint holds the writes of its own and earlier steps, never later ones",
    "INV-14": "Sync or async, saver, durability and any max_concurrency of 1 or more change neither the outcome of an"
    " error-free run nor whether it ends",
    "INV-15": "The state holds only keys and values that nodes, inputs or edits wrote: no internal wrapper, no foreign"
    " attribute",
    "INV-16": "Message ids in a merged message list are unique",
    "INV-17": "A destination that does not exist is reported, never dropped",
    "INV-18": "Each agent is reached by a handoff tool of its own, and the history shows every handoff that happened",
    "INV-19": "The stream adds up: the `updates` of each step, folded by the reducers in task order, give the last"
    " `values`, and that equals `get_state` of the finished run",
    "INV-20": "A retry leaves no trace but its last attempt",
}

INVARIANTS: dict[str, Invariant] = {id: Invariant(id, sentence) for id, sentence in _SENTENCES.items()}
