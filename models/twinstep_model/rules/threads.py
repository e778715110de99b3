"""CP, IN, RT-24, ER-06 and ER-19 to ER-22: threads that pause or fail, and go on."""

from __future__ import annotations

from .invariants import INVARIANTS
from .kinds import Rule
from .sources import BY_ID, ERRORS_RESUMED, INPUT, LIMIT, OBSERVED, PENDING, RESUMING, RESUMING_FAILED

THREADS = (
    Rule(
        "CP-09",
        "A task that fails in a router runs again when the run goes on",
        RESUMING_FAILED,
        "A task that fails in a router counts as finished if its node wrote something or an edge leads on from it: when"
        " the run goes on it does not run again, and that router leads nowhere",
    ),
    Rule(
        "CP-10",
        "A question that has got its answer is not shown any more, and waits for none",
        INVARIANTS["INV-05"],
        "A question that has got its answer is shown again after its task failed, and counts among those that wait",
    ),
    Rule(
        "IN-22",
        "An answer by id waits for its task, if that does not get to ask in the run it was given to",
        BY_ID,
        "An answer by id is lost if its task does not get to ask in the run it was given to",
    ),
    Rule(
        "IN-08",
        "A plain answer while several questions wait fails with RuntimeError, and nothing else happens",
        OBSERVED,
        "A plain answer while several questions wait goes to the task that asks first",
    ),
    Rule(
        "IN-11",
        "A plain answer is for one question, asked in the run that it was given to",
        RESUMING,
        "Until its super-step is closed a plain answer is given again, to the next question asked, by every later run"
        " that brings no other plain answer",
    ),
    Rule(
        "IN-16",
        "Without a checkpointer an answer fails with RuntimeError",
        OBSERVED,
        "Without a checkpointer an answer is taken as an input without any key",
    ),
    Rule(
        "IN-23",
        "A run that pauses returns its questions beside the keys of the state, and nothing of a state without keys",
        OBSERVED,
        "A run that pauses returns the state, whatever its form",
    ),
    Rule(
        "RT-24",
        "An answer on a thread that was never used fails with EmptyInputError: a Command does not start from START",
        INPUT,
        "An answer on a thread that was never used is taken as an input without any key",
    ),
    Rule(
        "ER-06",
        "When a run goes on, tasks that had finished in the super-step under way do not run again",
        PENDING,
        "When a run goes on, all tasks of the super-step under way run again",
    ),
    Rule(
        "ER-19",
        "When a run goes on after a boundary that failed, the tasks of that super-step run again",
        ERRORS_RESUMED,
        "When a run goes on after a boundary that failed, the tasks of that super-step count as finished, and the same"
        " boundary fails again",
    ),
    Rule(
        "ER-20",
        "What a task of a synchronous run comes to after the first failure of its super-step is stored, or lost",
        OBSERVED,
        "What a task comes to after the first failure of its super-step is lost: it runs again when the run goes on",
        choice=True,
    ),
    Rule(
        "ER-21",
        "With recursion limit L a run that goes on makes at most L super-steps",
        LIMIT,
        "With recursion limit L a run that goes on makes at most L + 2 super-steps, L + 1 if it begins with START",
    ),
    Rule(
        "ER-22",
        "get_state shows a thread whose finished tasks have writes that its keys refuse",
        INVARIANTS["INV-08"],
        "get_state of a thread whose finished tasks have writes that its keys refuse raises the error of the boundary",
    ),
)
