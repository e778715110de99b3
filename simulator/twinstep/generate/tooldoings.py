"""What one call of a plain tool does: every kind of `ToolDoes`, and what the run then does."""

from __future__ import annotations

from dataclasses import dataclass, replace

from twinstep_model.agents import ToolAnswer, ToolCommand, ToolDoes, ToolMany, ToolSaw, ToolText
from twinstep_model.cases import END
from twinstep_model.values import Raise

from .draw import Draw, weighted

NOWHERE = "nowhere"
"""A node that no graph has."""
_SCRIPTED = ("all", "text", "type", "types", "function")
"""Values of `ToolGraph.errors` under which the error that a script raises is caught."""
_ANY = ("all", "text")
"""Those under which every other error is caught as well."""
_KINDS = weighted(
    (50, "ok"),
    (44, "text"),
    (14, "answer"),
    (4, "failed answer"),
    (22, "command"),
    (7, "many"),
    (6, "goto"),
    (8, "parent"),
    (3, "clears"),
    (2, "mute"),
    (1, "too many"),
)


@dataclass(frozen=True, slots=True)
class Doing:
    """What a tool does. ``caught``: where that is an error, the values of `ToolGraph.errors` that turn it into a
    message. ``to``: nodes of the graph around that run next, ``aside``: nodes of the same graph that do. ``parent``:
    it sends a command out of its graph."""

    does: ToolDoes | None = None
    caught: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    parent: bool = False


def doing(draw: Draw, call: str, near: tuple[str, ...], far: tuple[str, ...], sees: bool) -> Doing:
    """What a tool does that mostly answers. ``near``, ``far``, ``sees``: as in `Speaker`."""
    if sees and draw.chance(60):
        return Doing(ToolSaw())
    text = f"result of {call}"
    kind = draw.pick(_KINDS)
    match kind:
        case "text":
            return Doing(ToolText(text))
        case "answer" | "failed answer":
            return Doing(ToolAnswer(text, failed=kind != "answer"))
        case "command":
            return Doing(ToolCommand(text))
        case "many":
            return Doing(_many(draw, text))
        case "goto" if near:
            return _goto(draw, text, near)
        case "parent" if far:
            return _parent(draw, text, far)
        case "clears":
            return Doing(ToolCommand(text, clears=True))
        case "mute":
            return Doing(ToolCommand(text, answers=False), _ANY)
        case "too many":
            return Doing(ToolMany((ToolAnswer(text), ToolAnswer(f"{text} again"))), _ANY)
    return Doing()


def raising(draw: Draw) -> Doing:
    """What a tool does that raises."""
    return Doing(Raise(draw.pick(("boom", "bang"))), _SCRIPTED)


def _many(draw: Draw, text: str) -> ToolMany:
    """A list with just one answer to the call."""
    if draw.chance(60):
        return ToolMany((ToolAnswer(text), ToolCommand(text, answers=False)))
    return ToolMany((ToolCommand(text, answers=False), ToolCommand(text)))


def _goto(draw: Draw, text: str, near: tuple[str, ...]) -> Doing:
    """A Command that goes on in the same graph as well, to some node and perhaps to one there is not."""
    names = [draw.pick(near)]
    if draw.chance(25):
        names.append(draw.pick((NOWHERE, END)))
    return Doing(ToolCommand(text, goto=tuple(draw.shuffled(names))), aside=tuple(names[:1]))


def apart(draw: Draw, text: str, far: tuple[str, ...]) -> Doing:
    """A Command that sends the conversation to two nodes of the graph around at once."""
    names = tuple(draw.sample(far, 2))
    return Doing(ToolCommand(text, parent=True, goto=names, sends=draw.chance(40)), to=names, parent=True)


def _parent(draw: Draw, text: str, far: tuple[str, ...]) -> Doing:
    """A Command for the graph around."""
    names = draw.sample(far, 2 if len(far) > 1 and draw.chance(15) else 1)
    if draw.chance(15):
        names = [draw.pick((NOWHERE, END))]
    sends = draw.chance(35)
    known = tuple(name for name in names if name in far)
    if sends and names == [END]:
        names = [NOWHERE]
    command = ToolCommand(text, not draw.chance(20), True, tuple(names), sends)
    if draw.chance(20):
        return Doing(ToolMany((ToolAnswer(text), replace(command, answers=False))), to=known, parent=True)
    return Doing(command, to=known, parent=True)
