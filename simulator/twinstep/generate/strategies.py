"""The generators as hypothesis strategies: for users' property tests, with shrinking.

Together with `machines` and `threadmachine` the only module that imports hypothesis.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from hypothesis import strategies as st

from twinstep_model.cases import Case

from . import healthy
from .draw import Draw
from .graphs import graph_case
from .teams import react_case, supervisor_case, swarm_case
from .threads import history_case


class Drawn(Draw):
    """Decisions from hypothesis, given its ``draw`` function of a composite strategy (or of `st.data()`)."""

    def __init__(self, draw: Callable[[st.SearchStrategy[int]], int]) -> None:
        self._draw = draw

    def below(self, bound: int) -> int:
        return self._draw(_below(bound)) if bound > 1 else 0


def graph_cases() -> st.SearchStrategy[Case]:
    """Cases of plain graphs."""
    return _made(graph_case)


def react_cases() -> st.SearchStrategy[Case]:
    """Cases of agents by themselves."""
    return _made(react_case)


def supervisor_cases() -> st.SearchStrategy[Case]:
    """Cases of supervisor teams."""
    return _made(supervisor_case)


def swarm_cases() -> st.SearchStrategy[Case]:
    """Cases of swarms."""
    return _made(swarm_case)


def history_cases() -> st.SearchStrategy[Case]:
    """Cases of plain graphs whose threads pause, fail and go on."""
    return _made(history_case)


def healthy_cases(family: str) -> st.SearchStrategy[Case]:
    """Cases of one of the families in `healthy.FAMILIES`."""
    return _made(healthy.FAMILIES[family])


@st.composite
def _made(draw: st.DrawFn, generator: Callable[[Draw], Case]) -> Case:
    return generator(Drawn(draw))


@cache
def _below(bound: int) -> st.SearchStrategy[int]:
    return st.integers(0, bound - 1)
