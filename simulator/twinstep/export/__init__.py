"""Standalone scripts: a case as a plain LangGraph program that needs no twinstep, to attach to an issue.

The program prints every super-step and how each invocation ended, one line each, without ids. Texts of the case are
only ever written as literals, and its names only where they are plain identifiers that mean nothing else.
"""

from __future__ import annotations

from twinstep_model.agents import TeamScript
from twinstep_model.cases import Case, Graph, GraphScript

from .graphs import graph_script
from .teams import team_script

__all__ = ["script"]


def script(case: Case, about: str = "") -> str:
    """Python source of the program. ``about`` (what is seen, and on which versions) opens its docstring.

    Raises ValueError for what no program can be written for: values that are only ever seen, an input that raises.
    """
    topology, does = case.topology, case.script
    if isinstance(topology, Graph) and isinstance(does, GraphScript):
        return graph_script(case, topology, does, about)
    if not isinstance(topology, Graph) and isinstance(does, TeamScript):
        return team_script(case, topology, does, about)
    raise ValueError("the script of the case is for another kind of topology")
