"""The page of claims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from tests.corpus.kinds import Claim, Column
from tests.corpus.races import RACES
from tests.corpus.releases import RELEASES, SAME
from tests.corpus.table import PUBLISHED, RUNS
from twinstep.notation import show

_COLUMNS: tuple[Column, ...] = get_args(Column)
_OWN = frozenset(ran.file for claim in (*PUBLISHED, *RACES) for ran in claim.ran)
_HEAD = f"""# Claims

What was published about supervisors and swarms, and what is true of it on the reference release. Each claim is in our
own words. What a case shows is run by `tests/corpus`, in the specification and in the real library; the case is in the
notation of one line (`twinstep.notation`), its file in `tests/corpus/cases` can be replayed (`twinstep replay FILE`).
Behind => is what the case shows, of its last action: *ran*, the nodes of each super-step, @ after one that a Send
started; *said*, the messages of the result; *heard*, those that a node was given; the others as in an observation.
Where a race decides there is a line for each thing that may happen.

The columns say what was observed of the same programs on other releases. It was observed there and is not run here:
*{SAME}* stands for what is said of the reference release, - for a combination that was not tried.
"""
_RACES = """## Which agent survives

Rows of two tables that go with A-13, A-14 and A-18: a reply with several handoffs, or a handoff and something else. The
counts are of 50 or 60 runs, synchronous and asynchronous; that a count is even or uneven promises nothing.
"""
_LATER = """## Without a case

| id | claim | why |
| --- | --- | --- |"""


def page() -> str:
    """The whole page, in Markdown."""
    releases = [f"- **{column}**: {RELEASES[column]}" for column in _COLUMNS]
    lines = [_HEAD, *releases, "", "## Claims with a case", *_told(PUBLISHED), "", _RACES, *_told(RACES), "", _LATER]
    return "\n".join([*lines, *_without(PUBLISHED), *_without(RACES), ""])


def _told(claims: Sequence[Claim]) -> Iterator[str]:
    """The claims that have cases: a table of the releases, then each with its cases."""
    kept = [claim for claim in claims if claim.outcome]
    yield f"\n| id | true | {' | '.join(_COLUMNS)} |"
    yield f"| --- | --- |{' --- |' * len(_COLUMNS)}"
    for claim in kept:
        cells = [claim.elsewhere.get(column, "-") for column in _COLUMNS]
        yield f"| {claim.id} | {claim.holds} | {' | '.join(cells)} |"
    for claim in kept:
        yield f"\n### {claim.id}\n\nClaimed: {claim.claim}.\n\nTrue: {claim.outcome}.\n"
        yield from (_case(ran.file) for ran in claim.ran)
        yield from (_seen(file) for file in claim.see)


def _seen(file: str) -> str:
    """A case of another entry: its name, where that entry is on this page too."""
    return f"- `{file}`, on this page." if file in _OWN else _case(file)


def _case(file: str) -> str:
    ran = RUNS[file]
    deviations = ", ".join(f"[{name}](deviations.md#{name})" for name in ran.deviations)
    shows = ", ".join(f"*{field}*" for field in ran.shows.split(", "))
    known = f"\n  Known as {deviations}." if deviations else ""
    return f"- `{file}` shows {shows}:\n\n  ```\n  {show(ran.case)}\n  {_outcomes(ran.seen)}\n  ```{known}"


def _outcomes(seen: str) -> str:
    return "\n  ".join(f"=> {outcome}" for outcome in seen.split(" or "))


def _without(claims: Sequence[Claim]) -> Iterator[str]:
    for claim in claims:
        if not claim.outcome:
            why = f"not yet: {claim.not_yet}" if claim.not_yet else f"never: {claim.no_case}"
            yield f"| {claim.id} | {claim.claim} | {why} |"
