"""What no rule asks about, or only together with another one: the rest of the model, case by case."""

from __future__ import annotations

from .agent_corners import AGENT_CORNERS
from .channels import CONFLICT
from .errors import LIMIT
from .kinds import Corner
from .team_corners import TEAM_CORNERS
from .thread_corners import THREAD_CORNERS

KEYS = (
    Corner(
        "graph e:ephemeral | nodes a b | edges >a >b | a: {e:1} | b: {e:2} | invoke {}", "error", "InvalidUpdateError"
    ),
    Corner(
        "graph e:ephemeral/unguarded | nodes a b | edges >a >b | a: {e:1} | b: {e:2} | invoke {}", "result", "{e:2}"
    ),
    Corner(
        "graph t:topic/all | nodes a b | edges >a a>b | a: {t:[2,3]} | b: {t:[]} | invoke {t:1}",
        "result",
        "{t:[1,2,3]}",
    ),
    Corner("graph v:any | nodes a b | edges >a >b | a: {v:1} | b: {v:2} | invoke {}", "result", "{v:2}"),
    Corner("graph u:untracked | nodes a b | edges >a >b | a: {u:1} | b: {u:2} | invoke {}", "result", "{u:2}"),
    Corner("graph w:barrier(p,q) | nodes a | edges >a | a: {w:'r'} | invoke {}", "error", "InvalidUpdateError"),
    Corner(
        "graph w:barrier(p,q) | nodes a b | edges >a a>b | a: {w:'q'} | b: {w:'q'} | invoke {w:'p'}",
        "inputs b, result",
        "{w:null}, {w:null}",
    ),
    Corner(
        "graph arg:barrier(p) | nodes a b | edges >a | a: send b@s | invoke {}",
        "error",
        "TypeError",
        frozenset({"RT-02"}),
    ),
    Corner(
        "graph left:remaining x | nodes a b(left) | edges >a a>b a?r | a: {left:9,x:1} | invoke {left:8} limit 3",
        "inputs a, inputs b, routers a, result",
        "{left:2}, {left:1}, r={left:2,x:1}, {x:1}",
    ),
    Corner(
        "graph left:remaining x | nodes a b | edges >a | a: cmd ->b@s{left:9} | invoke {}",
        "inputs b",
        "{left:9,send:'s'}",
    ),
    Corner(
        "graph/dataclass left:remaining n:sum=1 | nodes a | edges >a | a: fields{left:9,n:2} | invoke {} limit 4",
        "writes a, result",
        "n=2, {n:3}",
    ),
    Corner("graph left:remaining x | outputs left | nodes a | edges >a | invoke {x:1}", "build", "ValueError"),
    Corner(
        "graph left:remaining x | outputs left x | nodes a | edges >a | invoke {x:1}",
        "build, result",
        "none, {x:1}",
        frozenset({"RT-27"}),
    ),
    Corner(
        "graph/pydantic x=7 n:sum/missing=null k:concat | nodes a b(x) | edges >a >b | a: fields{k:[1]} | invoke {}",
        "inputs b, writes a, result",
        "{}, x=7; k=[1], {k:[1],x:7}",
        frozenset({"CH-23"}),
    ),
    Corner(
        "graph/dataclass x=7 log:concat=['d'] | nodes a | edges >a | a: fields{log:[1]} | invoke fields{}",
        "result",
        "{log:['d',1],x:7}",
    ),
    Corner("graph s:strict | nodes a | edges >a | a: {s:['bad']} | invoke {}", "error", "ValueError"),
    Corner("graph s:strict | nodes a | edges >a | a: {s:['good']} | invoke {}", "result", "{s:['good']}"),
    Corner("graph n:max | nodes a | edges >a | a: {n:'text'} | invoke {}", "error", "TypeError"),
    Corner("graph log:concat/abstract | nodes a | edges >a | a: {log:[1]} | invoke {}", "result", "{log:[1]}"),
    Corner(
        "graph n:sum | nodes a b | edges >a >b | a: {n:overwrite(1)} | b: {n:overwrite(2)} | invoke {}",
        "error",
        CONFLICT,
    ),
    Corner(
        "graph n:sum/missing | nodes a b | edges >a >b | a: {n:overwrite(1)} | b: {n:2} | invoke {}", "result", "{n:1}"
    ),
    Corner(
        "graph m:messages | nodes a | edges >a "
        "| a: {m:[remove(m1),human('b' id=m2),human('c' id=m2),remove(m2),human('d' id=m2)]} "
        "| invoke {m:human('a' id=m1)}",
        "result",
        "{m:[human('d' id=m2)]}",
    ),
    Corner(
        "graph m:messages | nodes a | edges >a | a: {m:[human('b'),remove(__remove_all__),human('c')]} "
        "| invoke {m:[human('a')]}",
        "result",
        "{m:[human('c')]}",
    ),
    Corner(
        "graph/root __root__:messages | nodes a b | edges >a | a: send b@s | invoke whole [human('x')]",
        "error, result",
        "none, [human('x')]",
    ),
    Corner(
        "graph/root __root__:messages | nodes a b | edges >a | a: send b@s | invoke whole [human('x')]",
        "error, result",
        "NotImplementedError MESSAGE_COERCION_FAILURE, nothing",
        frozenset({"RT-02"}),
    ),
)

