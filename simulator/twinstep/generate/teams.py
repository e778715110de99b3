"""Random cases of supervisor teams.

A case is drawn as the user would see it happen: turns, in each turn rounds of the supervisor, in each round one reply
and, where it hands off, what the agent then does. So nearly every scripted reply is really reached.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from twinstep_model.agents import Agent, ModelScript, Reply, Supervisor, TeamScript, ToolCommand, ToolScript, ToolText
from twinstep_model.cases import Case, Invoke, Update, Write
from twinstep_model.topologies.supervisor import handoff_tool
from twinstep_model.values import Call, Message, Raise

from .draw import Draw, weighted
from .schedules import scheduled

LIMIT = 25
_NAMES = ("bob", "alice", "carol", "dave", "Bob Smith", "Eve", "Dr  Who")
_SUPERVISOR_TOOLS = ("lookup", "note")
_WORKER_TOOLS = ("calc", "search")
_UNKNOWN = ("teleport", "transfer_to_nobody", "LOOKUP")
_ROUNDS = weighted(
    (11, ("handoff",)),
    (3, ("plain",)),
    (10, ("handoff", "handoff")),
    (8, ("handoff", "plain")),
    (3, ("plain", "plain")),
    (2, ("handoff", "same")),
    (2, ("handoff", "unknown")),
    (1, ("unknown",)),
    (3, ("handoff", "handoff", "plain")),
    (1, ("handoff", "handoff", "handoff")),
    (1, ("plain", "unknown", "plain")),
    (1, ("handoff", "plain", "unknown", "handoff")),
)
_WORK = weighted(
    (24, ()),
    (6, ("plain",)),
    (6, ("plain", "plain")),
    (1, ("unknown",)),
    (1, ("plain", "unknown", "plain")),
)
_TURNS = weighted((12, 1), (6, 2), (1, 3))


# Agents and the supervisor's own tools.
_ROSTERS: tuple[tuple[tuple[Agent, ...], tuple[str, ...]], ...] = weighted(
    (4, ((Agent("bob", ("calc",)), Agent("alice")), ("lookup",))),
    (4, ((Agent("alice", ("calc", "search")), Agent("bob", ("calc",))), ("lookup", "note"))),
    (3, ((Agent("carol"), Agent("bob", ("search",)), Agent("alice", ("calc",))), ("lookup",))),
    (1, ((Agent("alice"), Agent("bob")), ())),
    (1, ((Agent("Bob Smith", ("calc",)), Agent("Eve", ("calc",))), ("note",))),
    (1, ((Agent("dave", ("search",)), Agent("alice"), Agent("carol", ("calc",)), Agent("bob")), ("lookup", "note"))),
)


@dataclass
class _Team:
    """A team being scripted."""

    topology: Supervisor
    replies: dict[str, list[Reply]] = field(default_factory=dict)
    tools: list[ToolScript] = field(default_factory=list)
    calls: int = 0
    races: int = 0

    def say(self, name: str, calls: tuple[Call, ...] = ()) -> None:
        known = self.replies.setdefault(name, [])
        known.append(Reply("" if calls else f"{name} says {len(known) + 1}", calls))

    def call(self, name: str) -> Call:
        self.calls += 1
        return Call(f"c{self.calls}", name)


def supervisor_case(draw: Draw) -> Case:
    """Any case of a supervisor with two to four agents."""
    team = _Team(_topology(draw))
    count = draw.pick(_TURNS)
    other = count > 1 and draw.chance(25)
    actions = []
    failing = draw.below(count) if draw.chance(18) else None
    for turn in range(count):
        _turn(draw, team, turn == failing)
        limit = draw.between(1, 7) if draw.chance(5) else LIMIT
        words = Message("human", f"question {turn + 1}", f"h{turn + 1}" if draw.chance(20) else "<auto>")
        said = Update((Write("messages", (words,)),))
        actions.append(Invoke(said, "t2" if other and turn == count - 1 else "t1", limit))
    models = tuple(ModelScript(name, tuple(replies)) for name, replies in team.replies.items())
    return scheduled(draw, team.topology, TeamScript(models, tuple(team.tools)), tuple(actions), gated=85)


def _topology(draw: Draw) -> Supervisor:
    """Mostly one of a few dozen teams: building one costs a runtime far more than running it, so it keeps them."""
    if draw.chance(5):
        return _any_topology(draw)
    agents, tools = draw.pick(_ROSTERS)
    return Supervisor(
        agents,
        tools,
        output_mode="full_history" if draw.chance(50) else "last_message",
        handoff_messages=not draw.chance(40),
        parallel_tool_calls=draw.chance(50),
    )


def _any_topology(draw: Draw) -> Supervisor:
    names = draw.sample(_NAMES, draw.between(2, 4))
    if draw.chance(30):  # LangGraph refuses two agents of one name, and an agent called like the supervisor
        names[-1] = draw.pick((names[0], "supervisor"))
    return Supervisor(
        agents=tuple(Agent(name, tuple(draw.some(_WORKER_TOOLS, 50))) for name in names),
        tools=tuple(draw.some(_SUPERVISOR_TOOLS, 65)),
        name="boss" if draw.chance(30) else "supervisor",
        output_mode="full_history" if draw.chance(50) else "last_message",
        handoff_messages=not draw.chance(40),
        parallel_tool_calls=draw.chance(50),
    )


def _turn(draw: Draw, team: _Team, fails: bool) -> None:
    """One or two rounds, then an answer in words; in a turn that fails, the last round has a tool that raises."""
    rounds = draw.pick((1, 1, 1, 1, 2, 2))
    boss = team.topology
    for number in range(rounds):
        kinds = draw.pick(_ROUNDS)
        if kinds.count("handoff") + kinds.count("same") > 1:
            team.races += 1
            if team.races > 1 and not draw.chance(15):
                kinds = ("handoff",)
        agents = draw.shuffled(boss.agents)
        raises = fails and number == rounds - 1
        workers = [agent for agent in boss.agents if agent.tools]
        if raises and not boss.tools and workers:  # let an agent's tool raise
            team.say(boss.name, (team.call(handoff_tool(workers[0].name)),))
            _work(draw, team, workers[0], raises=True)
            return
        calls, reached = _calls(draw, team, boss.tools, kinds, agents, raises)
        team.say(boss.name, calls)
        if raises:
            return
        for agent in reached:
            _work(draw, team, agent, raises=False)
    team.say(boss.name)


def _work(draw: Draw, team: _Team, agent: Agent, raises: bool) -> None:
    """What an agent does once it has been handed the conversation."""
    kinds: tuple[str, ...] = ("unknown",) if draw.chance(3) else ()
    if agent.tools:
        kinds = draw.pick(_WORK)
    if kinds or raises:
        calls, _ = _calls(draw, team, agent.tools, kinds or ("plain",), [], raises)
        team.say(agent.name, calls)
    if not raises:
        team.say(agent.name)


def _calls(
    draw: Draw, team: _Team, tools: tuple[str, ...], kinds: tuple[str, ...], agents: list[Agent], raises: bool
) -> tuple[tuple[Call, ...], list[Agent]]:
    """The calls of one reply, and the agents handed to."""
    calls: list[Call] = []
    reached: list[Agent] = []
    for kind in kinds:
        if kind == "handoff" and len(reached) < len(agents):
            reached.append(agents[len(reached)])
            calls.append(team.call(handoff_tool(reached[-1].name)))
        elif kind == "same":
            calls.append(team.call(handoff_tool(reached[0].name)))
        elif kind == "plain" and tools:
            calls.append(_plain(draw, team, tools, raises=False))
        else:
            calls.append(team.call(_unknown(draw, team)))
    if raises and tools:
        calls.append(_plain(draw, team, tools, raises=True))
    return tuple(draw.shuffled(calls)), reached


def _plain(draw: Draw, team: _Team, tools: tuple[str, ...], raises: bool) -> Call:
    call = team.call(draw.pick(tools))
    if raises:
        team.tools.append(ToolScript(call.id, Raise(draw.pick(("boom", "bang")))))
    elif draw.chance(50):
        text = f"result of {call.id}"
        does = ToolCommand(text, not draw.chance(8)) if draw.chance(25) else ToolText(text)
        team.tools.append(ToolScript(call.id, does))
    return call


def _unknown(draw: Draw, team: _Team) -> str:
    """A tool that nobody has: invented, or a handoff in the wrong case."""
    if draw.chance(40):
        return handoff_tool(team.topology.agents[0].name).title()
    return draw.pick(_UNKNOWN)
