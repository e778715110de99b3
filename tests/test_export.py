"""Exported scripts: they run alone, show what the library does, and no text of a case can break out of them."""

from __future__ import annotations

import ast
import contextlib
import io
import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from twinstep.export import script
from twinstep.generate.draw import Draw, Seeded
from twinstep.generate.graphs import graph_case
from twinstep.generate.teams import react_case, supervisor_case, swarm_case
from twinstep.notation import parse
from twinstep.runtime.drive import observe_case
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
    ToolScript,
    ToolText,
)
from twinstep_model.cases import (
    Answers,
    Branch,
    Case,
    Continue,
    Edge,
    Fold,
    Goto,
    Graph,
    GraphScript,
    Invoke,
    Last,
    Node,
    NodeScript,
    Outcome,
    Resume,
    Route,
    Schedule,
    Send,
    Update,
    Write,
)
from twinstep_model.values import Call, Map, Message, Raise

TWO_VALUES = "\"At key 'x': Can receive only one value per step. Use an Annotated key to handle multiple values.\""

# One line of notation each, and what the script prints.
SHOWN = {
    "fan-out, a join, reducers, two turns on a thread": (
        "graph x log:concat n:sum | nodes a b c | edges >a >b [a,b]>c "
        "| a: {x:1,log:['a']} ; {x:2} | b: {log:['b'],n:2} | c: {log:['c']} | invoke {x:0} limit 8 | invoke {} limit 8",
        """\
invoke {'x': 0} on 't1'
  state {'x': 0, 'log': [], 'n': 0} next ['a', 'b']
  task a given {'x': 0, 'log': [], 'n': 0}
  task b given {'x': 0, 'log': [], 'n': 0}
  state {'x': 1, 'log': ['a', 'b'], 'n': 2} next ['c']
  task c given {'x': 1, 'log': ['a', 'b'], 'n': 2}
  state {'x': 1, 'log': ['a', 'b', 'c'], 'n': 2} next []
  result {'x': 1, 'log': ['a', 'b', 'c'], 'n': 2}
invoke {} on 't1'
  state {'x': 1, 'log': ['a', 'b', 'c'], 'n': 2} next ['a', 'b']
  task a given {'x': 1, 'log': ['a', 'b', 'c'], 'n': 2}
  task b given {'x': 1, 'log': ['a', 'b', 'c'], 'n': 2}
  state {'x': 2, 'log': ['a', 'b', 'c', 'b'], 'n': 4} next ['c']
  task c given {'x': 2, 'log': ['a', 'b', 'c', 'b'], 'n': 4}
  state {'x': 2, 'log': ['a', 'b', 'c', 'b', 'c'], 'n': 4} next []
  result {'x': 2, 'log': ['a', 'b', 'c', 'b', 'c'], 'n': 4}
""",
    ),
    "Sends with routers that follow them, without a saver": (
        "graph log:concat | nodes a b c | edges >a b?r | a: cmd ->b@s1{log:[1]},b@s2 | b: {log:['pull']} ?r=c ; @s1 "
        "{log:['one']} ?r=[c@s3] ; @s2 none | c: none ; @s3 {log:['three']} | invoke {} limit 9 | run async nosaver",
        """\
invoke {}
  task a given {'log': []}
  task b given {'send': 's1', 'log': [1]}
  task b given {'send': 's2'}
  state {'log': ['one']}
  task c given {'send': 's3'}
  state {'log': ['one', 'three']}
  result {'log': ['one', 'three']}
""",
    ),
    "routers of START, a path map, defer, an own input schema, input and output schemas": (
        "graph x y:any | inputs x | outputs y | nodes a b~(y) | edges ?r{left:a,stop:END} a>b | START: none ?r=left "
        "; none ?r=[stop] | a: cmd{y:'seen'} | b: {y:3} | invoke {x:1,y:9} limit 5 | invoke {x:2} limit 5",
        """\
invoke {'x': 1, 'y': 9} on 't1'
  state {'x': 1} next ['a']
  task a given {'x': 1}
  state {'x': 1, 'y': 'seen'} next ['b']
  task b given {'y': 'seen'}
  state {'x': 1, 'y': 3} next []
  result {'y': 3}
invoke {'x': 2} on 't1'
  state {'x': 2} next []
  result None
""",
    ),
    "messages in a state object": (
        "graph/pydantic m:messages | nodes a | edges >a | a: fields{m:[ai('yes' id=m2),remove(m1)]} "
        "| invoke {m:[human('hi' id=m1)]} limit 5",
        """\
invoke {'m': ['human: hi']} on 't1'
  state {'m': ['human: hi']} next ['a']
  task a given {'m': ['human: hi']}
  state {'m': ['ai: yes']} next []
  result {'m': ['ai: yes']}
""",
    ),
    "a state that is one value": (
        "graph/root n:max/missing | nodes a | edges >a | a: whole 3 | invoke whole 2 limit 5 | run nosaver",
        "invoke 2\n  state 2\n  task a given 2\n  state 3\n  result 3\n",
    ),
    "questions, answers by number, an answer, what had finished, what the thread shows": (
        "graph log:concat | nodes a b c | edges >a >b >c | a: asks('q1','q2') {log:['a']} | b: {log:['b']} "
        "| c: asks({k:1}) {log:['c']} | invoke {} | answer 1=[2] 5=3 0='one' | resume 'two' | continue "
        "| run gates history",
        """\
invoke {} on 't1'
  state {'log': []} next ['a', 'b', 'c']
  task a given {'log': []}
  task b given {'log': []}
  task c given {'log': []}
  paused a at 'q1'
  paused c at {'k': 1}
  result {'log': ['b']}
  get_state {'log': ['b']} next ['a', 'c'] waits ['q1', {'k': 1}]
  saved input -1 {'log': []} next ['__start__']
  saved loop 0 {'log': []} next ['a', 'b', 'c']
invoke answers {1: [2], 5: 3, 0: 'one'} on 't1'
  state {'log': []} next ['a', 'b', 'c']
  task a given {'log': []}
  task b given {'log': []}
  task c given {'log': []}
  finished before, not run again: ['b']
  paused a at 'q2'
  result {'log': ['b', 'c']}
  get_state {'log': ['b', 'c']} next ['a'] waits ['q2']
  saved input -1 {'log': []} next ['__start__']
  saved loop 0 {'log': []} next ['a', 'b', 'c']
invoke Command(resume='two') on 't1'
  state {'log': []} next ['a', 'b', 'c']
  task a given {'log': []}
  task b given {'log': []}
  task c given {'log': []}
  finished before, not run again: ['b']
  finished before, not run again: ['c']
  state {'log': ['a', 'b', 'c']} next []
  result {'log': ['a', 'b', 'c']}
  get_state {'log': ['a', 'b', 'c']} next [] waits []
  saved input -1 {'log': []} next ['__start__']
  saved loop 0 {'log': []} next ['a', 'b', 'c']
  saved loop 1 {'log': ['a', 'b', 'c']} next []
invoke None on 't1'
  state {'log': ['a', 'b', 'c']} next []
  result {'log': ['a', 'b', 'c']}
  get_state {'log': ['a', 'b', 'c']} next [] waits []
  saved input -1 {'log': []} next ['__start__']
  saved loop 0 {'log': []} next ['a', 'b', 'c']
  saved loop 1 {'log': ['a', 'b', 'c']} next []
""",
    ),
    "a failure beside others, taken up again in an imposed order; Sends that ask": (
        "graph log:concat | nodes a b c | edges >a >b | a: {log:['a']} | b: raise boom ; asks('q') none ; asks('q') "
        "cmd ->c@s1,c@s2 | c: @s1 asks('q1') {log:['c1']} ; @s2 {log:['c2']} | invoke {} | continue | resume 'yes' "
        "| resume 'no' | run async gates [0,1] [1,0] [1,0] [1,0]",
        """\
invoke {} on 't1'
  state {'log': []} next ['a', 'b']
  task a given {'log': []}
  task b given {'log': []}
  raised ScriptedError 'boom'
invoke None on 't1'
  state {'log': []} next ['a', 'b']
  task a given {'log': []}
  task b given {'log': []}
  finished before, not run again: ['a']
  paused b at 'q'
  result {'log': ['a']}
invoke Command(resume='yes') on 't1'
  state {'log': []} next ['a', 'b']
  task a given {'log': []}
  task b given {'log': []}
  finished before, not run again: ['a']
  state {'log': ['a']} next ['c', 'c']
  task c given {'send': 's1'}
  task c given {'send': 's2'}
  paused c at 'q1'
  result {'log': ['a', 'c2']}
invoke Command(resume='no') on 't1'
  state {'log': ['a']} next ['c', 'c']
  task c given {'send': 's1'}
  task c given {'send': 's2'}
  finished before, not run again: ['c']
  state {'log': ['a', 'c1', 'c2']} next []
  result {'log': ['a', 'c1', 'c2']}
""",
    ),
    "a boundary that fails, taken up again": (
        "graph x | nodes a b | edges >a >b | a: {x:1} | b: {x:2} | invoke {} | answer 0=1 | run gates history",
        """\
invoke {} on 't1'
  state {} next ['a', 'b']
  task a given {}
  task b given {}
  raised InvalidUpdateError ...
  get_state raised InvalidUpdateError ...
  saved input -1 {} next ['__start__']
  saved loop 0 {} next ['a', 'b']
invoke answers {0: 1} on 't1'
  get_state raised InvalidUpdateError ...
  get_state raised InvalidUpdateError ...
  state {} next ['a', 'b']
  task a given {}
  task b given {}
  finished before, not run again: ['a']
  finished before, not run again: ['b']
  raised InvalidUpdateError ...
  get_state raised InvalidUpdateError ...
  saved input -1 {} next ['__start__']
  saved loop 0 {} next ['a', 'b']
""".replace("...", TWO_VALUES),
    ),
    "questions and answers without a saver": (
        "graph/root n:max/missing | nodes a | edges >a | a: asks('q') whole 3 | invoke whole 2 | resume 1 "
        "| answer 0=1 1=2 | run nosaver",
        """\
invoke 2
  state 2
  task a given 2
  state {}
  paused a at 'q'
  result {}
invoke Command(resume=1)
  raised RuntimeError 'Cannot use Command(resume=...) without checkpointer'
invoke Command(resume={'ffffffffffffffffffffffffffffffff': 2})
  raised RuntimeError 'Cannot use Command(resume=...) without checkpointer'
""",
    ),
    "a step limit": (
        "graph x | nodes a | edges >a a>a | invoke {x:1} limit 2 | run nosaver",
        """\
invoke {'x': 1}
  state {'x': 1}
  task a given {'x': 1}
  task a given {'x': 1}
  raised GraphRecursionError 'Recursion limit of 2 reached without hitting a stop condition. You can increase the \
limit by setting the `recursion_limit` config key.'
""",
    ),
    "two writers of a key without a reducer": (
        "graph x | nodes a b | edges >a >b | a: {x:1} | b: {x:2} | invoke {} limit 5 | run nosaver",
        """\
invoke {}
  task a given {}
  task b given {}
  raised InvalidUpdateError "At key 'x': Can receive only one value per step. Use an Annotated key to handle \
multiple values."
""",
    ),
    "the failure that comes first, synchronous": (
        "graph x | nodes a b | edges >a >b | a: raise one ; raise one | b: raise two ; raise two "
        "| invoke {x:1} limit 5 | invoke {x:1} limit 5 | run gates [1,0] [0,1] nosaver",
        """\
invoke {'x': 1}
  state {'x': 1}
  task a given {'x': 1}
  task b given {'x': 1}
  raised ScriptedError 'two'
invoke {'x': 1}
  state {'x': 1}
  task a given {'x': 1}
  task b given {'x': 1}
  raised ScriptedError 'one'
""",
    ),
    "the failure that comes first, asynchronous, two at a time": (
        "graph x | nodes a b c | edges >a >b >c | b: raise one | c: raise two | invoke {} limit 5 "
        "| run async gates [0,2,1] concurrency 2",
        """\
invoke {} on 't1'
  state {} next ['a', 'b', 'c']
  task a given {}
  task b given {}
  task c given {}
  raised ScriptedError 'two'
""",
    ),
    "a team, two turns": (
        "supervisor alice(calc) bob / look | with full_history | supervisor: 'to alice' c1=transfer_to_alice ; 'bye' "
        "; c2=look c3=nothing | alice: c4=calc ; 'four' | c2 -> command 'seen' | c4 -> '4' "
        "| say 'hi' | say 'again' on t2",
        """\
  ran ['supervisor', 'alice', 'supervisor']
    ('human', None, 'hi')
    ('ai', 'supervisor', 'to alice', 'transfer_to_alice')
    ('tool', 'transfer_to_alice', 'Successfully transferred to alice')
    ('ai', 'alice', '', 'calc')
    ('tool', 'calc', '4')
    ('ai', 'alice', 'four')
    ('ai', 'alice', 'Transferring back to supervisor', 'transfer_back_to_supervisor')
    ('tool', 'transfer_back_to_supervisor', 'Successfully transferred back to supervisor')
    ('ai', 'supervisor', 'bye')
  ran ['supervisor']
    ('human', None, 'again')
    ('ai', 'supervisor', '', 'look', 'nothing')
    ('tool', 'look', 'seen')
    ('tool', 'nothing', 'Error: nothing is not a valid tool, try one of [...].')
    ('ai', 'supervisor', 'done')
""",
    ),
    "an agent whose tools take arguments, see the state and return directly, and which ends with an object": (
        "agent alice:structured(look/direct,calc/sees) | alice: c1=calc{n:3} ; 'bye' ; 'the end' ; c2=look c3=calc "
        "| c1 -> saw | c2 -> many(answer 'seen' failed) | say 'hi' | say 'again' | run async nosaver",
        """\
  ran ['agent', 'tools', 'agent', 'generate_structured_response']
  structured_response answer='the end'
    ('human', None, 'hi')
    ('ai', 'alice', '', 'calc')
    ('tool', 'calc', 'saw 2')
    ('ai', 'alice', 'bye')
  ran ['agent', 'tools', 'tools']
  structured_response None
    ('human', None, 'again')
    ('ai', 'alice', '', 'look', 'calc')
    ('tool', None, 'seen')
    ('tool', 'calc', 'ok')
""",
    ),
    "an agent of version 1 with hooks": (
        "agent alice:v1:pre=note:post=note(calc) | alice: 'hello' | say 'hi'",
        """\
  ran ['pre_model_hook', 'agent', 'post_model_hook']
    ('human', None, 'hi')
    ('human', None, 'note')
    ('ai', 'alice', 'hello')
    ('human', None, 'noted')
""",
    ),
    "a swarm of both versions: who was active stays active": (
        "swarm alice(->bob) bob:v1(calc,->alice=back) | alice: c1=transfer_to_bob | bob: c2=calc ; 'four' ; c3=back "
        "| c2 -> '4' | say 'hi' | say 'again'",
        """\
  ran ['alice', 'bob']
  active_agent bob
    ('human', None, 'hi')
    ('ai', 'alice', '', 'transfer_to_bob')
    ('tool', 'transfer_to_bob', 'Successfully transferred to bob')
    ('ai', 'bob', '', 'calc')
    ('tool', 'calc', '4')
    ('ai', 'bob', 'four')
  ran ['bob', 'alice']
  active_agent alice
    ('human', None, 'hi')
    ('ai', 'alice', '', 'transfer_to_bob')
    ('tool', 'transfer_to_bob', 'Successfully transferred to bob')
    ('ai', 'bob', '', 'calc')
    ('tool', 'calc', '4')
    ('ai', 'bob', 'four')
    ('human', None, 'again')
    ('ai', 'bob', '', 'back')
    ('tool', 'back', 'Successfully transferred to alice')
    ('ai', 'alice', 'done')
""",
    ),
    "a supervisor with handoff tools of its own that forwards a message": (
        "supervisor alice bob / ->alice=ask ->bob/silent | with name=boss forward "
        "| boss: c1=ask ; c2=forward_message{from_agent:'alice'} | alice: 'four' | say 'hi'",
        """\
  ran ['boss', 'alice', 'boss']
    ('human', None, 'hi')
    ('ai', 'boss', '', 'ask')
    ('tool', 'ask', 'Successfully transferred to alice')
    ('ai', 'alice', 'four')
    ('ai', 'alice', 'Transferring back to boss', 'transfer_back_to_boss')
    ('tool', 'transfer_back_to_boss', 'Successfully transferred back to boss')
    ('ai', 'boss', 'four')
""",
    ),
    "a supervisor in a swarm in a supervisor": (
        "supervisor crew[swarm bob(->duo) duo[supervisor carol]] | supervisor: c1=transfer_to_crew "
        "| bob: c2=transfer_to_duo | duo: c3=transfer_to_carol | say 'hi'",
        """\
  ran ['supervisor', 'supervisor/agent', 'supervisor/tools', 'crew', 'crew/bob', 'crew/bob/agent', 'crew/bob/tools', \
'crew/duo', 'crew/duo/duo', 'crew/duo/duo/agent', 'crew/duo/duo/tools', 'crew/duo/carol', 'crew/duo/carol/agent', \
'crew/duo/duo', 'crew/duo/duo/agent', 'supervisor', 'supervisor/agent']
    ('human', None, 'hi')
    ('ai', 'supervisor', '', 'transfer_to_crew')
    ('tool', 'transfer_to_crew', 'Successfully transferred to crew')
    ('ai', 'duo', 'done')
    ('ai', 'crew', 'Transferring back to supervisor', 'transfer_back_to_supervisor')
    ('tool', 'transfer_back_to_supervisor', 'Successfully transferred back to supervisor')
    ('ai', 'supervisor', 'done')
""",
    ),
    "an agent made by hand: errors, commands, nodes beside the loop": (
        "toolgraph/each calc look | with errors=function aside=[writer] | model: c1=calc c2=look | c1 -> raise boom "
        "| c2 -> command 'seen' ->writer | writer: 'written' | say 'hi'",
        """\
  ran ['model', 'tools', 'tools', 'model', 'writer']
    ('human', None, 'hi')
    ('ai', None, '', 'calc', 'look')
    ('tool', 'calc', 'handled')
    ('tool', 'look', 'seen')
    ('ai', None, 'done')
    ('ai', None, 'written')
""",
    ),
    "an agent made by hand whose state is the message list": (
        "toolgraph/list calc/sees look | with errors=text | model: c1=calc c2=look | c1 -> saw | c2 -> raise boom "
        "| say 'hi'",
        """\
  ran ['model', 'tools', 'model']
    ('human', None, 'hi')
    ('ai', None, '', 'calc', 'look')
    ('tool', 'calc', 'saw 2')
    ('tool', 'look', 'a tool failed')
    ('ai', None, 'done')
""",
    ),
    "an agent made by hand whose state is an object, and which handles another error": (
        "toolgraph/object calc/sees look | with errors=other | model: c1=calc ; c2=look | c1 -> saw | c2 -> raise boom "
        "| say 'hi'",
        """\
  ran ['model', 'tools', 'model', 'tools', 'raised ScriptedError: boom']
    ('human', None, 'hi')
    ('ai', None, '', 'calc')
    ('tool', 'calc', 'saw 2')
    ('ai', None, '', 'look')
""",
    ),
}

