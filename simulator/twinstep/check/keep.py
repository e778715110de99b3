"""What a check leaves on disk: a case file for everything it found."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from twinstep.files import BadInput, case_id, write_case, write_text
from twinstep_model.cases import Case

NEW = "counterexamples"
KNOWN = "known"
UNDETERMINED = "undetermined"
ERRORS = "errors"
LAST = "check.json"
"""The report of the last check, in its folder."""


def prepare(out: Path) -> None:
    """Makes the folder for what will be found; version control is told to leave it alone. Raises BadInput."""
    if not os.path.exists(out):  # Path.exists raises where it may not look
        write_text(out / ".gitignore", "*\n")
    if not os.path.isdir(out):
        raise BadInput(out, "is not a folder; name another one with --out")
    if not os.access(out, os.W_OK | os.X_OK):
        raise BadInput(out, "cannot be written to; name another folder with --out")
    for name in (NEW, KNOWN, UNDETERMINED, ERRORS):
        if os.path.exists(out / name) and not os.path.isdir(out / name):
            raise BadInput(out / name, "is not a folder; remove it, or name another folder with --out")
    if os.path.isdir(out / LAST):
        raise BadInput(out / LAST, "is a folder; remove it, or name another folder with --out")


class Keeper:
    """Writes case files to the folder of a check. A full disk does not end the check: what cannot be written is still
    reported, and ``problems`` says why it is in no file."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self.problems: list[str] = []

    def new(self, case: Case, signature: str, about: Mapping[str, Any]) -> str:
        """Writes a counterexample; returns its path, "" where that fails."""
        return self._keep(self._out / NEW / f"{slug(signature)}-{case_id(case)}.json", case, about)

    def known(self, case: Case, signature: str, about: Mapping[str, Any]) -> str:
        """Writes the example of a known divergence, in place of that of an earlier check; returns its path, or ""."""
        return self._keep(self._out / KNOWN / f"{slug(signature)}.json", case, about)

    def unjudged(self, case: Case, verdict: str, about: Mapping[str, Any]) -> str:
        """Writes a case that got no verdict; returns its path, or ""."""
        folder = UNDETERMINED if verdict == "UNDETERMINED" else ERRORS
        return self._keep(self._out / folder / f"{case_id(case)}.json", case, about)

    def _keep(self, path: Path, case: Case, about: Mapping[str, Any]) -> str:
        try:
            write_case(path, case, about)
        except BadInput as problem:
            self.problems.append(str(problem))
            return ""
        return str(path)


def slug(signature: str) -> str:
    """The signature as a part of a file name."""
    return re.sub(r"[^a-z0-9]+", "-", signature.lower()).strip("-")[:80] or "divergence"
