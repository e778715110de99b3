"""Which cases mean something, and what is said about those that do not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from twinstep.check.sources import TOPOLOGIES
from twinstep.generate.draw import Draw, Seeded
from twinstep.notation import parse
from twinstep.validity import may_block, problem
from twinstep_model.agents import Supervisor, TeamScript
from twinstep_model.cases import (
    Answers,
    BareSend,
    Branch,
    Case,
    Command,
    Continue,
    Edge,
    Fold,
    Goto,
    Graph,
    GraphScript,
    Invoke,
    Join,
    Many,
    Node,
    NodeScript,
    Nothing,
    Outcome,
    Result,
    Route,
    Schedule,
    Send,
    Update,
    Write,
)
from twinstep_model.plan import ROOT
from twinstep_model.values import Foreign, Map, Message, Remove

TEAM = "supervisor alice bob(calc) / lookup | supervisor: c1=transfer_to_bob c2=lookup | bob: c3=calc | say 'hi'"
THREE = "graph x:concat | nodes a b c | edges >a >b >c | a: {x:[1]} | invoke {}"
FAILING = "graph x:concat | nodes a b | edges >a >b | a: raise boom | invoke {}"
ASKING = "graph x:concat | nodes a b | edges >a >b | a: asks('q',2) {x:[1]} | b: asks(null,{k:[1]}) none | invoke {} | "


@pytest.mark.parametrize("make", TOPOLOGIES.values(), ids=list(TOPOLOGIES))
def test_generated_cases_are_valid(make: Callable[[Draw], Case]) -> None:
    seeds = (*range(250), 2529)  # the last: a graph without an entry point, whose START had routers
    found = {seed: said for seed in seeds if (said := problem(make(Seeded(f"valid:{seed}"))))}
    assert not found


@pytest.mark.parametrize(
    "text",
    [
        THREE,
        TEAM,
        # What LangGraph refuses or ignores is what twinstep looks at.
        "graph x | nodes a a | edges >a | invoke {}",
        "graph x | nodes a | edges >a a>ghost | invoke {}",
        "graph x | nodes a | edges >a a?r | a: cmd ->ghost,END@s1 ?r=[ghost] | invoke {}",
        "graph x | nodes a | edges >a | a: {stray:1} | invoke {stray:1}",
        "graph x | nodes a | edges >a | invoke whole 'text'",
        "supervisor alice alice | say 'hi'",
        "supervisor alice 'Alice' | say 'hi'",
        "supervisor alice | supervisor: c1=nobody_has_this | say 'hi'",
        "graph x left:remaining | outputs left | nodes a | edges >a | a: {left:1} | invoke {left:1}",
        "graph/pydantic x=7 n:sum/missing=null left:last | nodes a | edges >a | invoke fields{x:1,left:true}",
        # None on a thread on which nothing has happened.
        "graph x | nodes a | edges >a | invoke none | invoke none | invoke {} | invoke none on t2",
        "graph x | nodes a | edges >a | invoke {} | invoke none | run nosaver",
        # Orders that can happen, on either side's account.
        THREE + " | run gates [2,0,1]",
        THREE + " | run async gates [1,0,2] concurrency 2",
        FAILING + " | run gates [1,0]",
        # Threads that pause, fail and go on; what there is nothing to go on with is refused by LangGraph.
        ASKING + "answer 1=0 0={k:[]} | resume 'yes' | continue | run gates [1,0] [0,1] history",
        ASKING + "continue | answer | answer 7=false | resume '' on t2 | continue on t3 | run gates",
        ASKING + "resume 1 | continue | run nosaver",
        "graph left:remaining x | private p:sum | nodes a(p) b~ | edges >a >b | a: asks('q') none | invoke {} "
        "| resume 1 | run history",
        "graph x:concat | nodes a b | edges >a >b | a: asks('q') none | invoke {} | resume 1",
        "graph x | nodes a | edges >a | a: asks('q') none | invoke {} | resume {b:1}",
        # CC-13: the library hangs.
        THREE + " | run gates concurrency 1",
    ],
)
def test_valid(text: str) -> None:
    assert problem(parse(text)) is None


RESULT = "script.nodes[0].pulls[0].result"


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("graph x y x | nodes a | edges >a | invoke {}", "topology.keys[2].name"),
        ("graph x | private p | nodes a | edges >a | invoke {}", "topology.private[0]"),
        ("graph x | nodes a(y) | edges >a | invoke {}", "topology.nodes[0].reads[0]"),
        ("graph x | inputs y | nodes a | edges >a | invoke {}", "topology.inputs[0]"),
        ("graph '_x' | nodes a | edges >a | invoke {}", "topology.keys[0].name"),
        ("graph 'class' | nodes a | edges >a | invoke {}", "topology.keys[0].name"),
        ("graph/pydantic model_config | nodes a | edges >a | invoke {}", "topology.keys[0].name"),
        ("graph/root x | nodes a | edges >a | invoke whole 1", "topology.keys"),
        ("graph/root __root__:topic | nodes a | edges >a | invoke whole 1", "topology.keys[0].kind"),
        ("graph x | nodes a | edges >a | b: {x:1} | invoke {}", "script.nodes[0].node"),
        ("graph x | nodes a | edges >a | a: none ?r=[a] | invoke {}", "script.nodes[0].pulls[0].routes[0].branch"),
        ("graph x | nodes a | edges >a | a: {x:1,x:2} | invoke {}", RESULT + ".writes[1].key"),
        ("graph x | nodes a | edges >a | a: cmd{x:1,x:2} | invoke {}", RESULT + ".update[1].key"),
        ("graph x | nodes a | edges >a | a: whole 1 | invoke {}", RESULT + ".kind"),
        ("graph x | nodes a | edges >a | a: fields{x:1} | invoke {}", RESULT + ".kind"),
        ("graph/dataclass x | nodes a | edges >a | a: fields{y:1} | invoke {}", RESULT + ".writes"),
        ("graph/root __root__ | nodes a | edges >a | a: odd text | invoke whole 1", RESULT + ".kind"),
        ("graph/root __root__ | nodes a | edges >a | a: {x:1} | invoke whole 1", RESULT + ".kind"),
        ("graph/root __root__ | nodes a | edges >a | invoke {x:1}", "actions[0].input.kind"),
        ("graph/pydantic x:sum/missing | nodes a | edges >a | a: {x:'t'} | invoke {}", RESULT),
        ("graph/pydantic x:sum | nodes a | edges >a | a: fields{x:true} | invoke {}", RESULT),
        (
            "graph/pydantic x:sum | nodes a | edges >a | a: fields{x:overwrite(1)} | invoke {}",
            RESULT + ".writes[0].value",
        ),
        ("graph left:remaining | nodes a | edges >a | invoke {}", "topology.keys"),
        ("graph x=7 | nodes a | edges >a | invoke {}", "topology.keys[0].default"),
        ("graph/dataclass x | private y=1 | nodes a(y) | edges >a | invoke {}", "topology.private[0].default"),
        ("graph/pydantic x:sum='no' | nodes a | edges >a | invoke {}", "topology.keys[0].default"),
        ("graph/pydantic x left:remaining | nodes a | edges >a | a: fields{left:true} | invoke {}", RESULT + ".writes"),
        ("graph node:messages | nodes a b | edges >a | a: send b@s1 | invoke {}", RESULT),
        ("graph x | nodes a | edges >a | invoke fields{x:1}", "actions[0].input.kind"),
        ("graph/dataclass x | inputs x | nodes a | edges >a | invoke fields{x:1}", "actions[0].input.kind"),
        ("graph/dataclass x | nodes a | edges >a | invoke fields{x:1,x:2}", "actions[0].input.writes[1].key"),
        ("graph x:messages | nodes a | edges >a | invoke {x:'hi'}", "actions[0].input.writes[0].value"),
        ("graph x:barrier(p) | nodes a | edges >a | invoke {x:['p']}", "actions[0].input.writes[0].value"),
        ("graph x | nodes a | edges >a | invoke {x:1,x:2}", "actions[0].input.writes[1].key"),
        ("graph x | nodes a | edges >a | invoke {} | invoke none", "actions[1].input"),
        ("graph x | nodes a | edges >a | invoke {} limit 0", "actions[0].limit"),
        ("graph x | nodes a | edges >a a>a | invoke {} limit 1000000", "actions[0].limit"),
        ("graph x | nodes a | edges >a | a: cmd ->a@s1{send:'s2'} | invoke {}", RESULT + ".goto[0]"),
        ("supervisor alice | bob: 'hi' | say 'hi'", "script.models[0].agent"),
        ("supervisor alice | supervisor: c1=a ; c1=b | say 'hi'", "script.models[0].replies[1].calls[0].id"),
        ("supervisor alice | c1 -> 'ok' | say 'hi'", "script.tools[0].call"),
        ("supervisor alice / transfer_to_alice | say 'hi'", "topology.tools[0]"),
        ("supervisor alice / note note | say 'hi'", "topology.tools"),
        ("supervisor alice | invoke {other:1}", "actions[0].input"),
        ("supervisor alice | invoke whole 'hi'", "actions[0].input"),
        (THREE + " | run [1,0,2]", "schedule.orders"),
        (THREE + " | run gates [0,0,1]", "schedule.orders[0]"),
        (THREE + " | run gates [1,0]", "schedule.orders[0]"),
        (THREE + " | run gates [0,1,2] [1,0]", "schedule.orders[1]"),
        (THREE + " | run async gates [2,0,1] concurrency 2", "schedule.orders[0]"),
        (THREE + " | run gates concurrency 3", "schedule.max_concurrency"),
        (THREE + " | run async concurrency 0", "schedule.max_concurrency"),
        (ASKING + "continue | run nosaver history", "schedule.history"),
        (ASKING + "resume null", "actions[1].answer"),
        (ASKING + "resume human('hi')", "actions[1].answer"),
        (ASKING + "resume {}", "actions[1].answer"),
        (ASKING + f"resume {{'{'0123456789abcdef' * 2}':1}}", "actions[1].answer"),
        (ASKING + "answer 0=1 1=null", "actions[1].answers[1]"),
        (ASKING + "answer 0=overwrite(1)", "actions[1].answers[0]"),
        (ASKING + "answer 0=1 1=1 0=2", "actions[1].answers[2]"),
        (ASKING + "continue limit 0", "actions[1].limit"),
        (ASKING + "invoke none", "actions[1].input"),
        (ASKING + "continue", "schedule.gates"),
        ("graph x | nodes a | edges >a | a: asks([human('hi')]) none | invoke {}", "script.nodes[0].pulls[0].asks[0]"),
        (
            "graph x | nodes a | edges >a | a: @s1 asks(1,remove('m')) none | invoke {}",
            "script.nodes[0].sends[0][1].asks[1]",
        ),
        (
            "graph x | nodes a | edges >a START?r | START: asks('q') none ?r=[a] | invoke {}",
            "script.nodes[0].pulls[0].asks",
        ),
        ("supervisor alice | say 'hi' | continue", "actions[1].kind"),
        ("supervisor alice | say 'hi' | resume 1", "actions[1].kind"),
        ("supervisor alice | say 'hi' | answer 0=1", "actions[1].kind"),
        ("supervisor alice | say 'hi' | run history", "schedule.history"),
        (FAILING, "schedule.gates"),
        (FAILING + " | run async gates concurrency 1", "schedule.max_concurrency"),
    ],
)
def test_invalid(text: str, field: str) -> None:
    said = problem(parse(text))
    assert said is not None
    assert said.startswith(field)
    assert "\n" not in said


def graph_of(*results: Result, routes: tuple[Route, ...] = (), **graph: object) -> Case:
    """A graph of one node, a, that does this; it has a router r."""
    plain = Graph((Fold("x"),), (Node("a"),), (Edge("__start__", "a"),), branches=(Branch("a", "r"),))
    pulls = tuple(Outcome(result, routes) for result in results)
    script = GraphScript((NodeScript("a", pulls),))
    return Case(replace(plain, **graph), script, (Invoke(Update(())),))  # type: ignore[arg-type]  # any fields of a graph


@pytest.mark.parametrize(
    ("case", "field"),
    [
        # What the one-line notation cannot spell.
        (Case(Graph((), ()), TeamScript(), (Invoke(Update(())),)), "script"),
        (Case(Supervisor(()), GraphScript(), (Invoke(Update(())),)), "script"),
        (Case(Supervisor(()), TeamScript(), (Invoke(Update((Write("messages", ()),))),)), "topology.agents"),
        (graph_of(keys=()), "topology.keys"),
        (replace(graph_of(), actions=()), "actions"),
        (graph_of(joins=(Join((), "a"),)), "topology.joins[0].sources"),
        (graph_of(Many((Update(()),))), RESULT + ".items"),
        (graph_of(Nothing(), routes=(Route("r", form="one"),)), "script.nodes[0].pulls[0].routes[0].targets"),
        (graph_of(Nothing(), routes=(Route("r", (Goto("a"),), "none"),)), "script.nodes[0].pulls[0].routes[0].targets"),
        (graph_of(Nothing(), routes=(Route("r", error="e"),)), "script.nodes[0].pulls[0].routes[0].error"),
        (
            graph_of(Nothing(), routes=(Route("r", (Goto("a"),)),), branches=(Branch("a", "r", ()),)),
            "script.nodes[0].pulls[0].routes[0]",
        ),
        (
            graph_of(BareSend(Send("a", "s1", (Write("x", 1), Write("x", 2))))),
            RESULT + ".send[0].fields",
        ),
        (graph_of(Command(pairs=True)), RESULT + ".pairs"),
        (
            graph_of(Command((Write(ROOT, None),)), keys=(Fold(ROOT),), form="root"),
            RESULT + ".update[0].value",
        ),
        (graph_of(Update((Write("y", Foreign("Send")),))), RESULT + ".writes[0].value"),
        (
            graph_of(Update((Write("y", Map((("b", 1), ("a", 1)))),))),
            RESULT + ".writes[0].value.items",
        ),
        (graph_of(Update((Write("y", Message("human", failed=True)),))), RESULT),
        (graph_of(Update((Write("y", Remove("<auto>")),))), RESULT + ".writes[0].value.id"),
        (replace(graph_of(), actions=(Invoke(Command()),)), "actions[0].input.kind"),
        (replace(graph_of(), schedule=Schedule(gates=True, orders=((0,),))), "schedule.orders[0]"),
        (replace(graph_of(), actions=(Answers(((-1, "yes"),)),)), "actions[0].answers[0]"),
        (replace(graph_of(), actions=(Continue(""),)), "actions[0].thread"),
    ],
)
def test_invalid_in_other_ways(case: Case, field: str) -> None:
    said = problem(case)
    assert said is not None
    assert said.startswith(field)


def test_only_a_waiter_without_a_place_may_block() -> None:
    assert may_block(parse(THREE + " | run gates concurrency 1"))
    assert may_block(parse(TEAM + " | run concurrency 1"))
    assert not may_block(parse(THREE + " | run concurrency 1"))
    assert not may_block(parse(THREE + " | run async gates concurrency 1"))
