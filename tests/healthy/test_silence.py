"""Healthy programs: the library does what is documented, and the comparison would notice if it did not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count

import pytest

from tests.conftest import FIGURE
from twinstep.generate.draw import Seeded
from twinstep.generate.healthy import EVERY_ORDER, FAMILIES, in_every_order
from twinstep.judge import judge
from twinstep.outcomes import Seen, matching, runs
from twinstep.pool import Pool
from twinstep_model import codec
from twinstep_model.cases import Case, Graph
from twinstep_model.deviations import profile_of
from twinstep_model.laws import DOCUMENTED
from twinstep_model.run import run_case

FEW, MANY = 12, 200

# For each family rules that its programs rest on: each is replaced alone, and some cases must then look wrong.
RESTS_ON = {
    "fan-out and join": ("RT-15", "SS-02", "SS-05", "SS-09", "CH-03"),
    "bounded loop": ("SS-01", "SS-03", "RT-05", "CH-03"),
    "one handoff per reply": ("SV-01", "SV-03", "SV-05", "SG-11", "RA-02"),
    "parallel writers": ("SS-02", "SS-05", "CH-03"),
    "one handoff per reply in a swarm": ("SW-02", "SW-03", "SG-11", "RA-02"),
    "tool calls in one reply": ("TN-03", "TN-04", "TN-08", "RA-01", "RA-02"),
}
LEAST = 5  # percent of the cases that a rule must matter to


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(1) as pool:
        yield pool


def cases(family: str, number: int) -> list[Case]:
    """So many different cases; of families that are about completion orders each in every one."""
    made: dict[Case, None] = {}
    for seed in count():
        made[FAMILIES[family](Seeded(f"healthy:{family}:{seed}"))] = None
        if len(made) == number:
            break
    return [one for case in made for one in (in_every_order(case) if family in EVERY_ORDER else [case])]


@pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.verify)])
@pytest.mark.parametrize("family", FAMILIES)
def test_silence(family: str, number: int, pool: Pool, record_property: Callable[[str, object], None]) -> None:
    _, profile = profile_of(pool.versions["langgraph"])
    given = cases(family, number)
    matters: Counter[str] = Counter()
    for case, answer in pool.run(given):
        assert answer.text is not None, answer
        for semantics in (DOCUMENTED, profile):
            judgement = judge(case, answer.text, semantics)
            assert (judgement.verdict, judgement.outcomes) == ("AGREES", 1), codec.dumps(case)
        assert run_case(case, profile).fired == frozenset(), codec.dumps(case)
        for rule in RESTS_ON[family]:
            matters[rule] += matching(runs(case, frozenset({rule})), Seen(answer.text)) is None
    told = ", ".join(f"{rule} {100 * matters[rule] / len(given):.0f}%" for rule in RESTS_ON[family])
    record_property(FIGURE, f"{family}: {number} cases, {len(given)} runs, all as documented; noticed without {told}")
    assert [rule for rule in RESTS_ON[family] if 100 * matters[rule] < LEAST * len(given)] == []


def test_a_commit_in_completion_order_would_be_noticed(pool: Pool) -> None:
    noticed = 0
    for case, answer in pool.run(cases("parallel writers", FEW)):
        assert answer.text is not None
        assert isinstance(case.topology, Graph)
        names = sorted(node.name for node in case.topology.nodes)
        completed = [names[place] for place in case.schedule.orders[0]]
        committed, otherwise = (codec.dumps(("turn 1", *order)) for order in (names, completed))
        assert committed in answer.text
        if completed != names:
            assert judge(case, answer.text.replace(committed, otherwise), DOCUMENTED).verdict == "DIVERGES"
            noticed += 1
    assert noticed
