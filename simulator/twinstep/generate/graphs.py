"""Random cases of plain graphs."""

from __future__ import annotations

from dataclasses import replace

from twinstep_model.cases import START, Case, Fields, Graph, GraphScript, Invoke, Node, NodeScript, Update, Whole

from .draft import Draft
from .draw import Draw, weighted
from .faults import Trouble, refused, trouble
from .schedules import scheduled
from .scripts import Pulls, Sends, outcomes
from .state import some_names
from .wiring import wired

LIMIT = 12  # super-steps of one invocation, at most
_TURNS = weighted((11, 1), (6, 2), (3, 3))
_FAULTY = 17  # percent of cases with a fault put in
_REFUSED = 2  # percent of cases that LangGraph refuses to build


def graph_case(draw: Draw) -> Case:
    """Any case of a plain graph, mostly one that runs without a failure."""
    made = wired(draw)
    pulls, sends = outcomes(draw, made)
    problem = trouble(draw, made, pulls) if draw.chance(_FAULTY) else None
    graph = plain_graph(draw, made)
    if draw.chance(_REFUSED):
        graph = refused(draw, graph)
        if not any(branch.source == START for branch in graph.branches):  # a script only speaks of what there is
            pulls[START] = [replace(outcome, routes=()) for outcome in pulls.get(START, [])]
    return scheduled(draw, graph, script_of(pulls, sends), _actions(draw, made, problem))


def script_of(pulls: Pulls, sends: Sends) -> GraphScript:
    """The script with these outcomes."""
    return GraphScript(
        tuple(NodeScript(name, tuple(found), tuple(sends.get(name, ()))) for name, found in pulls.items() if found)
    )


def plain_graph(draw: Draw, made: Draft) -> Graph:
    """The graph of a draft, nodes and edges in any order."""
    state = made.state
    nodes = []
    for name in draw.shuffled(made.nodes):
        reads = some_names(draw, state.readable) if state.form != "root" and draw.chance(20) else None
        nodes.append(Node(name, reads, name in made.deferred))
    managed, private = (state.managed, ()) if state.shares_managed else ((), state.managed)
    hidden = (*(slot.key for slot in state.private), *private)
    for key in hidden:  # a private key is one that some node's own schema names
        if not any(node.reads and key.name in node.reads for node in nodes):
            at = draw.below(len(nodes))
            nodes[at] = Node(nodes[at].name, (*(nodes[at].reads or ()), key.name), nodes[at].defer)
    return Graph(
        keys=(*(slot.key for slot in state.public), *managed),
        nodes=tuple(nodes),
        edges=tuple(draw.shuffled(list(dict.fromkeys(made.edges)))),
        joins=tuple(dict.fromkeys(made.joins)),
        branches=tuple(router.branch() for router in made.routers),
        form=state.form,
        private=hidden,
        inputs=state.inputs,
        outputs=state.outputs,
    )


def _actions(draw: Draw, made: Draft, problem: Trouble | None) -> tuple[Invoke, ...]:
    count = draw.pick(_TURNS)
    other = count > 1 and draw.chance(25)
    actions = []
    for turn in range(count):
        thread = "t2" if other and turn == count - 1 else "t1"
        actions.append(Invoke(any_input(draw, made), thread, LIMIT))
    if made.state.managed and draw.chance(40):  # what they read matters where the limit is near
        actions = [replace(action, limit=draw.between(2, 5)) for action in actions]
    if problem and problem.limit is not None:
        actions[-1] = Invoke(actions[-1].input, actions[-1].thread, problem.limit)
    if problem and problem.input is not None:
        actions[0] = Invoke(problem.input, actions[0].thread, LIMIT)
    return tuple(actions)


def any_input(draw: Draw, made: Draft) -> Update | Fields | Whole:
    """An input that fits the state."""
    state = made.state
    if state.form == "root":
        return Whole(draw.pick(state.public[0].fits).value)
    writes = tuple(draw.pick(state.slots[name].fits) for name in draw.some(state.accepted, 60))
    set_ = {write.key for write in writes}
    has_class = state.form in ("dataclass", "pydantic") and state.inputs is None
    if has_class and all(one.takes_default or one.name in set_ for one in state.public) and draw.chance(30):
        return Fields(writes)
    return Update(writes)
