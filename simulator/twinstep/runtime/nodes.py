"""Scripted nodes and routers of plain graphs: real functions that do what the script of the case says."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

from langgraph.config import get_config
from langgraph.types import Command as LibraryCommand
from langgraph.types import Send as LibrarySend
from langgraph.types import interrupt

from twinstep_model.cases import (
    START,
    BareSend,
    Command,
    Fields,
    Goto,
    GraphScript,
    Many,
    Nothing,
    Outcome,
    Result,
    Route,
    Target,
    Update,
    Whole,
    Write,
)
from twinstep_model.values import Raise, Value

from .canonical import Known, real, value
from .errors import ScriptedError
from .gates import Gates, current_task

_NOTHING = Outcome(Nothing())
_ODD: dict[str, Any] = {"text": "text", "empty_list": [], "dicts": [{}], "sends": [LibrarySend("odd", {})]}


class Play:
    """One run of a case's script: finds the outcome of every execution, and keeps what the routers were given.

    Shared by all threads and tasks of the run. ``gates`` is None where completion is not imposed.
    """

    def __init__(self, script: GraphScript, script_values: Known, gates: Gates | None) -> None:
        self._pulls = {node.node: node.pulls for node in script.nodes}
        self._sends = {node.node: dict(node.sends) for node in script.nodes}
        self._known = script_values
        self._counts: dict[str, int] = {}
        self._outcomes: dict[str, Outcome] = {}
        self._lock = threading.Lock()
        self.gates = gates
        self.routers: dict[str, list[tuple[str, Value]]] = {}
        """For each task (id) whose routers ran: their names and what they were given. START's task is START."""
        self.answers: dict[str, list[Value]] = {}
        """For each task (id) whose questions were answered: the answers, in order."""

    def begin(self, action: int) -> None:
        """The next run is this action of the case."""
        self._outcomes = {START: _cycle(self._pulls.get(START, ()), action)}
        self.routers = {}
        self.answers = {}

    def outcome(self, node: str, state: Any) -> Outcome:
        """What the execution that calls this does. Counts executions by trigger."""
        metadata = get_config()["metadata"]
        if metadata["langgraph_path"][0] == "__pregel_push":
            outcome = self._sends.get(node, {}).get(state["send"], _NOTHING)
        else:
            with self._lock:
                count = self._counts[node] = self._counts.get(node, -1) + 1
            outcome = _cycle(self._pulls.get(node, ()), count)
        self._outcomes[current_task()] = outcome
        return outcome

    def ask(self, question: Value) -> None:
        """Asks in the task that calls this. Where there is no answer yet the library's exception ends the task."""
        answer = interrupt(real(question))
        self.answers.setdefault(current_task(), []).append(value(answer, self._known))

    def route(self, source: str, name: str, state: Any) -> Any:
        """What a router returns in the task that calls this."""
        task = START if source == START else current_task()
        self.routers.setdefault(task, []).append((name, value(state, self._known)))
        for route in self._outcomes[task].routes:
            if route.branch == name:
                return _routed(route)
        return []


def _cycle(outcomes: tuple[Outcome, ...], count: int) -> Outcome:
    return outcomes[count % len(outcomes)] if outcomes else _NOTHING


def node(play: Play, name: str, state_class: Any, mode: str) -> Any:
    """The function of a node: synchronous, or a coroutine function.

    A partial, since the library looks through the code of a plain function for sub-graphs, which takes a third of the
    time that a graph needs to be built.
    """
    return partial(_body if mode == "sync" else _body_async, play, name, state_class)


def _body(play: Play, name: str, state_class: Any, state: Any) -> Any:
    outcome = play.outcome(name, state)
    if play.gates is None:
        return _end(play, outcome, state_class)
    with play.gates.inside():
        play.gates.wait()
        return _end(play, outcome, state_class)


async def _body_async(play: Play, name: str, state_class: Any, state: Any) -> Any:
    outcome = play.outcome(name, state)
    if play.gates is not None:
        await play.gates.wait_async()
    return _end(play, outcome, state_class)


def _end(play: Play, outcome: Outcome, state_class: Any) -> Any:
    for question in outcome.asks:
        play.ask(question)
    if play.gates is not None and _leaves(outcome.result):
        play.gates.done()
    return returned(outcome.result, state_class)


def router(play: Play, source: str, name: str, typed: Any, mode: str) -> Any:
    """The function of a router; ``typed`` is the schema its parameter is annotated with, or None."""

    def route(state: Any) -> Any:
        return play.route(source, name, state)

    async def route_async(state: Any) -> Any:
        return play.route(source, name, state)

    function: Any = route if mode == "sync" else route_async
    function.__name__ = name
    function.__annotations__ = {} if typed is None else {"state": typed}
    return function


def returned(result: Result, state_class: Any) -> Any:
    """What a node returns (or what `invoke` is given): new objects in every call. Raises ScriptedError for Raise."""
    if isinstance(result, Nothing):
        return None
    if isinstance(result, Update):
        return _dict(result.writes)
    if isinstance(result, Fields):
        return state_class(**_dict(result.writes))
    if isinstance(result, Whole):
        return real(result.value)
    if isinstance(result, Command):
        return _command(result)
    if isinstance(result, Many):
        return [returned(item, state_class) for item in result.items]
    if isinstance(result, BareSend):
        return _target(result.send)
    if isinstance(result, Raise):
        raise ScriptedError(result.error)
    return _ODD[result.what]


def _leaves(result: Result) -> bool:
    """Whether the node raises a parent command."""
    commands = result.items if isinstance(result, Many) else (result,)
    return any(isinstance(item, Command) and item.graph == LibraryCommand.PARENT for item in commands)


def _routed(route: Route) -> Any:
    if route.form == "raise":
        raise ScriptedError(route.error)
    if route.form == "none":
        return None
    targets = [_target(target) for target in route.targets]
    if route.form == "one":
        return targets[0]
    return targets if route.form == "list" else tuple(targets)


def _command(command: Command) -> LibraryCommand[Any]:
    given: dict[str, Any] = {}
    if command.update is not None:
        pairs = [(write.key, real(write.value)) for write in command.update]
        given["update"] = pairs if command.pairs else dict(pairs)
    if command.goto:
        targets = [_target(target) for target in command.goto]
        given["goto"] = targets[0] if len(targets) == 1 else targets
    if command.graph:
        given["graph"] = command.graph
    return LibraryCommand(**given)


def _target(target: Target) -> Any:
    if isinstance(target, Goto):
        return target.node
    return LibrarySend(target.node, {"send": target.label, **_dict(target.fields)})


def _dict(writes: tuple[Write, ...]) -> dict[str, Any]:
    return {write.key: real(write.value) for write in writes}
