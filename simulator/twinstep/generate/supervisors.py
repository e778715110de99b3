"""Supervisor teams: which there are, and the story of one turn of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from twinstep.members import tool_name
from twinstep_model.agents import Agent, Handoff, Member, Supervisor
from twinstep_model.topologies.supervisor import handoff_tool

from .agents import visited
from .draw import Draw, weighted
from .teamscripts import Said, Speaker, Story

_NAMES = ("bob", "alice", "carol", "dave", "Bob Smith", "Eve", "Dr  Who")
_TOOLS = ("lookup", "note")
_KINDS = weighted(
    (11, ("handoff",)),
    (3, ("plain",)),
    (10, ("handoff", "handoff")),
    (8, ("handoff", "plain")),
    (3, ("plain", "plain")),
    (2, ("handoff", "same")),
    (2, ("handoff", "unknown")),
    (1, ("unknown",)),
    (1, ("apart",)),
    (3, ("handoff", "handoff", "plain")),
    (1, ("handoff", "handoff", "handoff")),
    (1, ("plain", "unknown", "plain")),
    (1, ("plain", "plain", "plain", "plain")),
    (1, ("handoff", "plain", "unknown", "handoff")),
)
_FAILURES = weighted(
    (5, ("raise", "handoff")),
    (3, ("raise",)),
    (2, ("raise", "plain")),
    (2, ("raise", "raise")),
    (1, ("handoff", "raise", "plain")),
    (1, ("handoff", "handoff", "raise")),
)
_ROUNDS = (1, 1, 1, 1, 2, 2)

_BOB, _ALICE, _CAROL = Agent("bob", ("calc",)), Agent("alice"), Agent("carol", ("calc", "search"), sees=("search",))
_V1 = Agent("bob", ("calc", "search"), "v1")
_ROSTERS: tuple[tuple[tuple[Agent, ...], tuple[str, ...]], ...] = weighted(
    (4, ((_BOB, _ALICE), ("lookup",))),
    (4, ((Agent("alice", ("calc", "search")), _BOB), ("lookup", "note"))),
    (3, ((_CAROL, Agent("bob", ("search",)), Agent("alice", ("calc",))), ("lookup",))),
    (3, ((_V1, Agent("alice", ("calc",), "v1")), ("lookup", "note"))),
    (1, ((_ALICE, Agent("bob")), ())),
    (1, ((Agent("Bob Smith", ("calc",)), Agent("Eve", ("calc",))), ("note",))),
    (1, ((Agent("dave", ("search",)), _ALICE, Agent("carol", ("calc",)), Agent("bob")), ("lookup", "note"))),
)
"""Agents and the supervisor's own tools, in teams that come in all output modes."""
_SPECIAL: tuple[Supervisor, ...] = weighted(
    (3, Supervisor((_V1, _ALICE), ("lookup",), forward=True)),
    (3, Supervisor((_BOB, _ALICE), ("lookup",), output_mode="full_history", handoff_messages=False, forward=True)),
    (2, Supervisor((_BOB, _CAROL), ("note",), name="boss", forward=True, parallel_tool_calls=True)),
    (2, Supervisor((_BOB, _ALICE), ("lookup",), handoffs=(Handoff("bob"), Handoff("alice", "ask_alice")))),
    (2, Supervisor((_BOB, _ALICE), (), handoffs=(Handoff("alice", "", False), Handoff("bob"), Handoff("zoe")))),
    (2, Supervisor((_V1, _ALICE), ("note",), handoffs=(Handoff("alice"), Handoff("bob", "b"), Handoff("bob")))),
    (2, Supervisor((Agent("Bob"), Agent("bob", ("calc",)), _ALICE), ("lookup",))),
    (
        1,
        Supervisor((Agent("Bob Smith"), Agent("bob_smith"), Agent("Eve", ("calc",), "v1")), output_mode="full_history"),
    ),
    (1, Supervisor((Agent(" Eve"), Agent("Dr  Who", ("calc",))), ("lookup",), name="The Boss")),
    (2, Supervisor((Agent("bob", ("calc",), handoffs=(Handoff("alice"),)), _ALICE), ("lookup",))),
    (2, Supervisor((Agent("bob", ("calc",), structured=True), Agent("alice", ("calc",), pre="trim")), ("lookup",))),
    (1, Supervisor((Agent("bob", ("calc",), post="answer"), Agent("alice", ("calc",), direct=("calc",))))),
    (2, Supervisor((Agent("bob", ("calc",), direct=("calc",)), Agent("alice", ("calc",), "v1", direct=("calc",))))),
)
"""Teams with something of their own: forwarding, handoff tools of their own, names that are one after normalising."""
_REFUSED: tuple[Supervisor, ...] = (
    Supervisor((_BOB, _ALICE), ("lookup",), handoffs=(Handoff("bob"),)),
    Supervisor((_BOB, Agent("bob")), ("lookup",)),
    Supervisor((_BOB, Agent("supervisor")), ("lookup",)),
)
"""Teams that the library does not build: a handoff tool is missing, a name occurs twice."""


