"""What a rule is, and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Union

Basis = Literal["documented", "invariant", "observed"]


@dataclass(frozen=True, slots=True)
class Docstring:
    """A passage of a docstring that ships with the library.

    ``object`` is ``module:qualified.name``. ``opens`` are the words the passage begins with, and ``digest`` is the
    first 16 hex digits of the SHA-256 of its text with all whitespace collapsed: a promise that was reworded has
    another digest, one that was only wrapped anew has the same.
    """

    object: str
    opens: str
    digest: str


@dataclass(frozen=True, slots=True)
class Page:
    """A section of a documentation page. ``read`` is the day it was read (ISO), or ``""`` where that is unknown."""

    address: str
    anchor: str
    read: str


@dataclass(frozen=True, slots=True)
class Invariant:
    """A sentence that no page states but that a user may rightly expect."""

    id: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Release:
    """A release of langgraph whose behaviour was observed."""

    version: str


Source = Union[Docstring, Page, Invariant, Release]


@dataclass(frozen=True, slots=True)
class Rule:
    """One yes-or-no question of the semantics.

    The rule holds as its ``sentence`` says, or else its one ``alternative`` holds. ``choice``: the rule or its
    alternative leaves something open that no program can decide, so that the model has to choose. ``hidden``: why no
    case can show the rule; "" for all that a case can show.
    """

    id: str
    sentence: str
    source: Source
    alternative: str
    choice: bool = False
    hidden: str = ""

    @property
    def basis(self) -> Basis:
        """What kind of thing the rule rests on."""
        if isinstance(self.source, Invariant):
            return "invariant"
        return "observed" if isinstance(self.source, Release) else "documented"
