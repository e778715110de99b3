"""How a run fails, how long it may be, and parent commands in a plain graph."""

from .kinds import Shows

LIMIT = "GraphRecursionError GRAPH_RECURSION_LIMIT"

ERRORS = (
    Shows(
        "ER-01",
        "graph x | nodes a b | edges >a >b | a: {x:1} ; none | b: raise no ; none | invoke {} | invoke {} | run gates",
        "inputs a",
        "{}",
        "{x:1}",
    ),
    Shows(
        "ER-03",
        "graph x | nodes a b | edges >a >b | b: raise boom | invoke {} | run gates",
        "ends",
        "a ok + b error ScriptedError boom",
        "a open + b error ScriptedError boom",
    ),
    Shows(
        "ER-04",
        "graph x | nodes a b | edges >a >b | a: raise boom | invoke {} | run async gates",
        "ends",
        "a error ScriptedError boom + b open",
        "a error ScriptedError boom + b ok",
    ),
    Shows(
        "ER-05",
        "graph x | nodes a b | edges >a >b | a: raise one | b: raise two | invoke {} | run gates [1,0]",
        "error",
        "ScriptedError two",
        "ScriptedError one or ScriptedError two",
    ),
    Shows(
        "ER-09",
        "graph x y | nodes a b | edges >a >b | a: {x:1,y:1} ; none | b: {x:2} ; none | invoke {} | invoke {}",
        "inputs a",
        "{}",
        "{y:1}",
    ),
    Shows("ER-13", "graph x | nodes a | edges >a | invoke {} limit 1", "error", "none", LIMIT),
    Shows(
        "ER-14",
        "graph x | nodes a b | edges >a a>b | invoke {x:1} limit 1",
        "error, result",
        f"{LIMIT}, nothing",
        "none, {x:1}",
    ),
    Shows(
        "SG-10",
        "graph x | nodes a b c | edges >a >b b>c | a: cmd graph=__parent__ | invoke {}",
        "error, ran",
        "ParentCommand, a b",
        "ParentCommand, a b | c",
    ),
    Shows(
        "SG-13",
        "graph x | nodes a b | edges >a | a: cmd{x:1} ->b graph=__parent__ | invoke {}",
        "error, ran, values",
        "ParentCommand, a, nothing",
        "none, a | b, {x:1} + {x:1}",
    ),
    Shows(
        "SG-16",
        "graph x | nodes a b | edges >a >b | a: cmd graph=__parent__ | b: raise boom | invoke {} | run gates",
        "error",
        "ScriptedError boom",
        "ParentCommand or ScriptedError boom",
    ),
)
