"""ER: failures and the recursion limit."""

from __future__ import annotations

from .invariants import INVARIANTS
from .kinds import Docstring, Rule
from .sources import LIMIT, PARALLEL, PENDING

ERRORS = (
    Rule(
        "ER-01",
        "When a task fails, the run fails and its super-step commits nothing",
        PARALLEL,
        "When a task fails, the writes of the tasks that finished before it are committed, and then the run fails",
    ),
    Rule(
        "ER-03",
        "In a synchronous run a task that finished before the first failure of its super-step keeps its result",
        PENDING,
        "In a synchronous run a failure abandons the super-step as a whole: no task beside the failed one has a result",
    ),
    Rule(
        "ER-04",
        "In an asynchronous run the first failure ends the super-step: a task not finished by then has no result",
        Docstring("langgraph.pregel.main:Pregel", "- **Execution**", "d494457ea5d56355"),
        "In an asynchronous run the other tasks of a failed super-step run to their end and have results, and then"
        " the run fails",
    ),
    Rule(
        "ER-05",
        "When several tasks of a super-step fail, the exception of the one that failed first is raised",
        INVARIANTS["INV-02"],
        "When several tasks of a super-step fail, the exception of one of them, any, is raised, and the others are"
        " lost",
        choice=True,
    ),
    Rule(
        "ER-09",
        "A super-step whose boundary fails commits nothing",
        PARALLEL,
        "When a boundary fails, all keys but those that refused their writes are committed, nothing else of the"
        " super-step is, and then the run fails",
    ),
    Rule(
        "ER-13",
        "With recursion limit L a run that needs exactly L super-steps completes",
        LIMIT,
        "With recursion limit L only a run of L - 1 super-steps or fewer completes: one of L raises"
        " GraphRecursionError after them",
    ),
    Rule(
        "ER-14",
        "A run that has used up its limit with work left raises GraphRecursionError, and keeps what it committed",
        Docstring("langgraph.errors:GraphRecursionError", "Raised when the graph", "db5379c22925ac3c"),
        "A run that has used up its limit with work left ends quietly, and returns the values it has",
    ),
)