HOSTILE = [
    "def",
    "print",
    "State",
    "a b",
    "'); open('out', 'w')  #",
    '"""\nopen("out", "w")\n"""',
    "\\",
    "\\'",
    "{x}%s%(a)s",
    "\r\n\x1b[31m\x00",
    "ünï\u2028\u202e",
    "__x",
]

TEAMS = [react_case, supervisor_case, swarm_case]


def alone(source: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs the script in a fresh process, in an empty folder, without this project on its path."""
    folder.mkdir(exist_ok=True)
    file = folder / "script.py"
    file.write_text(source, encoding="utf-8")
    command = [sys.executable, "-I", "-X", "utf8", "-W", "ignore", "-c", _WITHOUT, str(file)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


# An import of this project would be an error even where it is installed.
_WITHOUT = """
import runpy, sys
sys.modules.update(twinstep=None, twinstep_model=None)
runpy.run_path(sys.argv[1], run_name='__main__')
"""


@pytest.mark.parametrize("name", SHOWN)
def test_a_script_runs_alone_and_prints_what_happened(name: str, tmp_path: Path) -> None:
    line, shown = SHOWN[name]
    ran = alone(script(parse(line)), tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert re.sub(r"one of \[.*\]", "one of [...]", ran.stdout) == shown


def test_parallel_handoffs_are_run_ten_times_and_counted(tmp_path: Path) -> None:
    line = "supervisor alice bob | supervisor: c1=transfer_to_alice c2=transfer_to_bob | say 'hi' | run async gates"
    source = script(parse(line), "Two handoffs in one reply; langgraph 9.9")
    assert "Two handoffs in one reply; langgraph 9.9" in (ast.get_docstring(ast.parse(source)) or "")
    assert "left to the library" in source
    ran = alone(source, tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert [f"run {number}" in ran.stdout for number in range(1, 12)] == [True] * 10 + [False]
    counts = re.findall(
        r"^(\d+) of 10: ran \[\['supervisor', '(?:alice|bob)', 'supervisor'\]\]$", ran.stdout, re.MULTILINE
    )
    assert sum(map(int, counts)) == 10


def test_a_graph_that_is_refused_shows_why(tmp_path: Path) -> None:
    ran = alone(script(parse("graph x l:odd/3 | nodes a | edges >a | invoke {}")), tmp_path)
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].startswith("ValueError: Invalid reducer signature")


def hostile_graph(text: str) -> Case:
    """The text wherever a text can stand."""
    update = Update((Write(text, text),))
    outcome = Outcome(update, (Route(text, (Goto(text),), "one"),))
    other = Outcome(update, (Route(text, (Send(text, text, (Write(text, text),)),), "list"),), (text,))
    return Case(
        Graph(
            (Last(text), Fold("log")),
            (Node(text, (text,)), Node("b")),
            (Edge("__start__", text),),
            branches=(Branch(text, text, ((text, "b"),), True),),
        ),
        GraphScript((NodeScript(text, (outcome, other), ((text, outcome),)), NodeScript("b", (Outcome(Raise(text)),)))),
        (Invoke(update, text, 5), Resume(text, text), Answers(((0, text),), text), Continue(text)),
        Schedule(gates=True, history=True),
    )


def hostile_team(text: str) -> Case:
    """The text wherever a text can stand."""
    return Case(
        Supervisor((Agent(text, (text,)),), (text,), "boss"),
        TeamScript(
            (ModelScript(text, (Reply(text, (Call(text, text), Call("c2", text))),)),),
            (ToolScript(text, ToolText(text)), ToolScript("c2", Raise(text))),
        ),
        (Invoke(Update((Write("messages", (Message("human", text, text),)),)), text),),
    )


def hostile_swarm(text: str) -> Case:
    """The text wherever a text can stand."""
    agent = Agent(text, (text,), "v1", (Handoff("b", text),), (text,), (text,), (text,))
    team = Supervisor((Agent("c"),), (text,), "b", handoffs=(Handoff("c", text),), forward=True)
    args = Map(((text, text),))
    return Case(
        Swarm((agent, team), text, text),
        TeamScript(
            (ModelScript(text, (Reply(text, (Call(text, text, args),)),)),),
            (ToolScript(text, ToolMany((ToolAnswer(text), ToolCommand(text, goto=(text,), sends=True)))),),
        ),
        (Invoke(Update((Write("messages", (Message("ai", text, calls=(Call("c0", text, args),)),)),)), text),),
    )


def hostile_hand_made(text: str) -> Case:
    """The text wherever a text can stand."""
    return Case(
        ToolGraph((text,), "context", "function", (text,), (text,), (text,)),
        TeamScript(
            (ModelScript("model", (Reply(text, (Call(text, text),)),)), ModelScript(text, (Reply(text),))),
            (ToolScript(text, ToolCommand(text, parent=True, goto=(text, text))),),
        ),
        (Invoke(Update((Write("messages", (Message("human", text, text),)),)), text),),
    )


HOSTILES = [hostile_graph, hostile_team, hostile_swarm, hostile_hand_made]


@pytest.mark.parametrize("make", HOSTILES)
@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_of_a_case_becomes_code(text: str, make: object) -> None:
    assert callable(make)
    shape = _shape(script(make("plain"), "plain"))
    assert _shape(script(make(text), text)) - shape <= {"TypedDict", "tool"}  # names that are no identifiers
    assert script(make(text), text).replace("\n", "").isprintable()


def _shape(source: str) -> set[str]:
    """The names that a script's code uses, its own functions aside."""
    tree = ast.parse(source)
    own = {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - own
    return {name for name in names if not name.startswith("Reads_")}


@pytest.mark.parametrize("make", HOSTILES)
def test_a_hostile_case_does_nothing_but_run(make: object, tmp_path: Path) -> None:
    assert callable(make)
    for number, text in enumerate(HOSTILE[4:6]):
        ran = alone(script(make(text), text), tmp_path / str(number))
        assert [file.name for file in (tmp_path / str(number)).iterdir()] == ["script.py"]
        assert ran.stdout.replace("\n", "").isprintable()


def test_scripts_have_nothing_they_do_not_need(tmp_path: Path) -> None:
    cases = [parse(line) for line, _ in SHOWN.values()]
    cases += [graph_case(Seeded(seed)) for seed in range(80)]
    cases += [make(Seeded(seed)) for make in TEAMS for seed in range(40)]
    for number, case in enumerate(cases):
        (tmp_path / f"case{number}.py").write_text(script(case), encoding="utf-8")
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select", "E4,E7,E9,F,I"]
    command += ["--line-length", "320"]
    checked = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, timeout=60, check=False)
    assert checked.returncode == 0, checked.stdout


def inside(source: str) -> tuple[str, str]:
    """What a script prints when it runs in this process, and the type of the exception that ends it; "" for none."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(source, "script.py", "exec", dont_inherit=True), {"__name__": "__main__"})
        except Exception as error:  # whatever the library refuses the case with
            return out.getvalue(), type(error).__name__
    return out.getvalue(), ""


@pytest.mark.parametrize("seed", range(40))
def test_a_script_shows_what_the_runtime_sees(seed: int) -> None:
    case = graph_case(Seeded(seed))
    seen = observe_case(case)
    printed, refused = inside(script(case))
    assert refused == (seen.build.type if seen.build else "")
    if not refused:
        tasks = [len(re.findall(r"^  task ", part, re.MULTILINE)) for part in printed.split("invoke ")[1:]]
        assert tasks == [sum(len(step.tasks) for step in ran.steps) for ran in seen.actions]
        raised = re.findall(r"^  raised (\w+)", printed, re.MULTILINE)
        assert raised == [ran.error.type for ran in seen.actions if ran.error]


@pytest.mark.parametrize("make", TEAMS)
def test_a_script_of_a_team_shows_what_the_runtime_sees(make: Callable[[Draw], Case]) -> None:
    sources = {seed: script(make(Seeded(seed))) for seed in range(50)}
    settled = [seed for seed, source in sources.items() if "seen[repr(ran)]" not in source]
    assert len(settled) > 8
    for seed in settled[:15]:
        seen = observe_case(make(Seeded(seed)))
        printed, refused = inside(sources[seed])
        assert refused == (seen.build.type if seen.build else "")
        shown = [ast.literal_eval(line) for line in re.findall(r"^  ran (.*)", printed, re.MULTILINE)]
        assert [_root(ran) for ran in shown] == [
            [task.node for step in ran.steps for task in step.tasks]
            + ([f"raised {ran.error.type}"] if ran.error else [])
            for ran in seen.actions
        ]


def _root(ran: list[str]) -> list[str]:
    """What ran outside of inner teams, with the type of an exception."""
    return [name.partition(":")[0] for name in ran if "/" not in name or name.startswith("raised ")]
