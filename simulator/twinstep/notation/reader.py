"""Reading a line token by token; every error names the column and what was expected there."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from twinstep_model.cases import END, START
from twinstep_model.codec import FormatError, decode

T = TypeVar("T")

# Bare words with a meaning where a name may stand too; names that read like them are quoted.
ACTIONS = ("invoke", "say", "continue", "resume", "answer")
SECTIONS = frozenset({"private", "inputs", "outputs", "nodes", "edges", "with", "run", *ACTIONS})
RESERVED = SECTIONS | {"START", "END", "none", "raise"}

_SPACE = re.compile(r" *")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMBER = re.compile(r"-?[0-9]+")
_ESCAPE = r"\\(?:[\\'nrt]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})"
_TEXT = re.compile(rf"'(?:[^'\\]|{_ESCAPE})*'|\"(?:[^\"\\]|{_ESCAPE})*\"")
_MARK = re.compile(r"->|[|:;,=@?~/>!(){}\[\]]")
_TOKEN = re.compile("|".join(kind.pattern for kind in (_WORD, _NUMBER, _TEXT, _MARK)))


def show_name(name: str) -> str:
    """A name as a bare word where it can be one, else as a text."""
    if name in (START, END):
        return "START" if name == START else "END"
    return name if _WORD.fullmatch(name) and name not in RESERVED else repr(name)


class Reader:
    """A place in a line. ``at`` looks, ``next`` takes what may be there, ``take`` what must be there."""

    def __init__(self, line: str) -> None:
        self._line = line
        self._place = 0
        self._token = ""
        self._go(0)

    def at(self, *tokens: str) -> bool:
        return self._token in tokens

    def at_number(self) -> bool:
        return bool(_NUMBER.fullmatch(self._token))

    def at_text(self) -> bool:
        return self._token[:1] in ("'", '"')

    def at_name(self) -> bool:
        return self.at_text() or bool(_WORD.fullmatch(self._token))

    def next(self, token: str) -> bool:
        found = self._token == token
        if found:
            self._advance()
        return found

    def take(self, token: str) -> None:
        if not self.next(token):
            self.fail(repr(token))

    def one_of(self, *words: str) -> str:
        if self._token not in words:
            self.fail(" or ".join(words))
        return self._advance()

    def name(self, what: str = "a name") -> str:
        if self.at("START", "END"):
            return START if self._advance() == "START" else END
        if self.at_text():
            return self.text()
        if not _WORD.fullmatch(self._token):
            self.fail(what)
        return self._advance()

    def text(self) -> str:
        if not self.at_text():
            self.fail("a text in quotes")
        try:
            value = ast.literal_eval(self._token)
        except (ValueError, SyntaxError):
            self.fail("a text that Python can read")
        self._advance()
        return str(value)

    def number(self) -> int:
        if not self.at_number():
            self.fail("a whole number")
        return int(self._advance())

    def list(self, opening: str, item: Callable[[], T], closing: str, between: str = ",") -> tuple[T, ...]:
        """``opening item between item ... closing``, perhaps without items."""
        self.take(opening)
        items: list[T] = []
        while not self.next(closing):
            if items:
                if not self.at(between):
                    self.fail(f"{between!r} or {closing!r}")
                self._advance()
            items.append(item())
        return tuple(items)

    def inline(self, hint: Any) -> Any:
        """``!`` and the JSON of a value of this type."""
        if not self.at("!"):
            self.fail("'!'")
        try:
            data, end = json.JSONDecoder().raw_decode(self._line, self._place + 1)
        except ValueError:
            self.fail("'!' followed by JSON")
        value = decode(hint, data, self._column())
        self._go(end)
        return value

    def end(self) -> None:
        if self._token:
            self.fail("'|' or the end of the line")

    def fail(self, expected: str) -> NoReturn:
        found = self._token or self._line[self._place : self._place + 1]
        shown = found if len(found) <= 30 else found[:27] + "..."
        raise FormatError(self._column(), f"expected {expected}, not {shown!r}" if found else f"expected {expected}")

    def _column(self) -> str:
        return f"column {self._place + 1}"

    def _advance(self) -> str:
        token = self._token
        self._go(self._place + len(token))
        return token

    def _go(self, place: int) -> None:
        space = _SPACE.match(self._line, place)
        self._place = space.end() if space else place
        found = _TOKEN.match(self._line, self._place)
        self._token = found[0] if found else ""
        if not found and self._place < len(self._line):
            self.fail("a name, text, number or mark")
