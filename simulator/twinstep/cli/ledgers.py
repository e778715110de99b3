"""Which ledgers a command uses."""

from __future__ import annotations

import os
from pathlib import Path

from twinstep.ledger import Ledger

OWN = Path("twinstep-ledger.json")
"""The user's own ledger, where none is named: it is found in the folder that a command is run in."""


def ledgers(named: str | None, none: bool) -> tuple[Ledger, ...]:
    """The user's ledger, if there is one, and the one that comes with twinstep. Raises BadInput."""
    if none:
        return ()
    own = Path(named) if named is not None else OWN
    mine = (Ledger.read(own),) if named is not None or os.path.lexists(own) else ()
    return (*mine, Ledger.default())
