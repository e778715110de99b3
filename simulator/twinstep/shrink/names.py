"""Plain names for what is left.

Nodes a, b, c; keys x, y, z; agents alice, bob, carol; teams inside others team1, team2; calls c1, c2; threads t1, t2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import Any

from twinstep.members import members
from twinstep_model.agents import (
    Agent,
    Handoff,
    ModelScript,
    Supervisor,
    Swarm,
    Team,
    ToolCommand,
    ToolGraph,
    ToolScript,
)
from twinstep_model.cases import (
    Answers,
    Branch,
    Case,
    Command,
    Continue,
    Edge,
    Goto,
    Graph,
    GraphScript,
    Invoke,
    Join,
    Node,
    NodeScript,
    Resume,
    Route,
    Send,
    Target,
    Write,
)
from twinstep_model.plan import ROOT
from twinstep_model.topologies.handoffs import ACTIVE
from twinstep_model.topologies.supervisor import handoff_tool
from twinstep_model.values import Call, Map, Message

from .parts import Idea, everywhere

_AGENTS = ("alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi")
_KEYS = ("x", "y", "z", "w", "v", "u")
Names = Mapping[str, str]


@dataclass(frozen=True)
class Renaming:
    """New names by old ones, for each sort of name; what is not there keeps its name."""

    nodes: Names = field(default_factory=dict)
    keys: Names = field(default_factory=dict)
    labels: Names = field(default_factory=dict)
    routers: Names = field(default_factory=dict)
    agents: Names = field(default_factory=dict)
    calls: Names = field(default_factory=dict)
    threads: Names = field(default_factory=dict)


def plain_names(case: Case) -> Iterator[Case]:
    """All names plain; those of one sort; single ones."""
    plain = _plain(case)
    sorts: dict[str, Names] = {sort: names for sort, names in vars(plain).items() if names}
    yield renamed(case, plain)
    for sort, names in sorts.items():
        yield renamed(case, replace(Renaming(), **{sort: names}))
    for sort, names in sorts.items():
        for old, new in names.items():
            if new not in names:
                yield renamed(case, replace(Renaming(), **{sort: {old: new}}))


NAMES: tuple[Idea, ...] = (plain_names,)


def misnamed(case: Case) -> int:
    """How many names are not the plain ones."""
    return sum(old != new for names in vars(_plain(case)).values() for old, new in names.items())


def renamed(case: Case, new: Renaming) -> Case:
    """The case under new names, wherever it uses them."""
    case = everywhere(case, lambda part: _renamed(part, new))
    topology, script = case.topology, case.script
    if isinstance(topology, Graph) and isinstance(script, GraphScript):
        mapped = {(branch.source, branch.name) for branch in topology.branches if branch.paths is not None}
        return replace(case, script=_with_destinations(script, mapped, new.nodes))
    return case


def _plain(case: Case) -> Renaming:
    topology, script = case.topology, case.script
    threads = _numbered("t", (action.thread for action in case.actions))
    if isinstance(topology, Graph) and isinstance(script, GraphScript):
        # Nodes and keys keep the order of their names, which is what planning looks at.
        nodes = sorted({node.name for node in topology.nodes})
        keys = sorted({key.name for key in topology.keys + topology.private} - {ROOT})
        return Renaming(
            nodes=_named(nodes, ascii_lowercase),
            keys=_named(keys, _KEYS),
            labels=_numbered("s", _labels(script)),
            routers=_numbered("r", (branch.name for branch in topology.branches)),
            threads=threads,
        )
    if isinstance(topology, Graph) or isinstance(script, GraphScript):
        return Renaming(threads=threads)
    calls = [call.id for model in script.models for reply in model.replies for call in reply.calls]
    return Renaming(agents=_plain_agents(topology), calls=_numbered("c", calls), threads=threads)


def _plain_agents(team: Team) -> Names:
    """Plain names of agents, of teams and of further nodes."""
    if isinstance(team, ToolGraph):
        return _numbered("aside", team.aside)
    root = {} if isinstance(team, Agent) else {team.name: "swarm" if isinstance(team, Swarm) else "supervisor"}
    agents = dict.fromkeys(one.name for one in members(team) if isinstance(one, Agent) and one.name not in root)
    teams = dict.fromkeys(one.name for one in members(team) if not isinstance(one, Agent) and one.name not in root)
    return {**_numbered("team", teams), **_named(agents, _AGENTS), **root}


def _named(old: Iterable[str], new: Iterable[str]) -> Names:
    """The first ones by the list."""
    return dict(zip(old, new))


def _numbered(letter: str, old: Iterable[str]) -> Names:
    return {name: f"{letter}{number}" for number, name in enumerate(dict.fromkeys(old), 1)}


def _labels(script: GraphScript) -> list[str]:
    found: list[str] = []

    def note(part: Any) -> Any:
        if isinstance(part, Send):
            found.append(part.label)
        elif isinstance(part, NodeScript):
            found.extend(label for label, _ in part.sends)
        return part

    everywhere(script, note)
    return found


def _renamed(part: Any, new: Renaming) -> Any:
    match part:
        case Node(name=name, reads=reads):
            return replace(part, name=new.nodes.get(name, name), reads=_all(reads, new.keys))
        case Edge(source, target):
            return Edge(new.nodes.get(source, source), new.nodes.get(target, target))
        case Join(sources, target):
            return Join(_all(sources, new.nodes) or (), new.nodes.get(target, target))
        case Branch(source=source, name=name, paths=paths):
            led = None if paths is None else tuple((label, new.nodes.get(to, to)) for label, to in paths)
            return replace(part, source=new.nodes.get(source, source), name=new.routers.get(name, name), paths=led)
        case Graph():
            return _renamed_keys(part, new.keys)
        case Write(key=key, value=value):
            active = new.agents.get(value, value) if key == ACTIVE and isinstance(value, str) else value
            return Write(new.keys.get(key, key), active)
        case NodeScript(node=node, sends=sends):
            labelled = tuple((new.labels.get(label, label), outcome) for label, outcome in sends)
            return replace(part, node=new.nodes.get(node, node), sends=labelled)
        case Command(goto=goto):
            return replace(part, goto=_destinations(goto, new.nodes))
        case Send(node=node, label=label):
            return replace(part, node=new.nodes.get(node, node), label=new.labels.get(label, label))
        case Route(branch=branch):
            return replace(part, branch=new.routers.get(branch, branch))
        case Invoke(thread=thread) | Continue(thread=thread) | Resume(thread=thread) | Answers(thread=thread):
            return replace(part, thread=new.threads.get(thread, thread))
        case Agent(name=name) | Supervisor(name=name):
            return replace(part, name=new.agents.get(name, name))
        case Swarm(name=name, default=default):
            return replace(part, name=new.agents.get(name, name), default=new.agents.get(default, default))
        case ToolGraph(aside=aside):
            return replace(part, aside=_all(aside, new.agents) or ())
        case Handoff(agent=agent):
            return replace(part, agent=new.agents.get(agent, agent))
        case ToolCommand(goto=goto):
            return replace(part, goto=_all(goto, new.agents) or ())
        case ModelScript(agent=agent):
            return replace(part, agent=new.agents.get(agent, agent))
        case Call(id=id, name=name):
            args = Map(
                tuple((arg, new.agents.get(at, at) if isinstance(at, str) else at) for arg, at in part.args.items)
            )
            return Call(new.calls.get(id, id), _handoffs(new.agents).get(name, name), args)
        case ToolScript(call=call):
            return replace(part, call=new.calls.get(call, call))
        case Message(answers=answers):
            return replace(part, answers=new.calls.get(answers, answers))
    return part


def _renamed_keys(graph: Graph, new: Names) -> Graph:
    return replace(
        graph,
        keys=tuple(replace(key, name=new.get(key.name, key.name)) for key in graph.keys),
        private=tuple(replace(key, name=new.get(key.name, key.name)) for key in graph.private),
        inputs=_all(graph.inputs, new),
        outputs=_all(graph.outputs, new),
    )


def _with_destinations(script: GraphScript, mapped: set[tuple[str, str]], new: Names) -> GraphScript:
    """Routers' gotos under new names, except the labels of path maps; ``mapped``: the (node, router) that have one."""

    def of(node: str) -> Callable[[Any], Any]:
        def change(part: Any) -> Any:
            if isinstance(part, Route) and (node, part.branch) not in mapped:
                return replace(part, targets=_destinations(part.targets, new))
            return part

        return change

    return GraphScript(tuple(everywhere(one, of(one.node)) for one in script.nodes))


def _destinations(targets: tuple[Target, ...], new: Names) -> tuple[Target, ...]:
    return tuple(Goto(new.get(one.node, one.node)) if isinstance(one, Goto) else one for one in targets)


def _all(names: tuple[str, ...] | None, new: Names) -> tuple[str, ...] | None:
    return None if names is None else tuple(new.get(name, name) for name in names)


def _handoffs(agents: Names) -> dict[str, str]:
    return {handoff_tool(old): handoff_tool(new) for old, new in agents.items()}
