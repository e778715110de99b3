"""The smallest case that shows a fault: its size, and how reliably it shows it."""

from __future__ import annotations

from dataclasses import dataclass

from twinstep.members import members
from twinstep.notation import show
from twinstep.pool import Pool
from twinstep.shrink import shrink
from twinstep_model.agents import Agent, TeamScript, ToolGraph
from twinstep_model.cases import Case, Graph

from .fault import Fault
from .search import Finding, shows

TIMES = 10


@dataclass(frozen=True, slots=True)
class Smallest:
    """``turns``, ``nodes`` (in a team: agents, without those that supervise) and ``calls`` of the case; ``replayed``:
    how many of TIMES runs showed it."""

    case: Case
    turns: int
    nodes: int
    calls: int
    replayed: int

    @property
    def line(self) -> str:
        """The case in one line."""
        return show(self.case)


def smallest(fault: Fault, finding: Finding, pool: Pool, runs: int) -> Smallest:
    """Shrinks the case that found the fault, in at most so many runs of the pool, which has the fault."""
    assert finding.case is not None

    def still(case: Case) -> bool:
        return shows(fault, case, pool.one(case))

    case = shrink(finding.case, still, runs).case
    return Smallest(case, len(case.actions), _nodes(case), _calls(case), sum(still(case) for _ in range(TIMES)))


def _nodes(case: Case) -> int:
    topology = case.topology
    if isinstance(topology, Graph):
        return len(topology.nodes)
    if isinstance(topology, ToolGraph):
        return 1 + len(topology.aside)
    return sum(isinstance(member, Agent) for member in members(topology))


def _calls(case: Case) -> int:
    models = case.script.models if isinstance(case.script, TeamScript) else ()
    return sum(len(reply.calls) for model in models for reply in model.replies)
