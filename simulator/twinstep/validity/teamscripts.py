"""Scripts of agents and teams. Calls of unknown tools are legal: agents have to cope with them."""

from __future__ import annotations

from collections.abc import Iterator

from twinstep.members import speaker, speakers, talking
from twinstep_model.agents import (
    ModelScript,
    Supervisor,
    Team,
    TeamScript,
    ToolCommand,
    ToolDoes,
    ToolMany,
    ToolSaw,
    ToolScript,
)
from twinstep_model.values import AUTO, Call

from .distinct import repeated
from .values import is_plain


def team_script_problems(team: Team, script: TeamScript) -> Iterator[str]:
    """What is wrong with the script of an agent or a team."""
    known = speakers(team)
    for place, model in enumerate(script.models):
        if model.agent not in known:
            yield f"script.models[{place}].agent: there is no such agent; name one of the topology's agents or models"
        yield from _argument_problems(model, f"script.models[{place}]")
    twice = repeated(model.agent for model in script.models)
    if twice is not None:
        yield f"script.models[{twice}].agent: has a script already; merge the two"
    yield from _call_problems(script)
    yield from _tool_problems(team, script)


def _call_problems(script: TeamScript) -> Iterator[str]:
    calls: set[str] = set()
    for place, model in enumerate(script.models):
        for number, reply in enumerate(model.replies):
            for which, call in enumerate(reply.calls):
                path = f"script.models[{place}].replies[{number}].calls[{which}].id"
                if call.id in ("", AUTO):
                    yield f"{path}: tells no call apart; give the call an id"
                if call.id in calls:
                    yield f"{path}: another call has this id; call ids are unique in the whole case, change one"
                calls.add(call.id)
    for place, tool in enumerate(script.tools):
        if tool.call not in calls:
            yield f"script.tools[{place}].call: no reply makes this call; name a call id of script.models"
    twice = repeated(tool.call for tool in script.tools)
    if twice is not None:
        yield f"script.tools[{twice}].call: has an entry already; remove one"


def _argument_problems(model: ModelScript, path: str) -> Iterator[str]:
    for number, reply in enumerate(model.replies):
        for which, call in enumerate(reply.calls):
            if not is_plain(call.args):
                yield f"{path}.replies[{number}].calls[{which}].args: a model gives JSON only; write that"


def _tool_problems(team: Team, script: TeamScript) -> Iterator[str]:
    seeing = {(speaker(one), tool) for one in talking(team) if not isinstance(one, Supervisor) for tool in one.sees}
    caller: dict[str, tuple[str, Call]] = {
        call.id: (model.agent, call) for model in script.models for reply in model.replies for call in reply.calls
    }
    for place, tool in enumerate(script.tools):
        path = f"script.tools[{place}]"
        agent, call = caller[tool.call]
        if isinstance(tool.does, ToolSaw) and (agent, call.name) not in seeing:
            yield f"{path}.does: only a tool that sees the state can tell it; add {call.name} to sees of {agent}"
        yield from _command_problems(tool, path)


def _command_problems(tool: ToolScript, path: str) -> Iterator[str]:
    for one in _commands(tool.does):
        if one.sends and not one.goto:
            yield f"{path}.does.sends: there is nobody to send to; name nodes in goto, or leave it out"
        if one.clears and not one.answers:
            yield f"{path}.does.answers: a remove-all is no answer anyway; leave it out"


def _commands(does: ToolDoes) -> Iterator[ToolCommand]:
    if isinstance(does, ToolMany):
        yield from (item for item in does.items if isinstance(item, ToolCommand))
    elif isinstance(does, ToolCommand):
        yield does
