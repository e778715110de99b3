"""The two hazards of a supervisor that everybody meets: found by random cases, kept apart, small, and there to stay.

Parallel handoffs of which one is dropped, and the plain tool's result that vanishes when its reply also hands off.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from tests.processes import python, twinstep
from twinstep.export import script
from twinstep.files import read_case
from twinstep.outcomes import Seen
from twinstep.pool import Pool
from twinstep_model.agents import Reply, Supervisor, TeamScript
from twinstep_model.cases import Case
from twinstep_model.observation import Observation
from twinstep_model.topologies.supervisor import handoff_tool
from twinstep_model.values import Call

from .hazards import found, replayed

RACE, LOST = "parent-command-race", "results-lost-beside-handoff"
ENOUGH = 300
"""Runs in which each of two agents must have won once. Measured shares of the rarer winner: 27 to 48 of a hundred."""

SWALLOWED = "error-lost-beside-command"
"""Shown in some runs only: either the error surfaces or the handoff happens."""
OTHERS = ("update-lost-beside-sends", "colliding-names-accepted", "unknown-goto-ignored")
"""Found as well, each apart from the others."""


@pytest.mark.parametrize(
    ("examples", "times", "hash_seeds", "others"),
    [
        pytest.param(60, 2, ("1",), (), id="60 cases"),
        pytest.param(400, 10, ("0", "1", "2"), OTHERS, id="400 cases", marks=pytest.mark.verify),
    ],
)
def test_found_shrunk_replayed_and_exported(
    examples: int, times: int, hash_seeds: tuple[str, ...], others: tuple[str, ...], tmp_path: Path
) -> None:
    files = found("supervisor", examples, tmp_path)
    assert not others or SWALLOWED in files
    for signature in others:
        replayed(files[signature], signature, times, tmp_path)
    files = {signature: files[signature] for signature in (RACE, LOST)}

    race, lost = (read_case(files[signature]) for signature in (RACE, LOST))
    agents = _two_agents(race)
    tool = _tool_beside_handoff(lost)

    for signature, file in files.items():
        for hash_seed in hash_seeds:
            told = replayed(file, signature, times, tmp_path, {"PYTHONHASHSEED": hash_seed})
            assert signature != RACE or "Every run lies in this set." in told
    _either_may_run(race, agents)

    empty = tmp_path / "empty"
    empty.mkdir()
    for line in _run_script(_exported(files[RACE], tmp_path), empty).splitlines():
        if "of 10: ran" in line:
            [ran] = ast.literal_eval(line.partition("ran ")[2])
            assert sum(name in agents for name in ran) == 1, line
    assert f"('tool', '{tool}'" not in _run_script(_exported(files[LOST], tmp_path), empty)
    assert f"('tool', '{tool}'" in _run_script(script(_without_handoffs(lost), "The handoff is left out."), empty)


def _calls(case: Case) -> tuple[Call, ...]:
    """All calls of the only turn."""
    assert len(case.actions) == 1
    assert isinstance(case.script, TeamScript)
    return tuple(call for model in case.script.models for reply in model.replies for call in reply.calls)


def _two_agents(case: Case) -> set[str]:
    """The two agents that the two calls of the case hand off to."""
    assert isinstance(case.topology, Supervisor)
    by_tool = {handoff_tool(agent.name): agent.name for agent in case.topology.agents}
    first, second = _calls(case)
    assert first.name != second.name
    return {by_tool[first.name], by_tool[second.name]}


def _tool_beside_handoff(case: Case) -> str:
    """The supervisor's tool that one of the two calls of the case calls, where the other hands off."""
    assert isinstance(case.topology, Supervisor)
    handoffs = {handoff_tool(agent.name) for agent in case.topology.agents}
    names = {call.name for call in _calls(case)}
    assert len(_calls(case)) == len(names) == 2
    [tool] = names - handoffs
    assert tool in case.topology.tools
    return tool


def _either_may_run(case: Case, agents: set[str]) -> None:
    """Exactly one of the agents runs, and it is not always the same."""
    winners: set[str] = set()
    with Pool(1) as pool:
        for _, answer in pool.run([case] * ENOUGH):
            assert answer.text is not None
            [winner] = _ran(Seen(answer.text).observation) & agents
            winners.add(winner)
            if winners == agents:
                return
    pytest.fail(f"in {ENOUGH} runs only {winners} ran")


def _ran(seen: Observation) -> set[str]:
    return {task.node for ran in seen.actions for step in ran.steps for task in step.tasks}


def _without_handoffs(case: Case) -> Case:
    """The case in which the reply only calls the tool."""
    assert isinstance(case.script, TeamScript)
    models = tuple(
        replace(model, replies=tuple(Reply(reply.text, _plain(reply.calls)) for reply in model.replies))
        for model in case.script.models
    )
    return replace(case, script=replace(case.script, models=models))


def _plain(calls: tuple[Call, ...]) -> tuple[Call, ...]:
    return tuple(call for call in calls if not call.name.startswith("transfer_to_"))


def _exported(file: Path, folder: Path) -> str:
    """The script that `twinstep replay` writes for the file."""
    target = folder / f"{file.stem}.py"
    done = twinstep("replay", str(file), "--export-script", "--out", str(target), folder=folder)
    assert done.status == 1, done.stderr
    return target.read_text("utf-8")


def _run_script(source: str, empty: Path) -> str:
    """What the script prints when it is run alone, in an empty folder, without twinstep in sight."""
    assert "twinstep" not in source
    path = empty.parent / "alone.py"
    path.write_text(source, "utf-8")
    done = python("-I", str(path), folder=empty)
    assert done.status == 0, done.stderr
    assert list(empty.iterdir()) == []
    return done.stdout
