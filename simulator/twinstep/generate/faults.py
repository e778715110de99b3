"""One thing that goes wrong, put into an otherwise healthy draft of a plain graph."""

from __future__ import annotations

from dataclasses import dataclass, replace

from twinstep_model.cases import (
    END,
    START,
    Branch,
    Command,
    Edge,
    Fold,
    Goto,
    Graph,
    Join,
    Many,
    Node,
    Nothing,
    Odd,
    OddReducer,
    Outcome,
    Result,
    Route,
    Send,
    Update,
    Whole,
    Write,
)
from twinstep_model.values import Raise

from .draft import Draft, Router
from .draw import Draw, weighted
from .keys import ROOT
from .scripts import Pulls

_FAULTS = weighted(
    (7, "raise"),
    (5, "router"),
    (3, "odd"),
    (4, "conflict"),
    (3, "twice"),
    (2, "overwrites"),
    (6, "misfit"),
    (4, "limit"),
    (2, "input"),
    (1, "parent"),
    (7, "two"),
)
_BAD_ROUTES: tuple[Route, ...] = (
    Route("", form="raise", error="lost"),
    Route("", form="none"),
    Route("", (Goto(START),)),
    Route("", (Send(END, "s0"),)),
    Route("", (Goto("no such label"),)),
)
_ODD: tuple[Odd, ...] = (Odd("text"), Odd("empty_list"), Odd("dicts"), Odd("sends"))


@dataclass(frozen=True)
class Trouble:
    """What a fault asks of the actions: a small recursion limit, or an odd first input."""

    limit: int | None = None
    input: Result | None = None


def trouble(draw: Draw, draft: Draft, pulls: Pulls) -> Trouble:
    """Put one fault into the outcomes, or ask for one in the actions."""
    match draw.pick(_FAULTS):
        case "limit":
            return Trouble(limit=draw.between(1, max(1, len(draft.layers))))
        case "input":
            return Trouble(input=Nothing() if draft.state.form == "root" or draw.chance(50) else Whole("text"))
        case fault:
            spoil(draw, draft, pulls, fault)
    return Trouble()


def spoil(draw: Draw, draft: Draft, pulls: Pulls, fault: str) -> None:
    """Put this fault into the outcomes; where the draft has no place for it, a node raises."""
    name = _victim(draw, draft)
    found = pulls[name]
    at = 0 if draw.chance(70) else draw.below(len(found))
    slots = list(draft.state.slots.values())
    root = draft.state.form == "root"
    match fault:
        case "router":
            found[at] = _bad_route(draw, draft, name, found[at])
        case "odd" if not root:
            found[at] = replace(found[at], result=draw.pick(_ODD))
        case "parent":
            update = () if root else (draw.pick(draw.pick(slots).fits),)
            parent = Command(update, graph="__parent__")
            many = Many((Command(update), parent))
            found[at] = replace(found[at], result=many if draw.chance(30) else parent)
        case "conflict" if single := [slot for slot in slots if slot.exclusive]:
            fits = draw.pick(single).fits
            _both(draw, draft, pulls, name, at, (draw.pick(fits), draw.pick(fits)))
        case "twice" if (single := [slot for slot in slots if slot.exclusive]) and (
            routed := [router.source for router in draft.routers if router.source != START]
        ):
            fits = draw.pick(single).fits
            _listed(pulls, draw.pick(routed), 0, (draw.pick(fits), draw.pick(fits)))
        case "overwrites" if folds := [slot for slot in slots if isinstance(slot.key, Fold)]:
            fits = draw.pick(folds).overwrites
            _both(draw, draft, pulls, name, at, (draw.pick(fits), draw.pick(fits)))
        case "two":  # which of several failures is raised is not decided by the program (ER-05)
            for victim in next(layer for layer in draft.layers if name in layer):
                pulls[victim][0] = replace(pulls[victim][0], result=Raise(f"lost {victim}"))
        case "misfit" if picky := [slot for slot in slots if slot.misfits]:
            wrong = draw.pick(draw.pick(picky).misfits)
            found[at] = replace(found[at], result=Whole(wrong.value) if root else Update((wrong,)))
        case _:
            found[at] = replace(found[at], result=Raise(draw.pick(("boom", "bang"))))


