"""In which order the writes of a super-step count, and what becomes of them at its boundary."""

from .channels import CONFLICT
from .kinds import Shows

WRITES = (
    Shows(
        "WR-01",
        "graph log:concat | nodes a b | edges >a a>b | a: cmd ->b@s | b: {log:['due']} ; @s {log:['sent']} | invoke {}",
        "result",
        "{log:['due','sent']}",
        "{log:['sent','due']}",
    ),
    Shows(
        "WR-02",
        "graph x | nodes a b | edges >a a?r a?q | a: cmd ->b@s1 ?r=[b@s2] ?q=[b@s3] | invoke {}",
        "inputs b",
        "{send:'s1'} + {send:'s2'} + {send:'s3'}",
        "{send:'s3'} + {send:'s2'} + {send:'s1'}",
    ),
    Shows(
        "WR-03",
        "graph x | nodes a b c | edges >a >b | a: cmd ->c@s1 | b: cmd ->c@s2 | invoke {} | run gates [1,0]",
        "inputs c",
        "{send:'s1'} + {send:'s2'}",
        "{send:'s2'} + {send:'s1'}",
    ),
    Shows(
        "WR-04",
        "graph t:topic | nodes a b | edges >a >b | a: {t:1} | b: {t:2} | invoke {}",
        "result",
        "{t:[1,2]}",
        "{t:[2]}",
    ),
    Shows("WR-05", "graph e:ephemeral | nodes a | edges >a | invoke {e:1}", "inputs a", "{e:1}", "{}"),
    Shows("WR-06", "graph x | nodes a b c d~ | edges >a a>d [a,b]>c | invoke {}", "ran", "a | d", "a"),
    Shows(
        "WR-07",
        "graph x | nodes a b c | edges >a >b [a,b]>c | a: cmd ->a ; none | c: cmd ->b ; none | invoke {}",
        "ran",
        "a b | a c | b | c",
        "a b | a c | b",
    ),
    Shows(
        "WR-08",
        "graph x | nodes a b c | edges >a a>b [a,b]>c | a: cmd ->c@s | invoke {}",
        "ran",
        "a | c@ b | c",
        "a | c@ b",
    ),
    Shows(
        "WR-09",
        "graph x | nodes a | edges >a | a: {x:1,y:2} | invoke {}",
        "error, result",
        "none, {x:1}",
        "InvalidUpdateError, nothing",
    ),
    Shows(
        "WR-10",
        "graph x | nodes a b | edges >a | a: cmd ->b@s | invoke {x:1}",
        "values",
        "{x:1} + {x:1}",
        '{__pregel_tasks:[!{"kind":"foreign","type":"Send"}],x:1} + {x:1}',
    ),
    Shows(
        "WR-12",
        "graph x y | nodes a b | edges >a >b | a: {x:1,y:1} | b: {x:2} | invoke {x:0}",
        "error, result",
        f"{CONFLICT}, nothing",
        "none, {x:0,y:1}",
    ),
    Shows("WR-13", "graph e:ephemeral | nodes a b | edges >a a>b | invoke {e:1}", "inputs b", "{}", "{e:null}"),
)
