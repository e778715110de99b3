"""JSON forms of cases and observations, read off the dataclasses' own annotations.

An object that could be of several classes says which by ``kind``, its class name in snake case; fields that have their
default are left out. Decoding is strict: an unknown or missing field, a wrong type or an unknown kind raises
FormatError with the field's path. The worker may import nothing but the standard library and this package, so this is
the one decoder of both sides.
"""

from __future__ import annotations

import json
import re
import types
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, ForwardRef, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from . import agents, cases, observation, values

T = TypeVar("T")
Decoder = Callable[[Any, str], Any]

_MODULES = (values, agents, cases, observation)
_SCALARS = (bool, int, str, type(None))
_WORDS = {bool: "true or false", int: "a whole number", str: "a text", type(None): "null"}


class FormatError(ValueError):
    """A JSON value that is no case or observation: ``path`` names the field, ``problem`` says what is wrong."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path or 'the document'}: {problem}")
        self.path = path
        self.problem = problem


def _once(make: Callable[[Any], T]) -> Callable[[Any], T]:
    """Remembers what was made for each type or annotation."""
    made: dict[Any, T] = {}

    def once(key: Any) -> T:
        if key not in made:
            made[key] = make(key)
        return made[key]

    return once


def kind_of(cls: Any) -> str:
    """The ``kind`` of a dataclass in JSON: its name in snake case."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()


def encode(value: Any) -> Any:
    """Plain JSON data (dicts, lists, scalars) for a scalar, tuple or dataclass of this package.

    What is one object in the value may be one object in the data: lists of messages come up again and again.
    """
    return _encoded(value, {})


def _encoded(value: Any, done: dict[int, Any]) -> Any:
    kind = type(value)
    if kind in _SCALARS:
        return value
    data = done.get(id(value))
    if data is not None:
        return data
    if kind is tuple:
        data = [_encoded(item, done) for item in value]
    else:
        name, shape = _shape(kind)
        data = {"kind": name} if name else {}
        for field, default in shape:
            item = getattr(value, field)
            if item is not default and (item != default or type(item) is not type(default)):
                data[field] = _encoded(item, done)
    done[id(value)] = data
    return data


def dumps(value: Any) -> str:
    """Canonical JSON text: equal values give equal texts."""
    return json.dumps(encode(value), ensure_ascii=False, separators=(",", ":"))


def decode(cls: type[T], data: Any, path: str = "") -> T:
    """The value of dataclass ``cls`` that ``data`` (from json.loads) describes.

    Raises FormatError, naming the field, where it describes none.
    """
    result: T = _decoder(cls)(data, path)
    return result


@_once
def _shape(cls: Any) -> tuple[str, tuple[tuple[str, Any], ...]]:
    """The kind to write ("" for none) and each field with its default."""
    return kind_of(cls) if cls in _alternatives() else "", tuple((field.name, field.default) for field in fields(cls))


@_once
def _hints(cls: Any) -> dict[str, Any]:
    namespace = {name: item for module in _MODULES for name, item in vars(module).items()}
    return get_type_hints(cls, globalns=namespace)


@cache
def _alternatives() -> frozenset[type]:
    """The classes that share a union with another class, so that only a kind tells them apart."""
    ours = [item for module in _MODULES for item in vars(module).values() if isinstance(item, type)]
    unions = [hint for cls in ours if is_dataclass(cls) for hint in _hints(cls).values()]
    found: set[type] = set()
    while unions:
        args = get_args(unions.pop())
        classes = [arg for arg in args if is_dataclass(arg)]
        if len(classes) > 1:
            found.update(arg for arg in classes if isinstance(arg, type))
        unions.extend(args)
    return frozenset(found)


