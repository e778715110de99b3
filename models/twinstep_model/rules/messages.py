"""CH-18 to CH-21: message lists merged by `add_messages`."""

from __future__ import annotations

from .invariants import INVARIANTS
from .kinds import Docstring, Rule
from .sources import OBSERVED

MESSAGES = (
    Rule(
        "CH-18",
        "A message without an id gets a new one of its own",
        OBSERVED,
        "A message without an id replaces the newest message of the list that was written without one",
    ),
    Rule(
        "CH-19",
        "A message with the id of one in the list replaces it where it stands; one with a new id is appended",
        Docstring("langgraph.graph.message:add_messages", "By default, this ensures", "ed6dfab28bbbc5d8"),
        "A message with the id of one in the list removes that one and is appended at the end",
    ),
    Rule(
        "CH-20",
        "A RemoveMessage with an id that is not in the list fails with ValueError",
        OBSERVED,
        "A RemoveMessage with an id that is not in the list is ignored",
    ),
    Rule(
        "CH-21",
        "After a remove-all, what follows it is merged like any messages: ids are unique and no RemoveMessage stays",
        INVARIANTS["INV-16"],
        "What follows the last remove-all is kept as it is, with repeated ids and RemoveMessages",
    ),
)
