"""What is left of the tasks of a super-step that was not closed, for the run that takes it up again.

Rules CP-09, CP-10, ER-19, ER-20, IN-22.
"""

from __future__ import annotations

from collections.abc import Sequence

from .recording import End
from .session import Session
from .tasks import Acted, Done, Earlier


def left_of(acted: Acted) -> Earlier:
    """What is left of a task that ran to its end, or to a question."""
    return Earlier(None if acted.question else acted, acted.answers, acted.question)


def after_refusal(finished: Sequence[Done], session: Session) -> tuple[Earlier, ...]:
    """What is left of the tasks of a step whose boundary failed: they run again when the run goes on (ER-19)."""
    if not session.lasts:
        return ()
    if session.laws.holds("ER-19"):
        return tuple([Earlier(None, done.acted.answers) for done in finished])
    return tuple([Earlier(done.acted, done.acted.answers) for done in finished])


def left_behind(
    finished: Sequence[Done],
    ends: Sequence[End],
    first: int,
    cancels: bool,
    earlier: Sequence[Earlier],
    session: Session,
) -> tuple[Earlier, ...]:
    """What is left of the tasks of a step that failed: of those that had finished their results, of the failed one its
    answers. A synchronous run cannot stop the others, and may or may not keep what they still do (ER-20)."""
    left: list[Earlier] = []
    for place, (done, end) in enumerate(zip(finished, ends)):
        past = earlier[place] if earlier else Earlier()
        if end == "kept":
            left.append(past)
        elif end != "open":
            left.append(_stored(done.acted, past, session) if place == first else left_of(done.acted))
        elif cancels:
            left.append(_unheard(past, session))
        else:
            lost = _again(done.acted, past, session)
            saved = _stored(done.acted, past, session) if done.acted.error is not None else left_of(done.acted)
            options = (saved, lost) if session.laws.holds("ER-20") else (lost,)
            left.append(session.laws.choose(tuple(dict.fromkeys(options)), "what a task beside a failure leaves"))
    return tuple(left)


def _stored(acted: Acted, past: Earlier, session: Session) -> Earlier:
    """What is left of a task that failed: it runs again, also where a part of its result was stored (CP-09)."""
    if acted.recorded and not session.laws.holds("CP-09"):
        return Earlier(acted._replace(error=None), acted.answers)
    return _again(acted, past, session)


def _again(acted: Acted, past: Earlier, session: Session) -> Earlier:
    """What is left of a task that will run again: a question that it had asked stays until it is answered (CP-10)."""
    answered = len(acted.answers) > len(past.answers)
    if not answered and past.named:
        return _unheard(past, session)
    if not past.question or (answered and session.laws.holds("CP-10")):
        return Earlier(None, acted.answers)
    return Earlier(None, acted.answers, past.question)


def _unheard(past: Earlier, session: Session) -> Earlier:
    """What is left of a task that did not get to ask: an answer that is addressed to it waits for it (IN-22)."""
    if past.named and session.laws.holds("IN-22"):
        return Earlier(None, past.answers + past.named)
    return past._replace(named=())
