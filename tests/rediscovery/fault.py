"""What a seeded fault is, and how it is put into the library of the running process.

A fault is an edit of the library's own source, small enough to slip through a review. The functions it touches are
compiled anew and their code objects exchanged: whoever already imported a function, or holds a bound method, runs the
faulty code. Nothing is written to disk. Objects that were built before keep what they were built with, so a fault is
applied first thing in a process of its own, and stays.
"""

from __future__ import annotations

import ast
import difflib
import importlib
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Literal


@dataclass(frozen=True, slots=True)
class Edit:
    """One passage of one function's source. ``at``: ``module:qualified.name``; ``was`` occurs there exactly once."""

    at: str
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A change of the library that bends one rule.

    ``group``: which generated cases show it. ``what``: what the library then does. ``otherwise``: how that differs
    from the rule's own alternative, or "" where it is the alternative.
    """

    name: str
    rule: str
    group: Literal["graph", "react", "supervisor", "swarm"]
    what: str
    otherwise: str
    edits: tuple[Edit, ...]


class Outdated(Exception):
    """The installed release does not have the passage that a fault edits."""


def apply(fault: Fault) -> None:
    """Put the fault into this process. Raises Outdated."""
    for at, source in edited(fault).items():
        function = _function(at)
        function.__code__ = _compiled(function, source)


def edited(fault: Fault) -> dict[str, str]:
    """The sources, after the fault, of the functions it edits. Raises Outdated."""
    sources: dict[str, str] = {}
    for edit in fault.edits:
        source = sources.get(edit.at) or _source(_function(edit.at))
        if source.count(edit.was) != 1:
            raise Outdated(f"{edit.at} has {source.count(edit.was)} times what is to be edited once:\n{edit.was}")
        sources[edit.at] = source.replace(edit.was, edit.now)
    return sources


def changed_lines(fault: Fault) -> int:
    """How many lines the fault removes and adds, both counted."""
    return sum(
        line.startswith(("+ ", "- "))
        for at, source in edited(fault).items()
        for line in difflib.ndiff(_source(_function(at)).splitlines(), source.splitlines())
    )


def _function(at: str) -> FunctionType:
    """The function of this address, out of the decorators around it."""
    module, _, name = at.partition(":")
    found: object = importlib.import_module(module)
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    found = inspect.unwrap(getattr(found, "__func__", found))  # type: ignore[arg-type]  # found by its name: any object
    for inner in inspect.getclosurevars(found).nonlocals.values():  # a decorator that does not tell what it wraps
        if isinstance(inner, FunctionType) and inner.__name__ == name.split(".")[-1]:
            found = inner
    assert isinstance(found, FunctionType)
    return found


def _source(function: FunctionType) -> str:
    return textwrap.dedent(inspect.getsource(function))


def _compiled(function: FunctionType, source: str) -> CodeType:
    """The code of the function with another source. Its defaults and decorators stay those of the old one."""
    old = function.__code__
    tree = ast.increment_lineno(ast.parse(source), old.co_firstlineno - 1)
    whole = compile(tree, old.co_filename, "exec", dont_inherit=True)
    (code,) = (code for code in _codes(whole) if code.co_name == old.co_name)
    if code.co_freevars != old.co_freevars:
        raise Outdated(f"{function.__qualname__} now refers to names around it")
    return code


def _codes(code: CodeType) -> Iterator[CodeType]:
    return (inner for inner in code.co_consts if isinstance(inner, CodeType))
