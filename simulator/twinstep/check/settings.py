"""What a check is asked to do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from twinstep.ledger import Ledger
from twinstep_model.cases import Case


@dataclass(frozen=True, slots=True)
class Target:
    """A case that was given by hand, with the file it stands in."""

    path: Path
    case: Case


@dataclass(frozen=True, slots=True)
class Settings:
    """What to check, how much of it, and where to put what is found.

    ``topologies``: names of `sources.TOPOLOGIES`, each with ``examples`` generated cases (None: as many as the budget
    allows). ``targets``: check these cases instead. ``budget``: seconds for running cases, or None. ``jobs``: workers.
    ``timeout``: seconds a worker may take for a case. ``out``: the folder for what is found. ``ledgers``: what is known
    already. ``strict``: whether ledger entries that no longer hold count as a failure.
    """

    topologies: tuple[str, ...]
    out: Path
    examples: int | None = 300
    budget: float | None = None
    seed: int = 1
    jobs: int = 1
    timeout: float = 20.0
    ledgers: tuple[Ledger, ...] = ()
    targets: tuple[Target, ...] = ()
    strict: bool = False
