"""State machines that build a case as a history: what is done next depends on what happened before.

Only the model is asked what happened. When a history is over its case is handed to `check`, which a subclass gives.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Literal

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from twinstep_model.agents import Agent, Handoff, Supervisor, Swarm, ToolCommand, ToolDoes, ToolText
from twinstep_model.cases import Case, Invoke, Schedule, Update, Write
from twinstep_model.topologies.calls import MESSAGES
from twinstep_model.topologies.handoffs import ACTIVE
from twinstep_model.values import Call, Message, Raise

from .histories import THREADS, History
from .strategies import Drawn
from .teamscripts import Speaker

_NAMES = ("alice", "bob", "carol")
_OWN_CALLS = ("plain", "plain that raises", "plain that commands", "unknown")
_CALLS = ("handoff", "plain that raises", "handoff", *_OWN_CALLS, "handoff")
_RACES = 2
"""Replies with several handoffs in one history, at most: each doubles the outcomes that are allowed, or more."""
_TURNS = 6
"""Turns of one history, at most."""

_modes: st.SearchStrategy[Literal["sync", "async"]] = st.sampled_from(["sync", "async"])
_versions: st.SearchStrategy[Literal["v2", "v1"]] = st.sampled_from(["v2", "v1"])
_outputs: st.SearchStrategy[Literal["last_message", "full_history"]] = st.sampled_from(["last_message", "full_history"])


class TurnsMachine(RuleBasedStateMachine):
    """Turns of an agent, a supervisor or a swarm. A subclass says in `check` what is to be done with the case of a
    history, and in ``kinds`` which of the three are built."""

    kinds: ClassVar[tuple[str, ...]] = ("agent", "supervisor", "swarm")
    history: History

    def check(self, case: Case) -> None:
        """Called once with the case of every history; it has a turn at least."""
        raise NotImplementedError

    @initialize(
        data=st.data(),
        versions=st.tuples(_versions, _versions, _versions) | st.tuples(_versions, _versions),
        mode=_modes,
        output_mode=_outputs,
        flags=st.tuples(st.booleans(), st.booleans()),
    )
    def begin(
        self,
        data: st.DataObject,
        versions: tuple[Literal["v2", "v1"], ...],
        mode: Literal["sync", "async"],
        output_mode: Literal["last_message", "full_history"],
        flags: tuple[bool, bool],
    ) -> None:
        """An agent or a team is built."""
        kind = data.draw(st.sampled_from(self.kinds))
        names = _NAMES[: len(versions)]
        agents = tuple(
            Agent(name, ("calc",) if number != 1 else (), version)
            for number, (name, version) in enumerate(zip(names, versions))
        )
        team: Agent | Supervisor | Swarm = agents[0]
        if kind == "supervisor":
            team = Supervisor(
                agents,
                ("lookup",),
                output_mode=output_mode,
                handoff_messages=flags[0],
                parallel_tool_calls=flags[1],
            )
        elif kind == "swarm":
            meshed = (
                replace(agent, handoffs=tuple(Handoff(name) for name in names if name != agent.name))
                for agent in agents
            )
            team = Swarm(tuple(meshed), default=names[flags[0]])
        self.history = History(team, Schedule(mode, gates=True))

    @rule(kinds=st.lists(st.sampled_from(_CALLS), min_size=1, max_size=3), data=st.data())
    def reply_with(self, kinds: list[str], data: st.DataObject) -> None:
        """The next reply of whoever has the first word calls these tools."""
        self._reply(self.history.leads, kinds, data)

    @precondition(lambda self: len(self.history.speakers[self.history.leads].handoffs) > 1)
    @rule(data=st.data())
    def hands_off_twice(self, data: st.DataObject) -> None:
        """The next reply of whoever has the first word hands off to two agents."""
        self._reply(self.history.leads, ["handoff", "handoff"], data)

    @precondition(lambda self: len(self.history.speakers) > 1)
    @rule(kinds=st.lists(st.sampled_from(_CALLS), min_size=1, max_size=2), data=st.data())
    def another_replies_with(self, kinds: list[str], data: st.DataObject) -> None:
        """The next reply of somebody else calls these tools."""
        others = [name for name in self.history.speakers if name != self.history.leads]
        self._reply(data.draw(st.sampled_from(others)), kinds, data)

    @precondition(lambda self: len(self.history.actions) < _TURNS)
    @rule(data=st.data())
    def say(self, data: st.DataObject) -> None:
        """The user says something on the current thread, and the turn runs to its end in the model."""
        self._say()
        self.history.run(Drawn(data.draw))

    @precondition(lambda self: isinstance(self.history.team, Swarm) and len(self.history.actions) < _TURNS)
    @rule(data=st.data())
    def say_to(self, data: st.DataObject) -> None:
        """The user says something to an agent of a swarm, or to nobody."""
        active = data.draw(st.sampled_from([*self.history.speakers, None]))
        self._say(Write(ACTIVE, active))
        self.history.run(Drawn(data.draw))

    @precondition(lambda self: self.history.failed and len(self.history.actions) < _TURNS)
    @rule(data=st.data())
    def say_again(self, data: st.DataObject) -> None:
        """After a failure the user repeats what was said, on the thread it failed on."""
        self.history.actions.append(self.history.actions[-1])
        self.history.run(Drawn(data.draw))

    @precondition(lambda self: self.history.actions)
    @rule()
    def switch_thread(self) -> None:
        """The user goes to the other thread."""
        first, second = THREADS
        self.history.thread = second if self.history.thread == first else first

    @precondition(lambda self: self.history.schedule.saver and self.history.actions)
    @rule(data=st.data())
    def drop_saver(self, data: st.DataObject) -> None:
        """The saver goes, and with it all that was remembered: the history is what it would have been without."""
        self.history.schedule = replace(self.history.schedule, saver=False, orders=())
        self.history.run(Drawn(data.draw))

    def teardown(self) -> None:
        """The history is over."""
        if getattr(self, "history", None) is None:
            return
        if not self.history.actions:
            self._say()
        self.check(self.history.case())

    def _say(self, *more: Write) -> None:
        words = Message("human", f"question {len(self.history.actions) + 1}")
        given = Update((Write(MESSAGES, (words,)), *more))
        self.history.actions.append(Invoke(given, self.history.thread))

    def _reply(self, name: str, kinds: list[str], data: st.DataObject) -> None:
        speaker = self.history.speakers[name]
        if kinds.count("handoff") > 1 and speaker.handoffs:
            if self.history.races < _RACES:
                self.history.races += 1
            else:
                kinds = ["handoff"]
        handoffs = data.draw(st.permutations(speaker.handoffs))
        self.history.speaks(name, tuple(self._call(kind, speaker, handoffs) for kind in kinds))

    def _call(self, kind: str, speaker: Speaker, handoffs: list[tuple[str, str]]) -> Call:
        """A new call of this kind; each handoff takes one more of the tools, and one too many is an unknown tool."""
        if kind == "handoff" and handoffs:
            return self.history.call(handoffs.pop(0)[0])
        text = f"result {self.history.calls + 1}"
        plain: dict[str, ToolDoes] = {
            "plain": ToolText(text),
            "plain that raises": Raise("boom"),
            "plain that commands": ToolCommand(text),
        }
        if kind not in plain or not speaker.tools:
            return self.history.call("teleport")
        return self.history.call(speaker.tools[0], plain[kind])
