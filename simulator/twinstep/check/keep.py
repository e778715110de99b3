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


def keep_new(out: Path, case: Case, signature: str, about: Mapping[str, Any]) -> str:
    """Writes a counterexample; returns its path."""
    return _keep(out / NEW / f"{slug(signature)}-{case_id(case)}.json", case, about)


def keep_known(out: Path, case: Case, signature: str, about: Mapping[str, Any]) -> str:
    """Writes the example of a known divergence, in place of that of an earlier check; returns its path."""
    return _keep(out / KNOWN / f"{slug(signature)}.json", case, about)


def keep_unjudged(out: Path, case: Case, verdict: str, about: Mapping[str, Any]) -> str:
    """Writes a case that got no verdict; returns its path."""
    folder = UNDETERMINED if verdict == "UNDETERMINED" else ERRORS
    return _keep(out / folder / f"{case_id(case)}.json", case, about)


def slug(signature: str) -> str:
    """The signature as a part of a file name."""
    return re.sub(r"[^a-z0-9]+", "-", signature.lower()).strip("-")[:80] or "divergence"


def _keep(path: Path, case: Case, about: Mapping[str, Any]) -> str:
    write_case(path, case, about)
    return str(path)
