"""Histories of turns with an agent or a team: what was done so far, and what the model says came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Union

from twinstep.members import members
from twinstep_model.agents import Agent, ModelScript, Reply, Supervisor, Swarm, TeamScript, ToolDoes, ToolScript
from twinstep_model.cases import Case, Invoke, Schedule
from twinstep_model.observation import Ran, Step
from twinstep_model.run import Modelled
from twinstep_model.topologies.handoffs import ACTIVE
from twinstep_model.topologies.react import AGENT
from twinstep_model.values import Call, Map, Message

from . import agents, supervisors
from .draw import Draw
from .schedules import ordered
from .teamscripts import Speaker

THREADS = ("t1", "t2")


@dataclass
class History:
    """What was done so far, and what the model says came of it."""

    team: Union[Agent, Supervisor, Swarm]
    schedule: Schedule
    replies: dict[str, list[Reply]] = field(default_factory=dict)
    tools: list[ToolScript] = field(default_factory=list)
    actions: list[Invoke] = field(default_factory=list)
    thread: str = THREADS[0]
    calls: int = 0
    races: int = 0
    modelled: Modelled | None = None

    def case(self) -> Case:
        """The history as a case."""
        models = tuple(ModelScript(name, tuple(replies)) for name, replies in self.replies.items())
        return Case(self.team, TeamScript(models, tuple(self.tools)), tuple(self.actions), self.schedule)

    @property
    def failed(self) -> bool:
        """Whether the last turn ended with an error."""
        return self.modelled is not None and self.modelled.observation.actions[-1].error is not None

    @property
    def speakers(self) -> dict[str, Speaker]:
        """Everybody who has a model, by name."""
        return {
            one.name: agents.speaker_of(one) if isinstance(one, Agent) else supervisors.speaker_of(one)
            for one in members(self.team)
            if isinstance(one, (Agent, Supervisor))
        }

    @property
    def leads(self) -> str:
        """Who speaks first in the next turn on the current thread."""
        if not isinstance(self.team, Swarm):
            return self.team.name
        active = self._active()
        return active if active in self.speakers else self.team.default

    def speaks(self, name: str, calls: tuple[Call, ...]) -> None:
        """Scripts the model's next reply. What it has said since its script was used up is written down first, so
        that the past stays as it was."""
        replies = self.replies.setdefault(name, [])
        missing = self.answered()[name] - len(replies)
        replies += [Reply("done")] * max(missing, 0)
        replies.append(Reply("", calls))

    def call(self, tool: str, does: ToolDoes | None = None) -> Call:
        """A new call of a tool, which does this."""
        self.calls += 1
        call = Call(f"c{self.calls}", tool)
        if does is not None:
            self.tools.append(ToolScript(call.id, does))
        return call

    def answered(self) -> Counter[str]:
        """How often each model has answered so far."""
        ran = self.modelled.observation.actions if self.modelled is not None else ()
        owner = self.team.name if isinstance(self.team, Agent) else ""
        return Counter(name for one in ran for name in _answers(one.steps, owner))

    def run(self, draw: Draw) -> None:
        """Lets the model run the history, and draws in which order what runs at once in its new steps completes."""
        case, self.modelled = ordered(draw, self.case())
        self.schedule = case.schedule

    def _active(self) -> str:
        """The agent of a swarm that the current thread remembers, or ""."""
        if self.modelled is None or not self.schedule.saver:
            return ""
        ran = self.modelled.observation.actions
        mine = [one for action, one in zip(self.actions, ran) if action.thread == self.thread]
        for values in reversed([values for one in mine for values in _committed(one)]):
            name = dict(values.items).get(ACTIVE)
            if isinstance(name, str):
                return name
        return ""


def _committed(ran: Ran) -> Iterator[Map]:
    for values in (ran.begin, *(step.values for step in ran.steps)):
        if isinstance(values, Map):
            yield values


def _answers(steps: tuple[Step, ...], owner: str) -> Iterator[str]:
    """Whose model answered in these steps; ``owner``: the agent whose steps they are."""
    for step in steps:
        for task in step.tasks:
            if task.node == AGENT and owner and _spoke(task.writes):
                yield owner
            yield from _answers(task.nested, task.node)


def _spoke(writes: object) -> bool:
    return isinstance(writes, tuple) and any(
        isinstance(message, Message) for _, value in writes for message in (value if isinstance(value, tuple) else ())
    )