def _victim(draw: Draw, draft: Draft) -> str:
    """A node that probably runs by trigger; the later ones more often, so that something happens before."""
    sent = set(draft.sends)
    layers = [[name for name in layer if name not in sent and name != "lonely"] for layer in draft.layers]
    layers = [layer for layer in layers if layer] or draft.layers
    return draw.pick(layers[-1] if draw.chance(60) else draw.pick(layers))


def _bad_route(draw: Draw, draft: Draft, name: str, outcome: Outcome) -> Outcome:
    """The outcome with a bad answer of one of the node's routers; a router is made where there is none."""
    routers = [router for router in draft.routers if router.source == name]
    if routers:
        router = draw.pick(routers)
    else:
        router = Router(name, f"route{len(draft.routers) + 1}", {} if draw.chance(40) else None, draw.chance(40))
        router.goto(END)
        draft.routers.append(router)
    bad = draw.pick(_BAD_ROUTES if router.labels is not None else _BAD_ROUTES[:4])
    others = tuple(route for route in outcome.routes if route.branch != router.name)
    return replace(outcome, routes=(*others, replace(bad, branch=router.name)))


def _both(draw: Draw, draft: Draft, pulls: Pulls, name: str, at: int, pair: tuple[Write, Write]) -> None:
    """Two writes of one step: by two nodes of one layer, else by one node that lists both."""
    layer = next(layer for layer in draft.layers if name in layer)
    others = [other for other in layer if other != name]
    if others and draw.chance(40 if pulls[name][at].routes else 80):
        for node, write in zip((name, draw.pick(others)), pair):
            pulls[node][0] = replace(pulls[node][0], result=_single(draft, write, pulls[node][0].result))
        return
    _listed(pulls, name, at, pair)


def _listed(pulls: Pulls, name: str, at: int, pair: tuple[Write, Write]) -> None:
    """Both writes, by one execution of this node."""
    goto = _goto_of(pulls[name][at].result)
    pulls[name][at] = replace(pulls[name][at], result=Command(pair, pairs=True, goto=goto))


def _single(draft: Draft, write: Write, before: Result) -> Result:
    goto = _goto_of(before)
    if goto:
        return Command((write,), goto=goto)
    return Whole(write.value) if draft.state.form == "root" and write.key == ROOT else Update((write,))


def _goto_of(result: Result) -> tuple[Goto | Send, ...]:
    return result.goto if isinstance(result, Command) else ()


_MISTAKES = (
    "target",
    "reducer",
    "end",
    "start",
    "entry",
    "twice",
    "name",
    "reserved",
    "reducer",
    "path",
    "join",
    "source",
    "routers",
)


def refused(draw: Draw, graph: Graph) -> Graph:
    """The graph with one mistake that LangGraph refuses to build."""
    node = draw.pick(graph.nodes).name
    match draw.pick(_MISTAKES):
        case "target":
            return replace(graph, edges=(*graph.edges, Edge(node, "ghost")))
        case "end":
            return replace(graph, edges=(*graph.edges, Edge(END, node)))
        case "start":
            return replace(graph, edges=(*graph.edges, Edge(node, START)))
        case "entry":
            edges = tuple(edge for edge in graph.edges if edge.source != START)
            return replace(graph, edges=edges, branches=tuple(b for b in graph.branches if b.source != START))
        case "twice":
            return replace(graph, nodes=(*graph.nodes, Node(node)))
        case "name":
            return replace(graph, nodes=(*graph.nodes, Node(draw.pick(("a:b", "a|b")))))
        case "reserved":
            return replace(graph, nodes=(*graph.nodes, Node(draw.pick((START, END)))))
        case "reducer" if graph.form != "root":
            return replace(graph, keys=(*graph.keys, OddReducer("odd", draw.pick((1, 3)))))
        case "path":
            return replace(graph, branches=(*graph.branches, Branch(node, "astray", (("go", "ghost"),))))
        case "join":
            return replace(graph, joins=(*graph.joins, Join((node, draw.pick((START, "ghost", END))), node)))
        case "source":
            return replace(graph, edges=(*graph.edges, Edge("ghost", node)))
    return replace(graph, branches=(*graph.branches, Branch(node, "same"), Branch(node, "same")))