def any_supervisor(draw: Draw) -> Supervisor:
    """Mostly one of a few dozen teams: building one costs a runtime far more than running it, so it keeps them."""
    if draw.chance(4):
        return _drawn(draw)
    if draw.chance(2):
        return draw.pick(_REFUSED)
    if draw.chance(26):
        return draw.pick(_SPECIAL)
    agents, tools = draw.pick(_ROSTERS)
    return _modes(draw, Supervisor(agents, tools))


def speaker_of(boss: Supervisor) -> Speaker:
    """The supervisor's model."""
    names = tuple(member.name for member in boss.agents)
    handoffs = tuple((tool_name(one), one.agent) for one in boss.handoffs)
    return Speaker(
        name=boss.name,
        tools=boss.tools,
        handoffs=handoffs or tuple((handoff_tool(name), name) for name in names),
        forwards=names if boss.forward else (),
        near=("agent",),
        far=names,
    )


Told = Callable[[Story, Member, tuple[str, ...], bool], bool]
"""How a member's part of the story is told: the story, the member, its peers, whether a tool of it raises. Says
whether it failed."""


def turn(story: Story, boss: Supervisor, fails: bool, told: Told) -> bool:
    """One or two rounds, then an answer in words; in a turn that fails, the last round has a tool that raises. Whether
    it failed."""
    draw = story.draw
    speaker = speaker_of(boss)
    members = {member.name: member for member in boss.agents}
    rounds = draw.pick(_ROUNDS)
    for number in range(rounds):
        last = number == rounds - 1
        kinds = draw.pick(_KINDS)
        worker = _who_raises(draw, boss) if fails and last else None
        if worker is not None:
            kinds = ("handoff",)
            speaker = replace(speaker, handoffs=tuple(one for one in speaker.handoffs if one[1] == worker.name))
        elif fails and last:
            kinds = draw.pick(_FAILURES) if boss.tools else kinds
        elif number and boss.forward and draw.chance(80):
            kinds = draw.pick((("forward",), ("forward", "handoff"), ("forward", "plain")))
        said = _reply(story, speaker, kinds)
        if said.fails:
            return True
        for name in said.to:
            if name in members and _visit(story, boss, members[name], worker is not None, told):
                return True
        if said.parents and not any(name in members for name in said.to):
            return False  # the conversation went to nobody, so the turn is over
    story.words(boss.name)
    return False


def _reply(story: Story, speaker: Speaker, kinds: tuple[str, ...]) -> Said:
    """One reply of the supervisor. Few turns have two of which chance decides: each doubles what is allowed."""
    leave = kinds.count("handoff") + kinds.count("same") + kinds.count("forward")
    if leave > 1 or (leave and "raise" in kinds):
        if story.races and not story.draw.chance(15):
            kinds = ("raise",) if "raise" in kinds else ("handoff",)
        else:
            story.races += 1
    return story.reply(speaker, kinds)


def _visit(story: Story, boss: Supervisor, member: Member, fails: bool, told: Told) -> bool:
    """A member has the conversation. Whether it fails."""
    peers = tuple(one.name for one in boss.agents if one.name != member.name)
    if not isinstance(member, Agent):
        return told(story, member, peers, fails)
    away = ("handoff",) if member.handoffs and story.draw.chance(50) else ()
    visit = visited(story, member, peers, fails, away)
    if visit.to:  # the static edge back to the supervisor is followed as well
        story.words(boss.name)
    others = [one for one in boss.agents if one.name in visit.to]
    return visit.failed or any(told(story, one, (), False) for one in others)


def _who_raises(draw: Draw, boss: Supervisor) -> Agent | None:
    """The agent whose tool raises, where it is not one of the supervisor's."""
    agents = [one for one in boss.agents if isinstance(one, Agent) and one.tools]
    return agents[0] if agents and (not boss.tools or draw.chance(35)) else None


def _drawn(draw: Draw) -> Supervisor:
    names = draw.sample(_NAMES, draw.between(2, 4))
    if draw.chance(15):  # LangGraph refuses two agents of one name, and an agent called like the supervisor
        names[-1] = draw.pick((names[0], "supervisor"))
    agents = tuple(
        Agent(name, tuple(draw.some(("calc", "search"), 50)), "v1" if draw.chance(40) else "v2") for name in names
    )
    team = Supervisor(agents, tuple(draw.some(_TOOLS, 65)), "boss" if draw.chance(30) else "supervisor")
    return replace(_modes(draw, team), forward=draw.chance(20))


def _modes(draw: Draw, team: Supervisor) -> Supervisor:
    """The team in one of the modes that every team can have."""
    return replace(
        team,
        output_mode="full_history" if draw.chance(50) else "last_message",
        handoff_messages=not draw.chance(40),
        parallel_tool_calls=draw.chance(50),
    )
