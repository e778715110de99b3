"""The one-line notation: every case survives it, common ones read well, and a bad line is told where it is bad."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, ForwardRef, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twinstep.generate.draw import Draw, Seeded
from twinstep.generate.graphs import graph_case
from twinstep.generate.teams import react_case, supervisor_case, swarm_case
from twinstep.notation import parse, show
from twinstep_model import agents, cases, values
from twinstep_model.agents import (
    Agent,
    Handoff,
    ModelScript,
    Reply,
    Supervisor,
    Swarm,
    TeamScript,
    ToolAnswer,
    ToolCommand,
    ToolGraph,
    ToolMany,
    ToolSaw,
    ToolScript,
    ToolText,
)
from twinstep_model.cases import (
    Answers,
    Case,
    Continue,
    Edge,
    Fold,
    Graph,
    GraphScript,
    Invoke,
    Last,
    Managed,
    Node,
    NodeScript,
    Nothing,
    Outcome,
    Resume,
    Schedule,
    Update,
    Write,
)
from twinstep_model.codec import FormatError, dumps
from twinstep_model.values import Call, Map, Message, Raise

NAMES = ["a", "b", "START", "END", "__start__", "__end__", "none", "raise", "run", "nodes", "", "a b", "1", "'", '"|']
NAMES += ["continue", "resume", "answer", "asks"]
NAMES += ["\\", "\n", "\x00\x1b", "\u2028\u202e", "\ud800", "\U0001f600", "{}", "]", "!", "@", "->", "~", "ä", "<auto>"]

READABLE = [
    "graph x log:concat | nodes a b~ c(x) | edges >a a>b [a,b]>c a?r{x:b,no:END} "
    "| a: {log:[1]} ?r=b ; raise boom | invoke {x:1} on t2 limit 8 | run async gates [1,0]",
    "graph/pydantic n:sum/missing t:topic/all b:barrier(a,b) m:messages | private p:any | inputs n | outputs "
    "| nodes a | edges >a a?r/typed | a: cmd{n:1} ->b,c@s1{n:2} ?r=[c@s1] ; @s1 none | invoke none",
    "graph/root log:strict | nodes a | edges >a | a: many(cmd[log:1,log:2] graph=up;{}) ; send a@s ; odd dicts "
    "| invoke whole [overwrite([1] short),remove(m1),ai('' id=m1 calls=[c1=lookup]),tool('42' answers=c1 failed)]",
    "supervisor alice bob(lookup) / calc | with name=boss full_history silent parallel "
    "| boss: 'hi' c1=calc c2=transfer_to_bob ; c3=calc ; 'bye' | c1 -> '42' | c3 -> command '' unanswered | say 'hi'",
    "graph/pydantic x=1 n:sum=2 log:concat/missing=null s=[{k:1}] r:remaining l:last | nodes a | edges >a | invoke {}",
    "agent alice | say 'hi'",
    "agent alice(lookup,calc) | alice: c1=lookup c2=calc | c2 -> raise boom | say 'hi' | run gates [1,0]",
    "agent alice:v1:pre=trim:post=note:structured(lookup/direct,calc/sees/wants,->bob,->bob=go/silent) "
    "| alice: c1=lookup{n:3} c2=calc | c1 -> answer 'no' failed | c2 -> saw | say 'hi'",
    "swarm alice(->bob) bob(lookup,->alice) | alice: c1=transfer_to_bob | say 'hi'",
    "swarm alice(->bob) bob:v1(->alice=back) | with name=crew default=bob unkept "
    "| invoke {messages:[human('hi')],active_agent:null}",
    "supervisor alice crew[swarm bob boss[supervisor carol / calc ->carol=ask with silent forward] "
    "with default=boss unkept] / lookup ->alice ->crew/silent | with forward "
    "| supervisor: c1=forward_message{from_agent:'alice'} | say 'hi'",
    "toolgraph lookup | model: c1=lookup | say 'hi'",
    "toolgraph/each lookup calc/sees note/wants | with errors=text aside=[writer,editor] "
    "| model: c1=calc c2=lookup c3=note | writer: 'hi' "
    "| c1 -> command 'x' unanswered clears parent ->writer,editor sends "
    "| c2 -> many(answer 'a'; command 'b' ->writer; answer '' failed) | c3 -> many() | say 'hi'",
    "graph log:concat | nodes a b | edges >a >b b?r | a: asks('q1',2) {log:['a']} ; none | b: asks({k:1}) none ?r=a "
    "; @s1 asks(null) raise boom | invoke {} | continue on t2 | continue limit 3 | resume 'yes' | resume {x:1} on t2 "
    "limit 8 | answer 0='yes' 1=[2] on t2 | answer 1=1 0=0 limit 9 | run gates [1,0] nosaver history concurrency 2",
    "graph x | nodes 'continue' asks | edges >'continue' | 'continue': none | 'answer': none | invoke none",
]

# What no other form has: marks on tools that an agent does not have, or in another order.
ODD = [
    Agent("a", ("t", "u"), direct=("u", "t")),
    Agent("a", ("t", "t")),
    Agent("a", ("t",), sees=("u",)),
    ToolGraph(("t",), wants=("u",)),
    Supervisor((Agent("a", (), direct=("t",)), Agent("b"))),
]


@cache
def whatever(hint: Any) -> st.SearchStrategy[Any]:
    """Any value that this annotation of a case's field allows."""
    if isinstance(hint, (str, ForwardRef)):  # only values refer to themselves
        return st.deferred(lambda: whatever(values.Value))
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return st.sampled_from(args)
    if origin is tuple and args[-1] is Ellipsis:
        return st.lists(whatever(args[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*map(whatever, args))
    if origin in (Union, types.UnionType):
        return st.one_of([whatever(arg) for arg in args if arg is not values.Foreign])
    if is_dataclass(hint):
        hints = get_type_hints(hint, {**vars(values), **vars(agents), **vars(cases)})
        return st.deferred(lambda: st.builds(hint, *[whatever(hints[field.name]) for field in fields(hint)]))
    plain = {str: st.sampled_from(NAMES) | st.text(max_size=4), int: st.integers(), bool: st.booleans()}
    return st.none() if hint is type(None) else plain[hint]


@settings(max_examples=300, deadline=None)
@given(whatever(Case))
def test_every_case_survives_and_stays_on_one_printable_line(case: Case) -> None:
    line = show(case)
    assert line.isprintable()
    assert parse(line) == case
    assert dumps(parse(line)) == dumps(case)  # 1 == True in Python, not in a case


@pytest.mark.parametrize("team", ODD)
def test_odd_marks_are_written_as_json(team: Agent | ToolGraph | Supervisor) -> None:
    case = Case(team, TeamScript(), ())
    assert parse(show(case)) == case
    assert "!{" in show(case)


@pytest.mark.parametrize("make", [graph_case, react_case, supervisor_case, swarm_case])
def test_generated_cases_survive_without_json(make: Callable[[Draw], Case]) -> None:
    for seed in range(200):
        case = make(Seeded(seed))
        assert parse(show(case)) == case
        assert "!{" not in show(case)


@pytest.mark.parametrize("line", READABLE)
def test_a_common_case_needs_no_json_and_is_written_as_it_was_read(line: str) -> None:
    assert show(parse(line)) == line
    assert "!" not in line


def test_a_graph_means_what_it_says() -> None:
    assert parse("graph x log:concat | nodes a b~ | edges >a a>b | a: {log:[1]} ; raise boom | invoke {x:1}") == Case(
        Graph(
            keys=(Last("x"), Fold("log", "concat")),
            nodes=(Node("a"), Node("b", defer=True)),
            edges=(Edge("__start__", "a"), Edge("a", "b")),
        ),
        GraphScript((NodeScript("a", (Outcome(Update((Write("log", (1,)),))), Outcome(Raise("boom")))),)),
        (Invoke(Update((Write("x", 1),))),),
    )


def test_a_team_means_what_it_says() -> None:
    line = "supervisor alice / lookup | supervisor: 'hi' m1=transfer_to_alice m2=lookup | m2 -> '42' | say 'go' limit 9"
    hi = Reply("hi", (Call("m1", "transfer_to_alice"), Call("m2", "lookup")))
    assert parse(line) == Case(
        Supervisor((Agent("alice"),), ("lookup",)),
        TeamScript((ModelScript("supervisor", (hi,)),), (ToolScript("m2", ToolText("42")),)),
        (Invoke(Update((Write("messages", (Message("human", "go"),)),)), limit=9),),
    )


def test_nested_teams_mean_what_they_say() -> None:
    line = "swarm alice:v1(calc/direct/sees,->team=go) team[supervisor bob / ->bob/silent with full_history]"
    team = Supervisor((Agent("bob"),), (), "team", "full_history", handoffs=(Handoff("bob", messages=False),))
    alice = Agent("alice", ("calc",), "v1", (Handoff("team", "go"),), direct=("calc",), sees=("calc",))
    assert parse(f"{line} | with unkept") == Case(Swarm((alice, team), "alice", keeps=False), TeamScript(), ())


def test_what_tools_do_means_what_it_says() -> None:
    does = {
        "'x'": ToolText("x"),
        "raise boom": Raise("boom"),
        "saw": ToolSaw(),
        "answer 'x'": ToolAnswer("x"),
        "answer '' failed": ToolAnswer("", failed=True),
        "command 'x'": ToolCommand("x"),
        "command '' unanswered": ToolCommand("", answers=False),
        "command '' clears": ToolCommand("", clears=True),
        "command 'x' parent ->bob": ToolCommand("x", parent=True, goto=("bob",)),
        "command 'x' ->a,END sends": ToolCommand("x", goto=("a", "__end__"), sends=True),
        "many(answer 'a'; command 'b' ->c)": ToolMany((ToolAnswer("a"), ToolCommand("b", goto=("c",)))),
    }
    for text, meant in does.items():
        case = parse(f"toolgraph lookup | model: c1=lookup{{n:3}} | c1 -> {text}")
        reply = Reply("", (Call("c1", "lookup", Map((("n", 3),))),))
        assert case.script == TeamScript((ModelScript("model", (reply,)),), (ToolScript("c1", meant),))


def test_questions_and_answers_mean_what_they_say() -> None:
    line = (
        "graph x | nodes a | edges >a | a: asks('q1',2) none ; @s1 asks('q3') raise boom "
        "| invoke {} | continue limit 3 | resume true on t2 | answer 0='yes' 1=[2] | run history"
    )
    outcomes = Outcome(Nothing(), asks=("q1", 2)), Outcome(Raise("boom"), asks=("q3",))
    assert parse(line) == Case(
        Graph((Last("x"),), (Node("a"),), (Edge("__start__", "a"),)),
        GraphScript((NodeScript("a", outcomes[:1], (("s1", outcomes[1]),)),)),
        (Invoke(Update(())), Continue(limit=3), Resume(True, "t2"), Answers(((0, "yes"), (1, (2,))))),
        Schedule(history=True),
    )


def test_managed_values_and_defaults_mean_what_they_say() -> None:
    graph = parse("graph/dataclass x=[1] n:sum/missing=null r:remaining l:last").topology
    keys = (Last("x", ((1,),)), Fold("n", "sum", "missing", (None,)), Managed("r"), Managed("l", "last"))
    assert graph == Graph(keys, (), form="dataclass")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "column 1: expected graph or agent or toolgraph or supervisor or swarm"),
        ("graph x | ", "column 11: expected a section of a graph"),
        ("graph x:summ", "column 9: expected sum or concat or max or strict or topic or "),
        ("graph | edges a-b", "column 16: expected a name, text, number or mark, not '-'"),
        ("graph | edges a b", "column 17: expected '>' or '?', not 'b'"),
        ("graph | nodes a | nodes b", "column 19: expected a section of a graph, not 'nodes'"),
        ("graph | a: {x:1", "column 16: expected ',' or '}'"),
        ("graph | a: none none", "column 17: expected ';', not 'none'"),
        ("graph | invoke {x:'a}", "column 19: expected a name, text, number or mark"),
        ("graph | invoke whole '\\q'", "column 22: expected a name, text, number or mark"),
        ("graph | invoke whole !{", "column 22: expected '!' followed by JSON"),
        ('graph | invoke whole !{"kind":"instance"}', "column 22.fields: is missing"),
        ("graph | run slow", "column 13: expected async or gates or nosaver or history, not 'slow'"),
        ("graph | a: asks 'q' none", "column 17: expected '(', not \"'q'\""),
        ("graph | a: asks('q' 'r') none", "column 21: expected ',' or ')'"),
        ("graph | a: asks('q')", "column 21: expected none or fields"),
        ("graph | resume", "column 15: expected a value"),
        ("graph | resume on t2", "column 16: expected a value, not 'on'"),
        ("graph | answer 'yes'", "column 16: expected '|' or the end of the line, not \"'yes'\""),
        ("graph | answer 0:'yes'", "column 17: expected '=', not ':'"),
        ("graph | answer 0= 1='x'", "column 20: expected '|' or the end of the line, not '='"),
        ("graph | continue 'yes'", "column 18: expected '|' or the end of the line"),
        ("graph | continue: none", "column 17: expected '|' or the end of the line"),
        ("graph | run | run", "column 15: expected a section of a graph, not 'run'"),
        ("supervisor a | a: b", "column 20: expected '='"),
        ("supervisor a | edges a>b", "column 16: expected a section of a team, not 'edges'"),
        ("agent a:v3", "column 9: expected v1 or pre or post or structured, not 'v3'"),
        ("agent a(->b,t)", "column 13: expected '->', not 't'"),
        ("agent a[swarm b]", "column 17: expected an agent before this"),
        ("agent a | with name=b", "column 11: expected a section of a team, not 'with'"),
        ("toolgraph/every t", "column 11: expected dict or object or list or calls or each or context, not 'every'"),
        ("toolgraph t | with errors=some", "column 27: expected default or all or none or text or "),
        ("swarm a | with keeps", "column 16: expected name or default or unkept, not 'keeps'"),
        ("swarm a b[swarm c | with unkept", "column 19: expected ']', not '|'"),
        ("supervisor a | c1 -> sighs", "column 22: expected a text, raise, saw, answer, command or many, not 'sighs'"),
        ("supervisor a | c1 -> many(saw)", "column 27: expected answer or command, not 'saw'"),
        ("supervisor " + "a[swarm " * 100_000, "the line: is nested too deeply"),
        ("graph | invoke whole " + "[" * 100_000, "the line: is nested too deeply"),
    ],
)
def test_a_bad_line_gets_one_line_that_says_where_and_what(line: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(line)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
