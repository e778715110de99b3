"""The schemas of a random plain graph."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from twinstep_model.cases import Fold

from .draw import Draw, weighted
from .keys import ROOT, ROOTS, USUAL, Slot, slot

Form = Literal["typeddict", "dataclass", "pydantic", "root"]

_NAMES = ("log", "total", "Note", "bag", "zone", "alert", "kept")
_RARE_NAMES = ("node", "arg", "timeout")  # what a returned Send leaks into the state (RT-02)
_FORMS: tuple[Form, ...] = weighted((12, "typeddict"), (3, "dataclass"), (3, "pydantic"), (2, "root"))
_COUNTS = (2, 1, 3, 4)
_PRIVATE = ((), (), (), (), ("secret",), ("secret", "inner"))


@dataclass(frozen=True)
class State:
    """The schemas of one graph. ``public`` and ``private``: its keys; ``slots``: all of them by name."""

    form: Form
    public: tuple[Slot, ...]
    private: tuple[Slot, ...]
    inputs: tuple[str, ...] | None
    outputs: tuple[str, ...] | None
    slots: dict[str, Slot]

    @property
    def accepted(self) -> tuple[str, ...]:
        """The keys that an input may set."""
        return self.inputs if self.inputs is not None else tuple(one.name for one in self.public)


def state(draw: Draw) -> State:
    """Any state: mostly a TypedDict of one to four keys."""
    form = draw.pick(_FORMS)
    if form == "root":
        root = slot(ROOT, draw.pick(ROOTS))
        return State(form, (root,), (), None, None, {ROOT: root})
    names = draw.sample(_NAMES, draw.pick(_COUNTS))
    if draw.chance(6):
        names[0] = draw.pick(_RARE_NAMES)
    public = tuple(slot(name, draw.pick(USUAL)) for name in names)
    private = tuple(slot(name, draw.pick(USUAL)) for name in draw.pick(_PRIVATE))
    if form == "pydantic":
        public, private = (tuple(_validated(one) for one in slots) for slots in (public, private))
    inputs = some_names(draw, names) if draw.chance(15) else None
    outputs = some_names(draw, names) if draw.chance(15) else None
    return State(form, public, private, inputs, outputs, {one.name: one for one in public + private})


def _validated(one: Slot) -> Slot:
    """The key in a Pydantic state, whose nodes refuse a state with a value of another type: a key without a start
    value takes any first write."""
    if isinstance(one.key, Fold) and one.key.start == "missing":
        return replace(one, overwrites=one.fits, misfits=())
    return one


def some_names(draw: Draw, names: list[str]) -> tuple[str, ...]:
    """At least one of the names, in any order."""
    return tuple(draw.sample(names, draw.between(1, len(names))))
