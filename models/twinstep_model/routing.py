"""Where routers lead, and what they are shown (rules RT-08 to RT-13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Union

from .cases import END, START, Branch, Last, Route, Send, Target
from .channels import MISSING, Content, unwritten, visible, written
from .laws import Laws
from .messages import Ids
from .observation import Error
from .plan import Plan
from .refusal import Refused, refused
from .results import Destination, Said, named, sent
from .state import as_map, view
from .values import Map, Value

Router = Callable[[Value], Route]
"""A router that a program brings along: what it returns when it is given this state."""


class Routed(NamedTuple):
    """All routers of one task: where each leads, what each saw (by name), and what failed."""

    goes: tuple[tuple[Destination, ...], ...] = ()
    saw: tuple[tuple[str, Value], ...] = ()
    error: Union[Error, None] = None


def routes_of(
    plan: Plan,
    contents: tuple[Content, ...],
    source: str,
    said: Said,
    routes: Mapping[str, Union[Route, Router]],
    left: int,
    laws: Laws,
    ids: Ids,
    payload: Value = None,
) -> Routed:
    """All routers of a node, in the order they were added (RT-13).

    ``left``: as in `view`. ``payload``: the argument of the Send, where one made the task. The first failure ends it
    (RT-12).
    """
    branches = plan.branches.get(source)
    if not branches:
        return Routed()
    goes: list[tuple[Destination, ...]] = []
    saw: list[tuple[str, Value]] = []
    for branch in branches:
        if any(goes) and not laws.holds("RT-13"):
            break
        try:
            seen = own_view(plan, contents, branch, said, left, laws, ids, payload)
            saw.append((branch.name, seen))
            route = routes.get(branch.name, Route(branch.name))
            goes.append(_routed(plan, branch, route if isinstance(route, Route) else route(seen), laws))
        except Refused as refusal:
            if laws.holds("RT-12"):
                return Routed(tuple(goes), tuple(saw), refusal.error)
    return Routed(tuple(goes), tuple(saw))


def own_view(
    plan: Plan,
    contents: tuple[Content, ...],
    branch: Branch,
    said: Said,
    left: int,
    laws: Laws,
    ids: Ids,
    payload: Value = None,
) -> Value:
    """What a router of a task is given: the state as a boundary with this task's writes alone would leave it.

    RT-08, RT-09. Refused where a key would not accept those writes (RT-10).
    """
    values: dict[str, Value] = {}
    own = _own_writes(said)
    folds = branch.source == START or laws.holds("RT-08")
    schema = plan.state if branch.typed else plan.reads.get(branch.source, plan.state)
    for (name, key), content in zip(plan.keys.items(), contents):
        if name not in schema.keys:
            continue
        if name in own and folds:
            many = isinstance(key, Last) and len(own[name]) > 1
            content = written(
                key, content, own[name][-1:] if many and not laws.holds("RT-10") else own[name], laws, ids
            )
        elif folds:
            content = unwritten(key, content, laws)
        seen = visible(key, content, laws)
        if seen is not MISSING:
            values[name] = seen
    if branch.source == START and said.writes and not laws.holds("RT-19"):
        values = dict(said.writes)
    if isinstance(payload, Map) and not laws.holds("RT-09"):
        return as_map(dict(payload.items) | {name: values[name] for name in own if name in values})
    shown = view(plan, schema, values, left, laws)
    if isinstance(shown, Map) and said.extra and not branch.typed and not plan.root:
        return as_map(dict(said.extra) | dict(shown.items))
    return shown


def _own_writes(said: Said) -> dict[str, list[Value]]:
    own: dict[str, list[Value]] = {}
    for name, value in said.writes:
        own.setdefault(name, []).append(value)
    return own


def _routed(plan: Plan, branch: Branch, route: Route, laws: Laws) -> tuple[Destination, ...]:
    """Where a router's return value leads. Refused where it raises or returns what is no destination."""
    if route.form == "raise":
        raise refused("ScriptedError", route.error)
    if route.form == "none":
        raise refused("KeyError" if branch.paths else "ValueError")
    return tuple(destination for target in route.targets for destination in _destination(plan, branch, target, laws))


def _destination(plan: Plan, branch: Branch, target: Target, laws: Laws) -> tuple[Destination, ...]:
    if isinstance(target, Send):
        if target.node == END:
            raise refused("InvalidUpdateError")
        return (sent(target, plan, laws),)
    name = target.node
    if branch.paths:
        paths = dict(branch.paths)
        if name not in paths and laws.holds("RT-11"):
            raise refused("KeyError")
        name = paths.get(name, name)
    if name == START:
        raise refused("ValueError")
    if name == END:
        return (END,)
    return named(name, plan, laws)
