"""The releases that claims were tried on elsewhere, and short ways to say what was seen there.

What is in these columns was observed there. It is not run here: here runs the installed release.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from .kinds import Column

RELEASES: Mapping[Column, str] = {
    "L": "langgraph 1.2.24, langgraph-prebuilt 1.1.3, langgraph-supervisor 0.0.31, langgraph-swarm 0.1.0",
    "A": "langgraph 1.2.18, langgraph-prebuilt 1.1.3, langgraph-supervisor 0.0.31, langgraph-swarm 0.1.0",
    "P": "langgraph 1.2.18, langgraph-prebuilt 1.1.1, langgraph-supervisor 0.0.31, langgraph-swarm 0.1.0",
    "B": "langgraph 1.2.11, the others as in A",
    "O": "langgraph 0.6.11, langgraph-prebuilt 0.6.5, langgraph-supervisor 0.0.29, langgraph-swarm 0.0.15",
}
SAME = "same"


def same(columns: str = "LABO", **others: str) -> dict[Column, str]:
    """On these columns the same as here; ``others``: what was seen instead on each of these."""
    known: tuple[Column, ...] = get_args(Column)
    return {column: others.get(column, SAME) for column in known if column in columns or column in others}


def counted(**counts: str) -> dict[Column, str]:
    """What was counted on these columns."""
    return same("", **counts)
