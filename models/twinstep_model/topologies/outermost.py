"""An agent or a team at the root: its graph is the outermost one, and the user gives it messages (rule SG-13)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from twinstep_model.agents import Agent, Team, TeamScript, ToolGraph
from twinstep_model.cases import Invoke, Update
from twinstep_model.laws import Laws
from twinstep_model.observation import Error
from twinstep_model.plan import ROOT, Plan
from twinstep_model.program import Did, Program, Routes
from twinstep_model.results import Said
from twinstep_model.runs import Run
from twinstep_model.session import Session
from twinstep_model.tasks import Planned
from twinstep_model.values import Value

from .handmade import HandmadeProgram
from .handoffs import handoffs_of
from .members import team_program, team_refusal
from .react import ReactProgram, settled
from .scripts import Script
from .toolnode import destinations

_NO_ROUTES: Routes = MappingProxyType({})


class OutermostProgram:
    """An agent or a team, and its script."""

    def __init__(self, team: Team, script: TeamScript, laws: Laws) -> None:
        self._inner, self._routes = _program(team, Script(script), laws)
        self.plan: Plan = self._inner.plan

    @staticmethod
    def refusal(team: Team, laws: Laws) -> Error | None:
        """Why this agent or team cannot be built, or None."""
        if isinstance(team, Agent):
            return None
        return HandmadeProgram.refusal(team, laws) if isinstance(team, ToolGraph) else team_refusal(team, laws)

    def entry(self, session: Session) -> Routes:
        """What START's routers return."""
        return self._routes

    def given(self, action: Invoke, session: Session) -> Said:
        """The input as START writes it; where the state is the message list, it is the messages themselves."""
        writes = action.input.writes if isinstance(action.input, Update) else ()
        if self.plan.root:
            return Said(tuple((ROOT, write.value) for write in writes))
        return Said(tuple((write.key, write.value) for write in writes if write.key in self.plan.inputs.keys))

    def act(self, task: Planned, values: Mapping[str, Value], left: int, session: Session) -> Did:
        """One execution of a node. A parent command has no parent to go to."""
        did = self._inner.act(task, values, left, session)
        command = did.said.parent
        if command is None or session.laws.holds("SG-13"):
            return did
        writes = tuple(pair for pair in command.writes if pair[0] in self.plan.keys)
        return did._replace(said=Said(did.said.writes + writes, destinations(command.goes, self.plan, session)))

    def settled(self, ended: Run, limit: int, session: Session) -> Run:
        """The finished run, as the guard of an agent leaves it."""
        return settled(ended, self.plan, limit, session) if isinstance(self._inner, ReactProgram) else ended


def _program(team: Team, script: Script, laws: Laws) -> tuple[Program, Routes]:
    """What runs, and what its START's routers return."""
    if isinstance(team, Agent):
        return ReactProgram(team, script, laws, handoffs_of(team, laws)), _NO_ROUTES
    if isinstance(team, ToolGraph):
        return HandmadeProgram(team, script, laws), _NO_ROUTES
    program = team_program(team, script, laws)
    return program, program.routes
