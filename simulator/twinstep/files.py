"""Files: cases on disk, JSON from strangers read with care, texts written whole or not at all.

Everything that is wrong with a file is a BadInput: one line that names the file and the field and says what to do.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from twinstep_model import agents, cases, codec
from twinstep_model.cases import FORMAT_VERSION, Case
from twinstep_model.codec import FormatError
from twinstep_model.values import Call

from . import jsontext
from .migrate import migrated

MAX_BYTES = 5_000_000
MAX_NODES = 200
MAX_NAME = 100

_NAMES: Mapping[type, tuple[str, ...]] = {
    cases.Node: ("name",),
    cases.Edge: ("source", "target"),
    cases.Join: ("sources", "target"),
    cases.Branch: ("source", "name", "paths"),
    cases.Goto: ("node",),
    cases.Send: ("node",),
    cases.NodeScript: ("node",),
    cases.Route: ("branch",),
    agents.Agent: ("name", "tools", "direct", "sees", "wants"),
    agents.Handoff: ("agent", "name"),
    agents.ToolGraph: ("tools", "sees", "wants", "aside"),
    agents.Supervisor: ("name", "tools"),
    agents.Swarm: ("name", "default"),
    agents.ModelScript: ("agent",),
    agents.ToolCommand: ("goto",),
    Call: ("name",),
}
"""The fields that hold names of nodes, routers, agents and tools; what may be left out may be empty."""


class BadInput(Exception):
    """A file (or another input) that cannot be used. Its text is one printable line for the user."""

    def __init__(self, source: str | os.PathLike[str], problem: str) -> None:
        super().__init__(f"{printable(os.fspath(source), 1000)}: {printable(problem, 400)}")


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A case, and what else its file says about it (plain JSON data; no meaning here)."""

    case: Case
    about: Mapping[str, Any]


def read_case(path: str | os.PathLike[str]) -> Case:
    """The case in this file. Raises BadInput."""
    return read_case_file(path).case


def read_case_file(path: str | os.PathLike[str]) -> CaseFile:
    """The case in this file with the file's ``about``. Raises BadInput."""
    return _case_file(path, read_text(path, MAX_BYTES))


def write_case(path: str | os.PathLike[str], case: Case, about: Mapping[str, Any] | None = None) -> None:
    """Writes the case, and what to say about it, so that read_case_file gives both back.

    Raises BadInput, and writes nothing, where reading the file would.
    """
    data = {"format_version": FORMAT_VERSION, **codec.encode(case)}
    if about:
        data["about"] = dict(about)
    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    _case_file(path, text)
    write_text(path, text)


