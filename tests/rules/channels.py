"""What keys make of the writes of a super-step."""

from .kinds import Shows

CONFLICT = "InvalidUpdateError INVALID_CONCURRENT_GRAPH_UPDATE"

CHANNELS = (
    Shows(
        "CH-01",
        "graph x | nodes a b | edges >a >b | a: {x:1} | b: {x:2} | invoke {}",
        "error, result",
        f"{CONFLICT}, nothing",
        "none, {x:2}",
    ),
    Shows(
        "CH-02",
        "graph x | nodes a b d~ | edges >d a>b a>d | d: cmd ->a ; none | invoke {}",
        "ran",
        "d | a | b | d",
        "d | a | b d",
    ),
    Shows(
        "CH-03",
        "graph log:concat | nodes a b | edges >a >b | a: {log:[1]} | b: {log:[2]} | invoke {log:[0]}",
        "result",
        "{log:[0,1,2]}",
        "{log:[1,2,0]}",
    ),
    Shows(
        "CH-04",
        "graph n:sum/missing | nodes a | edges >a | invoke {n:1}",
        "error, result",
        "none, {n:1}",
        "TypeError, nothing",
    ),
    Shows(
        "CH-05",
        "graph n:sum | nodes a b c | edges >a >b >c | a: {n:1} | b: {n:overwrite(10)} | c: {n:2} | invoke {}",
        "result",
        "{n:10}",
        "{n:12}",
    ),
    Shows(
        "CH-06",
        "graph n:sum/missing | nodes a | edges >a | a: {n:overwrite(5)} | invoke {}",
        "result",
        "{n:5}",
        "{n:overwrite(5)}",
    ),
    Shows(
        "CH-07", "graph x | nodes a | edges >a | a: {x:overwrite(5)} | invoke {}", "result", "{x:5}", "{x:overwrite(5)}"
    ),
    Shows("CH-08", "graph n:sum | nodes a | edges >a | invoke {n:1} | invoke {n:2}", "result", "{n:3}", "{n:2}"),
    Shows("CH-09", "graph t:topic | nodes a b | edges >a a>b | invoke {t:1}", "inputs b", "{}", "{t:[1]}"),
    Shows("CH-10", "graph e:ephemeral | nodes a b | edges >a a>b | invoke {e:1}", "inputs b", "{}", "{e:1}"),
    Shows("CH-11", "graph v:any | nodes a b | edges >a a>b | invoke {v:1}", "inputs b", "{}", "{v:1}"),
    Shows("CH-12", "graph u:untracked | nodes a | edges >a | invoke {u:1} | invoke {}", "inputs a", "{}", "{u:1}"),
    Shows("CH-13", "graph b:barrier(p,q) | nodes a | edges >a | invoke {b:'p'}", "inputs a", "{}", "{b:null}"),
    Shows("CH-14", "graph x | nodes a b d~ | edges >a a>b [a]>d | invoke {}", "ran", "a | b | d", "a | b d"),
    Shows("CH-16", "graph x:odd/3 | nodes a | edges >a | invoke {}", "build", "ValueError", "none"),
    Shows(
        "CH-17",
        "graph left:remaining x | nodes a b | edges >a a>b ?r | invoke {} limit 3",
        "entry, inputs a, inputs b",
        "r={left:3}, {left:2}, {left:1}",
        "r={left:4}, {left:3}, {left:2}",
    ),
    Shows(
        "CH-23",
        "graph/dataclass n:sum=10 | nodes a | edges >a | a: {n:5} | invoke {}",
        "result",
        "{n:15}",
        "{n:5}",
    ),
    Shows(
        "CH-24",
        "graph l:last x | nodes a b | edges >a a>b | invoke {} limit 2",
        "inputs a, inputs b",
        "{l:true}, {l:false}",
        "{l:false}, {l:true}",
    ),
    Shows(
        "CH-22",
        "graph x | nodes a b | edges >a >b | a: {x:1} | b: {x:2} | invoke {}",
        "ends, error",
        f"a ok + b ok, {CONFLICT}",
        f"a ok + b error {CONFLICT}, {CONFLICT}",
    ),
    Shows(
        "CH-18",
        "graph m:messages | nodes a | edges >a | a: {m:[human('two')]} | invoke {m:[human('one')]}",
        "result",
        "{m:[human('one'),human('two')]}",
        "{m:[human('two')]}",
    ),
    Shows(
        "CH-19",
        "graph m:messages | nodes a | edges >a | a: {m:[human('new' id=m1)]} "
        "| invoke {m:[human('old' id=m1),human('x' id=m2)]}",
        "result",
        "{m:[human('new' id=m1),human('x' id=m2)]}",
        "{m:[human('x' id=m2),human('new' id=m1)]}",
    ),
    Shows(
        "CH-20",
        "graph m:messages | nodes a | edges >a | a: {m:[remove(gone)]} | invoke {}",
        "error",
        "ValueError",
        "none",
    ),
    Shows(
        "CH-21",
        "graph m:messages | nodes a | edges >a "
        "| a: {m:[remove(__remove_all__),human('x' id=m1),human('y' id=m1),remove(m2)]} | invoke {}",
        "result",
        "{m:[human('y' id=m1)]}",
        "{m:[human('x' id=m1),human('y' id=m1),remove(m2)]}",
    ),
)
