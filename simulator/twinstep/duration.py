"""Times on the command line."""

from __future__ import annotations

import re

import click

_LONGEST = 1000 * 3600.0
_UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}


def duration(text: str) -> float:
    """Seconds: 90, 90s, 2m, 1.5h, a thousand hours at most. The type of an option."""
    found = re.fullmatch(r"(\d{1,9}(?:\.\d+)?)\s*([smh]?)", str(text).strip())
    seconds = float(found[1]) * _UNITS[found[2]] if found is not None else 0.0
    if not 0 < seconds <= _LONGEST:
        raise click.BadParameter(f"{text!r} is not a duration like 60s, 2m or 1h, of 1000h at most")
    return seconds