def case_id(case: Case) -> str:
    """The case's name wherever one is needed: 12 hexadecimal digits of a hash of its content."""
    return hashlib.sha256(codec.dumps(case).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def read_json(path: str | os.PathLike[str], limit: int = MAX_BYTES) -> Any:
    """The plain JSON data in a file of at most ``limit`` bytes. Raises BadInput (see jsontext for what is refused)."""
    return _parsed(path, read_text(path, limit))


def read_text(path: str | os.PathLike[str], limit: int = MAX_BYTES) -> str:
    """The text (UTF-8) in a file of at most ``limit`` bytes. Raises BadInput."""
    try:
        with open(path, "rb") as file:
            content = file.read(limit + 1)
    except FileNotFoundError:
        raise BadInput(path, "no such file; check its name") from None
    except IsADirectoryError:
        raise BadInput(path, "is a folder; name a file in it") from None
    except OSError as error:
        raise BadInput(path, f"cannot be read: {error.strerror}") from None
    except ValueError:  # a NUL character in it
        raise BadInput(path, "is no name of a file; check it") from None
    if len(content) > limit:
        raise BadInput(path, f"is larger than {limit / 1e6:g} MB; make it smaller")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(path, f"is not UTF-8 (byte {error.start}); save it as UTF-8") from None


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Writes the text (UTF-8) to the file, making its folder if need be.

    Whoever reads the file meanwhile, or after a crash, finds the old content or the new, never a part. Raises BadInput.
    """
    target = Path(os.path.realpath(path))
    part = target.parent / f".twinstep-{secrets.token_hex(6)}.part"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with open(part, "x", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise BadInput(path, f"cannot be written: {error.strerror}") from None


def shipped(name: str) -> Path:
    """A file or folder that twinstep ships (of `reports/`), for example ``shipped("ledger.json")``."""
    here = Path(__file__).resolve()
    installed = here.parent / "data"
    return (installed if installed.is_dir() else here.parents[2] / "reports") / name


def printable(text: str, limit: int) -> str:
    """The text on one line: control and other invisible characters as escapes, the middle cut out beyond ``limit``."""
    shown = text if len(text) <= limit else f"{text[: limit // 2]} ... {text[-limit // 2 :]}"
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in shown)


def _parsed(path: str | os.PathLike[str], text: str) -> Any:
    try:
        return jsontext.parse(text)
    except FormatError as error:
        raise _bad(path, error) from None


def _bad(path: str | os.PathLike[str], error: FormatError) -> BadInput:
    field = printable(error.path, 150)
    return BadInput(path, f"{field}: {error.problem}" if field else error.problem)


def _case_file(path: str | os.PathLike[str], text: str) -> CaseFile:
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise BadInput(path, f"is larger than {MAX_BYTES / 1e6:g} MB; make the case smaller")
    data = _parsed(path, text)
    if type(data) is not dict:
        raise BadInput(path, "must be an object with format_version, topology, script, actions and schedule")
    version = data.pop("format_version", None)
    about = data.pop("about", {})
    if version is None:
        raise BadInput(path, f'format_version: is missing; a case file says "format_version": {FORMAT_VERSION}')
    if type(version) is not int or version < 1:
        raise BadInput(path, f"format_version: must be a whole number from 1 to {FORMAT_VERSION}")
    if version > FORMAT_VERSION:
        raise BadInput(
            path,
            f"written by a newer twinstep (format {version}, this one reads up to {FORMAT_VERSION}): upgrade twinstep",
        )
    try:
        if type(about) is not dict:
            raise FormatError("about", "must be an object")
        case = codec.decode(Case, migrated(data, version))
        _check_size(case)
        _check_names(case)
    except FormatError as error:
        raise _bad(path, error) from None
    return CaseFile(case, about)


def _check_size(case: Case) -> None:
    topology = case.topology
    if isinstance(topology, cases.Graph):
        field, count = "topology.nodes", len(topology.nodes)
    elif isinstance(topology, agents.ToolGraph):
        field, count = "topology.aside", len(topology.aside)
    else:
        field, count = "topology.agents", _members(topology)
    if count > MAX_NODES:
        raise FormatError(field, f"has {count} entries; at most {MAX_NODES} are supported")


def _members(team: agents.Member) -> int:
    """How many agents and teams there are inside a team, those of inner teams included."""
    return 0 if isinstance(team, agents.Agent) else sum(1 + _members(member) for member in team.agents)


def _check_names(case: Case) -> None:
    for path, name in _names(case, ""):
        if not name:
            raise FormatError(path, "must not be empty")
        if len(name) > MAX_NAME:
            raise FormatError(path, f"is longer than {MAX_NAME} characters")
        if any(ord(char) < 32 or 127 <= ord(char) < 160 for char in name):
            raise FormatError(path, "has a control character in it, which a name must not have")


def _names(value: Any, path: str, named: bool = False) -> Iterator[tuple[str, str]]:
    """Every name in the value, with its path. ``named``: the value's own texts are names."""
    if type(value) is tuple:
        for index, item in enumerate(value):
            yield from _names(item, f"{path}[{index}]", named)
    elif is_dataclass(value):
        for field in fields(value):
            here, item = f"{path}.{field.name}".lstrip("."), getattr(value, field.name)
            if item != field.default:
                yield from _names(item, here, field.name in _NAMES.get(type(value), ()))
    elif named and type(value) is str:
        yield path, value
