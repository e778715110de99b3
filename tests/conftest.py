"""Every test runs without tracing, whatever the environment says. Figures that tests record are told at the end."""

from __future__ import annotations

import pytest

from twinstep.runtime import untraced

untraced.apply()

FIGURE = "figure"
"""The property under which a test records a line to be told: ``record_property(FIGURE, "5000 graphs: ...")``."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was measured, also under pytest-xdist, where nothing that a test prints is seen."""
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.getreports(outcome)]
    figures = [text for report in reports for name, text in report.user_properties if name == FIGURE]
    if figures:
        terminalreporter.section("figures")
        for line in figures:
            terminalreporter.write_line(str(line))
