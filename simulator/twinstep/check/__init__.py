"""`twinstep check`: run many cases on both sides, and tell what differs, what of it is new, and which rules mattered.

`run(settings, emit)` does everything and prints nothing: what happens is told to ``emit`` as events (see `events`), and
every writer of reports is a consumer of those.
"""

from .engine import run
from .settings import Settings

__all__ = ["Settings", "run"]
