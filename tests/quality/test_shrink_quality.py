"""What random and hand-written cases come down to, with the real library on the other side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, islice

import pytest

from twinstep.generate.draw import Draw, Seeded
from twinstep.generate.graphs import graph_case
from twinstep.generate.teams import react_case, supervisor_case, swarm_case
from twinstep.judge import judge
from twinstep.members import members
from twinstep.notation import parse, show
from twinstep.runtime.drive import observe_case
from twinstep.shrink import Shrunk, shrink
from twinstep.validity import may_block, problem
from twinstep_model import codec
from twinstep_model.agents import Agent, Team, TeamScript
from twinstep_model.cases import Case, Graph
from twinstep_model.deviations import DEVIATIONS, REFERENCE
from twinstep_model.run import run_case

RULES = {deviation.name: rule for rule, deviation in DEVIATIONS.items()}


def shows(signature: str) -> Callable[[Case], bool]:
    """Whether the library's run of a case shows a divergence of this signature."""

    def still(case: Case) -> bool:
        judgement = judge(case, codec.dumps(observe_case(case)), REFERENCE)
        return any(divergence.signature == signature for divergence in judgement.divergences)

    return still


def showing(signature: str, make: Callable[[Draw], Case]) -> Iterator[Case]:
    """Random cases that show it; the model says which ones are worth a run of the library."""
    for seed in count():
        case = make(Seeded(f"quality:{seed}"))
        if RULES[signature] not in run_case(case, REFERENCE).fired or problem(case) is not None or may_block(case):
            continue
        if shows(signature)(case):
            yield case


def reduced(case: Case, signature: str) -> Shrunk:
    shrunk = shrink(case, shows(signature), budget=100)
    assert shrunk.complete
    assert len(shrunk.case.actions) == 1
    return shrunk


@pytest.mark.parametrize("signature", ["parent-command-race", "results-lost-beside-handoff"])
def test_random_teams(signature: str) -> None:
    for case in islice(showing(signature, supervisor_case), 5):
        script = reduced(case, signature).case.script
        assert isinstance(script, TeamScript)
        replies = [reply for model in script.models for reply in model.replies]
        assert [len(reply.calls) for reply in replies] == [2]


@pytest.mark.parametrize(
    ("signature", "make"),
    [
        ("answers-lost-in-one-task", swarm_case),
        ("first-destination-wins-in-one-task", swarm_case),
        ("swarm-results-lost-beside-handoff", swarm_case),
        ("swarm-handoffs-unanswered", swarm_case),
        ("active-agent-none", swarm_case),
        ("update-lost-beside-sends", swarm_case),
        ("colliding-names-accepted", supervisor_case),
        ("guard-fails-for-odd-limits", react_case),
        ("emptied-history-breaks-direct-tools", react_case),
        ("first-exception-in-time", react_case),
        ("missing-field-is-a-key-error", react_case),
    ],
)
def test_random_agents_and_swarms(signature: str, make: Callable[[Draw], Case]) -> None:
    for case in islice(showing(signature, make), 3):
        smallest = reduced(case, signature).case
        script = smallest.script
        assert isinstance(script, TeamScript)
        assert not isinstance(smallest.topology, Graph)
        assert _agents(smallest.topology) <= 3
        assert sum(len(reply.calls) for model in script.models for reply in model.replies) <= 2


def _agents(team: Team) -> int:
    return sum(isinstance(member, Agent) for member in members(team))


@pytest.mark.parametrize(
    ("signature", "nodes"),
    [
        ("defer-ignores-sends", 3),
        ("unknown-goto-ignored", 1),
        ("first-overwrite-stored-wrapped", 1),
        ("remove-all-keeps-duplicates", 1),
        ("bare-send-leaks", 2),
    ],
)
def test_random_graphs(signature: str, nodes: int) -> None:
    for case in islice(showing(signature, graph_case), 2):
        graph = reduced(case, signature).case.topology
        assert isinstance(graph, Graph)
        assert len(graph.nodes) <= nodes
        assert len(graph.keys) + len(graph.private) == 1


@pytest.mark.parametrize(
    ("signature", "before", "after"),
    [
        (
            "parent-command-race",
            "supervisor Eve 'Bob Smith'(calc) zoe / lookup | with full_history name=boss parallel "
            "| boss: 'first' k1=lookup ; 'well' ; 'both' k3=transfer_to_bob_smith k4=transfer_to_zoe k5=lookup ; 'end' "
            "| zoe: 'hi' ; 'there' | 'Bob Smith': '' k6=calc ; 'sum' | k6 -> '42' "
            "| say 'one' on t7 | say 'two' on t7 | run async gates [2,1,0]",
            "supervisor alice bob | supervisor: c1=transfer_to_alice c2=transfer_to_bob | say ''",
        ),
        (
            "results-lost-beside-handoff",
            "supervisor bob alice(calc) / lookup | with silent "
            "| supervisor: 'x' c9=lookup c7=transfer_to_alice c8=lookup ; 'end' | alice: '' c1=calc ; 'done' "
            "| c1 -> '42' | say 'one' | say 'two' on t2 | run gates [0,2,1]",
            "supervisor alice / lookup | supervisor: c1=lookup c2=transfer_to_alice | say ''",
        ),
        (
            "defer-ignores-sends",
            "graph log:concat n:sum | nodes m z~ k w | edges >m m>z k>w w>END "
            "| m: cmd{log:['m']} ->k@s4{n:2},k@s7 | k: @s4 {n:3} ; @s7 {log:[1]} | w: {n:1} "
            "| invoke {n:1} limit 12 | invoke {n:2} limit 12 | run async gates [1,0]",
            "graph x | nodes b c~ a | edges >b b>c | b: cmd ->a@s1 | invoke {}",
        ),
        (
            "unknown-goto-ignored",
            "graph log:concat | nodes p q r | edges >p p>q q?next{on:r}/typed | p: {log:['p']} "
            "| q: cmd[log:['q'],log:[2]] ->ghost,p ?next=[on] ; {log:[]} | r: {log:['r']} | invoke {log:['a']} limit 9",
            "graph x | nodes a | edges >a | a: cmd ->ghost | invoke {}",
        ),
        (
            "first-overwrite-stored-wrapped",
            "graph/dataclass log:concat/missing n:sum | nodes p q r | edges >p p>q [p,q]>r "
            "| q: {log:overwrite(['q',1] long)} | r: fields{n:4} | invoke {n:1} limit 9 | run nosaver",
            "graph x:concat/missing | nodes a | edges >a | a: {x:overwrite([])} | invoke {}",
        ),
        (
            "remove-all-keeps-duplicates",
            "graph m:messages n:sum | outputs n m | nodes p q | edges >p p>q "
            "| q: {m:[human('lost'),remove(__remove_all__),ai('x' id=m2),ai('y' id=m2)],n:2} "
            "| invoke {m:[human('hi')]}",
            "graph x:messages | nodes a | edges >a "
            "| a: {x:[remove(__remove_all__),human('' id=m2),human('' id=m2)]} | invoke {}",
        ),
        (
            "bare-send-leaks",
            "graph node:concat log:concat | nodes p q r | edges p>r >p r>q "
            "| p: {log:['p']} | r: send q@s3{log:['s']} | q: @s3 {log:['q']} | invoke {log:[1]} limit 12",
            "graph node | nodes a b | edges >b | b: send a@s1 | invoke {}",
        ),
    ],
)
def test_by_hand(signature: str, before: str, after: str) -> None:
    case = parse(before)
    assert problem(case) is None
    assert shows(signature)(case)
    assert show(reduced(case, signature).case) == after
