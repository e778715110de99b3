"""The report of a check for people: one heading, then what was found, in words that need no manual."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from twinstep import __version__
from twinstep.check.events import Event, Finished, Started
from twinstep.check.summary import Reported, Summary, Topology, Unjudged
from twinstep.files import printable
from twinstep_model.deviations import BY_NAME

_LONGEST = 100
"""Columns of running text, on wide terminals too."""
_LISTED = 10
"""Cases without a verdict, and rules without hits, that are listed."""
_FULL = 5
"""Known divergences that are told at length; more are told in short."""
_LIMIT = 2000
"""Characters of one text that came from a case or a library."""

_BAD, _GOOD, _NAME, _FAINT = "bold red", "green", "bold", "dim"


class Terminal:
    """A consumer of events that prints to a console: a heading at the start, the report at the end."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._width = min(console.width, _LONGEST)

    def __call__(self, event: Event) -> None:
        """Prints what this event is the moment for."""
        if isinstance(event, Started):
            self._say(heading(event.versions.get("langgraph", "?"), event.profile, event.seed))
        elif isinstance(event, Finished):
            self._report(event.summary)

    def _report(self, summary: Summary) -> None:
        self._cases(summary)
        known = [one for one in summary.divergences if one.status == "known"]
        new = [one for one in summary.divergences if one.status == "new"]
        if known:
            self._say("")
            self._say(f"KNOWN: {_count(len(known), 'divergence')} that a ledger holds", _NAME)
            for one in known:
                self._divergence(one, short=len(known) > _FULL)
            if len(known) > _FULL and known[0].file:
                self._say("  Each has a file that shows it; a replay also tells what to do about it:")
                self._say(f"    twinstep replay {quoted(known[0].file)}")
        if new:
            self._say("")
            self._say(f"NEW: {_count(len(new), 'divergence')} that no ledger holds", _BAD)
            for one in new:
                self._divergence(one, short=False)
        if summary.unjudged:
            self._unjudged(summary.unjudged)
        self._entries(summary)
        self._contents(summary)
        self._rules(summary)
        self._end(summary, new)

    def _cases(self, summary: Summary) -> None:
        self._prose(
            "Every case is a program with a script for each of its parts. It was run in a model of what LangGraph "
            "promises and in the real library, and the two were compared after every super-step."
        )
        self._say("")
        for top in summary.topologies:
            of = f" of {top.wanted}" if top.wanted is not None and top.wanted != top.cases else ""
            verdicts = ", ".join(f"{number} {_VERDICTS[verdict]}" for verdict, number in top.verdicts.items())
            cases = "case" if top.cases == 1 and not of else "cases"
            self._say(f"{top.name:<11} {top.cases:>5}{of} {cases}: {verdicts or 'none'} ({top.per_second:.0f} cases/s)")

    def _divergence(self, one: Reported, short: bool) -> None:
        rule = f", rule {one.rule}" if one.rule else ""
        line = Text("  ")
        line.append(printable(one.signature, _LIMIT), _NAME)
        line.append(f" ({one.kind}{rule}): {_cases_of(one)}")
        self._console.print(line, soft_wrap=True)
        known = one.deviations if one.status == "known" else ()
        self._prose(" ".join(f"{BY_NAME[name].what}." for name in known) or one.sentence, "      ")
        if short:
            return
        if one.advice:
            self._prose(f"What to do: {one.advice}", "      ")
        if one.note:
            self._prose(f"{one.note}.", "      ")
        if one.link:
            self._say(f"      {one.link}", _FAINT)
        if one.file:
            self._say(f"      {one.file}", _FAINT)

    def _unjudged(self, unjudged: Sequence[Unjudged]) -> None:
        self._say("")
        self._say(f"NO VERDICT: {_count(len(unjudged), 'case')}", _BAD)
        for one in unjudged[:_LISTED]:
            self._prose(f"{one.verdict}: {one.why}", "  ")
            self._say(f"      {one.file or one.case}", _FAINT)
        if len(unjudged) > _LISTED:
            self._say(f"  and {len(unjudged) - _LISTED} more")

    def _entries(self, summary: Summary) -> None:
        for note in summary.entries:
            self._say("")
            if note.state == "STALE" and not summary.strict:
                self._prose(f"Good news: {note.signature} seems to be fixed in the release you run ({note.why}).")
            else:
                self._prose(f"Ledger entry {note.signature}: {note.state}, {note.why}.")

    def _contents(self, summary: Summary) -> None:
        self._say("")
        self._say("What the cases contained", _NAME)
        for top in summary.topologies:
            self._prose(_distribution(top), "  ", f"{top.name:<11} ")

    def _rules(self, summary: Summary) -> None:
        hit = [rule for rule, count in summary.rules.items() if count.hits]
        deciding = [rule for rule in hit if summary.rules[rule].decides]
        self._prose(
            f"{len(hit)} of {len(summary.rules)} were asked; each was then replaced by its alternative in up to "
            f"50 cases: {len(deciding)} decided at least one verdict. `twinstep rules` lists them.",
            "  ",
            "rules       ",
        )
        silent = [rule for rule in summary.rules if rule not in hit]
        if silent:
            more = f" and {len(silent) - _LISTED} more" if len(silent) > _LISTED else ""
            self._prose(f"Never asked: {', '.join(silent[:_LISTED])}{more}.", "              ")

    def _end(self, summary: Summary, new: Sequence[Reported]) -> None:
        self._say("")
        cases = sum(top.cases for top in summary.topologies)
        seconds = sum(summary.timings.values())
        if summary.ended == "interrupted":
            self._say(f"Interrupted after {_count(cases, 'case')}: what was found until then is above.", _BAD)
        elif summary.ended == "budget":
            self._say(f"The budget ended after {_count(cases, 'case')}.")
        elif summary.ended == "failed":
            self._say(f"Ended by a failure after {_count(cases, 'case')}: what was found until then is above.", _BAD)
        for problem in summary.problems[:_LISTED]:
            self._prose(f"The environment failed: {problem}", style=_BAD)
        style = _BAD if new else _GOOD
        self._say(
            f"{_count(len(new), 'new divergence') if new else 'Nothing new'} in {_count(cases, 'case')}, "
            f"{seconds:.0f} s.",
            style,
        )
        files = [one.file for one in new if one.file] + [one.file for one in summary.unjudged[:_LISTED] if one.file]
        if files:
            self._say("Reproduce with:", _NAME)
            for file in files:
                self._say(f"  twinstep replay {quoted(file)}")

    def _prose(self, text: str, indent: str = "", first: str = "", style: str = "") -> None:
        for line in wrapped(text, self._width, indent, first):
            self._say(line, style)

    def _say(self, text: str, style: str = "") -> None:
        # soft_wrap: a path or a command that is broken over two lines can be neither clicked nor copied.
        self._console.print(Text(printable(text, _LIMIT), style), soft_wrap=True)


