"""Two runs of a case side by side.

What both did alike is said once, over the whole width; where they differ the text splits into two columns. The first
difference is marked with ``<<``, which needs no colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from twinstep.contract import Path, first_difference
from twinstep.render import Block, Key, Line, blocks
from twinstep_model.cases import Case
from twinstep_model.observation import Observation

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
    """The line that is most nearly about the field where the runs first differ; of equally near ones that which is not
    about something further inside, then the earliest."""
    near = [
        (-_common(line.path, asked), len(line.path), block.key, line.path) for block in found for line in block.lines
    ]
    return _First(*min(near)[2:]) if asked and near else None


def _common(one: Path, other: Path) -> int:
    """How many parts at their beginning two paths share."""
    return next((place for place, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))


def _rows(key: Key, ours: dict[Key, Block], theirs: dict[Key, Block], first: _First | None) -> Iterator[RenderableType]:
    """One place of the runs: lines that both have in one column, the others in two."""
    one, other = ours.get(key), theirs.get(key)
    block = one or other
    assert block is not None
    if block.title:
        yield _indented(Text(block.title, "bold"), block.depth)
    if one is None or other is None:
        missing = _indented(Text("(did not happen)", "dim"), block.depth + 1)
        found = _cell(block.lines, block.depth, first)
        if block.lines:
            left, right = (missing, found) if one is None else (found, missing)
            yield _columns(left, right, _mark(block.lines, first))
        return
    for tag, i, j, k, m in SequenceMatcher(None, _keys(one, first, 0), _keys(other, first, 1), False).get_opcodes():
        if tag == "equal":
            yield from (_indented(Text(line.text), block.depth + line.indent) for line in one.lines[i:j])
        else:
            left, right = (_cell(lines, block.depth, first) for lines in (one.lines[i:j], other.lines[k:m]))
            yield _columns(left, right, _mark(one.lines[i:j] + other.lines[k:m], first))


def _keys(block: Block, first: _First | None, side: int) -> list[tuple[Line, int]]:
    """What tells lines apart. Those about the first difference never count as alike: their texts may be cut short."""
    marked = first.path if first is not None and first.key == block.key else None
    return [(line, side if line.path == marked else -1) for line in block.lines]


def _mark(lines: tuple[Line, ...], first: _First | None) -> str:
    return MARK if first is not None and any(line.path == first.path for line in lines) else ""


def _cell(lines: tuple[Line, ...], depth: int, first: _First | None) -> RenderableType:
    if not lines:
        return _indented(Text("-", "dim"), depth + 1)
    marked = first.path if first is not None else None
    texts = [(line, Text(line.text, "bold red" if line.path == marked else "yellow")) for line in lines]
    return Group(*(_indented(text, depth + line.indent) for line, text in texts))


def _columns(left: RenderableType, right: RenderableType, mark: str = "") -> Table:
    table = Table.grid(expand=True, padding=(0, 1, 0, 0))
    for ratio in (1, None, 1):
        table.add_column(ratio=ratio, overflow="fold")
    table.add_column(width=len(MARK))
    table.add_row(left, "|", right, Text(mark, "bold red"))
    return table


def _indented(text: Text, depth: int) -> RenderableType:
    return Padding(text, (0, 0, 0, 2 * depth))
