"""An observation as short lines of text: what ran, what each task wrote, what changed in the values, what is next.

Only changes are shown, never whole states. Every line says which field of the observation it is about, so that a
difference can be pointed at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from twinstep_model.cases import Action, Case, Invoke
from twinstep_model.observation import Error, NotObserved, Observation, Ran, Saved, Snapshot, Step, Task
from twinstep_model.values import Map, Message, Value

from .contract import Path
from .files import printable
from .notation.actions import show_action
from .words import answers, brief, listed, task_name

Key = tuple[int, ...]

_BEFORE, _DURING, _AFTER = 0, 1, 2
_WIDEST = 600
"""Characters of a line."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of printable text, and the field it is about. ``indent``: how many levels."""

    text: str
    path: Path
    indent: int = 1


def _line(text: str, path: Path) -> Line:
    return Line(printable(text, _WIDEST), path)


@dataclass(frozen=True, slots=True)
class Block:
    """The lines about one place of a run.

    ``key`` sorts blocks in the order in which things happened, and is the same for the same place of another run.
    ``title`` opens the place; "" where the block only closes it. ``depth``: how many runs this one is inside of.
    """

    key: Key
    title: str
    lines: tuple[Line, ...]
    depth: int = 0


def blocks(case: Case, seen: Observation, asked: Path = ()) -> list[Block]:
    """The whole run. What only repeats other fields (the input of a task, the state a router was given, a result, the
    values of a checkpoint) is left out unless the path ``asked`` leads there."""
    if seen.build is not None:
        return [Block((), "building the graph", (_line(f"refused: {brief(seen.build)}", ("build",)),))]
    found: list[Block] = []
    states: dict[str, Value] = {}
    saved: dict[str, int] = {}
    for number, ran in enumerate(seen.actions):
        action = case.actions[number]
        before = states.get(action.thread, Map()) if case.schedule.saver else Map()
        found += _of_action(ran, number, action, before, saved.get(action.thread, 0), asked)
        states[action.thread] = _last_values(ran, before)
        saved[action.thread] = len(ran.history) if isinstance(ran.history, tuple) else 0
    return found


def changes(before: Value, after: Value) -> list[str]:
    """How a state becomes another one, one text for each change; nothing where it does not."""
    return [text for _, texts in _changes(before, after) for text in texts]


def _changes(before: Value, after: Value) -> Iterator[tuple[str, list[str]]]:
    """Each key that changes, with the texts that say so; a state that is a single value has the key ""."""
    if not isinstance(before, Map) or not isinstance(after, Map):
        if before != after:
            yield "", _changed("state ", before, after)
        return
    old, new = dict(before.items), dict(after.items)
    for name in sorted(old.keys() | new.keys()):
        if name not in new:
            yield name, [f"{name} has no value any more"]
        elif name not in old:
            yield name, _changed(f"{name} ", () if isinstance(new[name], tuple) else None, new[name])
        elif old[name] != new[name]:
            yield name, _changed(f"{name} ", old[name], new[name])


def _changed(name: str, old: Value, new: Value) -> list[str]:
    """A value that became another one; of a list that grew, only what was appended."""
    if isinstance(old, tuple) and isinstance(new, tuple) and len(new) > len(old) and new[: len(old)] == old:
        return [f"{name}+ {text}" for text in _items(new[len(old) :])]
    return [f"{name}= {brief(new)}"]


def _items(value: Value) -> list[str]:
    """A value in a text, a list of messages in one for each."""
    if isinstance(value, tuple) and value and all(isinstance(item, Message) for item in value):
        return [brief(item) for item in value]
    return [brief(value)]


def _news(value: Value, known: Value) -> list[str]:
    """Like _items; messages that the state has already are only counted (agents write their whole history again)."""
    if not isinstance(value, tuple) or not isinstance(known, tuple):
        return _items(value)
    again = [item for item in value if isinstance(item, Message) and item in known]
    if len(again) < 2:
        return _items(value)
    fresh = tuple(item for item in value if item not in again)
    return [f"{len(again)} messages that are there already", *(_items(fresh) if fresh else [])]