def heading(release: str, profile: str, seed: int | None) -> str:
    """The first line of every report: what is run, and against which profile."""
    parts = [f"twinstep {__version__}", f"langgraph {release}"]
    parts.append(f"profile {profile}" if profile == release else f"profile {profile} (none is made for {release})")
    if seed is not None:
        parts.append(f"seed {seed}")
    return " · ".join(parts)


def quoted(path: str) -> str:
    """A path as a shell's argument, on one line."""
    safe = printable(path, _LIMIT)
    plain = all(char.isalnum() or char in "/._-+:@" for char in safe)
    return safe if plain else "'" + safe.replace("'", "'\\''") + "'"


def wrapped(text: str, width: int, indent: str = "", first: str = "") -> Iterator[str]:
    """The text in lines, each after the indent, the first one after ``first`` as well (a label)."""
    safe = printable(text, _LIMIT)
    after = indent + " " * len(first)
    yield from textwrap.wrap(
        safe,
        max(width, 40),
        initial_indent=indent + first,
        subsequent_indent=after,
        break_long_words=False,
        break_on_hyphens=False,
    )


_VERDICTS = {"AGREES": "agree", "DIVERGES": "differ", "UNDETERMINED": "undetermined", "ERROR": "errors"}


def _cases_of(one: Reported) -> str:
    """How many cases show it, of which topologies where there are several."""
    counts = sorted(one.counts.items())
    if len(counts) < 2:
        return _count(one.count, "case")
    return f"{one.count} cases ({', '.join(f'{count} {name}' for name, count in counts)})"


def _distribution(top: Topology) -> str:
    shares = ", ".join(f"{name} {share:.0f}%" for name, share in top.distribution.items())
    return f"{shares}; {top.outcomes:.2f} allowed outcomes a case"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
