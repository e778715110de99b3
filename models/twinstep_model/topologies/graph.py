"""Plain graphs: nodes do what their script says."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from twinstep_model.cases import START, Graph, GraphScript, Invoke, NodeScript, Nothing, Outcome, Route, Whole
from twinstep_model.laws import Laws
from twinstep_model.observation import Error
from twinstep_model.plan import Plan, build_error, plan_of
from twinstep_model.program import Did
from twinstep_model.refusal import Refused, refused
from twinstep_model.results import Said, understood
from twinstep_model.session import Session
from twinstep_model.tasks import Planned
from twinstep_model.values import Map, Value

_NOTHING = Outcome(Nothing())
_NO_ROUTES: Mapping[str, Route] = MappingProxyType({})


class GraphProgram:
    """A plain graph and its script."""

    def __init__(self, graph: Graph, script: GraphScript, laws: Laws) -> None:
        self.plan: Plan = plan_of(graph, laws)
        self._scripts = {one.node: one for one in script.nodes}
        self._sends = {one.node: dict(one.sends) for one in script.nodes}
        self._empty = NodeScript("")

    @staticmethod
    def refusal(graph: Graph, laws: Laws) -> Error | None:
        """Why this graph cannot be built, or None."""
        return build_error(graph, laws)

    def act(self, task: Planned, values: Mapping[str, Value], left: int, session: Session) -> Did:
        """One execution of a node: by its trigger the next entry of its script, by a Send the one of its label."""
        outcome = self._sent(task) if task.cause == "push" else self._next(task.node, session)
        answers, question = answered(outcome.asks, task.answers, session)
        if question:
            return Did(answers=answers, question=question)
        try:
            said = understood(outcome.result, self.plan, session.laws, task.node)
        except Refused as refusal:
            return Did(answers=answers, error=refusal.error)
        if said.parent is not None and not session.laws.holds("SG-13"):
            said = Said(said.writes + said.parent.writes, said.parent.goes)
        return Did(said, _by_branch(outcome), answers=answers)

    def entry(self, session: Session) -> Mapping[str, Route]:
        """What START's routers return in this invocation."""
        return _by_branch(self._next(START, session))

    def given(self, action: Invoke, session: Session) -> Said:
        """The input of an action as START writes it. Refused where it is no input."""
        result = action.input
        if result in (Nothing(), Whole(None)):
            if session.laws.holds("RT-20"):
                raise refused("EmptyInputError")
            return Said()
        said = understood(result, self.plan, session.laws)
        allowed = self.plan.inputs.keys
        writes = tuple(write for write in said.writes if write[0] in allowed or self.plan.root)
        return Said(writes, extra=said.extra)

    def _next(self, node: str, session: Session) -> Outcome:
        pulls = self._scripts.get(node, self._empty).pulls
        count = session.execution(node)
        return pulls[count % len(pulls)] if pulls else _NOTHING

    def _sent(self, task: Planned) -> Outcome:
        label = dict(task.seen.items).get("send") if isinstance(task.seen, Map) else None
        return self._sends.get(task.node, {}).get(label, _NOTHING) if isinstance(label, str) else _NOTHING


def answered(
    asks: tuple[Value, ...], answers: tuple[Value, ...], session: Session
) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """The answers of an execution that asks these questions, and the question that it has to wait at (IN-05).

    Those that the task has got already come first; then the answer that is on offer, which is for one question.
    """
    got = list(answers[: len(asks)])
    while len(got) < len(asks):
        offered = session.take()
        if not offered:
            return tuple(got), (asks[len(got)],)
        got += offered
    return tuple(got), ()


def _by_branch(outcome: Outcome) -> Mapping[str, Route]:
    if not outcome.routes:
        return _NO_ROUTES
    return {route.branch: route for route in outcome.routes}
