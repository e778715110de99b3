"""Writes the pages that are generated from the code: `python -m tests.docs.write`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from . import claims, deviations, rules

FOLDER = Path(__file__).resolve().parents[2] / "docs"
PAGES: Mapping[str, Callable[[], str]] = {
    "rules.md": rules.page,
    "deviations.md": deviations.page,
    "claims.md": claims.page,
}


def main() -> None:
    """Write every page."""
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
