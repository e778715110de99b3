"""One sentence for a divergence: where it is, what was seen, what was expected, and which rule says so.

In the manner of: "turn 1, super-step 1 led to {bob}; {alice, bob} were expected, because several parent commands of one
super-step are all applied (SG-14, documented: a broken promise); exactly one agent runs (deviation
`parent-command-race`)."
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

from twinstep_model.cases import Case
from twinstep_model.deviations import DEVIATIONS
from twinstep_model.observation import Error, Observation, Step, Task
from twinstep_model.rules import RULES, Docstring, Invariant, Page
from twinstep_model.values import Map, Message

from . import threadwords, words
from .contract import Difference, Path
from .judge import Divergence, kind_in


def sentence(case: Case, divergence: Divergence, seen: Observation) -> str:
    """The explaining sentence. ``seen``: the observation the divergence was found in."""
    place = where(case, divergence.difference.path, seen)
    what = _what(divergence.difference, seen)
    called = _calls(divergence.difference.path, seen)
    return f"{place}{called} {what}{_because(case, divergence)}."


def where(case: Case, path: Path, seen: Observation) -> str:
    """The place of a difference: the turn, the super-step, and for a run inside tasks the path of their names to it, as
    in "turn 1, super-step 2, inside crew > alice super-step 3". ``seen``: a run that goes on as far as that."""
    if path and path[0] == "build":
        return "building the graph"
    parts: list[str] = []
    inside: list[str] = []
    for place, (name, number) in enumerate(pairwise(path)):
        if name == "actions" and isinstance(number, int):
            parts.append(_turn(case, number))
        elif name == "steps" and isinstance(number, int):
            parts.append(f"super-step {number + 1}")
        elif name == "nested" and isinstance(number, int):
            task = field_at(path[:place], seen)
            inside.append(task.node if isinstance(task, Task) else "a task")
            deepest = f"inside {' > '.join(inside)} super-step {number + 1}"
            parts = [*(parts[:-1] if len(inside) > 1 else parts), deepest]
    return ", ".join(parts) or "the run"


def basis(case: Case, rule: str) -> str:
    """What a rule rests on, with its source, in a few words."""
    if kind_in(case, rule) == "surprise" and not isinstance(RULES[rule].source, Invariant):
        return "INV-02, finished work is not lost silently"
    match RULES[rule].source:
        case Docstring(object_):
            return f"documented by {object_}"
        case Page(address, anchor):
            return f"documented at {address}#{anchor}" if anchor else f"documented at {address}"
        case Invariant(id_, says):
            return f"{id_}, {_lower(says)}"
        case _:
            return "as every release so far does"


def _turn(case: Case, number: int) -> str:
    threads = {action.thread for action in case.actions}
    on = f" on thread {case.actions[number].thread}" if len(threads) > 1 else ""
    return f"turn {number + 1}{on}"


def _what(difference: Difference, seen: Observation) -> str:
    """What was seen and what was expected there."""
    ours, theirs = difference.expected, difference.seen
    field = next((part for part in reversed(difference.path) if isinstance(part, str)), "")
    if "snapshot" in difference.path:
        return threadwords.of_snapshot(difference.path, *_whole(difference, seen))
    if "history" in difference.path:
        return threadwords.of_history(difference.path[difference.path.index("history") + 1 :], ours, theirs)
    if isinstance(difference.path[-1], int) and field in ("steps", "nested", "actions"):
        return _length(ours, theirs)
    if field == "tasks":
        return f"ran {_tasks(theirs)}; {_tasks(ours)} were due"
    if field == "next":
        return f"led to {_nodes(theirs)}; {_nodes(ours)} were expected"
    if field in ("values", "begin"):
        return f"committed a state in which {words.changes(ours, theirs)}"
    if field == "result":
        return f"returned a result in which {words.changes(ours, theirs)}"
    task = _task_at(difference.path, seen)
    who = f"task {words.task_name(task)}" if task is not None else ""
    if field in ("error", "type", "code"):
        return _raised(difference, seen, who)
    if field in ("question", "answers"):
        did = f"let {who} wait at" if field == "question" else f"answered {who} with"
        return f"{did} {words.answers(theirs)} instead of {words.answers(ours)}"
    return {
        "input": f"gave {who} an input in which {words.changes(ours, theirs)}",
        "writes": f"let {who} write {_writes(ours, theirs)}",
        "end": f"ended {who} with {_end(theirs, task)}, where {_END.get(ours, ours)} was expected",
        "routers": f"showed the routers of {who} {words.brief(theirs)} instead of {words.brief(ours)}",
        "entry": f"showed the routers of START {words.brief(theirs)} instead of {words.brief(ours)}",
    }.get(field, f"{_error(theirs)}; expected: {_error(ours)}")


_END = {
    "ok": "a result",
    "error": "an error",
    "open": "no result",
    "paused": "a question",
    "kept": "the result of an earlier run",
}


def _end(end: Any, task: Task | None) -> str:
    if end == "error" and task is not None and task.error is not None:
        inner = _raising(task)
        origin = f", raised inside {' > '.join(inner)}" if len(inner) > 1 else ""
        return f"the error {words.spelt(task.error)}{origin}"
    if end == "paused" and task is not None and task.question:
        return f"the question {words.answers(task.question)}"
    return _END.get(end, str(end))


def _raising(task: Task) -> list[str]:
    """The path from a failed task to the innermost one that failed with the same error."""
    inner = [one for step in task.nested for one in step.tasks if one.error is not None and one.error == task.error]
    return [words.task_name(task), *(_raising(inner[-1]) if inner else [])]


def _raised(difference: Difference, seen: Observation, who: str) -> str:
    """The exceptions, whole, also where they differ in one part only; ``who``: the task that raised, or ""."""
    ours, theirs = _whole(difference, seen)
    return f"{_error(theirs)}{f' in {who}' if who else ''}; expected: {_error(ours)}"


def _whole(difference: Difference, seen: Observation) -> tuple[Any, Any]:
    """What was expected and what was seen; exceptions whole, also where they differ in one part only."""
    parent = field_at(difference.path[:-1], seen)
    if isinstance(parent, Error):
        return replace(parent, **{str(difference.path[-1]): difference.expected}), parent
    return difference.expected, difference.seen


def _error(error: Any) -> str:
    return "raised nothing" if error is None else f"raised {words.spelt(error)}"


def _length(ours: Any, theirs: Any) -> str:
    if theirs is None:
        return f"did not happen; {_first(ours)} was due"
    return f"ran {_first(theirs)}; the run should have ended before"


def _first(steps: Any) -> str:
    first = steps[0] if steps else None
    return words.names(words.task_name(task) for task in first.tasks) if isinstance(first, Step) else "a turn"


def _tasks(tasks: Any) -> str:
    return words.names(node for node, _ in tasks)


def _nodes(nodes: Any) -> str:
    return words.names(nodes) if isinstance(nodes, tuple) else "nothing"


def _writes(ours: Any, theirs: Any) -> str:
    """What is written otherwise; where keys are written more than once, the writes that are missing or too many."""
    if not isinstance(ours, tuple) or not isinstance(theirs, tuple):
        return f"{words.brief(theirs)} instead of {words.brief(ours)}"
    if dict(ours).keys() == dict(theirs).keys() and len(dict(ours)) == len(ours) == len(theirs):
        return f"an update in which {words.changes(Map(tuple(sorted(ours))), Map(tuple(sorted(theirs))))}"
    missing = tuple((Counter(ours) - Counter(theirs)).elements())
    extra = tuple((Counter(theirs) - Counter(ours)).elements())
    if missing and extra:
        return f"{_pairs(extra)} instead of {_pairs(missing)}"
    if missing:
        return f"all but {_pairs(missing)}"
    return f"{_pairs(extra)} as well" if extra else f"{_pairs(theirs)} instead of {_pairs(ours)}"


def _pairs(writes: tuple[tuple[str, Any], ...]) -> str:
    return ", ".join(f"{name} = {words.brief(value)}" for name, value in writes) or "nothing"


def _because(case: Case, divergence: Divergence) -> str:
    """The rule at issue, what it rests on, and what happens instead."""
    if not divergence.rule:
        return "; no single rule explains it"
    rule = RULES[divergence.rule]
    if divergence.kind == "unexplained":
        others = f" (or {', '.join(divergence.rules[1:4])})" if len(divergence.rules) > 1 else ""
        return f"; the rule that decides this is {rule.id}{others}: {_lower(rule.sentence)}"
    said = f", because {_lower(rule.sentence)} ({rule.id}; {basis(case, rule.id)}: {_kind(divergence)})"
    if divergence.deviations:
        return f"{said}; {_lower(DEVIATIONS[rule.id].what)} (deviation {divergence.deviations[0]})"
    return f"{said}; here {_lower(rule.alternative)}"


def _kind(divergence: Divergence) -> str:
    return divergence.kind if divergence.kind in ("changed", "nondeterminism") else f"a {divergence.kind}"


def _calls(path: Path, seen: Observation) -> str:
    """In a team: the calls of the reply that the place is about."""
    task = _task_at(path, seen)
    nested = task.nested if task is not None else _nested_of_step(path, seen)
    calls = [call for step in nested for one in step.tasks for call in _reply_calls(one)]
    if len(calls) < 2:
        return ""
    return f" (the reply called {words.listed([f'{call.name} as {call.id}' for call in calls[:4]])})"


def _reply_calls(task: Task) -> Any:
    writes = task.writes if isinstance(task.writes, tuple) else ()
    replies = [item for _, value in writes if isinstance(value, tuple) for item in value if isinstance(item, Message)]
    return next((reply.calls for reply in replies if len(reply.calls) > 1), ())


def _nested_of_step(path: Path, seen: Observation) -> tuple[Step, ...]:
    here = field_at(path[:-1], seen)
    return tuple(step for task in here.tasks for step in task.nested) if isinstance(here, Step) else ()


def _task_at(path: Path, seen: Observation) -> Task | None:
    """The innermost task on a path."""
    found = None
    for end in range(1, len(path) + 1):
        here = field_at(path[:end], seen)
        found = here if isinstance(here, Task) else found
    return found


def field_at(path: Path, seen: Any) -> Any:
    """The field on this path, or None where the run ends before it."""
    for part in path:
        if isinstance(part, int):
            seen = seen[part] if isinstance(seen, tuple) and part < len(seen) else None
        else:
            seen = getattr(seen, part, None)
    return seen


def _lower(text: str) -> str:
    """A sentence as it stands inside another one."""
    return text[:1].lower() + text[1:]
