"""The pytest plugin: the fixture `twinstep`, and what it found in the terminal summary.

Loaded in every pytest run of whoever has twinstep installed: it imports nothing and says nothing unless it is used.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from twinstep.checking import Checks, Tally
    from twinstep.ledger import Ledger

_CHECKS: pytest.StashKey[Checks] = pytest.StashKey()
_TALLY: pytest.StashKey[Tally] = pytest.StashKey()
_WORKER = "twinstep"
"""What a worker of pytest-xdist sends its tally as."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which divergences count as known."""
    group = parser.getgroup("twinstep")
    text = "known divergences, besides those that come with twinstep (default: twinstep-ledger.json, if it exists)"
    group.addoption("--twinstep-ledger", metavar="FILE", help=f"twinstep: {text}")
    group.addoption("--twinstep-no-ledger", action="store_true", help="twinstep: nothing counts as known")
    parser.addini("twinstep_ledger", f"twinstep: files with {text}", type="paths", default=[])


@pytest.fixture(scope="session")
def twinstep(pytestconfig: pytest.Config) -> Iterator[Checks]:
    """Checks cases: `twinstep.check(case)` counts what is known and raises what is new; `twinstep.sometimes(what,
    seen)` lets a test fail that never saw what it is about."""
    from twinstep.checking import Checks
    from twinstep.files import BadInput

    here = pytestconfig.invocation_params.dir
    try:
        checks = Checks(here / ".twinstep", here, _ledgers(pytestconfig))
    except BadInput as problem:
        raise pytest.UsageError(str(problem)) from None
    with checks:  # started here: hypothesis would blame the first example for the time it takes
        pytestconfig.stash[_CHECKS] = checks
        pytestconfig.stash[_TALLY] = checks.tally
        yield checks


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Tells the checks where a test begins and how it ends."""
    checks = item.config.stash.get(_CHECKS, None)
    if checks is None:
        return (yield)
    checks.begin()
    try:
        result = yield
    except BaseException as raised:
        checks.end(raised)
        raise
    checks.end(None)
    return result


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of pytest-xdist sends what it counted."""
    tally = session.config.stash.get(_TALLY, None)
    if tally is not None and hasattr(session.config, "workeroutput"):
        session.config.workeroutput[_WORKER] = tally.data()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """What a worker of pytest-xdist counted is added up."""
    data = getattr(node, "workeroutput", {}).get(_WORKER)
    if data is not None:
        from twinstep.checking import Tally

        node.config.stash.setdefault(_TALLY, Tally()).add(data)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """The known divergences, with the number of cases and a plain sentence each."""
    tally = config.stash.get(_TALLY, None)
    if tally is None or not tally.cases:
        return
    terminalreporter.section("twinstep: known divergences")
    for known in sorted(tally.known.values(), key=lambda known: (-known.count, known.signature)):
        rule = f"{known.rule}, " if known.rule else ""
        terminalreporter.write_line(f"{known.count} of {tally.cases} cases: {known.signature} ({rule}{known.kind})")
        terminalreporter.write_line(f"    {known.what}")
    if not tally.known:
        terminalreporter.write_line(f"none in {tally.cases} cases")


def _ledgers(config: pytest.Config) -> list[Ledger]:
    from twinstep.cli.ledgers import OWN
    from twinstep.ledger import Ledger

    if config.getoption("--twinstep-no-ledger"):
        return []
    here = config.invocation_params.dir
    named = config.getoption("--twinstep-ledger")
    paths = [here / named] if named else config.getini("twinstep_ledger")
    if not paths and (here / OWN).exists():
        paths = [here / OWN]
    return [*(Ledger.read(path) for path in paths), Ledger.default()]
