"""The report for people: whatever stands in a case or comes from a library is text, and nothing else."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

from twinstep.check.events import Finished, Started
from twinstep.check.summary import EntryNote, Reported, Summary, Unjudged
from twinstep.report.terminal import Terminal, quoted

HOSTILE = "[red]\u202e[/] \x1b[31m\n:smile:"
ESCAPED = "[red]\\u202e[/] \\x1b[31m\\n:smile:"


@pytest.mark.parametrize("terminal", [True, False])
def test_text_from_a_case_is_data(terminal: bool) -> None:
    console = Console(
        file=StringIO(), force_terminal=terminal, width=300, color_system="truecolor" if terminal else None
    )
    found = Reported(HOSTILE, "new", "unexplained", "", (), 1, "", HOSTILE, HOSTILE, "graph", HOSTILE, "", HOSTILE)
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
