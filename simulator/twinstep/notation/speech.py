"""What models reply and what tools do, in the one-line notation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from twinstep_model.agents import (
    ModelScript,
    Reply,
    ToolAnswer,
    ToolCommand,
    ToolDoes,
    ToolMany,
    ToolSaw,
    ToolScript,
    ToolText,
)
from twinstep_model.values import Raise

from .reader import Reader, show_name
from .values import read_call, read_call_of, show_call


def show_model(model: ModelScript) -> str:
    return f"{show_name(model.agent)}: {' ; '.join(map(_show_reply, model.replies))}".rstrip()


def read_replies(reader: Reader) -> tuple[Reply, ...]:
    """The replies of a model, whose name and colon have been read."""
    replies: list[Reply] = []
    while not reader.at("|", ""):
        if replies:
            reader.take(";")
        replies.append(_read_reply(reader))
    return tuple(replies)


def show_tool(tool: ToolScript) -> str:
    return f"{show_name(tool.call)} -> {_show_does(tool.does)}"


def read_does(reader: Reader) -> ToolDoes:
    """What a tool does, after the call's id and the arrow."""
    if reader.at_text():
        return ToolText(reader.text())
    if not reader.at("raise", "saw", "many", "answer", "command"):
        reader.fail("a text, raise, saw, answer, command or many")
    if reader.next("raise"):
        return Raise(reader.name("an error"))
    if reader.next("saw"):
        return ToolSaw()
    if reader.next("many"):
        return ToolMany(reader.list("(", lambda: _read_item(reader), ")", between=";"))
    return _read_item(reader)


def _show_reply(reply: Reply) -> str:
    text = [repr(reply.text)] if reply.text or not reply.calls else []
    return " ".join([*text, *map(show_call, reply.calls)])


def _read_reply(reader: Reader) -> Reply:
    # A call id may be quoted too; what follows a text tells them apart, so both are read as names first.
    if not reader.at_name():
        reader.fail("a text or a call")
    quoted = reader.at_text()
    first = reader.name()
    calls = []
    text = ""
    if reader.at("="):
        calls.append(read_call_of(reader, first))
    elif quoted:
        text = first
    else:
        reader.fail("'='")
    while reader.at_name():
        calls.append(read_call(reader))
    return Reply(text, tuple(calls))


def _show_does(does: ToolDoes) -> str:
    match does:
        case ToolText(text):
            return repr(text)
        case ToolSaw():
            return "saw"
        case Raise(error):
            return f"raise {show_name(error)}"
        case ToolMany(items):
            return f"many({'; '.join(map(_show_does, items))})"
        case ToolAnswer(text, failed):
            return f"answer {text!r}" + (" failed" if failed else "")
        case ToolCommand():
            return _show_command(does)


def _show_command(does: ToolCommand) -> str:
    words = ["command", repr(does.text)]
    words += [] if does.answers else ["unanswered"]
    words += ["clears"] if does.clears else []
    words += ["parent"] if does.parent else []
    words += [f"->{','.join(map(show_name, does.goto))}"] if does.goto else []
    words += ["sends"] if does.sends else []
    return " ".join(words)


def _read_item(reader: Reader) -> ToolAnswer | ToolCommand:
    if reader.one_of("answer", "command") == "answer":
        text = reader.text()
        return ToolAnswer(text, reader.next("failed"))
    return _read_command(reader)


def _read_command(reader: Reader) -> ToolCommand:
    does = ToolCommand(reader.text())
    while reader.at(*_FLAGS, "->"):
        does = replace(does, goto=_read_goto(reader)) if reader.at("->") else _FLAGS[reader.one_of(*_FLAGS)](does)
    return does


_FLAGS: dict[str, Callable[[ToolCommand], ToolCommand]] = {
    "unanswered": lambda does: replace(does, answers=False),
    "clears": lambda does: replace(does, clears=True),
    "parent": lambda does: replace(does, parent=True),
    "sends": lambda does: replace(does, sends=True),
}


def _read_goto(reader: Reader) -> tuple[str, ...]:
    reader.take("->")
    goto = [reader.name("a node")]
    while reader.next(","):
        goto.append(reader.name("a node"))
    return tuple(goto)