STATES = (
    Corner(
        "graph/root __root__:concat | nodes a b | edges >a a>b | a: whole [1] | invoke whole [0]", "result", "[0,1]"
    ),
    Corner(
        "graph/root __root__ | nodes a b | edges >a a>b | a: whole null | invoke whole {k:1}",
        "writes a, result",
        "none, {k:1}",
    ),
    Corner(
        "graph x | nodes a | edges >a | invoke whole 3", "error", "InvalidUpdateError INVALID_GRAPH_NODE_RETURN_VALUE"
    ),
    Corner(
        "graph/root __root__ | nodes a b | edges >a | a: send b@s | invoke whole 1",
        "writes a, result",
        '__root__=!{"kind":"foreign","type":"Send"}, !{"kind":"foreign","type":"Send"}',
        frozenset({"RT-02"}),
    ),
    Corner("graph/root __root__ | nodes a b | edges >a | a: send b@s | invoke whole 1", "writes a, result", "none, 1"),
    Corner(
        "graph/root __root__ | nodes a | edges >a | invoke whole null",
        "error, ran",
        "none, a",
        frozenset({"RT-20"}),
    ),
    Corner(
        "graph/dataclass x log:concat | nodes a | edges >a | a: fields{log:[1]} | invoke {x:1}",
        "inputs a, writes a, result",
        '!{"kind":"instance","fields":[["x",1],["log",[]]]}, x=null; log=[1], {log:[1],x:null}',
    ),
    Corner(
        "graph/pydantic x log:concat | nodes a | edges >a | a: fields{log:[1]} | invoke {x:1}",
        "inputs a, writes a, result",
        '!{"kind":"instance","fields":[["x",1],["log",[]]]}, log=[1], {log:[1],x:1}',
    ),
    Corner(
        "graph m:messages | private p | nodes a(p) b | edges >a a>b | a: {p:{k:[human('x')]}} | invoke {m:human('y')}",
        "inputs a, writes a, values",
        "{}, none, {m:[human('y')],p:{k:[human('x')]}} + {m:[human('y')],p:{k:[human('x')]}}",
    ),
    Corner(
        "graph/dataclass x m:messages | nodes a | edges >a | invoke {m:[human('y')]}",
        "inputs a",
        '!{"kind":"instance","fields":[["x",null],["m",[{"kind":"message","role":"human","text":"y"}]]]}',
    ),
    Corner(
        "graph x m:messages | nodes a | edges >a | a: {x:overwrite([human('z')])} | invoke {m:[human('y')]}",
        "result",
        "{m:[human('y')],x:overwrite([human('z')])}",
        frozenset({"CH-07"}),
    ),
    Corner("graph x y | inputs x | nodes a | edges >a | invoke {x:1,y:2}", "result", "{x:1}"),
    Corner("graph x | nodes a | edges >a | invoke {x:1} | invoke {} | run nosaver", "inputs a", "{}"),
    Corner("graph x | nodes a | edges >a | invoke {}", "result", "null"),
)

ROUTES = (
    Corner(
        "graph x y | nodes a(x) | edges >a a?r a?q/typed | a: {y:2,z:3} | invoke {x:1}",
        "routers a",
        "r={x:1,y:2,z:3}; q={x:1,y:2}",
    ),
    Corner("graph x | nodes a | edges >a a?r | a: none ?r=none | invoke {}", "error", "ValueError"),
    Corner("graph x | nodes a | edges >a a?r{yes:a} | a: none ?r=none | invoke {}", "error", "KeyError"),
    Corner("graph x | nodes a | edges >a a?r | a: none ?r=[END@s] | invoke {}", "error", "InvalidUpdateError"),
    Corner("graph x | nodes a | edges >a a?r | a: none ?r=START | invoke {}", "error", "ValueError"),
    Corner("graph x | nodes a b | edges >a a?r{yes:b,no:END} | a: none ?r=yes | invoke {}", "ran", "a | b"),
    Corner("graph x | nodes a b | edges >a a?r | a: none ?r=b | invoke {}", "ran", "a | b"),
    Corner(
        "graph x | nodes a | edges ?r | START: none ?r=raise boom | invoke {x:1}",
        "error, begin, entry, ran",
        "ScriptedError boom, nothing, r={x:1}, ",
    ),
    Corner(
        "graph log:concat | nodes a b | edges >a | a: many(cmd{log:[1]} ->b;{log:[2]};cmd ->END) | invoke {}",
        "ran, result",
        "a | b, {log:[1,2]}",
    ),
    Corner(
        "graph log:concat | nodes a b | edges >a | a: many(cmd ->b graph=__parent__;{log:[1]}) | invoke {}",
        "error, values",
        "ParentCommand, nothing",
    ),
    Corner(
        "graph log:concat | nodes a b | edges >a | a: many(cmd{log:[2]} ->b graph=__parent__;{log:[1]}) | invoke {}",
        "error, ran, values",
        "none, a | b, {log:[1,2]} + {log:[1,2]}",
        frozenset({"SG-13"}),
    ),
    Corner("graph x | nodes a a | edges >a | invoke {}", "build", "ValueError"),
    Corner("graph x | nodes x | edges >x | invoke {}", "build, ran", "none, x"),
    Corner("graph x | nodes a | edges a>END | invoke {}", "build", "ValueError"),
    Corner("graph x | nodes a | edges >a b>a | invoke {}", "build", "ValueError"),
    Corner("graph x | nodes a | edges >a [b]>a | invoke {}", "build", "ValueError"),
    Corner("graph x | nodes a | edges >a [a]>b | invoke {}", "build", "ValueError"),
    Corner("graph x | nodes a | edges >a a?r a?r | invoke {}", "build", "ValueError"),
)

