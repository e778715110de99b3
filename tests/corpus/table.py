"""The corpus: public reports and claims, each as cases with their true outcome, or with what is missing."""

from .agents import AGENTS
from .claims import CLAIMS
from .claims_errors import CLAIMS_ERRORS
from .claims_later import CLAIMS_LATER
from .graphs import GRAPHS
from .kinds import Claim, Ran, Report
from .later import LATER
from .races import RACES

REPORTS = GRAPHS + AGENTS + LATER
PUBLISHED = tuple(sorted(CLAIMS + CLAIMS_ERRORS + CLAIMS_LATER, key=lambda claim: claim.id))
ENTRIES: tuple[Report | Claim, ...] = (*REPORTS, *PUBLISHED, *RACES)
RUNS: dict[str, Ran] = {ran.file: ran for entry in ENTRIES for ran in entry.ran}

COLLECTED = frozenset(
    f"R{number:02d}"
    for number in (
        *(1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 18, 21, 24, 26, 28, 29, 32, 34, 36, 38, 40, 42, 46, 47, 48, 49, 50),
        *(54, 56, 57, 58, 60, 62, 64, 66, 68, 70, 72, 73, 74, 76, 78, 80, 82, 84),
    )
)
"""The ids of all reports that were collected, whether a case can express them or not."""

CLAIMED = frozenset(f"A-{number:02d}" for number in range(1, 43))
"""The ids of all claims that were collected, whether a case can express them or not."""
RACED = frozenset(f"P-{number:02d}" for number in range(1, 22))
"""The ids of all rows of the tables that go with them."""
