"""Two ways to change a part of a case, whatever it is: everywhere at once, or in one place at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from twinstep_model.cases import Case

T = TypeVar("T")
Idea = Callable[[Case], Iterator[Case]]


def everywhere(part: T, change: Callable[[Any], Any]) -> T:
    """The part with every part of it, innermost first, put through ``change``."""
    return _everywhere(part, change)  # type: ignore[no-any-return]  # a change keeps to the types of what it changes


def one_place(part: T, options: Callable[[Any], Iterable[Any]]) -> Iterator[T]:
    """Copies of the part in which one part of it (or it itself), outermost first, is replaced by one of its options."""
    return _one_place(part, options)


def fewer(items: tuple[T, ...], least: int = 0) -> Iterator[tuple[T, ...]]:
    """All items but those left out: first all that may be, then the halves, then each, the last first."""
    count = len(items)
    if count > least + 1:
        yield items[:least]
    if count > 3 and count // 2 >= least:
        yield items[: count // 2]
        yield items[count // 2 :]
    if count > least:
        for place in reversed(range(count)):
            yield items[:place] + items[place + 1 :]


def _everywhere(part: Any, change: Callable[[Any], Any]) -> Any:
    if type(part) is tuple:
        return tuple([_everywhere(item, change) for item in part])
    if is_dataclass(part) and not isinstance(part, type):
        parts = {field.name: getattr(part, field.name) for field in fields(part)}
        changed = {name: _everywhere(item, change) for name, item in parts.items()}
        return change(part if changed == parts else replace(part, **changed))
    return part


def _one_place(part: Any, options: Callable[[Any], Iterable[Any]]) -> Iterator[Any]:
    yield from options(part)
    if type(part) is tuple:
        for place, item in enumerate(part):
            for changed in _one_place(item, options):
                yield (*part[:place], changed, *part[place + 1 :])
    elif is_dataclass(part) and not isinstance(part, type):
        for field in fields(part):
            for changed in _one_place(getattr(part, field.name), options):
                yield replace(part, **{field.name: changed})
