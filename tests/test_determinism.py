"""The same case gets the same verdict in every process, and the same check makes the same report.

Where the rules leave open what the library does (which of several handoffs wins) runs may differ, but only inside what
the profile allows.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.processes import python, twinstep
from twinstep.check.sources import TOPOLOGIES
from twinstep_model.deviations import DEVIATIONS
from twinstep_model.rules import RULES

ROOT = Path(__file__).resolve().parents[1]
HASH_SEEDS = ("0", "1", "2")
COUNT = 30
KNOWN = {deviation.name for deviation in DEVIATIONS.values()}
CHOICES = {rule.id for rule in RULES.values() if rule.choice}


def verdicts(topology: str, hash_seed: str) -> dict[str, list[Any]]:
    """Case id to what one fresh process says about the case."""
    done = python("-m", "tests.verdicts", topology, str(COUNT), folder=ROOT, env={"PYTHONHASHSEED": hash_seed})
    assert done.status == 0, done.stderr
    return {line[0]: line[1:] for line in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_the_same_verdict_under_every_hash_seed(topology: str) -> None:
    first, *others = [verdicts(topology, seed) for seed in HASH_SEEDS]
    assert len(first) == COUNT
    settled = {case for case, (choice, *_) in first.items() if not choice}
    assert len(settled) >= COUNT // 4
    for other in others:
        assert other.keys() == first.keys()
        assert {case: other[case] for case in settled} == {case: first[case] for case in settled}
    for process in (first, *others):
        for choice, verdict, signatures, _ in process.values():
            assert not choice or (verdict in ("AGREES", "DIVERGES") and KNOWN.issuperset(signatures))


def report(folder: Path, hash_seed: str) -> Any:
    """The report of a check in a fresh process, without what takes time."""
    folder.mkdir()
    options = ("--format", "json", "--jobs", "1", "--examples", "15", "--seed", "7")
    done = twinstep("check", *options, folder=folder, env={"PYTHONHASHSEED": hash_seed})
    data = json.loads(done.stdout)
    assert done.status == data["status"] == 0, done.stdout
    data.pop("timings")
    return data


def test_a_seed_makes_the_same_report(tmp_path: Path) -> None:
    first, second = (steady(report(tmp_path / seed, seed)) for seed in ("1", "2"))
    assert first == second
    assert any(one["rule"] not in CHOICES for one in first["divergences"])


RACING = {"supervisor", "swarm"}
"""Replies of teams may race (SG-14): who wins decides what else such a run shows, and so which run is the example."""


def steady(data: dict[str, Any]) -> dict[str, Any]:
    """The report without what hangs on who wins a race: whether and in which words it shows, so that its case agrees or
    diverges, and what such a run decides."""
    kept = [one for one in data["divergences"] if one["rule"] not in CHOICES]
    data["divergences"] = [{**one, "sentence": ""} if one["topology"] in RACING else one for one in kept]
    data["rules"] = {rule: {**row, "decides": None} for rule, row in data["rules"].items()}
    for topology in data["cases"].values():
        verdicts = topology["verdicts"]
        topology["verdicts"] = {"judged": verdicts.pop("AGREES", 0) + verdicts.pop("DIVERGES", 0), **verdicts}
    return data
