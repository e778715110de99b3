"""What a thread keeps between the user's actions, what answers do to it, and what it shows.

Rules CP-01, CP-02, CP-04, CP-10, CP-13, ER-22, IN-05, IN-07 to IN-09, IN-11.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Union

from .cases import START, Answers, Continue, Resume, Untracked
from .channels import forgotten
from .observation import NOT_OBSERVED, Error, Saved, Snapshot
from .plan import Plan
from .recording import snapshot
from .refusal import Refused
from .results import Said
from .routing import Routed
from .runs import Run, begun, live
from .session import Session
from .state import State
from .steps import planned
from .tasks import Earlier, Planned
from .values import Map, Value

SEVERAL_QUESTIONS = Error("RuntimeError")


class Thread(NamedTuple):
    """A thread between two actions.

    ``state``: that of the last boundary. ``earlier``: what is left of each task of the step that is under way, () where
    none was begun. ``given``: the input whose START has not been gone through, or why it is none, as a tuple of one;
    ``routed``: where START's routers led, if it will not run again. ``plain``: an answer that was given and stays, as a
    tuple of one. ``saved``: its checkpoints, oldest first.
    """

    state: State
    earlier: tuple[Earlier, ...] = ()
    given: tuple[Union[Said, Error], ...] = ()
    routed: Union[Routed, None] = None
    plain: tuple[Value, ...] = ()
    saved: tuple[Saved, ...] = ()


def answered(plan: Plan, thread: Thread, action: Union[Continue, Resume, Answers], session: Session) -> Thread:
    """The thread with the answers of this action in it.

    A plain answer is on offer for whoever asks first, and stays where an alternative has it stay (IN-11). Raises
    Refused where several questions wait for it (IN-08).
    """
    if isinstance(action, Resume):
        if sum([bool(past.question) for past in thread.earlier]) > 1 and session.laws.holds("IN-08"):
            raise Refused(SEVERAL_QUESTIONS)
        session.offer((action.answer,))
        return thread._replace(plain=(action.answer,))
    if isinstance(action, Answers):
        seen = shown(plan, thread, session)
        if isinstance(seen, Snapshot):  # else nobody can know the ids
            waiting = _waiting(plan, planned(plan, thread.state, session.limit, session), thread.earlier)
            thread = thread._replace(earlier=_by_id(thread.earlier, waiting, dict(action.answers)))
    session.offer(thread.plain)
    return thread


def after(plan: Plan, thread: Thread, run: Run, before: Map | None, session: Session) -> Thread:
    """The thread after this run of it. ``before``: the values at which new input was taken, None for no new input."""
    entered = run.begin != NOT_OBSERVED and bool(thread.given)
    closed = any(step.next != NOT_OBSERVED for step in run.steps)
    stays = not closed and thread.plain and not session.laws.holds("IN-11")
    contents = tuple(forgotten(key, held, session.laws) for key, held in zip(plan.keys.values(), run.state.contents))
    return Thread(
        run.state._replace(contents=contents),
        tuple([_stored(plan, past, session) for past in run.earlier]),
        () if run.begin != NOT_OBSERVED else thread.given,
        run.routed,
        thread.plain if stays else (),
        _with_checkpoints(thread.saved, run, before, entered, _unsaved(plan)),
    )


def shown(plan: Plan, thread: Thread, session: Session) -> Union[Snapshot, Error]:
    """What `get_state` shows: the writes of tasks that have finished are in the values, the others are next (CP-10)."""
    given = thread.given[0] if thread.given else None
    if given is not None and (thread.routed is None or isinstance(given, Error)):
        return Snapshot(snapshot(plan, thread.state, session), (START,))
    tasks = planned(plan, thread.state, session.limit, session)
    past = thread.earlier or (Earlier(),) * len(tasks)
    unfinished = tuple(sorted([task.node for task, one in zip(tasks, past) if one.finished is None]))
    asked = tuple([(tasks[place].node, session.show(past[place].question[0])) for place in _waiting(plan, tasks, past)])
    try:
        if isinstance(given, Said):
            state = begun(plan, thread.state, given, (), session)
        else:
            state = live(plan, thread.state, thread.earlier, session)
    except Refused as refusal:
        if not session.laws.holds("ER-22"):
            return refusal.error
        state = thread.state
    return Snapshot(snapshot(plan, state, session), unfinished, asked)


def _stored(plan: Plan, past: Earlier, session: Session) -> Earlier:
    """What is left of a task, without what is never saved (CH-12)."""
    unsaved = _unsaved(plan)
    if past.finished is None or not any(name in unsaved for name, _ in past.finished.writes):
        return past
    if not session.laws.holds("CH-12"):
        return past
    kept = tuple([write for write in past.finished.writes if write[0] not in unsaved])
    return past._replace(finished=past.finished._replace(writes=kept))


def _unsaved(plan: Plan) -> frozenset[str]:
    return frozenset([name for name, key in plan.keys.items() if isinstance(key, Untracked)])


def _waiting(plan: Plan, tasks: Sequence[Planned], earlier: Sequence[Earlier]) -> list[int]:
    """The places of the tasks that wait for an answer, as shown: those of Sends, then nodes as added (CP-11)."""
    places = [place for place, past in enumerate(earlier) if past.question]
    nodes = plan.nodes
    return sorted(places, key=lambda at: -1 if tasks[at].cause == "push" else nodes.index(tasks[at].node))


def _by_id(earlier: Sequence[Earlier], waiting: Sequence[int], answers: dict[int, Value]) -> tuple[Earlier, ...]:
    """What is left of the tasks, with an answer for each question that one is addressed to (IN-09)."""
    named = {waiting[number]: answer for number, answer in answers.items() if number < len(waiting)}
    return tuple(
        [past._replace(named=(named[place],)) if place in named else past for place, past in enumerate(earlier)]
    )


def _with_checkpoints(
    saved: tuple[Saved, ...], run: Run, before: Map | None, entered: bool, unsaved: frozenset[str]
) -> tuple[Saved, ...]:
    """The checkpoints with those of this run: one when new input is taken, one after START, one after every step.

    Each follows the one before. ``entered``: whether START was gone through; ``unsaved``: keys that are never saved.
    """
    entries: list[tuple[str, Map, tuple[str, ...]]] = []
    if before is not None:
        entries.append(("input", before, (START,)))
    if entered and isinstance(run.begin, Map):
        entries.append(("loop", run.begin, _first(run)))
    for step in run.steps:
        if isinstance(step.values, Map) and isinstance(step.next, tuple):
            entries.append(("loop", step.values, step.next))
    after = list(saved)
    for source, values, following in entries:
        number, parent = (after[-1].step + 1, len(after) - 1) if after else (-1, None)
        kept = Map(tuple([item for item in values.items if item[0] not in unsaved]))
        after.append(Saved(source, number, parent, kept, following))
    return tuple(after)


def _first(run: Run) -> tuple[str, ...]:
    """The nodes of the first step."""
    return tuple(sorted([task.node for task in run.steps[0].tasks])) if run.steps else ()
