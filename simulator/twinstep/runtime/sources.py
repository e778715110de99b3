"""Reads the promises of the installed libraries: the docstring passages that rules rest on."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import re
from collections.abc import Iterable

from twinstep_model.rules import Docstring


def digest(source: Docstring) -> str:
    """The digest of a passage as the installed release has it.

    Raises LookupError when the object, its docstring or the passage does not exist.
    """
    text = " ".join(_passage(_docstring(source.object).splitlines(), source).split())
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def stale(sources: Iterable[Docstring]) -> tuple[Docstring, ...]:
    """The sources whose passage was reworded or is gone in the installed release."""
    return tuple(source for source in sources if not _unchanged(source))


def _unchanged(source: Docstring) -> bool:
    try:
        return digest(source) == source.digest
    except LookupError:
        return False


def _docstring(name: str) -> str:
    module, _, path = name.partition(":")
    try:
        found: object = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as missing:
        raise LookupError(f"{name} does not exist") from missing
    text = inspect.getdoc(found)
    if not text:
        raise LookupError(f"{name} has no docstring")
    return text


def _passage(lines: list[str], source: Docstring) -> str:
    """The lines from the one that opens the passage to its end: an empty line, or one that is indented less.

    A passage that opens like the entry of a list (``- text`` or ``name: text``) also ends before the next entry.
    """
    start = next((n for n, line in enumerate(lines) if line.lstrip().startswith(source.opens)), None)
    if start is None:
        raise LookupError(f"{source.object} has no passage that begins with {source.opens!r}")
    entry = re.match(r"- |\w+: ", lines[start].lstrip())
    least = _depth(lines[start]) + (1 if entry else 0)
    rest = lines[start + 1 :]
    end = next((n for n, line in enumerate(rest) if not line.strip() or _depth(line) < least), len(rest))
    return "\n".join([lines[start], *rest[:end]])


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
