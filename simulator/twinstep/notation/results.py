"""What nodes and routers do, in the one-line notation."""

from __future__ import annotations

from typing import Any

from twinstep_model.cases import (
    BareSend,
    Command,
    Fields,
    Goto,
    Many,
    NodeScript,
    Nothing,
    Odd,
    Outcome,
    Result,
    Route,
    Send,
    Target,
    Update,
    Whole,
)
from twinstep_model.values import Raise

from .reader import Reader, show_name
from .values import inline, read_value, read_writes, show_value, show_writes


def show_script(script: NodeScript) -> str:
    outcomes = [show_outcome(outcome) for outcome in script.pulls]
    outcomes += [f"@{show_name(label)} {show_outcome(outcome)}" for label, outcome in script.sends]
    return f"{show_name(script.node)}: {' ; '.join(outcomes)}".rstrip()


def read_script(reader: Reader) -> NodeScript:
    node = reader.name("a node")
    pulls: list[Outcome] = []
    sends: list[tuple[str, Outcome]] = []
    reader.take(":")
    while not reader.at("|", ""):
        if pulls or sends:
            reader.take(";")
        if reader.next("@"):
            label = reader.name("a label")
            sends.append((label, read_outcome(reader)))
        else:
            pulls.append(read_outcome(reader))
    return NodeScript(node, tuple(pulls), tuple(sends))


def show_outcome(outcome: Outcome) -> str:
    asks = [f"asks({','.join(map(show_value, outcome.asks))})"] if outcome.asks else []
    return " ".join([*asks, show_result(outcome.result), *map(_show_route, outcome.routes)])


def read_outcome(reader: Reader) -> Outcome:
    asks = reader.list("(", lambda: read_value(reader), ")") if reader.next("asks") else ()
    result, routes = read_result(reader), []
    while reader.next("?"):
        routes.append(_read_route(reader))
    return Outcome(result, tuple(routes), asks)


def show_result(result: Result) -> str:
    if isinstance(result, Nothing):
        return "none"
    if isinstance(result, Update):
        return show_writes(result.writes)
    if isinstance(result, Fields):
        return "fields" + show_writes(result.writes)
    if isinstance(result, Whole):
        return f"whole {show_value(result.value)}"
    if isinstance(result, Command):
        return _show_command(result)
    if isinstance(result, Many):
        return f"many({';'.join(map(show_result, result.items))})"
    if isinstance(result, BareSend):
        return f"send {_show_target(result.send)}"
    if isinstance(result, Raise):
        return f"raise {show_name(result.error)}"
    return f"odd {result.what}"


def read_result(reader: Reader) -> Result:
    if reader.at("{"):
        return Update(read_writes(reader))
    if reader.at("!"):
        result: Result = reader.inline(Result)
        return result
    word = reader.one_of("none", "fields", "whole", "cmd", "many", "send", "raise", "odd")
    if word == "none":
        return Nothing()
    if word == "fields":
        return Fields(read_writes(reader))
    if word == "whole":
        return Whole(read_value(reader))
    if word == "cmd":
        return _read_command(reader)
    if word == "many":
        return Many(reader.list("(", lambda: _read_item(reader), ")", between=";"))
    if word == "send":
        return BareSend(_read_send(reader, reader.name("a node")))
    if word == "raise":
        return Raise(reader.name("an error"))
    kinds: dict[str, Any] = {"text": "text", "empty_list": "empty_list", "dicts": "dicts", "sends": "sends"}
    return Odd(kinds[reader.one_of(*kinds)])


def _show_command(command: Command) -> str:
    if command.update is None and command.pairs:
        return inline(command)
    update = "" if command.update is None else show_writes(command.update, "[]" if command.pairs else "{}")
    goto = f" ->{','.join(map(_show_target, command.goto))}" if command.goto else ""
    return f"cmd{update}{goto}" + (f" graph={show_name(command.graph)}" if command.graph else "")


def _read_command(reader: Reader) -> Command:
    pairs = reader.at("[")
    update = read_writes(reader, "[]" if pairs else "{}") if reader.at("[", "{") else None
    goto = []
    if reader.next("->"):
        goto.append(_read_target(reader))
        while reader.next(","):
            goto.append(_read_target(reader))
    graph = ""
    if reader.next("graph"):
        reader.take("=")
        graph = reader.name("a graph")
    return Command(update, pairs, tuple(goto), graph)


def _read_item(reader: Reader) -> Command | Update:
    if not reader.at("cmd", "{", "!"):
        reader.fail("a Command or an update")
    item = read_result(reader)
    if not isinstance(item, (Command, Update)):
        reader.fail("a Command or an update before this")
    return item


def _show_target(target: Target) -> str:
    if isinstance(target, Goto):
        return show_name(target.node)
    fields = show_writes(target.fields) if target.fields else ""
    return f"{show_name(target.node)}@{show_name(target.label)}{fields}"


def _read_target(reader: Reader) -> Target:
    node = reader.name("a node")
    return _read_send(reader, node) if reader.at("@") else Goto(node)


def _read_send(reader: Reader, node: str) -> Send:
    reader.take("@")
    label = reader.name("a label")
    return Send(node, label, read_writes(reader) if reader.at("{") else ())


def _show_route(route: Route) -> str:
    error = route.error if route.form == "raise" else ""
    targets = route.targets if route.form in ("one", "list", "tuple") else ()
    if route != Route(route.branch, targets, route.form, error) or (route.form == "one" and len(targets) != 1):
        return "?" + inline(route)
    listed = ",".join(map(_show_target, targets))
    brackets = {"list": "[]", "tuple": "()"}.get(route.form, ("", ""))
    end = {"none": "none", "raise": f"raise {show_name(error)}"}.get(route.form, brackets[0] + listed + brackets[1])
    return f"?{show_name(route.branch)}={end}"


def _read_route(reader: Reader) -> Route:
    if reader.at("!"):
        route: Route = reader.inline(Route)
        return route
    branch = reader.name("a router")
    reader.take("=")
    if reader.next("none"):
        return Route(branch, form="none")
    if reader.next("raise"):
        return Route(branch, form="raise", error=reader.name("an error"))
    if reader.at("["):
        return Route(branch, reader.list("[", lambda: _read_target(reader), "]"))
    if reader.at("("):
        return Route(branch, reader.list("(", lambda: _read_target(reader), ")"), "tuple")
    return Route(branch, (_read_target(reader),), "one")
