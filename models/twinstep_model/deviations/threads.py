"""Deviations of threads that pause or fail, and go on."""

from __future__ import annotations

from .kinds import OLD, Deviation

THREADS = (
    Deviation(
        "failed-router-counts-as-finished",
        "CP-09",
        "broken promise",
        OLD,
        "After a router failed its node counts as finished: the run that goes on ends without ever routing",
        "A task counts as finished if anything of it was stored, and a node's own writes are stored before its routers"
        " run",
        "Let routers not raise: catch what may fail in the node, and route on what it wrote; or give new input",
    ),
    Deviation(
        "answer-used-again",
        "IN-11",
        "broken promise",
        OLD,
        "A plain answer that was used up answers the next question too, in a later run of the same super-step",
        "The answer stays stored beside the open checkpoint, for no task in particular, until the super-step is closed",
        "Answer by id while a super-step asks more than one question, or answer each question plainly in turn",
    ),
    Deviation(
        "answered-question-shown",
        "CP-10",
        "surprise",
        OLD,
        "A question that was answered is shown again after its task failed, and a plain answer may be refused for it",
        "The stored question is only replaced when its task asks again or finishes",
        "Go on with invoke(None) after a failure, and look at the questions after that",
    ),
    Deviation(
        "answer-by-id-lost",
        "IN-22",
        "broken promise",
        OLD,
        "An answer by id is lost if another task's failure ends the run before its own task asks",
        "An answer is stored for its task only when the task asks for it",
        "After a failure look at get_state, and answer again what still waits",
    ),
    Deviation(
        "answer-starts-a-thread",
        "RT-24",
        "broken promise",
        OLD,
        "An answer on a thread that was never used starts it from the top, without any input",
        "A Command is given to START as if it were an input",
        "Look at get_state before you answer: nothing waits on a thread without interrupts",
    ),
    Deviation(
        "boundary-error-stays",
        "ER-19",
        "broken promise",
        OLD,
        "After a boundary failed a run that goes on fails in the same way, whatever was mended",
        "The tasks' writes are stored as finished before the boundary is tried",
        "Give new input, or edit the thread with update_state",
    ),
    Deviation(
        "resumed-limit-off-by-two",
        "ER-21",
        "broken promise",
        OLD,
        "A run that goes on makes two super-steps more than its recursion limit",
        "The limit is counted from the super-step after the one that is run next",
        "Give a limit smaller by two to runs without new input",
    ),
    Deviation(
        "get-state-raises",
        "ER-22",
        "surprise",
        OLD,
        "After a boundary failed get_state raises its error instead of showing the thread",
        "The stored writes are applied to show what is pending, and refused like the first time",
        "Read get_state_history, or get_state with the checkpoint's id",
    ),
)
