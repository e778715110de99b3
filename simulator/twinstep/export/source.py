"""The parts of one Python file: its imports, the names that are taken, and its docstring."""

from __future__ import annotations

import builtins
import keyword
import re

# Everything that a script may import or define by itself; names of a case never become one of these.
_OURS = """
    add_messages agents AIMessage Annotated Answer Any AnyMessage AnyValue asyncio BaseChatModel BaseMessage
    BaseModel builder ChatGeneration ChatResult chosen Command ConfigDict convert_to_openai_tool Counter
    create_forward_message_tool create_model create_react_agent create_supervisor create_swarm dataclass
    defaultdict END EphemeralValue Field field Gates gates get_config get_stream_writer graph handle_error
    HumanMessage InjectedState InjectedToolCallId InMemorySaver Inputs interrupt IsLastStep langgraph_supervisor
    langgraph_swarm larger look main make_dataclass MessagesState NamedBarrierValue number odd_one odd_three operator
    Optional ORDERS Outputs Overwrite plain post_answer post_note pre_note pre_trim pre_view ran RemainingSteps
    RemoveMessage REPLIES replies route_calls run RunnableLambda runs Scripted ScriptedError seen Send Sequence
    show shown speak speaker START State StateGraph strict StrictInt task_id threading times tool
    ToolCallWithContext ToolMessage ToolNode tools_condition Topic turn TypedDict UntrackedValue workflow
"""
RESERVED = frozenset({*_OURS.split(), *keyword.kwlist, *keyword.softkwlist, *dir(builtins), "state", "model_config"})
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_STANDARD = ("asyncio", "collections", "dataclasses", "operator", "threading", "typing")


def is_plain(name: str) -> bool:
    """Whether a name of the case may stand in a script as an identifier: ASCII, and nothing else's name."""
    return bool(_PLAIN.fullmatch(name)) and name not in RESERVED and not name.startswith("model_")


class Source:
    """What one script has imported and named so far."""

    def __init__(self) -> None:
        self._whole: set[str] = set()
        self._parts: dict[str, set[str]] = {}
        self._taken: set[str] = set()

    def module(self, name: str) -> str:
        """``name``, imported as a module."""
        self._whole.add(name)
        return name

    def use(self, module: str, name: str) -> str:
        """``name``, imported from the module."""
        self._parts.setdefault(module, set()).add(name)
        return name

    def identifier(self, wanted: str, kind: str) -> str:
        """A new identifier: the wanted one where it is plain and free, else ``kind`` and a number."""
        number, found = 0, wanted
        while not is_plain(found) or found in self._taken:
            number += 1
            found = f"{kind}_{number}"
        self._taken.add(found)
        return found

    def imports(self) -> str:
        """The import statements, the standard library's first."""
        lines = [(name, f"import {name}") for name in self._whole]
        lines += [
            (name, f"from {name} import {', '.join(sorted(parts, key=_order))}") for name, parts in self._parts.items()
        ]
        groups: list[list[str]] = [[], []]
        for name, line in sorted(lines, key=lambda item: (item[1].startswith("from"), item[1])):
            groups[name.partition(".")[0] not in _STANDARD].append(line)
        return "\n\n".join("\n".join(group) for group in groups if group)


def _order(name: str) -> tuple[bool, bool, str]:
    """Where a name stands in an import: constants first, then classes, then functions."""
    return not name.isupper(), not name[0].isupper(), name


def docstring(text: str) -> str:
    """A module docstring of this text. Nothing in the text can end it, and control characters are made visible."""
    shown = "".join(
        char if char == "\n" or char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text.replace("\\", "\\\\")
    )
    return '"""' + shown.replace('"""', '\\"\\"\\"').removesuffix("\n") + '\n"""'


def file(about: str, how: str, source: Source, sections: list[str]) -> str:
    """The whole file: docstring, imports, sections."""
    head = docstring(f"{about}\n\nHow to run it: {how}, then run this file with Python.\n")
    gap = "\n\n\n" if sections[0].startswith(("class", "def", "@")) else "\n\n"
    return f"{head}\n\n{source.imports()}{gap}" + "\n\n\n".join(sections) + "\n"


def block(*lines: str, depth: int = 1) -> str:
    """The lines, indented."""
    return "\n".join("    " * depth + line if line else "" for part in lines for line in part.split("\n"))
