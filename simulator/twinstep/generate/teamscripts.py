"""The script of a team in the making: what its models say and its tools do, told in the order in which it happens.

A generator tells a story: this model now makes these calls, that one answers in words. What a reply leads to is kept
beside it, so that the story goes on where the run will, and nearly every reply of a script is really given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from twinstep_model.agents import ModelScript, Reply, TeamScript, ToolDoes, ToolScript
from twinstep_model.topologies.forward import FORWARD
from twinstep_model.values import Call, Map

from .draw import Draw
from .tooldoings import Doing, apart, doing, raising

UNKNOWN = ("teleport", "transfer_to_nobody", "LOOKUP")
_ODD_ARGUMENTS = 8  # percent of the calls of plain tools whose one argument is given
_TALKING = 12  # percent of the replies with calls that have a text as well
_NONE = Map()
_RIGHT = Map((("n", 3),))
_WRONG = Map((("n", "many"),))
_FORGED = Map((("n", 2), ("state", "forged")))


@dataclass(frozen=True, slots=True)
class Speaker:
    """A model, and what is known of the tools it can call.

    ``handoffs``: (tool, destination) pairs. ``forwards``: agents whose messages it can forward. ``sees``, ``wants``,
    ``direct``, ``errors``: as in `Agent` and `ToolGraph`. ``near``, ``far``: nodes that the Command of a tool may name
    in the graph that the tools are in, and in the one around it. ``hooked``: the first call of a reply is answered by a
    hook instead.
    """

    name: str
    tools: tuple[str, ...] = ()
    handoffs: tuple[tuple[str, str], ...] = ()
    forwards: tuple[str, ...] = ()
    sees: tuple[str, ...] = ()
    wants: tuple[str, ...] = ()
    direct: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    far: tuple[str, ...] = ()
    errors: str = "default"
    hooked: bool = False


@dataclass(frozen=True, slots=True)
class Made:
    """A call, and what it leads to: whether it fails the run, hands the conversation ``to`` others (of the graph
    around, with ``parent``), ends the run, or lets nodes ``aside`` run in the same graph."""

    call: Call
    fails: bool = False
    to: tuple[str, ...] = ()
    parent: bool = False
    ends: bool = False
    aside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """What the calls of one reply lead to together. ``parents``: how many of them send a command out of the graph."""

    calls: int
    fails: bool
    to: tuple[str, ...]
    parents: int
    ends: bool
    aside: tuple[str, ...]


@dataclass
class Story:
    """What has been told so far. ``races``: replies whose outcome chance decides."""

    draw: Draw
    replies: dict[str, list[Reply]] = field(default_factory=dict)
    tools: list[ToolScript] = field(default_factory=list)
    calls: int = 0
    races: int = 0

    def script(self) -> TeamScript:
        """The story as a script."""
        models = tuple(ModelScript(name, tuple(replies)) for name, replies in self.replies.items())
        return TeamScript(models, tuple(self.tools))

    def words(self, name: str) -> None:
        """The model answers in words."""
        known = self.replies.setdefault(name, [])
        known.append(Reply(f"{name} says {len(known) + 1}"))

    def reply(self, speaker: Speaker, kinds: Sequence[str]) -> Said:
        """The model calls tools of these kinds, in any order: ``handoff`` (each to another agent), ``same`` (the first
        of them again), ``plain``, ``raise``, ``apart`` (a plain tool sends the conversation to two nodes at once),
        ``forward`` and ``unknown``; what it has not, is unknown."""
        made = self.draw.shuffled(self._made(speaker, kinds))
        text = "one moment" if self.draw.chance(_TALKING) else ""
        self.replies.setdefault(speaker.name, []).append(Reply(text, tuple(one.call for one in made)))
        happens = made[1:] if speaker.hooked else made
        return Said(
            calls=len(made),
            fails=any(one.fails for one in happens),
            to=tuple(dict.fromkeys(name for one in happens for name in one.to)),
            parents=sum(one.parent for one in happens),
            ends=any(one.ends for one in happens),
            aside=tuple(dict.fromkeys(name for one in happens for name in one.aside)),
        )

    def call(self, name: str, args: Map = _NONE) -> Call:
        """A new call."""
        self.calls += 1
        return Call(f"c{self.calls}", name, args)

    def does(self, call: Call, does: ToolDoes) -> None:
        """The tool does this when it is called so."""
        self.tools.append(ToolScript(call.id, does))

    def _made(self, speaker: Speaker, kinds: Sequence[str]) -> list[Made]:
        made: list[Made] = []
        left = self.draw.shuffled(speaker.handoffs) if "handoff" in kinds else []
        gone: list[tuple[str, str]] = []
        for kind in kinds:
            if kind == "handoff" and left:
                gone.append(left.pop(0))
                made.append(self._handoff(gone[-1]))
            elif kind == "same" and gone:
                made.append(self._handoff(gone[0]))
            elif kind == "plain" and len(speaker.tools) > len(speaker.wants):
                made.append(self._plain(speaker))
            elif kind == "raise" and speaker.tools:
                made.append(self._raising(speaker))
            elif kind == "apart" and speaker.tools and len(speaker.far) > 1:
                call = self.call(speaker.tools[0])
                made.append(self._told(speaker, call, apart(self.draw, f"result of {call.id}", speaker.far)))
            elif kind == "forward" and speaker.forwards:
                made.append(self._forward(speaker))
            else:
                made.append(Made(self.call(self._unknown(speaker))))
        return made

    def _handoff(self, handoff: tuple[str, str]) -> Made:
        tool, agent = handoff
        return Made(self.call(tool), to=(agent,), parent=True)

    def _plain(self, speaker: Speaker) -> Made:
        draw = self.draw
        tool = draw.pick([name for name in speaker.tools if name not in speaker.wants])
        if draw.chance(_ODD_ARGUMENTS):
            call = self.call(tool, draw.pick((_RIGHT, _WRONG, _FORGED)))
            if call.args == _WRONG:
                caught = speaker.errors in ("default", "all", "text")
                return Made(call, fails=not caught, ends=tool in speaker.direct)
        else:
            call = self.call(tool)
        found = doing(draw, call.id, speaker.near, speaker.far, tool in speaker.sees)
        return self._told(speaker, call, found)

    def _raising(self, speaker: Speaker) -> Made:
        if speaker.wants and self.draw.chance(50):
            return Made(self.call(speaker.wants[0]), fails=True)
        call = self.call(self.draw.pick([name for name in speaker.tools if name not in speaker.wants] or speaker.tools))
        if call.name in speaker.wants:
            return Made(call, fails=True)
        return self._told(speaker, call, raising(self.draw))

    def _told(self, speaker: Speaker, call: Call, found: Doing) -> Made:
        if found.does is not None:
            self.does(call, found.does)
        caught = speaker.errors in found.caught
        return Made(
            call, bool(found.caught) and not caught, found.to, found.parent, call.name in speaker.direct, found.aside
        )

    def _forward(self, speaker: Speaker) -> Made:
        known = not self.draw.chance(15)
        name = self.draw.pick(speaker.forwards) if known else "nobody"
        if self.draw.chance(30):
            name = name.upper()
        call = self.call(FORWARD, Map((("from_agent", name),)))
        return Made(call, parent=known, ends=known)

    def _unknown(self, speaker: Speaker) -> str:
        """A tool that the model has not: invented, or one of its own in the wrong case."""
        known = (*(tool for tool, _ in speaker.handoffs), *speaker.tools)
        if known and self.draw.chance(40):
            return known[0].title()
        return self.draw.pick(UNKNOWN)