def _of_action(ran: Ran, number: int, action: Action, before: Value, known: int, asked: Path) -> Iterator[Block]:
    """``before``: the values that the thread had; ``known``: the number of its checkpoints that were shown already."""
    path: Path = ("actions", number)
    title = f"turn {number + 1}: {printable(show_action(action), 200)}"
    lines = []
    if not isinstance(ran.begin, NotObserved):
        lines = [_line(text, (*path, "begin")) for text in changes(before, ran.begin)]
        nothing = "the input changes nothing" if isinstance(action, Invoke) else "the thread goes on"
        lines = lines or [_line(nothing, (*path, "begin"))]
    if _leads_to(asked, (*path, "entry")):
        lines.append(_line(f"routers of START were given {_routers(ran.entry)}", (*path, "entry")))
    yield Block((number, _BEFORE), title, tuple(lines))
    state = before if isinstance(ran.begin, NotObserved) else ran.begin
    yield from _of_steps(ran.steps, (*path, "steps"), (number, _DURING), (), state, asked)
    ending = [_line(f"raised {brief(ran.error)}", (*path, "error"))] if ran.error is not None else []
    if ran.error is None and _leads_to(asked, (*path, "error")):
        ending = [_line("raised nothing", (*path, "error"))]
    if _leads_to(asked, (*path, "result")):
        ending.append(_line(f"returned {brief(ran.result)}", (*path, "result")))
    ending += _shown(ran.snapshot, (*path, "snapshot"), _last_values(ran, before))
    if not isinstance(ran.history, NotObserved):
        first = 0 if _leads_to(asked, (*path, "history")) else known
        ending += _checkpoints(ran.history, first, (*path, "history"), asked)
    yield Block((number, _AFTER), "", tuple(ending))


def _shown(snapshot: Snapshot | Error | NotObserved, path: Path, committed: Value) -> Iterator[Line]:
    """What `get_state` shows, of the values only what is not committed."""
    if isinstance(snapshot, Error):
        yield _line(f"get_state raised {brief(snapshot)}", path)
    elif isinstance(snapshot, Snapshot):
        for text in changes(committed, snapshot.values):
            yield _line(f"get_state shows {text}", (*path, "values"))
        yield _line(f"get_state shows next: {listed(sorted(snapshot.next)) or 'nothing'}", (*path, "next"))
        for node, question in snapshot.questions:
            yield _line(f"get_state shows {node} waiting at {brief(question)}", (*path, "questions"))


def _checkpoints(history: Sequence[Saved], first: int, path: Path, asked: Path) -> Iterator[Line]:
    """The checkpoints from the place ``first`` on, numbered from 1."""
    for place, saved in enumerate(history[first:], first):
        here: Path = (*path, place)
        after = "" if saved.parent is None else f", after checkpoint {saved.parent + 1}"
        next_ = listed(sorted(saved.next)) or "nothing"
        yield _line(f"checkpoint {place + 1}: {saved.source}, step {saved.step}{after}, next: {next_}", here)
        if _leads_to(asked, (*here, "values")):
            yield _line(f"checkpoint {place + 1} holds {brief(saved.values)}", (*here, "values"))


def _of_steps(
    steps: tuple[Step, ...], path: Path, key: Key, inside: tuple[str, ...], before: Value, asked: Path
) -> Iterator[Block]:
    """``inside``: the names of the tasks that the steps are inside of. ``before``: the state that they start from."""
    depth = len(inside)
    within = f"inside {' > '.join(inside)}: " if inside else ""
    for number, step in enumerate(steps):
        here, place = (*path, number), (*key, number)
        yield Block((*place, _BEFORE), f"{within}super-step {number + 1}", tuple(_starts(step, here, asked)), depth)
        for index, task in enumerate(step.tasks):
            deeper: Path = (*here, "tasks", index, "nested")
            names = (*inside, printable(task.node, 200))
            yield from _of_steps(task.nested, deeper, (*place, _DURING, index), names, _begin(task.nested), asked)
        yield Block((*place, _AFTER), "", tuple(_ends(step, here, before, asked)), depth)
        before = before if isinstance(step.values, NotObserved) else step.values


