"""The sentence that explains a divergence: readable without the manual, about the call, agent and path meant."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from twinstep.contract import Difference, Path, first_difference
from twinstep.explain import field_at, sentence, where
from twinstep.judge import Divergence
from twinstep.notation import parse
from twinstep.render import blocks
from twinstep.words import changes, task_name
from twinstep_model.cases import Case
from twinstep_model.laws import DOCUMENTED
from twinstep_model.observation import NOT_OBSERVED, Error, Observation, Ran, Saved, Snapshot, Step, Task
from twinstep_model.run import run_case
from twinstep_model.values import Call, Map, Message, Value

CASE = parse("swarm alice(->bob) bob(look,calc) | alice: c1=transfer_to_bob | bob: c2=look c3=calc | say 'hi'")


def run(*steps: Step) -> Observation:
    return Observation(None, (Ran(Map(), (), steps, None, NOT_OBSERVED),))


def task(node: str, *nested: Step, error: Error | None = None, given: Value = None) -> Task:
    cause, end = ("push" if given is not None else "pull"), ("ok" if error is None else "error")
    return Task(node, cause, given, end, NOT_OBSERVED, error, nested=nested)  # type: ignore[arg-type]  # one of its words


def step(*tasks: Task, **values: Value) -> Step:
    return Step(tasks, Map(tuple(sorted(values.items()))), NOT_OBSERVED)


def told(expected: Observation, seen: Observation, case: Case = CASE) -> str:
    """What is said before the reasons."""
    difference = first_difference(expected, seen)
    assert difference is not None
    said = sentence(case, Divergence("unexplained", "", (), "", difference), seen)
    return said.removesuffix("; no single rule explains it.")


def answer(call: str, text: str, failed: bool = False) -> Message:
    return Message("tool", text, name="look", answers=call, failed=failed)


def of_bob(*inner: Step) -> Observation:
    """Steps inside bob, who is inside the team crew."""
    return run(step(task("alice")), step(task("crew", step(task("bob", *inner)))))


def test_a_place_inside_teams_is_named_by_the_path_to_it() -> None:
    seen = of_bob(step(), step(task("tools")))
    path: Path = ("actions", 0, "steps", 1, "tasks", 0, "nested", 0, "tasks", 0, "nested", 1, "tasks", 0, "writes")
    assert where(CASE, path, seen) == "turn 1, super-step 2, inside crew > bob super-step 2"
    assert where(CASE, path[:7], seen) == "turn 1, super-step 2"
    assert where(CASE, path[:8], seen) == "turn 1, super-step 2, inside crew super-step 1"
    assert field_at(path[:-1], seen) == task("tools")
    assert field_at((*path, 0), seen) is None
    assert field_at(("actions", 5, "steps"), seen) is None


CALLS = (Call("c2", "look"), Call("c3", "calc"))
STATE = Map((("messages", (Message("human", "hi"), Message("ai", calls=CALLS))),))


@pytest.mark.parametrize(
    ("given", "name"),
    [
        (Map((("call", "c2"), ("tool", "look"))), "tools(c2=look)"),
        (tuple(Map((("call", call.id), ("tool", call.name))) for call in CALLS), "tools(c2=look, c3=calc)"),
        (STATE, "tools(c2=look, c3=calc)"),
        (dict(STATE.items)["messages"], "tools(c2=look, c3=calc)"),
        (Map((("messages", ()),)), "tools"),
        (Map((("send", "s1"),)), "tools(s1)"),
    ],
)
def test_a_task_of_tools_is_named_by_its_calls(given: Value, name: str) -> None:
    assert task_name(task("tools", given=given)) == name


def test_an_exception_is_told_whole_with_the_calls_and_the_path() -> None:
    calls = tuple(Map((("call", call.id), ("tool", call.name))) for call in CALLS)
    ours, theirs = (
        of_bob(step(task("tools", error=Error("ScriptedError", code), given=calls))) for code in ("boom", "bang")
    )
    assert told(ours, theirs) == (
        "turn 1, super-step 2, inside crew > bob super-step 1 raised ScriptedError (bang) in task "
        "tools(c2=look, c3=calc); expected: raised ScriptedError (boom)"
    )


def test_a_failed_team_is_told_with_whom_it_failed_in() -> None:
    broken = Error("ValueError", "INVALID_CHAT_HISTORY")
    inside = step(task("bob", step(task("agent", error=broken)), error=broken))
    assert told(run(step(task("crew"))), run(step(task("crew", inside, error=broken)))) == (
        "turn 1, super-step 1 ended task crew with the error ValueError (INVALID_CHAT_HISTORY), "
        "raised inside crew > bob > agent, where a result was expected"
    )


@pytest.mark.parametrize(
    ("expected", "seen", "words"),
    [
        (
            (answer("c1", "42"), answer("c2", "7")),
            (answer("c1", "42"), answer("c2", "no", failed=True)),
            "with <tool look: 'no' answers c2 (failed)> instead of <tool look: '7' answers c2>",
        ),
        ((answer("c1", "42"),), (), "without [<tool look: '42' answers c1>]"),
        ((), (answer("c1", "42"),), "with [<tool look: '42' answers c1>]"),
        (
            (answer("c1", "42"), answer("c1", "43")),
            (answer("c1", "43"), answer("c1", "44")),
            "with <tool look: '44' answers c1> instead of <tool look: '42' answers c1>",
        ),
        (
            (answer("c1", "1"), answer("c2", "2")),
            (answer("c2", "2"), answer("c1", "1")),
            "in the order [<tool look: '2' answers c2>, <tool look: '1' answers c1>] instead of "
            "[<tool look: '1' answers c1>, <tool look: '2' answers c2>]",
        ),
    ],
)
def test_messages_of_tools_are_compared_call_by_call(
    expected: tuple[Value, ...], seen: tuple[Value, ...], words: str
) -> None:
    assert changes(expected, seen) == words


def test_who_is_active_is_told_by_name() -> None:
    assert told(run(step(active_agent="bob")), run(step(active_agent="alice"))) == (
        "turn 1, super-step 1 committed a state in which active_agent is 'alice' instead of 'bob'"
    )


@pytest.mark.parametrize(
    ("expected", "seen", "words"),
    [
        ((("a", 1), ("a", 2)), (("a", 1),), "all but a = 2"),
        ((("a", 1),), (("a", 1), ("b", 2)), "b = 2 as well"),
        ((("a", 1), ("a", 2)), (("a", 1), ("a", 3)), "a = 3 instead of a = 2"),
        ((("a", 1), ("a", 2)), (("a", 2), ("a", 1)), "a = 2, a = 1 instead of a = 1, a = 2"),
        ((("a", 1), ("b", 2)), (("a", 1), ("b", 3)), "an update in which b is 3 instead of 2"),
    ],
)
def test_of_what_is_written_only_the_difference_is_told(
    expected: tuple[tuple[str, Value], ...], seen: tuple[tuple[str, Value], ...], words: str
) -> None:
    def wrote(writes: tuple[tuple[str, Value], ...]) -> Observation:
        return run(step(Task("alice", "pull", None, "ok", writes)))

    assert told(wrote(expected), wrote(seen)) == f"turn 1, super-step 1 let task alice write {words}"


def test_steps_too_many_and_too_few_name_the_calls() -> None:
    one, other = (task("tools", given=Map((("call", call.id), ("tool", call.name)))) for call in CALLS)
    assert told(of_bob(step(one, other)), of_bob()) == (
        "turn 1, super-step 2, inside crew > bob super-step 1 did not happen; {tools(c2=look), tools(c3=calc)} was due"
    )


def test_a_real_divergence_of_a_swarm_is_explained_with_both_calls() -> None:
    case = parse("swarm alice:v1(look,->bob) bob | alice: c1=look c2=transfer_to_bob | say 'hi'")
    ours, theirs = (run_case(case, alternatives).observation for alternatives in (DOCUMENTED, frozenset({"TN-11"})))
    difference = first_difference(ours, theirs)
    assert isinstance(difference, Difference)
    said = sentence(case, Divergence("surprise", "TN-11", ("answers-lost-in-one-task",), "", difference), theirs)
    assert said.startswith(
        "turn 1, super-step 1 (the reply called look as c1 and transfer_to_bob as c2) let task alice write all but "
        "messages = [<tool look: 'ok' answers c1>], because "
    )
    assert said.endswith("(deviation answers-lost-in-one-task).")


THREAD = parse(
    "graph x | nodes a b | edges >a >b | a: asks('q') {x:1} | b: none | invoke {} | resume 'yes' | run history"
)
REFUSED = Error("InvalidUpdateError", "INVALID_CONCURRENT_GRAPH_UPDATE")
FIRST = Saved("input", -1, None, Map(), ("__start__",))
SECOND = Saved("loop", 0, 0, Map((("x", 1),)), ("a", "b"))


def said_of(path: Path, expected: object, seen: object, whole: Observation | None = None) -> str:
    """What is said of a difference in the second action, before the reasons."""
    difference = Difference(("actions", 1, *path), expected, seen)
    said = sentence(THREAD, Divergence("unexplained", "", (), "", difference), whole or Observation(None))
    return said.removesuffix("; no single rule explains it.").removeprefix("turn 2 ")


@pytest.mark.parametrize(
    ("path", "expected", "seen", "words"),
    [
        (("values",), Map((("x", 1),)), Map((("x", 2),)), "show a state in which x is 2 instead of 1"),
        (("next",), ("a",), ("a", "a", "b"), "show next {a x2, b} instead of {a}"),
        (("questions",), (("a", "q"), ("b", 1)), (), "show as waiting nothing instead of a at 'q' and b at 1"),
        ((), REFUSED, Snapshot(Map(), ()), f"show a state; expected: raise {REFUSED.type} ({REFUSED.code})"),
        ((), Snapshot(Map(), ()), REFUSED, f"raise {REFUSED.type} ({REFUSED.code}); expected: show a state"),
        ((), Snapshot(Map(), ("a",)), Snapshot(Map(), ()), "show next {} instead of {a}"),
    ],
)
def test_what_get_state_shows_is_told(path: Path, expected: object, seen: object, words: str) -> None:
    assert said_of(("snapshot", *path), expected, seen) == f"let get_state {words}"


def test_an_exception_of_get_state_is_told_whole() -> None:
    ran = Ran(Map(), (), (), None, NOT_OBSERVED, Error("ValueError", "two"))
    whole = Observation(None, (ran, ran))
    assert said_of(("snapshot", "code"), "one", "two", whole) == (
        "let get_state raise ValueError (two); expected: raise ValueError (one)"
    )


@pytest.mark.parametrize(
    ("path", "expected", "seen", "words"),
    [
        ((1, "values"), Map((("x", 1),)), Map(), "checkpoint 2 with a state in which x has no value instead of 1"),
        ((1, "next"), ("a",), ("b",), "checkpoint 2 with next {b} instead of {a}"),
        ((1, "parent"), 0, None, "checkpoint 2 after none instead of checkpoint 1"),
        ((1, "source"), "loop", "input", "checkpoint 2 of source input instead of loop"),
        ((1, "step"), 0, 1, "checkpoint 2 of step 1 instead of 0"),
        ((1,), (SECOND,), None, "no checkpoint 2; one of loop, step 0 was expected"),
        ((1,), None, (SECOND,), "checkpoint 2, one of loop, step 0; the history should have ended before"),
        ((), (FIRST, SECOND), (FIRST,), "no checkpoint 2; one of loop, step 0 was expected"),
        ((), (FIRST,), (SECOND,), "checkpoint 1 of source loop instead of input"),
    ],
)
def test_what_get_state_history_shows_is_told(path: Path, expected: object, seen: object, words: str) -> None:
    assert said_of(("history", *path), expected, seen) == f"let get_state_history show {words}"


def test_questions_answers_and_kept_tasks_are_told() -> None:
    waiting = Task("a", "pull", None, "paused", NOT_OBSERVED, answers=(1,), question=("q",))
    ran = Ran(Map(), (), (Step((waiting,), NOT_OBSERVED, NOT_OBSERVED),), None, NOT_OBSERVED)
    whole = Observation(None, (ran, ran))

    def told_of(field: str, expected: object, seen: object) -> str:
        said = said_of(("steps", 0, "tasks", 0, field), expected, seen, whole)
        return said.removeprefix("turn 2, super-step 1 ")

    assert told_of("end", "ok", "paused") == "ended task a with the question 'q', where a result was expected"
    earlier = "the result of an earlier run"
    assert told_of("end", "paused", "kept") == f"ended task a with {earlier}, where a question was expected"
    assert told_of("end", "kept", "ok") == f"ended task a with a result, where {earlier} was expected"
    assert told_of("question", ("p",), ("q",)) == "let task a wait at 'q' instead of 'p'"
    assert told_of("answers", (1, "x"), (1,)) == "answered task a with 1 instead of 1 and 'x'"


def test_a_paused_thread_is_shown() -> None:
    """Of an observation made by hand: the question, what had finished, the answers, and what the thread shows."""
    log = Map((("log", ("b",)),))
    first = Ran(
        Map(),
        (),
        (Step((pausing("paused", question=("q",)), finished("ok")), NOT_OBSERVED, NOT_OBSERVED),),
        None,
        log,
        Snapshot(log, ("a",), (("a", "q"),)),
        (FIRST, Saved("loop", 0, 0, Map(), ("a", "b"))),
    )
    second = Ran(
        Map(),
        (),
        (Step((pausing("ok", answers=("yes",), writes=(("x", 1),)), finished("kept")), log, ()),),
        None,
        log,
        REFUSED,
        (*first.history, Saved("loop", 1, 1, log, ())) if isinstance(first.history, tuple) else (),
    )
    seen = Observation(None, (first, second))
    assert [line.text for block in blocks(THREAD, seen) for line in block.lines] == [
        "the input changes nothing",
        "ran a and b",
        "a waits at 'q'",
        "b wrote log: ['b']",
        "get_state shows log + ['b']",
        "get_state shows next: a",
        "get_state shows a waiting at 'q'",
        "checkpoint 1: input, step -1, next: __start__",
        "checkpoint 2: loop, step 0, after checkpoint 1, next: a and b",
        "the thread goes on",
        "ran a",
        "a was answered 'yes'",
        "a wrote x: 1",
        "b had finished before, not run again",
        "b had written log: ['b']",
        "next: nothing",
        f"get_state raised {REFUSED.type} ({REFUSED.code})",
        "checkpoint 3: loop, step 1, after checkpoint 2, next: nothing",
    ]
    asked: Path = ("actions", 1, "history", 1, "values")
    last = blocks(THREAD, seen, asked)[-1].lines
    assert [line.text for line in last if line.path == asked] == ["checkpoint 2 holds {}"]


def pausing(end: Literal["ok", "paused"], **more: Any) -> Task:
    return Task("a", "pull", Map(), end, more.pop("writes", NOT_OBSERVED), **more)


def finished(end: Literal["ok", "kept"]) -> Task:
    return Task("b", "pull", Map(), end, (("log", ("b",)),))
