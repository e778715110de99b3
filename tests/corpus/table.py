"""The corpus: public reports of odd behaviour, each as cases with their true outcome, or with what is missing."""

from .agents import AGENTS
from .graphs import GRAPHS
from .later import LATER

REPORTS = GRAPHS + AGENTS + LATER

COLLECTED = frozenset(
    f"R{number:02d}"
    for number in (
        *(1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 18, 21, 24, 26, 28, 29, 32, 34, 36, 38, 40, 42, 46, 47, 48, 49, 50),
        *(54, 56, 57, 58, 60, 62, 64, 66, 68, 70, 72, 73, 74, 76, 78, 80, 82, 84),
    )
)
"""The ids of all reports that were collected, whether a case can express them or not."""
