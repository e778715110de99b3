"""What a deviation is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Deviation:
    """The alternative of a rule that some release has, under a name of its own.

    ``kind``: a *broken promise* where the rule is documented, a *surprise* where it is an invariant. ``what``: what
    happens instead; ``why``: what makes it happen; ``advice``: what a user can do.
    """

    name: str
    rule: str
    kind: Literal["broken promise", "surprise"]
    since: str
    what: str
    why: str
    advice: str


OLD = "1.2.24 or older"
"""Since when, of what the oldest release that was looked at already did."""
