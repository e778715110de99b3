"""The report for people: whatever stands in a case or comes from a library is text, and nothing else."""

from __future__ import annotations

import re
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from twinstep.check.events import Finished, Started
from twinstep.check.summary import EntryNote, Reported, Status, Summary, Unjudged
from twinstep.report.terminal import Terminal, quoted
from twinstep_model.deviations import DEVIATIONS

HOSTILE = "[red]\u202e[/] \x1b[31m\n:smile:"
ESCAPED = "[red]\\u202e[/] \\x1b[31m\\n:smile:"


@pytest.mark.parametrize("terminal", [True, False])
def test_text_from_a_case_is_data(terminal: bool) -> None:
    console = Console(
        file=StringIO(), force_terminal=terminal, width=300, color_system="truecolor" if terminal else None
    )
    found = Reported(
        HOSTILE, "new", "unexplained", "", (), {"graph": 1}, "", HOSTILE, HOSTILE, "graph", HOSTILE, "", HOSTILE
    )
    summary = Summary(
        versions={"langgraph": HOSTILE},
        profile="1.2.24",
        seed=1,
        ended="",
        topologies=(),
        divergences=(found,),
        unjudged=(Unjudged("ERROR", HOSTILE, "graph", HOSTILE, HOSTILE),),
        rules={},
        entries=(EntryNote(HOSTILE, "STALE", HOSTILE),),
        timings={},
    )
    write = Terminal(console)
    write(Started(summary.versions, "1.2.24", 1, ("graph",)))
    write(Finished(summary))
    assert isinstance(console.file, StringIO)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", console.file.getvalue()) if terminal else console.file.getvalue()
    assert plain.count(ESCAPED) == 12
    assert "\x1b" not in plain
    assert "\u202e" not in plain


@pytest.mark.parametrize(
    ("path", "shown"),
    [("a/b-1.json", "a/b-1.json"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("$(x)", "'$(x)'"), ("é", "é")],
)
def test_paths_can_be_copied_into_a_shell(path: str, shown: str) -> None:
    assert quoted(path) == shown


def many(status: Status, number: int) -> tuple[Reported, ...]:
    """Divergences of all the deviations there are, as a check over all families would report them."""
    found = []
    for place, deviation in enumerate(sorted(DEVIATIONS.values(), key=lambda one: one.name)[:number]):
        counts = {"graph": 3 + place} if place % 2 else {"react": 1, "supervisor": 12 + place, "swarm": place + 2}
        found.append(
            Reported(
                deviation.name,
                status,
                "surprise",
                "SG-14",
                (deviation.name,),
                counts,
                "0" * 12,
                f".twinstep/known/{deviation.name}.json",
                "turn 1, super-step 1 led to {bob}; {alice, bob} were expected, because the rule says so.",
                "graph",
                advice=f"{deviation.advice}.",
            )
        )
    return tuple(found)


def report(summary: Summary) -> str:
    console = Console(file=StringIO(), width=80)
    Terminal(console)(Finished(summary))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def summed(**given: Any) -> Summary:
    blank: dict[str, Any] = dict.fromkeys(("topologies", "divergences", "unjudged", "entries"), ())
    about = {"versions": {}, "profile": "1.2.24", "seed": 1, "ended": "", "rules": {}, "timings": {}}
    return Summary(**{**blank, **about, **given})


def test_a_known_divergence_takes_a_few_lines_however_many_there_are() -> None:
    found = many("known", len(DEVIATIONS))
    lines = report(summed(divergences=found)).splitlines()
    start = lines.index(f"KNOWN: {len(found)} divergences that a ledger holds")
    shown = lines[start + 1 : lines.index("What the cases contained") - 1]
    heads = [line for line in shown if re.fullmatch(r"  \S.* \(surprise, rule SG-14\): \d+ cases.*", line)]
    assert [line.split()[0] for line in heads] == [one.signature for one in found]
    assert heads[0].endswith(": 15 cases (1 react, 12 supervisor, 2 swarm)")
    assert heads[1].endswith(": 4 cases")
    assert not [line for line in shown if "What to do" in line]
    assert len(shown) <= 4 * len(found)
    assert shown[-1] == f"    twinstep replay {found[0].file}"


def test_few_known_divergences_are_told_at_length() -> None:
    found = many("known", 5)
    text = report(summed(divergences=found))
    assert text.count("      What to do: ") == 5
    assert all(f"      {one.file}\n" in text for one in found)


def test_every_new_divergence_is_told_at_length() -> None:
    found = many("new", len(DEVIATIONS))
    text = report(summed(divergences=found))
    assert text.count("      What to do: ") == len(found)
    assert all(text.count(f"{one.file}\n") == 2 for one in found)  # beside it, and in the command that replays it


def test_what_the_environment_refused_is_said() -> None:
    [lost] = many("new", 1)
    text = report(
        summed(divergences=(replace(lost, file=""),), ended="failed", problems=("a.json: cannot be written: No space",))
    )
    assert "Ended by a failure after 0 cases: what was found until then is above.\n" in text
    assert "The environment failed: a.json: cannot be written: No space\n" in text
    assert "Reproduce with" not in text
