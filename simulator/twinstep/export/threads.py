"""Threads in exported programs: what takes one up again, and what it then shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from twinstep_model.cases import Action, Answers, Case, Continue, Invoke, Outcome, Resume

from .literals import literal, returned
from .source import Source, block

_NOBODY = "f" * 32
"""An id that no question has."""


@dataclass(frozen=True, slots=True)
class Threads:
    """What a program does with its threads. ``asks``: some node asks. ``again``: some thread is taken up again.
    ``answers``: some answers are for the questions with their numbers. ``shown``: what a thread shows is printed."""

    asks: bool
    again: bool
    answers: bool
    shown: bool


def threads(case: Case, parts: Sequence[Any]) -> Threads:
    """``parts``: all parts of the case. Without a saver there are no threads."""
    saver = case.schedule.saver
    return Threads(
        asks=any(isinstance(part, Outcome) and part.asks for part in parts),
        again=saver and any(not isinstance(action, Invoke) for action in case.actions),
        answers=saver and any(isinstance(action, Answers) for action in case.actions),
        shown=saver and case.schedule.history,
    )


def given(source: Source, action: Action, saver: bool) -> tuple[str, str]:
    """The value that an action calls `run` with, and its further arguments."""
    if isinstance(action, Invoke):
        return returned(source, action.input), ""
    if isinstance(action, Continue):
        return "None", ""
    if isinstance(action, Resume):
        return f"{source.use('langgraph.types', 'Command')}(resume={literal(source, action.answer)})", ""
    answers = {number: literal(source, answer) for number, answer in action.answers}
    if saver:
        source.use("langgraph.types", "Command")
        return "None", f", answers={{{', '.join(f'{number}: {answer}' for number, answer in answers.items())}}}"
    unknown = [f"{_NOBODY!r}: {answer}" for answer in list(answers.values())[-1:]]
    return f"{source.use('langgraph.types', 'Command')}(resume={{{', '.join(unknown)}}})", ""


def look_function(is_async: bool) -> str:
    """``look(config)``: what the thread shows, or None where the library refuses to show it."""
    word, name = ("await ", "aget_state") if is_async else ("", "get_state")
    return f"{'async ' if is_async else ''}def look(config):\n" + block(
        "try:",
        f"    return {word}graph.{name}(config)",
        "except Exception as error:",
        "    print('  get_state raised', type(error).__name__, repr(str(error).partition('\\n')[0]))",
        "    return None",
    )


def addressed(is_async: bool) -> list[str]:
    """The statements that make an input of the answers, in which each has the id of its question."""
    return [
        "if answers is not None:  # by the numbers of the questions among those that the thread waits for",
        f"    state = {'await ' if is_async else ''}look(config)",
        "    ids = [one.id for one in state.interrupts] if state else []",
        f"    ids = {{number: ids[number] if number < len(ids) else {_NOBODY!r} for number in answers}}",
        "    value = Command(resume={ids[number]: answer for number, answer in answers.items()})",
    ]


def show(is_async: bool, state_values: str, questions: str, saved_values: str) -> list[str]:
    """The statements that print what the thread shows; the expressions say how values are printed."""
    word, name = ("await ", "aget_state_history") if is_async else ("", "get_state_history")
    history = f"[saved {'async ' if is_async else ''}for saved in graph.{name}(config)]"
    return [
        f"state = {word}look(config)",
        "if state is not None:",
        f"    print('  get_state', {state_values}, 'next', list(state.next), 'waits', {questions})",
        f"for saved in reversed({history}):",
        "    source, step = saved.metadata['source'], saved.metadata['step']",
        f"    print('  saved', source, step, {saved_values}, 'next', list(saved.next))",
    ]
