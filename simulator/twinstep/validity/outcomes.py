"""What only a run of the model can tell: whether a schedule fits the super-steps that happen."""

from __future__ import annotations

from collections.abc import Iterator

from twinstep.features import steps
from twinstep.outcomes import TooManyOutcomes, runs
from twinstep_model.cases import Case, Invoke
from twinstep_model.deviations import REFERENCE
from twinstep_model.laws import DOCUMENTED
from twinstep_model.observation import Observation, Step
from twinstep_model.run import Modelled
from twinstep_model.topologies.toolnode import TOOLS

from .distinct import repeated


def outcome_problems(case: Case) -> Iterator[str]:
    """What is wrong with the schedule of a case that is sound otherwise."""
    allowed, complete = _runs(case, REFERENCE)
    yield from _concurrency_problems(case, allowed)
    used = {place for modelled in allowed for place in modelled.used}
    unused = set(range(len(case.schedule.orders))) - used
    if unused:
        documented, all_seen = _runs(case, DOCUMENTED)
        unused -= {place for modelled in documented for place in modelled.used}
        complete = complete and all_seen
    if unused and complete:
        place = min(unused)
        size = len(case.schedule.orders[place])
        yield (
            f"schedule.orders[{place}]: no super-step number {place + 1} of those with two tasks or more has {size} "
            "tasks; give it as many positions as the step has tasks, or leave it out"
        )


def _runs(case: Case, alternatives: frozenset[str]) -> tuple[list[Modelled], bool]:
    """The runs that a semantics allows, and whether these are all."""
    found: list[Modelled] = []
    try:
        for modelled in runs(case, alternatives):
            found.append(modelled)
    except TooManyOutcomes:
        return found, False
    return found, True


def _concurrency_problems(case: Case, allowed: list[Modelled]) -> Iterator[str]:
    """Whether the steps have room for their tasks where that matters."""
    schedule = case.schedule
    largest = max((len(step.tasks) for one in allowed for step in steps(one.observation)), default=0)
    if schedule.mode == "sync" and schedule.gates and 1 < schedule.max_concurrency <= largest:
        yield (
            f"schedule.max_concurrency: must be more than {largest}, the tasks of the largest super-step, in a gated "
            "synchronous run (what wakes its consumer takes one place); raise it"
        )
    if not schedule.gates and any(_shared(step) for one in allowed for step in steps(one.observation)):
        yield "schedule.gates: two runs of one agent go on at once, and who gets which reply is a race; set gates"
    if schedule.mode == "async" and not schedule.gates and any(map(_failing_tools, allowed)):
        yield "schedule.gates: a tool fails beside other calls, and which of them fails first is a race; set gates"
    if not schedule.gates and any(_asking(case, one.observation) for one in allowed):
        yield "schedule.gates: an answer is for the task that asks first, and which one does is a race; set gates"
    racing = max((len(step.tasks) for one in allowed for step in _racing(one.observation)), default=0)
    if racing and not schedule.gates:
        yield "schedule.gates: a task fails beside others, and what they still do then is a race; set gates"
    if racing > schedule.max_concurrency and schedule.mode == "async":
        yield (
            f"schedule.max_concurrency: a task fails in a super-step of {racing} tasks, and whether one that has not "
            f"started yet still does is a race; make it {racing} or more"
        )


def _racing(seen: Observation) -> Iterator[Step]:
    """The super-steps in which a task fails beside others."""
    for step in steps(seen):
        if len(step.tasks) > 1 and any(task.end == "error" for task in step.tasks):
            yield step


def _asking(case: Case, seen: Observation) -> bool:
    """Whether a task asks beside others in a super-step that is taken up again, when an answer may be on offer."""
    for action, ran in zip(case.actions, seen.actions):
        again = [] if isinstance(action, Invoke) else [task for step in ran.steps[:1] for task in step.tasks]
        running = [task for task in again if task.end != "kept"]
        if len(running) > 1 and any(task.question or task.answers for task in running):
            return True
    return False


def _shared(step: Step) -> bool:
    """Whether two tasks of one node contain runs, whose models have one script."""
    return repeated(task.node for task in step.tasks if task.nested) is not None


def _failing_tools(modelled: Modelled) -> bool:
    """Whether a task may have failed that carried out several calls; which tasks do is not observed."""
    alone = (step.tasks[0] for step in steps(modelled.observation) if len(step.tasks) == 1)
    return bool(modelled.concurrent) and any(task.end == "error" and task.node == TOOLS for task in alone)
