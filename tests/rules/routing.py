"""What return values and routers lead to; waiting edges; inputs."""

from .channels import CONFLICT
from .kinds import Shows

UNKNOWN = "InvalidUpdateError UNKNOWN_NODE"

ROUTING = (
    Shows(
        "RT-01",
        "graph x | nodes a b | edges >a a>b | a: odd text | invoke {}",
        "error, ran",
        "InvalidUpdateError INVALID_GRAPH_NODE_RETURN_VALUE, a",
        "none, a | b",
    ),
    Shows(
        "RT-02",
        "graph node | nodes a b | edges >a | a: send b@s | invoke {}",
        "values, ran",
        "{} + {}, a | b@",
        "{node:'b'} + {node:'b'}, a | b@",
    ),
    Shows("RT-03", "graph x | nodes a b c | edges >a a>b | a: cmd ->c | invoke {}", "ran", "a | b c", "a | c"),
    Shows(
        "RT-03",
        "graph x | nodes a b | edges >a a?r | a: cmd ->b ?r=raise boom | invoke {}",
        "error, ran",
        "ScriptedError boom, a",
        "none, a | b",
    ),
    Shows("RT-04", "graph x | nodes a | edges >a | a: cmd ->gone | invoke {}", "error", UNKNOWN, "none"),
    Shows("RT-05", "graph x | nodes a b | edges >a | a: cmd ->b | invoke {}", "ran", "a | b", "a"),
    Shows(
        "RT-06",
        "graph log:concat | nodes a | edges >a | a: cmd[log:[1],log:[2]] | invoke {}",
        "result",
        "{log:[1,2]}",
        "{log:[2]}",
    ),
    Shows(
        "RT-07",
        "graph x | nodes a | edges >a | a: cmd{x:1} graph=up | invoke {}",
        "error, result",
        "none, {x:1}",
        "InvalidUpdateError, nothing",
    ),
    Shows(
        "RT-08",
        "graph n:sum | nodes a b | edges >a >b a?r | a: {n:1} | b: {n:2} | invoke {}",
        "routers a",
        "r={n:1}",
        "r={n:0}",
    ),
    Shows(
        "RT-09",
        "graph x y | nodes a b | edges >a b?r | a: cmd ->b@s | b: @s {x:2} | invoke {x:1,y:1}",
        "routers b",
        "r={x:2,y:1}",
        "r={send:'s',x:2}",
    ),
    Shows(
        "RT-10",
        "graph x | nodes a | edges >a a?r | a: cmd[x:1,x:2] | invoke {}",
        "ends, routers a",
        f"a error {CONFLICT}, none",
        "a ok, r={x:2}",
    ),
    Shows(
        "RT-11",
        "graph x | nodes a b | edges >a a?r{yes:b} | a: none ?r=b | invoke {}",
        "error, ran",
        "KeyError, a",
        "none, a | b",
    ),
    Shows(
        "RT-12",
        "graph x | nodes a b | edges >a a>b a?r | a: none ?r=raise boom | invoke {}",
        "error, ran",
        "ScriptedError boom, a",
        "none, a | b",
    ),
    Shows(
        "RT-13",
        "graph x | nodes a b c | edges >a a?r a?q | a: none ?r=[c] ?q=[b] | invoke {}",
        "ran",
        "a | b c",
        "a | c",
    ),
    Shows("RT-14", "graph x | nodes a b c | edges >a a>b a>c b>c | invoke {}", "ran", "a | b c | c", "a | b | c"),
    Shows(
        "RT-15",
        "graph x | nodes a b c | edges >a >b [a,b]>c | c: cmd ->a ; none | invoke {}",
        "ran",
        "a b | c | a",
        "a b | c | a | c",
    ),
    Shows(
        "RT-16",
        "graph x | nodes a b c | edges [a,b]>c ?r | START: none ?r=[a] ; none ?r=[b] | invoke {} | invoke {}",
        "ran",
        "b | c",
        "b",
    ),
    Shows("RT-17", "graph x | nodes a b c | edges >a a>b [a]>c [b]>c | invoke {}", "ran", "a | b c | c", "a | b | c"),
    Shows("RT-18", "graph x | nodes a b | edges >a a>b [a]>b | invoke {}", "ran", "a | b", "a | b b"),
    Shows("RT-19", "graph n:sum | nodes a | edges ?r | invoke {n:1} | invoke {n:2}", "entry", "r={n:3}", "r={n:2}"),
    Shows("RT-20", "graph x | nodes a | edges >a | invoke none", "error, ran", "EmptyInputError, ", "none, a"),
    Shows("RT-21", "graph x | nodes a b | edges >a a>b | invoke {} limit 1 | invoke {}", "ran", "a | b", "a b | b"),
    Shows("RT-27", "graph x | nodes a | edges >a a>gone | invoke {}", "build", "ValueError", "none"),
    Shows(
        "RT-27",
        "graph x | nodes a | edges >a a?r{yes:gone,no:a} | a: none ?r=yes | invoke {}",
        "build, error",
        "ValueError, not built",
        "none, KeyError",
    ),
    Shows("ST-09", "graph x y | outputs x | nodes a | edges >a | invoke {x:1,y:2}", "result", "{x:1}", "{x:1,y:2}"),
)
