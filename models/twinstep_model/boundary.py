"""The boundary of a super-step: what its tasks wrote becomes the state, and what they reached becomes due.

Rules WR-01 to WR-05, WR-12, TN-04, SS-10.
"""

from __future__ import annotations

from .cases import Ephemeral, Fold, Held, Last, Messages, OddReducer, Topic
from .channels import Content, unwritten, written
from .due import due_after
from .joins import arrivals_after, complete_into
from .laws import Laws
from .messages import Ids
from .plan import Plan
from .refusal import Refused
from .state import Sent, State
from .tasks import Finished
from .values import Overwrite, Value


class BoundaryRefused(Refused):
    """A key refused its writes. ``key`` names it, ``contents`` is what all other keys would have become."""

    def __init__(self, refusal: Refused, key: str, contents: tuple[Content, ...]) -> None:
        super().__init__(refusal.error)
        self.key = key
        self.contents = contents


def committed(plan: Plan, state: State, finished: Finished, laws: Laws, ids: Ids) -> State:
    """The state after a step whose tasks, in planned order, came to this.

    Raises BoundaryRefused where a key refuses its writes.
    """
    ordered = in_writing_order(plan, finished, laws)
    contents = contents_after(plan, state.contents, ordered, laws, ids)
    arrived, filled, fired = arrivals_after(plan, state.arrived, state.fired, finished, laws)
    sends = _sends(ordered, laws)
    due = due_after(plan, state, finished, arrived, filled, sends, laws)
    return State(contents, due.due, due.sends, arrived, due.waiting, due.released, due.held, fired)


def discarded(plan: Plan, state: State, laws: Laws) -> State:
    """The state after new input on a thread with unfinished tasks: they are dropped, their waiting edges used up."""
    contents = tuple(unwritten(key, content, laws) for key, content in zip(plan.keys.values(), state.contents))
    due = frozenset(state.due)
    arrived = state.arrived - complete_into(plan, state.arrived, due)
    return State(contents, (), (), arrived, state.waiting - due, fired=state.fired)


def in_writing_order(plan: Plan, finished: Finished, laws: Laws) -> Finished:
    """Triggered tasks by node name, then tasks of Sends in their order (WR-01); answers in call order (TN-04)."""
    if len(finished) < 2:
        return finished
    if plan.answers and all(done.task.calling is not None for done in finished):
        return finished if laws.holds("TN-04") else sorted(finished, key=lambda done: done.finished)
    if not laws.holds("WR-01"):
        return finished
    pulls = sorted((done for done in finished if done.task.cause == "pull"), key=lambda done: done.task.node)
    return [*pulls, *(done for done in finished if done.task.cause == "push")]


def contents_after(
    plan: Plan, contents: tuple[Content, ...], ordered: Finished, laws: Laws, ids: Ids
) -> tuple[Content, ...]:
    """Every key's content after these tasks' writes, in this order."""
    writes = _by_key(ordered)
    after = []
    refusal: tuple[Refused, str] | None = None
    for (name, key), content in zip(plan.keys.items(), contents):
        if name not in writes:
            after.append(unwritten(key, content, laws) if name in plan.fading else content)
            continue
        try:
            for batch in _batches(key, writes[name], laws):
                content = written(key, content, batch, laws, ids)
        except Refused as error:
            if laws.holds("WR-12") and refusal is None:
                refusal = (error, name)
        after.append(content)
    if refusal is not None:
        raise BoundaryRefused(*refusal, tuple(after))
    return tuple(after)


def _by_key(ordered: Finished) -> dict[str, list[list[Value]]]:
    """For each key the values written to it, one list for each task that wrote it."""
    writes: dict[str, list[list[Value]]] = {}
    for done in ordered:
        own: dict[str, list[Value]] = {}
        for name, value in done.acted.writes:
            own.setdefault(name, []).append(value)
        for name, values in own.items():
            writes.setdefault(name, []).append(values)
    return writes


def _batches(key: Held, writes: list[list[Value]], laws: Laws) -> list[list[Value]]:
    """All writes of a step reach a key in one update (WR-04)."""
    if len(writes) < 2:
        return writes
    whole = [value for values in writes for value in values]
    return [whole] if _adds_up(key, whole) or laws.holds("WR-04") else writes


def _adds_up(key: Held, writes: list[Value]) -> bool:
    """Whether these writes make the same of the key in one update as in several."""
    match key:
        case Last() | OddReducer() | Ephemeral(guard=True) | Topic(accumulate=False):
            return False
        case Fold() | Messages():
            return not any(isinstance(write, Overwrite) for write in writes)
    return True


def _sends(ordered: Finished, laws: Laws) -> tuple[Sent, ...]:
    """The step's Sends, in order (WR-02, WR-03)."""
    senders = [done for done in ordered if done.acted.returned or any(done.acted.routed)]
    if not senders:
        return ()
    by_completion = sorted(senders, key=lambda done: done.finished)
    if [done.finished for done in by_completion] != [done.finished for done in senders] and not laws.holds("WR-03"):
        senders = by_completion
    sends: list[Sent] = []
    for done in senders:
        groups = [done.acted.returned, *done.acted.routed]
        if sum(1 for group in groups if group) > 1 and not laws.holds("WR-02"):
            groups = [*reversed(done.acted.routed), done.acted.returned]
        sends += [sent for group in groups for sent in group]
    if len(sends) > 1 and len(set(sends)) < len(sends) and not laws.holds("SS-10"):
        return tuple(dict.fromkeys(sends))
    return tuple(sends)
