"""What an entry of the corpus is: a public report or claim, and the cases that do what it tells of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from twinstep.files import read_case
from twinstep_model.cases import Case

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Ran:
    """One case, and what it does on the reference release.

    ``file``: its name in `cases`, without ``.json``. ``shows``: what to look at, as in `tests.rules.look`; ``seen``:
    what is there, joined by ``or`` where a race decides: then all that may be. ``deviations``: the names of those that
    the case shows, in every run or, where a race decides, in some; () where the release does what is documented.
    """

    file: str
    shows: str
    seen: str
    deviations: tuple[str, ...] = ()

    @cached_property
    def case(self) -> Case:
        """The case in the file."""
        return read_case(CASES / f"{self.file}.json")


@dataclass(frozen=True)
class Report:
    """A public report. Either ``ran`` has its cases, or ``not_yet`` says what is missing to write them.

    ``threads``: where it stands, as owner/repository#number. ``symptom``: what was reported; ``outcome``: what is true
    on the reference release. Both are one sentence of our own.
    """

    id: str
    threads: tuple[str, ...]
    symptom: str
    outcome: str = ""
    ran: tuple[Ran, ...] = ()
    not_yet: str = ""


Column = Literal["L", "A", "P", "B", "O"]
"""A combination of releases that claims were tried on, as in `releases`."""


@dataclass(frozen=True)
class Claim:
    """A published claim, or a row of a table that goes with one.

    ``claim``: what was claimed, and ``outcome``: what is true on the reference release, both in words of our own.
    Exactly one of these says how it is shown: ``ran`` and ``see`` have its cases, its own and the names of those of
    other entries; ``not_yet`` says what is missing to write them; ``no_case`` why there can be none. ``holds``: whether
    the claim is true, where it has cases. ``elsewhere``: what was seen on each combination that it was tried on, in a
    word or two.
    """

    id: str
    claim: str
    outcome: str = ""
    holds: Literal["", "yes", "partly", "no"] = ""
    ran: tuple[Ran, ...] = ()
    see: tuple[str, ...] = ()
    elsewhere: Mapping[Column, str] = field(default_factory=dict)
    not_yet: str = ""
    no_case: str = ""

    def files(self) -> Iterator[str]:
        """The names of all its cases."""
        yield from (ran.file for ran in self.ran)
        yield from self.see
