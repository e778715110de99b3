"""What is printed of a replay, as rich text for any width, with and without colour."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from twinstep.explain import sentence
from twinstep.files import case_id, printable
from twinstep.judge import Divergence
from twinstep.ledger import Ledger, first_entry
from twinstep.notation import show
from twinstep.outcomes import Seen, TooManyOutcomes, matching, nearest, outcomes
from twinstep_model.deviations import BY_NAME
from twinstep_model.laws import DOCUMENTED
from twinstep_model.observation import Observation

from .running import Environment, Replayed
from .spread import spread
from .view import Side, side_by_side

Ledgers = Sequence[Ledger]

NOTATION = 160
"""Characters of a one-line notation that is still printed."""
_LONGEST = 3000
"""Characters of one paragraph."""
_COLOURS: Mapping[str, str] = {"AGREES": "bold green", "DIVERGES": "bold red"}


def opening(environment: Environment) -> Iterator[RenderableType]:
    """The versions, and whose profile is used if not the release's own."""
    if environment.made_for != environment.release:
        yield Text(
            f"langgraph {environment.release} has no profile of its own: that of {environment.made_for} is used",
            "yellow",
        )
    yield Text(f"langgraph {environment.release}, {_others(environment.versions)}", "dim")


def of_file(replayed: Replayed, environment: Environment, ledgers: Ledgers) -> Iterator[RenderableType]:
    """Everything about one file."""
    yield Text()
    yield Text(f"{printable(replayed.path, 300)}  (case {case_id(replayed.case)})", "bold underline")
    line = show(replayed.case)
    if len(line) <= NOTATION:
        yield Text(printable(line, NOTATION))
    if replayed.told.seen is not None:
        yield Text()
        yield _view(replayed, replayed.told.seen, environment)
    yield Text()
    yield Text(replayed.verdict, _COLOURS.get(replayed.verdict, "bold yellow"))
    for divergence in replayed.divergences:
        yield from _of_divergence(replayed, divergence, environment, ledgers)
    for why in dict.fromkeys(run.judgement.why for run in replayed.runs if run.judgement.why):
        yield from (_indented(printable(line, 500)) for line in why.splitlines())
    yield from _of_runs(replayed, environment)


def reproduce(path: str, times: int) -> Iterator[Text]:
    """The block that ends every report on a file."""
    file = printable(shlex.quote(path), 1000)
    yield Text("Reproduce with:", "bold")
    yield Text(f"  twinstep replay {file}{f' --times {times}' if times > 1 else ''}")
    yield Text(f"  twinstep replay {file} --export-script")


def table(found: Sequence[Replayed], ledgers: Ledgers, release: str) -> RenderableType:
    """What became of each file."""
    rows = Table.grid(padding=(0, 2, 0, 0))
    for replayed in found:
        what = ", ".join(f"{one.signature} ({_status(one, ledgers, release)})" for one in replayed.divergences) or next(
            (run.judgement.why for run in replayed.runs if run.judgement.why), ""
        )
        verdict = Text(replayed.verdict, _COLOURS.get(replayed.verdict, "bold yellow"))
        rows.add_row(verdict, Text(printable(replayed.path, 300)), Text(printable(what, 300)))
    return rows


def about_script(replayed: Replayed, environment: Environment) -> str:
    """What an exported script says about itself."""
    versions = f"Seen with langgraph {environment.release}, {_others(environment.versions)}."
    told = replayed.told
    if told.seen is None:
        return f"{told.judgement.why}\n\n{versions}"
    said = [sentence(replayed.case, one, told.seen.observation) for one in told.judgement.divergences]
    return "\n\n".join([*(said or ["The run agrees with what is documented."]), versions])


