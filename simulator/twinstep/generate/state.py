"""The schemas of a random plain graph."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from twinstep_model.cases import Fold, Last, Managed, Messages

from .draw import Draw, weighted
from .keys import KINDS, LASTING, ROOT, ROOTS, USUAL, Slot, slot

Form = Literal["typeddict", "dataclass", "pydantic", "root"]

_NAMES = ("log", "total", "Note", "bag", "zone", "alert", "kept")
RARE_NAMES = ("node", "arg", "timeout")  # what a returned Send leaks into the state (RT-02)
_FORMS: tuple[Form, ...] = weighted((12, "typeddict"), (3, "dataclass"), (3, "pydantic"), (2, "root"))
_KEYED = tuple(form for form in _FORMS if form != "root")
_COUNTS = (2, 1, 3, 4)
_MANAGED: tuple[tuple[Managed, ...], ...] = (
    (Managed("left"),),
    (Managed("ending", "last"),),
    (Managed("left"), Managed("ending", "last")),
)
_PRIVATE = ((), (), (), (), ("secret",), ("secret", "inner"))


@dataclass(frozen=True)
class State:
    """The schemas of one graph. ``public`` and ``private``: its keys; ``slots``: all of them by name. ``managed``:
    managed values, of the state where ``shares_managed``, else private."""

    form: Form
    public: tuple[Slot, ...]
    private: tuple[Slot, ...]
    inputs: tuple[str, ...] | None
    outputs: tuple[str, ...] | None
    slots: dict[str, Slot]
    managed: tuple[Managed, ...] = ()
    shares_managed: bool = True

    @property
    def readable(self) -> list[str]:
        """What a node's own schema may name."""
        return [*self.slots, *(key.name for key in self.managed)]

    @property
    def accepted(self) -> tuple[str, ...]:
        """The keys that an input may set."""
        return self.inputs if self.inputs is not None else tuple(one.name for one in self.public)


def state(draw: Draw, lasting: bool = False) -> State:
    """Any state: mostly a TypedDict of one to four keys. ``lasting``: it has keys, and no super-step clears one."""
    form = draw.pick(_KEYED if lasting else _FORMS)
    usual = LASTING if lasting else USUAL
    leaked = tuple(kind for kind in usual if not isinstance(KINDS[kind], Messages))
    if form == "root":
        root = slot(ROOT, draw.pick(ROOTS))
        return State(form, (root,), (), None, None, {ROOT: root})
    names = draw.sample(_NAMES, draw.pick(_COUNTS))
    if draw.chance(6):
        names[0] = draw.pick(RARE_NAMES)
    public = tuple(slot(name, draw.pick(leaked if name in RARE_NAMES else usual)) for name in names)
    private = tuple(slot(name, draw.pick(usual)) for name in draw.pick(_PRIVATE))
    if form in ("dataclass", "pydantic"):
        public = tuple(_defaulted(draw, one) if draw.chance(25) else one for one in public)
    if form == "pydantic":
        public, private = (tuple(_validated(one) for one in slots) for slots in (public, private))
    inputs = some_names(draw, names) if draw.chance(15) else None
    outputs = some_names(draw, names) if draw.chance(15) else None
    slots = {one.name: one for one in public + private}
    managed = draw.pick(_MANAGED) if draw.chance(7) else ()
    return State(form, public, private, inputs, outputs, slots, managed, shares_managed=not draw.chance(20))


def _defaulted(draw: Draw, one: Slot) -> Slot:
    """The key with a default, if it is of a kind that can have one."""
    if not isinstance(one.key, (Last, Fold)):
        return one
    key = replace(one.key, default=(draw.pick(one.fits).value,))
    return replace(one, key=key, takes_default=True)


def _validated(one: Slot) -> Slot:
    """The key in a Pydantic state, whose nodes refuse a state with a value of another type: a key without a start
    value takes any first write."""
    if isinstance(one.key, Fold) and one.key.start == "missing":
        return replace(one, overwrites=one.fits, misfits=())
    return one


def some_names(draw: Draw, names: list[str]) -> tuple[str, ...]:
    """At least one of the names, in any order."""
    return tuple(draw.sample(names, draw.between(1, len(names))))
