"""The rules as a table: what each says and rests on, and what the last check made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from twinstep_model.deviations import DEVIATIONS
from twinstep_model.rules import RULES, Basis, Docstring, Invariant, Page, Release, Rule

from .check.summary import RuleCount


@dataclass(frozen=True, slots=True)
class Row:
    """One rule. ``deviation``: the name of the one that some release has, or "". ``hidden``: why no case can show it,
    or "". ``count``: None before any check, and for a rule that no case can show."""

    rule: str
    basis: Basis
    source: str
    sentence: str
    alternative: str
    deviation: str
    hidden: str
    count: RuleCount | None


def rows(group: str = "", counts: Mapping[str, RuleCount] | None = None) -> list[Row]:
    """The rules whose id starts with this group (all for ""), in the order of the groups."""
    return [
        Row(
            rule.id,
            rule.basis,
            source_of(rule),
            rule.sentence,
            rule.alternative,
            DEVIATIONS[rule.id].name if rule.id in DEVIATIONS else "",
            rule.hidden,
            None if counts is None or rule.hidden else counts.get(rule.id, RuleCount()),
        )
        for rule in RULES.values()
        if rule.id.split("-")[0].startswith(group.upper())
    ]


def groups() -> list[str]:
    """The groups of rules there are."""
    return list(dict.fromkeys(rule.split("-")[0] for rule in RULES))


def source_of(rule: Rule) -> str:
    """What the rule rests on, so that it can be looked up."""
    match rule.source:
        case Docstring(object_):
            return f"docstring of {object_}"
        case Page(address, anchor):
            return f"{address}#{anchor}" if anchor else address
        case Invariant(id_):
            return id_
        case Release(version):
            return f"langgraph {version}"
