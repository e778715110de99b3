"""Which of the tool calls of one task may go on."""

from __future__ import annotations

from itertools import permutations

import pytest

from twinstep.runtime.callgates import AtOnce, Calls

IDS = ("a", "b", "c", "d")


@pytest.mark.parametrize("order", list(permutations(IDS)))
@pytest.mark.parametrize("held", ["abcd", "bd", "c"])
def test_calls_go_on_in_order_once_all_have_arrived(order: tuple[str, ...], held: str) -> None:
    calls = Calls(AtOnce(IDS, frozenset(held)))
    calls.put(order)
    assert [call for call in IDS if calls.holds(call)] == list(held)
    *early, last = held
    assert [calls.arrived(call) for call in early] == [None] * len(early)
    wanted = [call for call in order if call in held]
    went = [calls.arrived(last)]
    for call in wanted:
        went.append(calls.done(call))
    assert went == [*wanted, None]


def test_calls_without_an_order_are_not_held() -> None:
    assert not Calls(AtOnce(IDS, frozenset(IDS))).holds("a")
