"""Short spellings of cases and observations for tests."""

from __future__ import annotations

from typing import Any

from twinstep.runtime.drive import observe_case
from twinstep_model.cases import (
    START,
    Case,
    Edge,
    Goto,
    Graph,
    GraphScript,
    Invoke,
    NodeScript,
    Outcome,
    Result,
    Route,
    Schedule,
    Send,
    Target,
    Update,
    Write,
)
from twinstep_model.observation import NOT_OBSERVED, Error, Observation, Ran, Step, Task
from twinstep_model.values import Map, Value


def value(thing: Any) -> Value:
    """Python data as a value: a dict is a Map, a list a tuple."""
    if isinstance(thing, dict):
        return Map(tuple([(key, value(item)) for key, item in sorted(thing.items())]))
    if isinstance(thing, (list, tuple)):
        return tuple([value(item) for item in thing])
    return thing  # type: ignore[no-any-return]  # a scalar or a value already


def state(**keys: Any) -> Map:
    return Map(tuple([(key, value(item)) for key, item in sorted(keys.items())]))


def writes(**keys: Any) -> tuple[Write, ...]:
    return tuple([Write(key, value(item)) for key, item in keys.items()])


def update(**keys: Any) -> Update:
    return Update(writes(**keys))


def send(node: str, label: str, **fields: Any) -> Send:
    return Send(node, label, writes(**fields))


def route(branch: str, *targets: str | Send, form: Any = "list", error: str = "") -> Route:
    whole: list[Target] = [Goto(target) if isinstance(target, str) else target for target in targets]
    return Route(branch, tuple(whole), form, error)


def script(**nodes: Any) -> GraphScript:
    """For each node what its executions by trigger do: one result or outcome, or a list of them."""
    scripts = []
    for name, does in nodes.items():
        each = does if isinstance(does, list) else [does]
        pulls = tuple([item if isinstance(item, Outcome) else Outcome(item) for item in each])
        scripts.append(NodeScript(START if name == "start" else name, pulls))
    return GraphScript(tuple(scripts))


def chain(*names: str) -> tuple[Edge, ...]:
    """START to the first, and each to the next."""
    return tuple([Edge(source, target) for source, target in zip((START, *names), names)])


def fan(*names: str) -> tuple[Edge, ...]:
    """START to each."""
    return tuple([Edge(START, name) for name in names])


def observe(graph: Graph, does: GraphScript, *inputs: Result | Invoke, **schedule: Any) -> Observation:
    """Runs the graph on each input in turn (on ``{}`` without any), on one thread unless an input says otherwise."""
    actions = [item if isinstance(item, Invoke) else Invoke(item) for item in inputs or (update(),)]
    return observe_case(Case(graph, does, tuple(actions), Schedule(**schedule)))


def ran(graph: Graph, does: GraphScript, *inputs: Result | Invoke, **schedule: Any) -> Ran:
    """The record of the last action."""
    seen = observe(graph, does, *inputs, **schedule)
    assert seen.build is None
    return seen.actions[-1]


def pull(node: str, given: Any, *wrote: tuple[str, Any], routers: Any = ()) -> Task:
    """A triggered task that ended well."""
    written = tuple([(key, value(item)) for key, item in wrote])
    return Task(node, "pull", value(given), "ok", written, routers=routers)


def push(node: str, given: Any, *wrote: tuple[str, Any], routers: Any = ()) -> Task:
    """A task by a Send that ended well."""
    written = tuple([(key, value(item)) for key, item in wrote])
    return Task(node, "push", value(given), "ok", written, routers=routers)


def failed(node: str, given: Any, type: str, code: str = "", routers: Any = ()) -> Task:
    return Task(node, "pull", value(given), "error", NOT_OBSERVED, Error(type, code), routers)


def left(node: str, given: Any) -> Task:
    """A triggered task without a result."""
    return Task(node, "pull", value(given), "open", NOT_OBSERVED)


def step(*tasks: Task, values: Map, next: tuple[str, ...]) -> Step:
    return Step(tasks, values, next)


def broken(*tasks: Task) -> Step:
    """A step that committed nothing."""
    return Step(tasks, NOT_OBSERVED, NOT_OBSERVED)
