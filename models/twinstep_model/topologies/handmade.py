"""An agent made by hand around a tool node: START - model - `tools_condition` - tools - model.

Rules TN-01, TN-04, TN-15.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from twinstep_model.agents import ToolGraph
from twinstep_model.cases import START, Edge, Graph, Messages, Node
from twinstep_model.laws import Laws
from twinstep_model.observation import Error
from twinstep_model.plan import ROOT, Plan, build_error, plan_of
from twinstep_model.program import Did
from twinstep_model.results import Destination, Said
from twinstep_model.session import Session
from twinstep_model.state import Calling, Sent, as_map
from twinstep_model.tasks import Planned
from twinstep_model.values import Call, Instance, Map, Message, Value

from .calls import MESSAGES, History, Kit
from .react import sent_call
from .scripts import Script
from .toolnode import TOOLS, carried_out, executed

MODEL = "model"
"""The node of the model, and the name of its script."""


class HandmadeProgram:
    """An agent made by hand, and its script."""

    def __init__(self, graph: ToolGraph, script: Script, laws: Laws) -> None:
        self._graph = graph
        self._script = script
        self._kit = Kit(
            script,
            frozenset(graph.tools),
            frozenset(graph.sees),
            frozenset(graph.wants),
            graph.errors,
            form="list" if graph.form == "list" else "object" if graph.form == "object" else "dict",
        )
        self.plan: Plan = replace(plan_of(_outline(graph), laws), answers=True, nests=True)

    @staticmethod
    def refusal(graph: ToolGraph, laws: Laws) -> Error | None:
        """Why this graph cannot be built, or None."""
        return build_error(_outline(graph), laws)

    def act(self, task: Planned, values: Mapping[str, Value], left: int, session: Session) -> Did:
        """The model or a node aside speaks, or tool calls are carried out."""
        saved = cast(History, values.get(self._kit.key, ()))
        if task.node == TOOLS:
            history = saved if task.calling is not None else _messages(task.seen)
            return Did(carried_out(self._kit, task.calling, history, self.plan, session))
        reply = self._script.reply(task.node, session)
        message = Message("ai", reply.text, session.ids.fresh(), calls=reply.calls)
        goes = self._lead_on(message, (*saved, message), session.laws) if task.node == MODEL else ()
        return Did(Said(((self._kit.key, (message,)),), goes))

    def _lead_on(self, reply: Message, history: History, laws: Laws) -> tuple[Destination, ...]:
        """Where the model's reply leads: its calls to the tools, in the form in which the tool node is given them."""
        calls = reply.calls
        if not calls:
            return ()
        if self._graph.form in ("dict", "object", "list"):
            return (TOOLS,) if not reply.text or laws.holds("TN-15") else ()
        calls = executed(calls, laws)
        if self._graph.form == "calls":
            return (Sent(TOOLS, tuple(map(_named, calls)), Calling(calls)),)
        carried = history if self._graph.form == "context" else None
        return tuple([sent_call(call, place, carried) for place, call in enumerate(calls)])


def _outline(graph: ToolGraph) -> Graph:
    nodes = tuple(Node(name) for name in (MODEL, TOOLS, *graph.aside))
    edges = (Edge(START, MODEL), Edge(TOOLS, MODEL))
    if graph.form == "list":
        return Graph((Messages(ROOT),), nodes, edges, form="root")
    return Graph((Messages(MESSAGES),), nodes, edges, form="pydantic" if graph.form == "object" else "typeddict")


def _messages(seen: Value) -> History:
    """The messages in what a node was given, whatever its form."""
    if isinstance(seen, Map):
        return cast(History, dict(seen.items).get(MESSAGES, ()))
    return cast(History, seen.fields[0][1] if isinstance(seen, Instance) else seen)


def _named(call: Call) -> Map:
    return as_map({"call": call.id, "tool": call.name})