FAILURES = (
    Corner(
        "graph x | nodes a b c | edges >a >b >c | a: cmd[x:1,x:2] | b: {x:3} | invoke {x:0}",
        "inputs b, inputs c",
        "{x:0}, {x:3}",
        frozenset({"SS-02"}),
    ),
    Corner(
        "graph x | nodes a b c | edges >a >b >c | a: {x:1} | b: {x:2} | c: raise boom | invoke {} | run gates",
        "error, values",
        "ScriptedError boom, nothing",
        frozenset({"ER-01"}),
    ),
    Corner(
        "graph x | nodes a b c | edges >a >b >c | a: {x:1} | b: {x:2} | c: cmd graph=__parent__ | invoke {}",
        "error, ran",
        f"{CONFLICT}, a b c",
        frozenset({"SG-10"}),
    ),
    Corner(
        "graph x | nodes a b | edges >a >b | a: cmd graph=__parent__ | b: cmd graph=__parent__ | invoke {}",
        "error",
        "ParentCommand",
        frozenset({"SG-14"}),
    ),
    Corner(
        "graph x | nodes a b c | edges >a >b >c | a: cmd graph=__parent__ | b: raise one | c: cmd graph=__parent__ "
        "| invoke {} | run async gates [0,1,2]",
        "error",
        "ParentCommand or ScriptedError one",
        frozenset({"SG-16"}),
    ),
    Corner(
        "graph x | nodes a b c | edges >a >b >c | a: raise one | b: raise two | invoke {} | run async gates [2,1,0]",
        "error, ends",
        "ScriptedError two, a open + b error ScriptedError two + c ok",
    ),
    Corner("graph x | nodes a | edges >a a>a | invoke {} limit 3", "error, ran", f"{LIMIT}, a | a | a"),
)

AGENTS = (
    Corner(
        "supervisor alice(look) | with full_history | supervisor: 'go' c1=transfer_to_alice | alice: 'me' c2=look "
        "| say 'hi'",
        "said",
        "human hi; supervisor go c1=transfer_to_alice; transfer_to_alice <library> answers c1; alice me c2=look; "
        "look ok answers c2; alice done; alice <library> <auto>=transfer_back_to_supervisor; "
        "transfer_back_to_supervisor <library> answers <auto>; supervisor done",
    ),
    Corner(
        "supervisor alice(look) | with silent | supervisor: 'go' c1=transfer_to_alice | alice: 'me' c2=look | say 'hi'",
        "said",
        "human hi; look ok answers c2; supervisor done",
        frozenset({"RA-01"}),
    ),
    Corner(
        "supervisor alice(look) | with silent | supervisor: 'go' c1=transfer_to_alice | alice: 'me' c2=look | say 'hi'",
        "said",
        "human hi; alice me c2=look; look ok answers c2; supervisor done",
        frozenset({"RA-01", "SV-04"}),
    ),
    Corner(
        "supervisor alice / note | supervisor: 'go' c1=note c2=transfer_to_alice | say 'hi'",
        "ran, heard alice",
        "supervisor(agent | tools) | alice@(agent) | supervisor(agent), "
        "human hi; supervisor go c2=transfer_to_alice; transfer_to_alice <library> answers c2",
        frozenset({"RA-02"}),
    ),
    Corner(
        "supervisor alice | with name=boss | boss: 'go' c1=nope | alice: 'never' | say 'hi'",
        "said",
        "human hi; boss go c1=nope; nope <library> answers c1 failed; boss done",
    ),
    Corner(
        "supervisor alice | supervisor: 'go' c1=transfer_to_alice | alice: 'me' c2=nope | say 'hi'",
        "ran",
        "supervisor(agent | tools@) | alice(agent) | supervisor(agent)",
    ),
    Corner("supervisor alice | say 'hi' limit 1", "ran", "supervisor(agent)"),
)

CORNERS = KEYS + STATES + ROUTES + FAILURES + AGENTS + AGENT_CORNERS + TEAM_CORNERS + THREAD_CORNERS
