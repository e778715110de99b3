"""JSON text from strangers, as data that the decoders may trust to be plain and small.

Refused, each with the path of the field: nesting deeper than 50 levels (before anything recurses into it), keys given
twice, NaN and Infinity, fractions, whole numbers beyond 64 bits, lone surrogates.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from twinstep_model.codec import FormatError

MAX_DEPTH = 50

# A string (an unfinished one reaches to the end, so that every character is looked at once), or a bracket.
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[\[{]|[\]}]', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class _Twice:
    """Stands where an object was that gives this key twice."""

    key: str


def parse(text: str) -> Any:
    """The plain data (dicts, lists, texts, whole numbers, true, false, null) that the text describes.

    Raises FormatError: with the field's path, or with an empty path where the text is no JSON at all.
    """
    if not text.strip():
        raise FormatError("", "is empty")
    if _too_deep(text):
        raise FormatError("", f"is nested deeper than {MAX_DEPTH} levels")
    try:
        data = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise FormatError("", f"is no JSON: {error.msg} (line {error.lineno}, column {error.colno})") from None
    except ValueError:
        # Python refuses to convert thousands of digits, and does not say where they are.
        raise FormatError("", "has a whole number beyond 64 bits") from None
    for path, problem in _problems(data, ""):
        raise FormatError(path, problem)
    return data


def _too_deep(text: str) -> bool:
    depth = 0
    for match in _TOKEN.finditer(text):
        first = text[match.start()]
        if first in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif first in "]}":
            depth -= 1
    return False


def _object(pairs: list[tuple[str, Any]]) -> Any:
    data: dict[str, Any] = {}
    for key, item in pairs:
        if key in data:
            return _Twice(key)
        data[key] = item
    return data


def _problems(data: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(data, dict):
        for key, item in data.items():
            here = f"{path}.{key}".lstrip(".")
            if _SURROGATE.search(key):
                yield here, "a name with half a surrogate pair in it"
            yield from _problems(item, here)
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _problems(item, f"{path}[{index}]")
    elif isinstance(data, _Twice):
        yield f"{path}.{data.key}".lstrip("."), "is given twice"
    elif isinstance(data, float):
        yield path, f"{data!r} is no whole number; fractions, NaN and Infinity are not supported"
    elif isinstance(data, str):
        if _SURROGATE.search(data):
            yield path, "a text with half a surrogate pair in it"
    elif isinstance(data, int) and not -(2**63) <= data < 2**63:
        yield path, "a whole number beyond 64 bits"
