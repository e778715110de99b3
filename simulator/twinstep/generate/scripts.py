"""What every node and router of a random plain graph returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from twinstep_model.cases import (
    START,
    BareSend,
    Command,
    Fields,
    Fold,
    Many,
    Nothing,
    Outcome,
    Result,
    Route,
    Target,
    Update,
    Whole,
    Write,
)
from twinstep_model.values import Overwrite

from .draft import Doing, Draft
from .draw import Draw, weighted
from .keys import Slot

_PLAIN = weighted((14, "update"), (2, "nothing"), (3, "command"), (1, "pairs"), (2, "many"), (3, "fields"))
_WITH_GOTO = weighted((10, "command"), (3, "bare"), (2, "pairs"), (3, "many"))
_FOREIGN = "elsewhere"  # Command(graph=...) that names no graph
_STRAY = Write("stray", 1)  # a key that the graph does not have
_NOTHING = Nothing()
_FORMS_OF_ONE: tuple[Literal["list", "tuple", "one"], ...] = ("list", "one", "one", "tuple")
_FORMS_OF_MORE: tuple[Literal["list", "tuple"], ...] = ("list", "list", "tuple")

Pulls = dict[str, list[Outcome]]
Sends = dict[str, list[tuple[str, Outcome]]]


def outcomes(draw: Draw, draft: Draft) -> tuple[Pulls, Sends]:
    """The outcomes by trigger and by label, for every node (and START)."""
    shared = [one for one in draft.state.slots.values() if not one.exclusive]
    owners = _owners(draw, draft)
    pulls = {
        name: [_outcome(draw, draft, doing, shared, owners.get(name, ())) for doing in doings]
        for name, doings in draft.pulls.items()
        if name != START
    }
    pulls[START] = [Outcome(_NOTHING, _routes(draw, doing)) for doing in draft.pulls[START] if doing.routes]
    sends = {
        name: [(label, _outcome(draw, draft, doing, shared, ())) for label, doing in found]
        for name, found in draft.sends.items()
    }
    return pulls, sends


def _owners(draw: Draw, draft: Draft) -> dict[str, list[Slot]]:
    """Which node may write the keys that take one write a step, and overwrite the others: one node for each key, or
    two of different layers."""
    owners: dict[str, list[Slot]] = {}
    for slot in draft.state.slots.values():
        for layer in draw.sample(draft.layers, 2 if draw.chance(20) else 1):
            owners.setdefault(draw.pick(layer), []).append(slot)
    return owners


def _outcome(draw: Draw, draft: Draft, doing: Doing, shared: Sequence[Slot], owned: Sequence[Slot]) -> Outcome:
    routes = _routes(draw, doing) if doing.routes else ()
    if doing.bare is not None:
        return Outcome(BareSend(doing.bare), routes)
    return Outcome(_result(draw, draft, tuple(doing.goto), shared, owned), routes)


def _routes(draw: Draw, doing: Doing) -> tuple[Route, ...]:
    return tuple(
        Route(name, tuple(targets), draw.pick(_FORMS_OF_ONE if len(targets) == 1 else _FORMS_OF_MORE))
        for name, targets in doing.routes.items()
    )


def _result(
    draw: Draw, draft: Draft, goto: tuple[Target, ...], shared: Sequence[Slot], owned: Sequence[Slot]
) -> Result:
    shape = draw.pick(_WITH_GOTO if goto else _PLAIN)
    if shape == "bare":
        return Command(goto=goto)
    if shape == "nothing":
        return _NOTHING
    writes = _writes(draw, shared, owned)
    form = draft.state.form
    if form == "root":
        return Command(writes[:1] or None, goto=goto) if goto else Whole(writes[0].value) if writes else _NOTHING
    if shape == "command":
        return Command(writes, goto=goto, graph=_FOREIGN if draw.chance(15) else "")
    if shape == "pairs":
        again = (draw.pick(draw.pick(shared).fits),) if shared else ()
        return Command(writes + again, pairs=True, goto=goto)
    if shape == "many":
        items: list[Command | Update] = [Command(writes, goto=goto), Update(_writes(draw, shared, ()))]
        return Many(tuple(draw.shuffled(items)))
    plain = not any(isinstance(write.value, Overwrite) for write in writes)
    if shape == "fields" and form != "typeddict" and plain and _unset_is_harmless(draft, owned):
        public = {slot.name for slot in draft.state.public}
        return Fields(tuple(write for write in writes if write.key in public))
    return Update((*writes, _STRAY) if draw.chance(3) else writes)


def _unset_is_harmless(draft: Draft, owned: Sequence[Slot]) -> bool:
    """Whether a returned object fails nothing by the fields it leaves at their defaults, which are written too."""
    return all(slot in owned if slot.exclusive else slot.takes_default for slot in draft.state.public)


def _writes(draw: Draw, shared: Sequence[Slot], owned: Sequence[Slot]) -> tuple[Write, ...]:
    """An update of different keys: one or two that all may write, and those that the node owns."""
    found: dict[str, Write] = {}
    for _ in range(draw.pick((1, 1, 2, 0)) if shared else 0):
        slot = draw.pick(shared)
        found[slot.name] = draw.pick(slot.fits)
    for slot in owned:
        if slot.exclusive:
            if draw.chance(75):
                found[slot.name] = draw.pick(slot.overwrites if draw.chance(4) else slot.fits)
        elif isinstance(slot.key, Fold) and draw.chance(25 if slot.key.start == "missing" else 12):
            found[slot.name] = draw.pick(slot.overwrites)
    return tuple(found.values())
