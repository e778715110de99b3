"""The page of rules."""

from __future__ import annotations

from collections.abc import Iterator

from tests.rules.table import NOT_SHOWN
from twinstep.rulebook import groups
from twinstep_model.deviations import DEVIATIONS
from twinstep_model.rules import INVARIANTS, RULES, Docstring, Invariant, Page, Rule

from .groups import GROUPS

_HEAD = """# Rules

Every rule of the specification is one yes-or-no question. It holds as its sentence says, or its one *alternative* holds
instead. What a rule rests on is its *basis*: **documented** (a page, or a docstring that ships with the library; the
words that open the passage are given), an **invariant** (no page says it, but a user may rightly expect it), or
**observed** (neither: the reference release does it, and a change would break programs). Where a release does not do
what a rule says it has a *deviation*; [deviations](deviations.md) tells what to do about each.

This page is written by `python -m tests.docs.write` from the code. `twinstep rules` shows the same, with how often each
rule was asked and decided something in your last check.
"""


def page() -> str:
    """The whole page, in Markdown."""
    parts = [_HEAD, *(_group(group) for group in groups()), _invariants(), _not_shown()]
    return "\n".join(parts) + "\n"


def _group(group: str) -> str:
    title, introduction = GROUPS[group]
    rules = [rule for rule in RULES.values() if rule.id.startswith(f"{group}-")]
    return "\n".join([f"## {group}: {title}\n", f"{introduction}\n", *map(_rule, rules)])


def _rule(rule: Rule) -> str:
    return "\n".join([f"### {rule.id}\n", f"{rule.sentence}.\n", *_facts(rule), ""])


def _facts(rule: Rule) -> Iterator[str]:
    yield f"- Basis: {rule.basis}, {_source(rule)}"
    yield f"- Alternative: {rule.alternative}."
    if rule.choice:
        yield "- Leaves open what happens: runs of one case may differ, and each has to be one that is allowed."
    if rule.id in DEVIATIONS:
        deviation = DEVIATIONS[rule.id]
        yield f"- Deviation: [{deviation.name}](deviations.md#{deviation.name}), langgraph {deviation.since}"


def _source(rule: Rule) -> str:
    match rule.source:
        case Docstring(place, opens):
            return f'docstring of `{place}`, "{opens} ..."'
        case Page(address, anchor, read):
            link = f"{address}#{anchor}" if anchor else address
            return f"<{link}>{f', read on {read}' if read else ''}"
        case Invariant(name):
            return f"[{name}](#invariants)"
        case release:
            return f"on langgraph {release.version}"


def _invariants() -> str:
    used = {rule.source.id for rule in RULES.values() if isinstance(rule.source, Invariant)}
    lines = [f"- {name}: {invariant.sentence}." for name, invariant in INVARIANTS.items() if name in used]
    return "\n".join(["## Invariants\n", "What no page states, and a user may rightly expect.\n", *lines, ""])


def _not_shown() -> str:
    lines = [f"- [{rule}](#{rule.lower()}): {why}." for rule, why in sorted(NOT_SHOWN.items())]
    return "\n".join(["## What no case can show yet\n", *lines, ""]) if lines else ""
