"""Two runs of a case side by side.

What both did alike is said once, over the whole width; where they differ the text splits into two columns. The first
difference is marked with ``<<``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from twinstep_model.cases import Case
from twinstep_model.observation import Observation

from ..contract import Path, first_difference
from ..render import Block, Key, Line, blocks

MARK = "<<"
_TITLE, _FIRST, _LATER, _HEAD = "bold", "bold red", "yellow", "bold"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two runs, and what it is called above its column."""

    name: str
    seen: Observation


def side_by_side(case: Case, left: Side, right: Side) -> RenderableType:
    """Both runs, ready to be printed in any width."""
    difference = first_difference(left.seen, right.seen)
    asked = difference.path if difference is not None else ()
    ours = {block.key: block for block in blocks(case, left.seen, asked)}
    theirs = {block.key: block for block in blocks(case, right.seen, asked)}
    first = _first([*ours.values(), *theirs.values()], asked)
    head = _columns(Text(left.name, "bold"), Text(right.name, "bold"))
    return Group(head, *(row for key in sorted(ours.keys() | theirs.keys()) for row in _rows(key, ours, theirs, first)))


@dataclass(frozen=True, slots=True)
class _First:
    """The first difference: in the block of this key, in the lines about this field."""

    key: Key
    path: Path


def _first(found: list[Block], asked: Path) -> _First | None:
    """The line that is most nearly about the field where the runs first differ; of equally near ones the earliest."""
    near = [(-_common(line.path, asked), block.key, line.path) for block in found for line in block.lines]
    return _First(*min(near)[1:]) if asked and near else None


def _common(one: Path, other: Path) -> int:
    """How many parts at their beginning two paths share."""
    return next((place for place, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))


def _rows(key: Key, ours: dict[Key, Block], theirs: dict[Key, Block], first: _First | None) -> Iterator[RenderableType]:
    """One place of the runs: what is alike in one column, from the first line that is not on in two."""
    one, other = ours.get(key), theirs.get(key)
    block = one or other
    assert block is not None
    if block.title:
        yield _indented(Text(block.title, "bold"), block.depth)
    marked = first.path if first is not None and first.key == key else None
    left, right = (list(side.lines) if side is not None else [] for side in (one, other))
    while left and right and left[0] == right[0] and left[0].path != marked:
        yield _indented(Text(left[0].text), block.depth + left[0].indent)
        left, right = left[1:], right[1:]
    if left or right:
        cells = [_cell(lines, side, block.depth, marked) for lines, side in ((left, one), (right, other))]
        yield _columns(*cells, mark=MARK if marked is not None else "")


def _cell(lines: list[Line], block: Block | None, depth: int, marked: Path | None) -> RenderableType:
    if not lines:
        return _indented(Text("-" if block is not None else "(did not happen)", "dim"), depth + 1)
    return Group(
        *(
            _indented(Text(line.text, "bold red" if line.path == marked else "yellow"), depth + line.indent)
            for line in lines
        )
    )


def _columns(left: RenderableType, right: RenderableType, mark: str = "") -> Table:
    table = Table.grid(expand=True, padding=(0, 1, 0, 0))
    for ratio in (1, None, 1):
        table.add_column(ratio=ratio, overflow="fold")
    table.add_column(width=len(MARK))
    table.add_row(left, "|", right, Text(mark, "bold red"))
    return table


def _indented(text: Text, depth: int) -> RenderableType:
    return Padding(text, (0, 0, 0, 2 * depth))