@_once
def _decoder(hint: Any) -> Decoder:
    """The decoder for one annotation. Built lazily, so recursive types are fine."""
    if type(hint) in (str, ForwardRef):  # a list inside a list still names its type by a text
        return _decoder(getattr(values, hint if type(hint) is str else hint.__forward_arg__))
    origin = get_origin(hint)
    if hint in _SCALARS:
        return lambda data, path: _scalar(hint, data, path)
    if origin is Literal:
        return _one_of(get_args(hint))
    if origin is tuple:
        return _tuple(get_args(hint))
    if origin in (Union, types.UnionType):
        return _union(get_args(hint))
    if is_dataclass(hint):
        return _dataclass(hint)
    raise TypeError(f"no JSON form for {hint!r}")


def _scalar(kind: type, data: Any, path: str) -> Any:
    if type(data) is not kind:
        raise FormatError(path, f"must be {_WORDS[kind]}, not {_show(data)}")
    return data


def _one_of(options: tuple[Any, ...]) -> Decoder:
    allowed = ", ".join(repr(option) for option in options)

    def one_of(data: Any, path: str) -> Any:
        if not any(data == option and type(data) is type(option) for option in options):
            raise FormatError(path, f"must be one of {allowed}, not {_show(data)}")
        return data

    return one_of


def _tuple(args: tuple[Any, ...]) -> Decoder:
    if len(args) == 2 and args[1] is Ellipsis:

        def many(data: Any, path: str) -> Any:
            if type(data) is not list:
                raise FormatError(path, f"must be a list, not {_show(data)}")
            one = _decoder(args[0])
            return tuple([one(item, f"{path}[{index}]") for index, item in enumerate(data)])

        return many

    def fixed(data: Any, path: str) -> Any:
        if type(data) is not list or len(data) != len(args):
            raise FormatError(path, f"must be a list of {len(args)} items, not {_show(data)}")
        return tuple([_decoder(arg)(item, f"{path}[{index}]") for index, (arg, item) in enumerate(zip(args, data))])

    return fixed


def _union(args: tuple[Any, ...]) -> Decoder:
    """Scalars by their type, lists by a tuple member, objects by their kind."""
    scalars = tuple(arg for arg in args if arg in _SCALARS)
    lists = [arg for arg in args if get_origin(arg) is tuple]
    classes = {kind_of(arg): arg for arg in args if is_dataclass(arg)}
    wanted = [_WORDS[arg] for arg in scalars] + ["a list"] * bool(lists)
    wanted += [f"an object of kind {' or '.join(classes)}"] * bool(classes)

    def union(data: Any, path: str) -> Any:
        if type(data) in scalars:
            return data
        if lists and type(data) is list:
            return _decoder(lists[0])(data, path)
        if classes and type(data) is dict:
            if len(classes) == 1 and "kind" not in data:
                return _decoder(next(iter(classes.values())))(data, path)
            name = data.get("kind")
            if type(name) is str and name in classes:
                return _decoder(classes[name])(data, path)
            raise FormatError(f"{path}.kind".lstrip("."), f"must be one of {', '.join(classes)}, not {_show(name)}")
        raise FormatError(path, f"must be {' or '.join(wanted)}, not {_show(data)}")

    return union


def _dataclass(cls: Any) -> Decoder:
    hints = _hints(cls)
    required = [field.name for field in fields(cls) if field.default is MISSING]
    kind = kind_of(cls)

    def dataclass(data: Any, path: str) -> Any:
        if type(data) is not dict:
            raise FormatError(path, f"must be an object, not {_show(data)}")
        given = {}
        for name, item in data.items():
            here = f"{path}.{name}".lstrip(".")
            if name == "kind":
                if item != kind:
                    raise FormatError(here, f"must be {kind!r}, not {_show(item)}")
            elif name not in hints:
                raise FormatError(here, f"unknown field; a {kind} has {', '.join(hints) or 'none'}")
            else:
                given[name] = _decoder(hints[name])(item, here)
        for name in required:
            if name not in given:
                raise FormatError(f"{path}.{name}".lstrip("."), "is missing")
        return cls(**given)

    return dataclass


def _show(data: Any) -> str:
    if type(data) in (dict, list):
        return "an object" if type(data) is dict else "a list"
    text = json.dumps(data, default=repr)
    return text if len(text) <= 40 else text[:37] + "..."
