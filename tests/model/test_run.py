"""Running a case: what it reports beside the observation, and who takes its choices."""

from __future__ import annotations

from dataclasses import replace

import pytest

from twinstep.notation import parse
from twinstep_model.laws import DOCUMENTED, First, FromThen, Laws, Recorded
from twinstep_model.run import program_of, run_case

HANDOFFS = parse(
    "supervisor alice bob | supervisor: 'go' c1=transfer_to_alice c2=transfer_to_bob | say 'hi' | run gates [1,0] [1,0]"
)
RACE = frozenset({"SG-14", "SG-12"})


def test_it_says_which_alternatives_fired_and_which_orders_were_followed() -> None:
    documented, raced = run_case(HANDOFFS), run_case(HANDOFFS, RACE)
    assert "SG-14" in documented.hits
    assert documented.fired == DOCUMENTED
    assert raced.fired == {"SG-14"}
    assert (documented.concurrent, raced.concurrent) == ((2, 2), (2,))
    assert documented.used == {0, 1}
    assert raced.used == {0}


def test_an_order_for_another_number_of_tasks_is_not_followed() -> None:
    other = replace(HANDOFFS, schedule=replace(HANDOFFS.schedule, orders=((2, 1, 0), (1, 0))))
    assert run_case(other).used == {1}


@pytest.mark.parametrize(("taken", "agent"), [((), "alice"), ((0,), "alice"), ((1,), "bob")])
def test_a_chooser_takes_the_choices(taken: tuple[int, ...], agent: str) -> None:
    chooser = Recorded(taken)
    seen = run_case(HANDOFFS, RACE, chooser).observation
    assert [task.node for task in seen.actions[0].steps[1].tasks] == [agent]
    assert (chooser.taken, chooser.offered) == ([*taken] or [0], [2])
    assert chooser.labels == ["which of several parent commands survives"]


def test_without_a_chooser_the_first_option_is_taken() -> None:
    assert run_case(HANDOFFS, RACE) == run_case(HANDOFFS, RACE, Recorded((0,)))


def test_one_option_is_no_choice() -> None:
    chooser = Recorded()
    assert Laws(chooser=chooser).choose(["only"], "?") == "only"
    assert chooser.taken == []


def test_a_script_for_another_topology_is_a_programming_error() -> None:
    graph = parse("graph x | nodes a | edges >a | invoke {}")
    with pytest.raises(TypeError, match="does not belong"):
        program_of(replace(HANDOFFS, script=graph.script), Laws())


@pytest.mark.parametrize(
    ("alternatives", "first", "held"),
    [
        (DOCUMENTED, 1, [False, False, False]),
        (DOCUMENTED, 3, [True, True, False]),
        (DOCUMENTED, 4, [True, True, True]),
        (DOCUMENTED, None, [True, True, True]),
        (frozenset({"CH-03"}), 2, [False, True, True]),
    ],
)
def test_laws_may_change_from_one_asking_on(alternatives: frozenset[str], first: int | None, held: list[bool]) -> None:
    laws = FromThen(alternatives, First(), "CH-03", first)
    assert laws.holds("CH-04")
    assert [laws.holds("CH-03") for _ in held] == held
    assert laws.holds("CH-04")
    assert laws.asked == len(held)
