"""The program of an agent or a team."""

from __future__ import annotations

from twinstep.members import handoffs, members, speakers, tool_name, wanting_tools
from twinstep_model.agents import Agent, Supervisor, Swarm, Team, TeamScript, ToolCommand, ToolDoes, ToolGraph, ToolMany
from twinstep_model.cases import Case
from twinstep_model.topologies.forward import FORWARD
from twinstep_model.values import Raise

from . import toolgraphs
from .builders import Builders, hooks
from .models import chat_model, replies, speak
from .source import Source, file
from .tools import Tools
from .turns import SHOW, main, run_function

_ABOUT = {
    Agent: "An agent: what it runs, and which messages are left.",
    ToolGraph: "An agent made by hand: what it runs, and which messages are left.",
    Supervisor: "A supervisor team: which agents run, and which messages are left.",
    Swarm: "A swarm: which agents run, and which messages are left.",
}


def team_script(case: Case, team: Team, script: TeamScript, about: str) -> str:
    """Python source of the program of a team; where chance decides, it runs several times and counts."""
    source, is_async = Source(), case.schedule.mode == "async"
    races = _races(team, script)
    tools = Tools(source, team, script)
    named = isinstance(team, ToolGraph) and toolgraphs.needs_error(team)
    sections = ["class ScriptedError(Exception):\n    pass"] if tools.raises or named else []
    sections += [replies(source, speakers(team), script), speak(source, script)]
    if not isinstance(team, ToolGraph):
        sections.append(chat_model(source, _is_structured(team)))
    sections += tools.definitions()
    sections += [] if isinstance(team, ToolGraph) else hooks(source, team)
    sections += _built(source, case, team, tools)
    sections += [SHOW, run_function(case, team, races), main(source, case, team, races)]

    seen = about or _ABOUT[type(team)]
    if case.schedule.gates:
        seen += "\n\nThe order in which the calls of one reply complete is left to the library."
    sections += [f"{source.module('asyncio')}.run(main())"] if is_async else []
    return file(seen, f"pip install {_packages(team)}", source, sections)


def _races(team: Team, script: TeamScript) -> bool:
    """Whether chance decides: a reply hands off twice, or beside a tool that may fail, or has two that may."""
    leading = {tool_name(handoff) for handoff in handoffs(team)} | {FORWARD} | wanting_tools(team)
    ending = {tool.call for tool in script.tools if _may_end(tool.does)}
    return any(
        sum(call.name in leading or call.id in ending for call in reply.calls) > 1
        for model in script.models
        for reply in model.replies
    )


def _may_end(does: ToolDoes) -> bool:
    """Whether what a tool does may end the run that it is in: it leaves for the parent, or fails."""
    match does:
        case Raise() | ToolMany():
            return True
        case ToolCommand(answers=answers, parent=parent):
            return parent or not answers
    return False


def _is_structured(team: Team) -> bool:
    return any(isinstance(member, Agent) and member.structured for member in members(team))


def _packages(team: Team) -> str:
    found = list(members(team))
    supervisor = [" langgraph-supervisor"] * any(isinstance(member, Supervisor) for member in found)
    swarm = [" langgraph-swarm"] * any(
        isinstance(member, Swarm) or (isinstance(member, Agent) and member.handoffs) for member in found
    )
    return "".join(["langgraph", *supervisor, *swarm])


def _built(source: Source, case: Case, team: Team, tools: Tools) -> list[str]:
    """What defines ``graph``."""
    saver = ""
    if case.schedule.saver:
        saver = f"checkpointer={source.use('langgraph.checkpoint.memory', 'InMemorySaver')}()"
    if isinstance(team, ToolGraph):
        return toolgraphs.built(source, team, tools, saver)
    builders = Builders(source, tools)
    if isinstance(team, Agent):
        return [f"graph = {builders.agent(team, *([saver] if saver else []))}"]
    return [f"workflow = {builders.team(team)}\ngraph = workflow.compile({saver})"]
