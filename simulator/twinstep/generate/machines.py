"""State machines that build a case as a history: what is done next depends on what happened before.

Only the model is asked what happened. When a history is over its case is handed to `check`, which a subclass gives.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from twinstep_model.agents import Agent, ModelScript, Reply, Supervisor, TeamScript, ToolCommand, ToolScript, ToolText
from twinstep_model.cases import Case, Invoke, Schedule, Update, Write
from twinstep_model.deviations import REFERENCE
from twinstep_model.observation import Ran
from twinstep_model.run import Modelled, run_case
from twinstep_model.topologies.supervisor import handoff_tool
from twinstep_model.values import Call, Message, Raise

from .schedules import order
from .strategies import Drawn
from .teams import LIMIT

_AGENTS = (Agent("alice", ("calc",)), Agent("bob"), Agent("carol", ("calc",)))
_TOOLS = ("lookup",)
_OWN_CALLS = ("plain", "plain that raises", "plain that commands", "unknown")
_CALLS = ("handoff", "plain that raises", "handoff", *_OWN_CALLS, "handoff")
_RACES = 2
"""Replies with several handoffs in one history, at most: each doubles the outcomes that are allowed, or more."""
_TURNS = 6
"""Turns of one history, at most."""
_THREADS = ("t1", "t2")


@dataclass
class History:
    """What was done so far, and what the model says came of it."""

    team: Supervisor
    schedule: Schedule
    replies: dict[str, list[Reply]] = field(default_factory=dict)
    tools: list[ToolScript] = field(default_factory=list)
    actions: list[Invoke] = field(default_factory=list)
    thread: str = _THREADS[0]
    calls: int = 0
    races: int = 0
    modelled: Modelled | None = None

    def case(self) -> Case:
        """The history as a case."""
        models = tuple(ModelScript(name, tuple(replies)) for name, replies in self.replies.items())
        return Case(self.team, TeamScript(models, tuple(self.tools)), tuple(self.actions), self.schedule)

    @property
    def last(self) -> Ran | None:
        """What the last turn did, as the model has it."""
        return self.modelled.observation.actions[-1] if self.modelled is not None else None

    @property
    def failed(self) -> bool:
        """Whether the last turn ended with an error."""
        return self.last is not None and self.last.error is not None

    def answered(self) -> Counter[str]:
        """How often each model has answered so far."""
        steps = [step for ran in self.modelled.observation.actions for step in ran.steps] if self.modelled else []
        return Counter(
            task.node
            for step in steps
            for task in step.tasks
            for inner in task.nested
            for one in inner.tasks
            if one.node == "agent"
        )


class TurnsMachine(RuleBasedStateMachine):
    """Turns of a supervisor team. A subclass says in `check` what is to be done with the case of a history."""

    history: History

    def check(self, case: Case) -> None:
        """Called once with the case of every history; it has a turn at least."""
        raise NotImplementedError

    @initialize(
        agents=st.integers(2, 3),
        mode=st.sampled_from(["sync", "async"]),
        output_mode=st.sampled_from(["last_message", "full_history"]),
        handoff_messages=st.booleans(),
        parallel=st.booleans(),
    )
    def begin(self, agents: int, mode: str, output_mode: str, handoff_messages: bool, parallel: bool) -> None:
        """A team is built."""
        team = Supervisor(
            _AGENTS[:agents],
            _TOOLS,
            output_mode="last_message" if output_mode == "last_message" else "full_history",
            handoff_messages=handoff_messages,
            parallel_tool_calls=parallel,
        )
        self.history = History(team, Schedule("sync" if mode == "sync" else "async", gates=True))

    @rule(kinds=st.lists(st.sampled_from(_CALLS), min_size=1, max_size=3), data=st.data())
    def reply_with(self, kinds: list[str], data: st.DataObject) -> None:
        """The supervisor's next reply calls these tools."""
        team = self.history.team
        if kinds.count("handoff") > 1:
            if self.history.races == _RACES:
                kinds = ["handoff"]
            self.history.races += 1
        agents = data.draw(st.permutations(team.agents))
        self._reply(team.name, [self._call(kind, team.tools, agents) for kind in kinds])

    @rule(kinds=st.lists(st.sampled_from(_OWN_CALLS), min_size=1, max_size=2))
    def agent_replies_with(self, kinds: list[str]) -> None:
        """The next reply of the first agent calls these tools."""
        agent = self.history.team.agents[0]
        self._reply(agent.name, [self._call(kind, agent.tools, []) for kind in kinds])

    @precondition(lambda self: len(self.history.actions) < _TURNS)
    @rule(data=st.data())
    def say(self, data: st.DataObject) -> None:
        """The user says something on the current thread, and the turn runs to its end in the model."""
        self._say()
        self._run(data)

    @precondition(lambda self: self.history.failed and len(self.history.actions) < _TURNS)
    @rule(data=st.data())
    def say_again(self, data: st.DataObject) -> None:
        """After a failure the user repeats what was said, on the thread it failed on."""
        self.history.actions.append(self.history.actions[-1])
        self._run(data)

    @precondition(lambda self: self.history.actions)
    @rule()
    def switch_thread(self) -> None:
        """The user goes to the other thread."""
        first, second = _THREADS
        self.history.thread = second if self.history.thread == first else first

    @precondition(lambda self: self.history.schedule.saver and self.history.actions)
    @rule(data=st.data())
    def drop_saver(self, data: st.DataObject) -> None:
        """The saver goes, and with it all that was remembered: the history is what it would have been without."""
        self.history.schedule = replace(self.history.schedule, saver=False, orders=())
        self._run(data)

    def teardown(self) -> None:
        """The history is over."""
        if getattr(self, "history", None) is None:
            return
        if not self.history.actions:
            self._say()
        self.check(self.history.case())

    def _say(self) -> None:
        words = Message("human", f"question {len(self.history.actions) + 1}")
        self.history.actions.append(Invoke(Update((Write("messages", (words,)),)), self.history.thread, LIMIT))

    def _reply(self, name: str, calls: list[Call]) -> None:
        """Scripts the model's next reply. What it has said since its script was used up is written down first, so
        that the past stays as it was."""
        replies = self.history.replies.setdefault(name, [])
        missing = self.history.answered()[name] - len(replies)
        replies += [Reply("done")] * max(missing, 0)
        replies.append(Reply("", tuple(calls)))

    def _call(self, kind: str, tools: tuple[str, ...], agents: list[Agent]) -> Call:
        """A new call of this kind; each handoff takes one more of the agents, and one too many is an unknown tool."""
        self.history.calls += 1
        identity = f"c{self.history.calls}"
        if kind == "handoff" and agents:
            return Call(identity, handoff_tool(agents.pop(0).name))
        plain: dict[str, ToolText | ToolCommand | Raise] = {
            "plain": ToolText(f"result of {identity}"),
            "plain that raises": Raise("boom"),
            "plain that commands": ToolCommand(f"result of {identity}"),
        }
        if kind not in plain:
            return Call(identity, "teleport")
        self.history.tools.append(ToolScript(identity, plain[kind]))
        return Call(identity, tools[0])

    def _run(self, data: st.DataObject) -> None:
        """Lets the model run the history, and draws in which order the tasks of its new steps complete."""
        history = self.history
        sizes = run_case(history.case(), REFERENCE).concurrent
        draw = Drawn(data.draw)
        orders = history.schedule.orders[: len(sizes)]
        orders += tuple(order(draw, size) for size in sizes[len(orders) :])
        history.schedule = replace(history.schedule, gates=bool(orders), orders=orders)
        history.modelled = run_case(history.case(), REFERENCE)
