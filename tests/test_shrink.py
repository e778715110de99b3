"""The domain reducer: what it tries, when it ends, and what it has when it is stopped."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from twinstep.contract import first_difference
from twinstep.generate.draw import Draw, Seeded
from twinstep.generate.graphs import graph_case
from twinstep.generate.teams import react_case, supervisor_case, swarm_case
from twinstep.generate.threads import history_case
from twinstep.notation import parse, show
from twinstep.shrink import Shrunk, shrink
from twinstep.shrink.common import COMMON
from twinstep.shrink.fitting import fitted
from twinstep.shrink.names import misnamed, plain_names
from twinstep.shrink.outcomes import OUTCOMES
from twinstep.shrink.size import size
from twinstep.shrink.team import TEAM
from twinstep.shrink.values import VALUES
from twinstep.validity import may_block, problem
from twinstep_model import codec
from twinstep_model.cases import Case
from twinstep_model.deviations import REFERENCE
from twinstep_model.run import run_case

AGENT = "agent alice | say ''"
LEAST = {
    graph_case: {"graph x | invoke {}"},
    history_case: {"graph x | invoke {}"},
    react_case: {AGENT, "toolgraph | say ''"},  # an agent made by hand stays one
    supervisor_case: {AGENT},
    swarm_case: {AGENT, "swarm | with default=alice | say ''"},  # one without agents has none to put in its place
}
"""What is left of the cases of each maker where nothing is needed."""
MAKERS = pytest.mark.parametrize("make", LEAST)


def always(case: Case) -> bool:
    return True


def deciding(case: Case) -> list[str]:
    """The deviations without which the model says something else."""
    modelled = run_case(case, REFERENCE)
    return [
        rule
        for rule in sorted(modelled.fired)
        if first_difference(modelled.observation, run_case(case, REFERENCE - {rule}).observation) is not None
    ]


def interesting(make: Callable[[Draw], Case], seeds: range) -> list[tuple[Case, str]]:
    cases = [make(Seeded(f"shrink:{seed}")) for seed in seeds]
    return [(case, rule) for case in cases if problem(case) is None for rule in deciding(case)]


@MAKERS
def test_everything_goes_where_nothing_is_needed(make: Callable[[Draw], Case]) -> None:
    for seed in range(25):
        case = make(Seeded(seed))
        if problem(case) is None:
            shrunk = shrink(case, always)
            assert shrunk.complete
            assert show(shrunk.case) in LEAST[make]


@MAKERS
def test_what_is_kept_shows_it_and_cannot_be_cut_further(make: Callable[[Draw], Case]) -> None:
    found = interesting(make, range(120))
    assert len(found) > 3
    for case, rule in found[:20]:
        shrunk = shrink(case, lambda smaller, rule=rule: rule in deciding(smaller))  # type: ignore[misc]  # binds rule
        assert shrunk.complete
        assert shrunk.runs <= 120
        assert rule in deciding(shrunk.case)
        again = shrink(shrunk.case, lambda smaller, rule=rule: rule in deciding(smaller))  # type: ignore[misc]  # binds rule
        assert show(again.case) == show(shrunk.case)


@MAKERS
def test_candidates_are_valid_smaller_stable_and_new(make: Callable[[Draw], Case]) -> None:
    for seed in range(12):
        case = make(Seeded(f"candidates:{seed}"))
        if problem(case) is not None:
            continue
        tried = [codec.dumps(case)]
        best = [case]

        rule = deciding(case)

        def still(candidate: Case, tried: list[str] = tried, best: list[Case] = best, rule: list[str] = rule) -> bool:
            text = codec.dumps(candidate)
            assert problem(candidate) is None
            assert not may_block(candidate)
            assert codec.decode(Case, json.loads(text)) == candidate
            assert text not in tried
            assert size(candidate) < size(best[-1])
            tried.append(text)
            holds = deciding(candidate) == rule
            if holds:
                best.append(candidate)
            return holds

        shrunk = shrink(case, still)
        assert shrunk.case == best[-1]
        assert shrunk.runs == len(tried) - 1


def test_the_budget_is_kept() -> None:
    case = interesting(supervisor_case, range(20))[0][0]
    assert shrink(case, always, budget=0) == Shrunk(case, 0, complete=False)
    shrunk = shrink(case, lambda smaller: bool(deciding(smaller)), budget=7)
    assert shrunk.runs == 7
    assert not shrunk.complete
    assert deciding(shrunk.case)
    assert size(shrunk.case) < size(case)


def test_an_interrupt_keeps_the_best_so_far() -> None:
    case = interesting(supervisor_case, range(20))[0][0]
    told: list[Case] = []

    def still(smaller: Case) -> bool:
        if len(told) == 9:
            raise KeyboardInterrupt
        return bool(deciding(smaller))

    shrunk = shrink(case, still, on_progress=lambda best, runs: told.append(best))
    assert shrunk.interrupted
    assert not shrunk.complete
    assert shrunk.case == told[-1]
    assert size(shrunk.case) < size(case)


def test_other_exceptions_are_not_swallowed() -> None:
    def still(smaller: Case) -> bool:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        shrink(supervisor_case(Seeded(1)), still)


def test_a_case_that_may_block_may_be_shrunk_to_one() -> None:
    case = parse(
        "graph x:concat | nodes a b c | edges >a >b a>c | a: {x:[1]} | invoke {} limit 9 | run gates concurrency 1"
    )
    shrunk = shrink(case, may_block)
    assert shrunk.complete
    assert show(shrunk.case).endswith("run gates concurrency 1")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # What a turn used of the scripts goes with the turn.
        (
            "supervisor alice bob | supervisor: 'well' ; '' c1=transfer_to_alice c2=transfer_to_bob "
            "| say 'hi' | say 'so' on t2",
            "supervisor alice bob | supervisor: c1=transfer_to_alice c2=transfer_to_bob | say ''",
        ),
        # Nodes on the way are bypassed, or START leads to a later one; a Send becomes a trigger, a private key public.
        (
            "graph x y | private p:concat/missing | nodes a b c(p) | edges >a a>b | b: send c@s1 "
            "| c: @s1 {p:overwrite([1])} | invoke {x:1}",
            "graph x:concat/missing | nodes a | edges >a | a: {x:overwrite([])} | invoke {}",
        ),
        # Routers and gotos become edges, path maps and schemas go, a state without keys gets one.
        (
            "graph/root __root__ | nodes a b~ c | edges >a a?r{on:b,off:END}/typed | a: cmd{__root__:2} ->c@s1 ?r=[on] "
            "| invoke whole 1",
            "graph x | nodes a b~ c | edges >a a>b | a: cmd ->c@s1 | invoke {}",
        ),
        # A team inside another is one agent, what led to one of three agents leads to another, a swarm begins later.
        (
            "swarm ann(->crew) crew[supervisor carl(calc)] ben:v1(look,->crew=go,->ann) | with default=ben name=zoo "
            "| ben: 'well' ; 'so' k7=look{n:3} k8=go k9=transfer_to_ann | k7 -> many(answer 'x') "
            "| crew: k1=transfer_to_carl | say 'hi' | say 'go' | run async gates [2,0,1]",
            "swarm alice(->bob,->alice) bob | alice: c1=transfer_to_bob c2=transfer_to_alice | say ''",
        ),
        # Options and hooks go, tools that are not called too.
        (
            "agent ann:pre=trim:structured(calc/direct/sees,look/wants) | ann: k1=calc k2=calc ; 'json' | k1 -> saw "
            "| k2 -> answer 'no' failed | say 'hi' limit 4 | say 'go' limit 3",
            "agent alice:structured | say '' limit 2",
        ),
        # A limit that matters goes down with the nodes.
        (
            "graph x | nodes a b c | edges >a a>b b>c | invoke {} limit 3",
            "graph x | nodes a | edges >a | invoke {} limit 1",
        ),
    ],
)
def test_ideas(before: str, after: str) -> None:
    case = parse(before)
    assert problem(case) is None
    rule = deciding(case)[0]
    shrunk = shrink(case, lambda smaller: rule in deciding(smaller))
    assert show(shrunk.case) == after


def test_plain_names_are_used_wherever_the_old_ones_were() -> None:
    graph = parse(
        "graph log:concat n:sum | private pp | inputs log | nodes q p(pp,n) | edges >q q?go{q:p} p?on p>q [q,p]>q "
        "| q: cmd{log:[1]} ->p@lab{n:1},p ?go=[q] | p: {n:1} ?on=[q,p@lab,ghost] ; @lab {pp:1} | invoke {log:[]} on th"
    )
    plain = (
        "graph x:concat y:sum | private z | inputs x | nodes b a(z,y) | edges >b a>b [b,a]>b b?r1{q:a} a?r2 "
        "| b: cmd{x:[1]} ->a@s1{y:1},a ?r1=[q] | a: {y:1} ?r2=[b,a@s1,ghost] ; @s1 {z:1} | invoke {x:[]}"
    )
    assert show(next(plain_names(graph))) == plain
    thread = parse(
        "graph log | nodes q | edges >q | q: asks('log') {log:1} | invoke {} on th | continue on th | resume 'q' on tt "
        "| answer 0='th' on th"
    )
    plain = (
        "graph x | nodes a | edges >a | a: asks('log') {x:1} | invoke {} | continue | resume 'q' on t2 | answer 0='th'"
    )
    assert show(next(plain_names(thread))) == plain
    team = parse(
        "supervisor zoe 'Bob B' / note | with name=boss | boss: k1=transfer_to_bob_b k2=note k3=Zoe "
        "| k2 -> 'x' | say 'hi' on q"
    )
    plain = "supervisor alice bob / note | supervisor: c1=transfer_to_bob c2=note c3=Zoe | c2 -> 'x' | say 'hi'"
    assert show(next(plain_names(team))) == plain
    assert misnamed(team) > 0 == misnamed(parse(plain))
    teams = parse(
        "swarm zoe(->crew=go,->max) crew[supervisor ann / ->ann with forward] max | with name=zoo default=max "
        "| zoe: k=go | crew: q=transfer_to_ann ; r=forward_message{from_agent:'ann'} | k -> command '' parent ->ann "
        "| invoke {messages:[human('hi')],active_agent:'crew'}"
    )
    plain = (
        "swarm alice(->team1=go,->carol) team1[supervisor bob / ->bob with forward] carol | with default=carol "
        "| alice: c1=go | team1: c2=transfer_to_bob ; c3=forward_message{from_agent:'bob'} "
        "| c1 -> command '' parent ->bob | invoke {messages:[human('hi')],active_agent:'team1'}"
    )
    assert show(next(plain_names(teams))) == plain
    assert misnamed(teams) > 0 == misnamed(parse(plain))
    made = parse("toolgraph t | with aside=[w,v] | model: k=t | w: 'x' | k -> command '' ->w,v | say 'hi'")
    plain = "toolgraph t | with aside=[aside1,aside2] | model: c1=t | aside1: 'x' | c1 -> command '' ->aside1,aside2"
    assert show(next(plain_names(made))) == f"{plain} | say 'hi'"


@pytest.mark.parametrize(
    ("line", "smaller"),
    [
        # A member in the place of the team; an agent, or a member, in that of a team inside.
        ("swarm a(->t) t[supervisor b] | a: c1=transfer_to_t | t: 'x'", "supervisor b | with name=t | t: 'x'"),
        ("swarm a(->t) t[supervisor b] | a: c1=transfer_to_t | t: 'x'", "agent a | a: ''"),
        ("swarm a(->t) t[swarm b(->c) c] | a: c1=transfer_to_t", "swarm a(->t) t | a: c1=transfer_to_t"),
        (
            "swarm a(->t) t[swarm b(->c) c] | a: c1=transfer_to_t | b: c2=transfer_to_c",
            "swarm a(->b) b | a: c1=transfer_to_b | b: ''",
        ),
        # A member less, with its scripts and what hands off to it; another default.
        (
            "swarm a b(->a,->c) c | b: c1=transfer_to_a c2=transfer_to_c | c1 -> command '' parent ->a | a: 'x'",
            "swarm b(->c) c | b: c2=transfer_to_c",
        ),
        # One member in the place of two.
        (
            "supervisor a b c | supervisor: c1=transfer_to_a c2=transfer_to_c | a: 'x'",
            "supervisor b c | supervisor: c1=transfer_to_c c2=transfer_to_c",
        ),
        # Another start.
        ("swarm a(->b) b(->a) | a: c1=transfer_to_b | b: 'x'", "swarm b(->a) a(->b) | b: 'x'"),
        # Tools and what they do.
        ("agent a(t/sees,u/wants) | a: c1=t", "agent a(t/sees) | a: c1=t"),
        ("agent a(t,->b,->c) | a: c1=transfer_to_c", "agent a(->b,->c) | a: c1=transfer_to_c"),
        ("agent a(t,->b,->c) | a: c1=transfer_to_c", "agent a(t,->c) | a: c1=transfer_to_c"),
        ("agent a(->b=go) | a: c1=go", "agent a(->b) | a: c1=transfer_to_b"),
        ("agent a(t/sees) | a: c1=t | c1 -> saw", "agent a(t) | a: c1=t"),
        ("agent a(t) | a: c1=t{n:3}", "agent a(t) | a: c1=t"),
        ("agent a(t) | a: c1=t | c1 -> many(answer 'x' failed; answer 'y')", "agent a(t) | a: c1=t | c1 -> answer 'y'"),
        ("agent a(t) | a: c1=t | c1 -> command 'x' parent ->b,c sends", "agent a(t) | a: c1=t | c1 -> command 'x'"),
        # Options.
        ("agent a:v1:pre=view:post=note:structured", "agent a"),
        ("agent a:v1:pre=view", "agent a:v1"),
        ("toolgraph/list t | with errors=text aside=[w]", "toolgraph t | with aside=[w]"),
        ("toolgraph t | with aside=[w,v] | w: 'x' | v: 'x'", "toolgraph t | with aside=[w] | w: 'x'"),
        ("supervisor a / ->a/silent | with full_history forward", "supervisor a / ->a | with full_history forward"),
        ("swarm a | with unkept", "swarm a"),
        ("swarm a | invoke {messages:[human('x')],active_agent:'a'}", "swarm a | say 'x'"),
    ],
)
def test_ideas_for_teams(line: str, smaller: str) -> None:
    tried = {show(fitted(candidate)) for idea in TEAM for candidate in idea(parse(line))}
    assert smaller in tried


THREAD = "graph x | nodes a | edges >a"


@pytest.mark.parametrize(
    ("line", "smaller"),
    [
        # Fewer turns: an input goes with what was answered to it; what had finished before used nothing of its script.
        ("invoke {} | continue | invoke {x:1}", "invoke {x:1}"),
        ("invoke {} | invoke {x:1} | continue", "invoke {x:1} | continue"),
        ("invoke {} | resume 1 | invoke {} on t2 | resume 2 on t2 | continue", "invoke {} | resume 1 | continue"),
        ("invoke {} | resume 1 | continue", "invoke {} | continue"),
        # Fewer answers, in a plainer way.
        ("invoke {x:1} | continue limit 3", "invoke {x:1} | invoke {} limit 3"),
        ("invoke {} | resume 1 limit 3", "invoke {} | continue limit 3"),
        ("invoke {} | answer 0=1 1=2", "invoke {} | answer 1=2"),
        ("invoke {} | answer 0=1 1=2 on t2", "invoke {} | resume 2 on t2"),
        ("invoke {} | answer 0=1", "invoke {} | continue"),
        ("invoke {} | answer 0=1 1='x'", "invoke {} | answer 0=1 1=''"),
        ("invoke {} | resume ['x','y']", "invoke {} | resume ['x']"),
        ("invoke {} | resume {x:1}", "invoke {} | resume 0"),
        # Fewer questions, and plainer ones.
        ("a: asks('p','q') {x:1} | invoke {}", "a: asks('p') {x:1} | invoke {}"),
        ("a: asks('p','q') {x:1} | invoke {}", "a: {x:1} | invoke {}"),
        ("a: @s1 asks([1,2]) none | invoke {}", "a: @s1 asks([1]) none | invoke {}"),
        ("a: asks('p') {x:'v'} | invoke {} | resume 'q'", "a: asks('') {x:''} | invoke {} | resume ''"),
        # What the thread shows.
        ("invoke {} | run history", "invoke {}"),
        ("invoke {} | run async gates history", "invoke {} | run async gates"),
    ],
)
def test_ideas_for_threads(line: str, smaller: str) -> None:
    case, wanted = (parse(f"{THREAD} | {text}") for text in (line, smaller))
    tried = [candidate for idea in (*COMMON, *OUTCOMES, *VALUES) for candidate in idea(case)]
    assert wanted in tried
    assert size(wanted) < size(case)


def test_what_had_finished_before_uses_nothing_of_its_script() -> None:
    case = parse(
        "graph log:concat | nodes a b | edges >a >b | a: {log:[1]} ; {log:[2]} | b: asks('q') none ; asks('q') none "
        "| invoke {} | resume 1 | invoke {}"
    )
    last = show(next(iter(COMMON[0](case))))
    assert last.startswith("graph log:concat | nodes a b | edges >a >b | a: {log:[2]} | b: asks('q') none ")
    assert last.endswith(" | invoke {}")


def test_a_question_that_matters_stays() -> None:
    case = parse(
        "graph log:concat x | nodes p q r | edges >p >q p>r | p: asks('one','two') {log:['p']} | q: {log:['q']} "
        "| r: {x:1} | invoke {log:['in']} on th limit 9 | answer 0='yes' on th limit 9 | resume {k:1} on th limit 9 "
        "| continue on th limit 9 | run async gates [1,0] history"
    )
    assert problem(case) is None

    def waits(smaller: Case) -> bool:
        ran = run_case(smaller, REFERENCE).observation.actions
        return any(task.answers for one in ran for step in one.steps for task in step.tasks)

    shrunk = shrink(case, waits)
    assert shrunk.complete
    assert show(shrunk.case) == "graph x | nodes a | edges >a | a: asks('') none | invoke {} | resume 0"
