"""What an entry of the corpus is: a public report, and the cases that do what it tells of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from twinstep.files import read_case
from twinstep_model.cases import Case

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Ran:
    """One case, and what it does on the reference release.

    ``file``: its name in `cases`, without ``.json``. ``shows``: what to look at, as in `tests.rules.look`; ``seen``:
    what is there, joined by ``or`` where a race decides. ``deviations``: the names of those that the case shows, ()
    where the release does what is documented; one that comes of a race is not shown in every run.
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
