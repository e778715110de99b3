"""The generated pages are what the code generates, and say something of every rule and deviation."""

from __future__ import annotations

import pytest

from twinstep.rulebook import groups
from twinstep_model.deviations import BY_NAME
from twinstep_model.rules import RULES

from .groups import GROUPS
from .write import FOLDER, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_committed_page(name: str) -> None:
    committed = (FOLDER / name).read_text(encoding="utf-8")
    assert committed == PAGES[name](), f"docs/{name} is not what the code generates: python -m tests.docs.write"


def test_groups() -> None:
    assert set(GROUPS) == set(groups())


def test_rules() -> None:
    lines = PAGES["rules.md"]().splitlines()
    assert [line for line in lines if line.startswith("### ")] == [
        f"### {rule}" for group in groups() for rule in RULES if rule.startswith(f"{group}-")
    ]


def test_deviations() -> None:
    lines = PAGES["deviations.md"]().splitlines()
    assert {line.removeprefix("## ") for line in lines if line.startswith("## ")} == set(BY_NAME)