def _begin(steps: tuple[Step, ...]) -> Value:
    """The state that the run inside a task starts from, as far as its first tasks were given it."""
    given = [task.input for task in steps[0].tasks if task.cause == "pull"] if steps else []
    return given[0] if given else Map()


def _starts(step: Step, path: Path, asked: Path) -> Iterator[Line]:
    all_ = asked == (*path, "tasks")
    ran = [task_name(task) for task in step.tasks if all_ or task.end != "kept"]
    yield _line(f"ran {listed(ran) or 'nothing'}", (*path, "tasks"))
    for index, task in enumerate(step.tasks):
        here: Path = (*path, "tasks", index)
        if _leads_to(asked, (*here, "input")):
            yield _line(f"{task_name(task)} was given {brief(task.input)}", (*here, "input"))


def _ends(step: Step, path: Path, before: Value, asked: Path) -> Iterator[Line]:
    for index, task in enumerate(step.tasks):
        yield from _task_ends(task, (*path, "tasks", index), before, asked)
    if not isinstance(step.values, NotObserved):
        for name, texts in _changes(before, step.values):
            if _leads_to(asked, (*path, "values")) or not _is_what_was_written(name, before, step):
                yield from (_line(text, (*path, "values")) for text in texts)
    if not isinstance(step.next, NotObserved):
        yield _line(f"next: {listed(sorted(step.next)) or 'nothing'}", (*path, "next"))


def _task_ends(task: Task, path: Path, before: Value, asked: Path) -> Iterator[Line]:
    name = task_name(task)
    if task.answers or _leads_to(asked, (*path, "answers")):
        yield _line(f"{name} was answered {answers(task.answers)}", (*path, "answers"))
    if task.end == "kept":
        yield _line(f"{name} had finished before, not run again", (*path, "end"))
    if task.end == "paused":
        yield _line(f"{name} waits at {answers(task.question)}", (*path, "question"))
    elif task.end == "error":
        yield _line(f"{name} raised {brief(task.error)}", (*path, "error"))
    elif task.end == "open":
        yield _line(f"{name} left no result", (*path, "end"))
    elif not isinstance(task.writes, NotObserved):
        wrote = "had written" if task.end == "kept" else "wrote"
        for key, value in task.writes:
            known = () if _leads_to(asked, (*path, "writes")) else _value(before, key)
            yield from (_line(f"{name} {wrote} {key}: {text}", (*path, "writes")) for text in _news(value, known))
        if not task.writes:
            yield _line(f"{name} {wrote} nothing", (*path, "writes"))
    if _leads_to(asked, (*path, "routers")):
        yield _line(f"routers of {name} were given {_routers(task.routers)}", (*path, "routers"))


def _is_what_was_written(name: str, before: Value, step: Step) -> bool:
    """Whether the key holds just what the tasks' writes, already shown, make one expect: the value written once, or
    the items of the lists written in turn."""
    written = [
        value
        for task in step.tasks
        if not isinstance(task.writes, NotObserved)
        for key, value in task.writes
        if key == name
    ]
    old, new = _value(before, name), _value(step.values, name)
    lists = [value if isinstance(value, tuple) else (value,) for value in written]
    grown = (old if isinstance(old, tuple) else ()) + tuple(item for items in lists for item in items)
    return bool(written) and (new == grown or written == [new])


def _value(state: Value | NotObserved, name: str) -> Value:
    return dict(state.items).get(name) if isinstance(state, Map) else None


def _routers(routers: tuple[tuple[str, Value], ...]) -> str:
    return listed([f"{name}: {brief(given)}" for name, given in routers]) or "nothing (none ran)"


def _last_values(ran: Ran, before: Value) -> Value:
    known = [step.values for step in ran.steps if not isinstance(step.values, NotObserved)]
    return known[-1] if known else before if isinstance(ran.begin, NotObserved) else ran.begin


def _leads_to(asked: Path, path: Path) -> bool:
    return asked[: len(path)] == path
