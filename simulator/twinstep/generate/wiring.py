"""Who runs after whom in a random plain graph: layers of nodes, each reached from the layer before it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from twinstep_model.cases import END, START, Edge, Goto, Join, Send, Target

from .draft import Doing, Draft, Router
from .draw import Draw, weighted
from .keys import ROOT
from .state import RARE_NAMES, state

_NAMES = ("b", "a", "Zed", "m2", "m10", "zeta", "Beta", "9th", "\u00e9t\u00e9", "x y", "_u")
# Nodes per layer. A layer of three is what gives a super-step three tasks.
_SHAPES = weighted(
    (2, (1,)),
    (2, (1, 1)),
    (2, (2,)),
    (4, (1, 2)),
    (4, (2, 1)),
    (2, (1, 1, 1)),
    (5, (3, 1)),
    (5, (1, 3)),
    (4, (1, 2, 1)),
    (4, (2, 2)),
    (6, (1, 3, 1)),
    (4, (3, 2)),
    (4, (2, 3)),
    (3, (4, 1)),
    (3, (1, 4)),
    (3, (1, 2, 2)),
    (3, (3, 2, 1)),
    (3, (1, 4, 1)),
)
_WAYS = weighted((9, "edge"), (6, "join"), (4, "branch"), (3, "goto"), (4, "send"))
_ENTRY_WAYS = weighted((9, "edge"), (1, "branch"), (1, "send"))
_GHOST = "ghost"
_MOST_SENDS = 4


def wired(draw: Draw, shapes: Sequence[tuple[int, ...]] = _SHAPES, lasting: bool = False) -> Draft:
    """Any graph with its routing, everything reachable and most of it reached. ``shapes``: nodes per layer;
    ``lasting``: as for `state`."""
    shape = draw.pick(shapes)
    names = draw.sample(_NAMES, sum(shape))
    layers = []
    for width in shape:
        layers.append(names[:width])
        names = names[width:]
    executions = {name: [Doing() for _ in range(draw.pick((1, 1, 1, 1, 2, 3)))] for layer in layers for name in layer}
    made = Draft(state(draw, lasting), layers, {START: [Doing() for _ in range(draw.pick((1, 1, 2)))], **executions})
    if len(layers[0]) > 1 and draw.chance(10):
        _enter_by_turns(draw, made)
    else:
        for target in layers[0]:
            _enter(draw, made, target)
    for before, layer in pairwise(layers):
        for target in layer:
            _reach(draw, made, before, target)
    if draw.chance(46):
        _loop(draw, made)
    if len(layers) > 1 and draw.chance(21):
        made.deferred.update(_deferred(draw, made))
    _extras(draw, made)
    if len(layers) > 1 and any(name in made.state.slots for name in RARE_NAMES) and draw.chance(60):
        _bare(draw, made)
    return made


def _enter(draw: Draw, made: Draft, target: str) -> None:
    way = draw.pick(_ENTRY_WAYS)
    if way == "edge" or (target == made.layers[0][0] and len(made.layers[0]) > 1):
        made.edges.append(Edge(START, target))
        return
    router = _router(draw, made, START)
    for doing in made.pulls[START]:
        _route(draw, made, doing, router, target, way)


def _enter_by_turns(draw: Draw, made: Draft) -> None:
    """Each invocation starts one node of the first layer, so that a waiting edge fills over several of them."""
    router = _router(draw, made, START)
    made.pulls[START] = [Doing(routes={router.name: [router.goto(target)]}) for target in made.layers[0]]


def _reach(draw: Draw, made: Draft, before: list[str], target: str) -> None:
    """Make ``target`` follow the layer before it in one of the five ways."""
    way = draw.pick(_WAYS)
    if way == "edge":
        sources = draw.some(before, 50) or [draw.pick(before)]
        made.edges += [Edge(source, target) for source in sources]
        return
    if way == "join":
        sources = before if len(before) < 3 or draw.chance(60) else before[:2]
        made.joins.append(Join(tuple(draw.shuffled(sources)), target))
        return
    _go(draw, made, draw.pick(before), target, way, every=draw.chance(70))


def _go(draw: Draw, made: Draft, source: str, target: str, way: str, every: bool) -> None:
    """Make executions of ``source`` go to ``target``: every one, or only the first of a round."""
    doings = made.pulls[source] if every else made.pulls[source][:1]
    if made.sends.get(source) and every:
        doings = doings + [doing for _, doing in made.sends[source] if draw.chance(50)]
    router = None
    if way == "branch" or (way == "send" and draw.chance(50)):
        router = _router(draw, made, source)
    for doing in doings:
        _route(draw, made, doing, router, target, way)


def _route(draw: Draw, made: Draft, doing: Doing, router: Router | None, target: str, way: str) -> None:
    if way == "send":
        found = _sends(draw, made, target)
    else:
        found = [router.goto(target) if router else Goto(target)]
    if router:
        doing.routes.setdefault(router.name, []).extend(found)
    elif len(found) == 1 and isinstance(found[0], Send) and not doing.goto and draw.chance(40):
        doing.bare = found[0]
    else:
        doing.goto += found


def _router(draw: Draw, made: Draft, source: str) -> Router:
    """A router of the source: one it has, or a new one."""
    for router in made.routers:
        if router.source == source and draw.chance(60):
            return router
    name = f"route{len(made.routers) + 1}"
    router = Router(source, name, {} if draw.chance(40) else None, draw.chance(40))
    made.routers.append(router)
    return router


def _sends(draw: Draw, made: Draft, target: str) -> list[Target]:
    """One to three Sends to the target, sometimes two with the same label."""
    count = min(draw.pick((1, 2, 2, 3, 3)), _MOST_SENDS - made.labels)
    if count < 1:  # enough were made; the last label once more
        return [_send(draw, made, target, made.labels)]
    found: list[Target] = []
    for _ in range(count):
        if not found or not draw.chance(12):
            made.labels += 1
        found.append(_send(draw, made, target, made.labels))
    return found


def _send(draw: Draw, made: Draft, target: str, number: int) -> Send:
    label = f"s{number}"
    known = made.sends.setdefault(target, [])
    if all(label != other for other, _ in known):
        known.append((label, Doing()))
    slot = draw.pick(tuple(made.state.slots.values()))
    return Send(target, label, (draw.pick(slot.fits),) if slot.name != ROOT and draw.chance(30) else ())


def _bare(draw: Draw, made: Draft) -> None:
    """A node that returns one Send and nothing else, now and then also one that had somewhere to go."""
    doing = made.pulls[draw.pick(made.layers[0])][0]
    doing.bare = _send(draw, made, draw.pick(made.layers[1]), made.labels + 1)
    made.labels += 1
    doing.goto.clear()


def _deferred(draw: Draw, made: Draft) -> list[str]:
    """The nodes to defer: one of the last layer, the whole layer, or any one."""
    last = made.layers[-1]
    match draw.pick(("one", "one", "one", "all", "any")):
        case "one":
            return [draw.pick(last)]
        case "all":
            return last
    return [draw.pick(made.nodes)]


def _loop(draw: Draw, made: Draft) -> None:
    """A way back that only the first execution of each round takes, so that it ends."""
    at = draw.below(len(made.layers))
    source, target = draw.pick(made.layers[at]), draw.pick(made.layers[draw.below(at + 1)])
    doings = made.pulls[source]
    while len(doings) < 2 or (len(doings) < 3 and draw.chance(40)):
        doings.append(Doing(list(doings[0].goto), {name: list(to) for name, to in doings[0].routes.items()}))
    _go(draw, made, source, target, draw.pick(("branch", "goto", "branch", "goto", "send")), every=False)


def _extras(draw: Draw, made: Draft) -> None:
    """What changes little and is easily forgotten: END, unknown destinations, shortcuts, unreachable nodes."""
    nodes = made.nodes
    if draw.chance(30):
        made.edges.append(Edge(draw.pick(nodes), END))
    if len(made.layers) > 2 and draw.chance(20):
        made.edges.append(Edge(draw.pick(made.layers[0]), draw.pick(made.layers[-1])))
    if made.joins and draw.chance(40):
        _vary_join(draw, made, draw.pick(made.joins))
    for doing in (doing for name in nodes for doing in made.pulls[name] if doing.goto and not doing.bare):
        if draw.chance(14):
            doing.goto.insert(draw.below(len(doing.goto) + 1), draw.pick(_DEAD_ENDS))
    for router in made.routers:
        if draw.chance(14):
            nowhere = router.goto(END) if draw.chance(70) else _no_goto(router)
            for doing in made.pulls[router.source]:
                doing.routes.setdefault(router.name, []).append(nowhere)
    if len(nodes) < 6 and draw.chance(3):
        made.layers.append(["lonely"])
        made.pulls["lonely"] = [Doing()]


def _vary_join(draw: Draw, made: Draft, join: Join) -> None:
    """Wait for one more node, an earlier one, or lead to the target of a waiting edge in a second way."""
    source = draw.pick(join.sources)
    at = next(number for number, layer in enumerate(made.layers) if source in layer)
    early = draw.pick(made.layers[at - 1]) if at else source
    match draw.pick(("edge", "reversed", "again", "send", "early", "early and send", "second")):
        case "edge":
            made.edges.append(Edge(source, join.target))
        case "reversed":
            made.joins.append(Join(join.sources[::-1], join.target))
        case "again":
            made.joins.append(Join((*join.sources, source), join.target))
        case "early":
            made.joins[made.joins.index(join)] = Join((*join.sources, early), join.target)
        case "early and send":
            made.joins[made.joins.index(join)] = Join((*join.sources, early), join.target)
            _go(draw, made, early, join.target, "send", every=True)
        case "second":
            made.joins.append(Join((early,), join.target))
        case _:
            _go(draw, made, source, join.target, "send", every=True)


_DEAD_ENDS: tuple[Target, ...] = (Goto(END), Goto(END), Goto(_GHOST), Send(_GHOST, "s0"), Send(END, "s0"), Goto(START))


def _no_goto(router: Router) -> Target:
    """A destination that leads nowhere and fails nobody."""
    return Send(_GHOST, "s0") if router.labels is not None else Goto(_GHOST)
