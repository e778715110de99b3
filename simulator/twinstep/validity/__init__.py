"""Which cases mean something: whether a case that reads well can be driven, and on both sides alike.

A case is decoded strictly, but its parts must also fit each other: a script may only speak of nodes that exist, a
schedule only order steps that happen. What the library itself refuses or ignores (an unknown destination, a duplicate
node) is legal, it is what twinstep looks at.
"""

from __future__ import annotations

from collections.abc import Iterator

from twinstep_model.agents import TeamScript
from twinstep_model.cases import Case, Graph, GraphScript

from .actions import graph_action_problems, team_action_problems
from .graphs import graph_problems
from .outcomes import outcome_problems
from .schedules import schedule_problems
from .scripts import graph_script_problems
from .teams import structure_problems
from .teamscripts import team_script_problems
from .values import content_problems

__all__ = ["may_block", "problem"]


def problem(case: Case) -> str | None:
    """What is wrong with the case, in one line that names the field and says what to do; None for a valid case."""
    return next(_problems(case), None)


def may_block(case: Case) -> bool:
    """Whether the library is known to hang on this case (CC-13): a valid case, but not one to run in-process.

    With a limit of one, what wakes the consumer of a synchronous stream takes the only thread there is.
    """
    schedule = case.schedule
    woken = schedule.gates or not isinstance(case.topology, Graph)
    return schedule.mode == "sync" and schedule.max_concurrency == 1 and woken


def _problems(case: Case) -> Iterator[str]:
    """The cheap tests first: those at the end run the model, which relies on the others."""
    topology, script = case.topology, case.script
    yield from content_problems(case)
    if isinstance(topology, Graph) and isinstance(script, GraphScript):
        yield from graph_problems(topology)
        yield from graph_script_problems(topology, script)
        yield from graph_action_problems(topology, case)
    elif not isinstance(topology, Graph) and isinstance(script, TeamScript):
        yield from structure_problems(topology)
        yield from team_script_problems(topology, script)
        yield from team_action_problems(topology, case)
    else:
        wanted = "graph_script" if isinstance(topology, Graph) else "team_script"
        yield f"script: is not for this topology; give a script of kind {wanted}"
        return
    yield from schedule_problems(case.schedule)
    yield from outcome_problems(case)
