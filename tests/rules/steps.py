"""When a node runs, and what it sees."""

from .kinds import Shows

STEPS = (
    Shows("SS-01", "graph x | nodes a lone | edges >a | invoke {x:1}", "ran", "a", "a lone"),
    Shows("SS-02", "graph x | nodes a b | edges >a >b | a: {x:2} | invoke {x:1}", "inputs b", "{x:1}", "{x:2}"),
    Shows("SS-03", "graph x | nodes a | edges >a | invoke {x:1}", "inputs a", "{x:1}", "{}"),
    Shows("SS-04", "graph x | nodes a b | edges >a a>b | a: cmd ->b@s | invoke {}", "ran", "a | b@ b", "a | b b@"),
    Shows("SS-05", "graph x | nodes b a | edges >b >a | invoke {}", "ran", "a b", "b a"),
    Shows("SS-06", "graph x | nodes a b | edges >a >b a>b | invoke {}", "ran", "a b | b", "a b"),
    Shows("SS-08", "graph x y | nodes a | edges >a | invoke {x:1}", "inputs a", "{x:1}", "{x:1,y:null}"),
    Shows(
        "SS-09",
        "graph x | nodes a b | edges >a | a: cmd ->b@s | invoke {x:1}",
        "inputs b",
        "{send:'s'}",
        "{send:'s',x:1}",
    ),
    Shows("SS-10", "graph x | nodes a b | edges >a | a: cmd ->b@s,b@s | invoke {}", "ran", "a | b@ b@", "a | b@"),
    Shows("SS-11", "graph x | nodes a b | edges >a a>END a>b | invoke {}", "ran", "a | b", "a"),
    Shows("SS-11", "graph x | nodes a | edges >a ?r | START: none ?r=[END] | invoke {}", "ran", "a", ""),
    Shows("SS-12", "graph x | nodes a b | edges >a a>b | a: cmd ->b | invoke {}", "ran", "a | b", "a | b b"),
    Shows(
        "SS-13",
        "graph x | nodes a | edges >a | a: cmd ->gone@s | invoke {}",
        "error",
        "InvalidUpdateError UNKNOWN_NODE",
        "none",
    ),
    Shows("SS-15", "graph x | nodes a b d~ | edges >a a>b a>d b>d | invoke {}", "ran", "a | b | d", "a | b d | d"),
    Shows(
        "SS-16",
        "graph x | nodes a b d~ | edges >a a>d b>d | a: cmd ->b@s | invoke {}",
        "ran",
        "a | b@ | d",
        "a | b@ d | d",
    ),
    Shows("SS-17", "graph x | nodes d1~ d2~ | edges >d1 >d2 | invoke {}", "ran", "d1 d2", "d1 | d2"),
    Shows(
        "SS-18",
        "graph x | nodes a b d~ | edges >a a>b | a: cmd ->d@s | invoke {}",
        "ran",
        "a | d@ b",
        "a | b | d@",
    ),
)