def _view(replayed: Replayed, seen: Seen, environment: Environment) -> RenderableType:
    """The run beside what is documented, where only known deviations explain it; else beside what the profile says."""
    judgement = replayed.told.judgement
    library = Side(f"langgraph {environment.release}", seen.observation)
    if judgement.divergences and all(one.deviations for one in judgement.divergences):
        documented = _nearest(replayed, seen, DOCUMENTED)
        if documented is not None:
            return side_by_side(replayed.case, Side("documented", documented), library)
    expected = _nearest(replayed, seen, environment.profile)
    name = f"profile {environment.made_for}"
    return side_by_side(replayed.case, Side(name, library.seen if expected is None else expected), library)


def _nearest(replayed: Replayed, seen: Seen, alternatives: frozenset[str]) -> Observation | None:
    """The allowed outcome most like what was seen; None where there are too many to find it."""
    try:
        closest = nearest(replayed.case, alternatives, seen)
        same = matching(outcomes(replayed.case, alternatives), seen) if closest is None else closest[0]
    except TooManyOutcomes:
        return None
    return same.observation if same is not None else None


def _of_divergence(
    replayed: Replayed, divergence: Divergence, environment: Environment, ledgers: Ledgers
) -> Iterator[RenderableType]:
    run = next(run for run in (replayed.told, *replayed.runs) if divergence in run.judgement.divergences)
    assert run.seen is not None
    entry = first_entry(ledgers, divergence.signature, environment.release)
    link = f", {printable(entry.link, 200)}" if entry is not None and entry.link else ""
    status = _status(divergence, ledgers, environment.release)
    yield Padding(Text(f"{divergence.signature}: {divergence.kind}, {status}{link}", "bold"), (0, 0, 0, 2))
    yield _indented(sentence(replayed.case, divergence, run.seen.observation), 4)
    for name in divergence.deviations:
        yield _indented(f"What to do: {BY_NAME[name].advice}.", 4)
    if len(replayed.runs) > 1:
        showing = sum(divergence.signature in run.signatures for run in replayed.runs)
        yield _indented(f"Shown by {showing} of {len(replayed.runs)} runs.", 4)


def _of_runs(replayed: Replayed, environment: Environment) -> Iterator[RenderableType]:
    """What the runs say together: the outcomes they had, and whether they show what the file was kept for."""
    seen = [run.seen for run in replayed.runs if run.seen is not None]
    found = spread(replayed.case, seen, environment.profile)
    if found is not None:
        yield _indented(f"The rules leave open what happens at {found.place}; the profile allows:")
        for name, count in found.counts:
            yield _indented(f"{name}: {_count(count, len(replayed.runs))}", 4)
        if found.outside:
            yield _indented(f"none of these: {_count(found.outside, len(replayed.runs))}", 4)
        elif len(replayed.runs) > 1:
            yield _indented("Every run lies in this set.")
    elif len(Counter(run.signatures for run in replayed.runs if run.seen is not None)) > 1:
        yield _indented("Nondeterminism: the runs differ from each other, although the rules leave nothing open.")
    wanted = replayed.file.about.get("signature")
    if isinstance(wanted, str) and seen and not any(wanted in run.signatures for run in replayed.runs):
        yield _indented(_not_shown(printable(wanted, 100), replayed, found is not None))


def _count(count: int, runs: int) -> str:
    if runs == 1:
        return "this run" if count else "not this run"
    return f"{count} of {runs} runs"


def _not_shown(wanted: str, replayed: Replayed, open_: bool) -> str:
    if open_:
        return f"{wanted} was not shown this time: what the library did is documented too. Try --times 10."
    if any(run.judgement.verdict == "DIVERGES" for run in replayed.runs):
        return f"{wanted}, which this file was kept for, was not shown; something else was."
    return f"{wanted}, which this file was kept for, is not shown on this release: good news if it was a fault."


def _status(divergence: Divergence, ledgers: Ledgers, release: str) -> str:
    return "known" if first_entry(ledgers, divergence.signature, release) is not None else "new"


def _others(versions: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items() if name != "langgraph")


def _indented(text: str, by: int = 2) -> RenderableType:
    return Padding(Text(printable(text, _LONGEST)), (0, 0, 0, by))
