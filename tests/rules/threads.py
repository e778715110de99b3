"""Threads that pause or fail, and go on."""

from .kinds import Shows

TWICE = "InvalidUpdateError INVALID_CONCURRENT_GRAPH_UPDATE"
LIMIT = "GraphRecursionError GRAPH_RECURSION_LIMIT"
ONE = "graph log:concat | nodes a | edges >a | a: asks('q1','q2') {log:['a']} | invoke {}"
TWO = (
    "graph log:concat | nodes a b | edges >a >b | a: asks('qa') {log:['a']} | b: asks('qb') {log:['b']} | invoke {}"
    " | resume 1 | run gates"
)
CONFLICT = "graph x | nodes a b | edges >a >b | a: {x:1} | b: {x:2} ; none | invoke {} | continue"

THREADS = (
    Shows(
        "CP-09",
        "graph log:concat | nodes a b | edges >a a?r | a: {log:['a']} ?r=raise boom ; {log:['a']} ?r=b | invoke {}"
        " | continue",
        "ran, result",
        "a | b, {log:['a']}",
        "a, {log:['a']}",
    ),
    Shows(
        "CP-10",
        "graph x | nodes a | edges >a | a: asks('q') none ; asks('q') raise boom | invoke {} | resume 1 | run history",
        "shows",
        "{} next a",
        "{} next a a?'q'",
    ),
    Shows(
        "IN-22",
        "graph x | nodes a b | edges >a >b | a: asks('q') none | b: raise boom ; raise boom ; none | invoke {}"
        " | answer 0=1 | continue | run async gates [0,1] [1,0]",
        "ends, answers a",
        "a ok + b ok, 1",
        "a paused + b ok, none",
    ),
    Shows("IN-08", TWO, "error, answers a, answers b", "RuntimeError, , ", "none, 1, none"),
    Shows("IN-11", f"{ONE} | resume 1 | continue", "ends, answers a", "a paused, 1", "a ok, 1 1"),
    Shows("IN-16", f"{ONE} | resume 1 | run nosaver", "error, ran", "RuntimeError, ", "none, a"),
    Shows(
        "IN-23", "graph/root __root__ | nodes a | edges >a | a: asks('q') none | invoke whole 1", "result", "{}", "1"
    ),
    Shows("RT-24", f"{ONE} | resume 1 on t2", "error, ran", "EmptyInputError, ", "none, a"),
    Shows(
        "ER-06",
        "graph x | nodes a b | edges >a >b | a: {x:1} | b: raise boom ; none | invoke {} | continue | run gates",
        "ends",
        "a kept + b ok",
        "a ok + b ok",
    ),
    Shows("ER-19", CONFLICT, "error, result", "none, {x:1}", f"{TWICE}, nothing"),
    Shows(
        "ER-20",
        "graph x | nodes a b | edges >a >b | a: raise boom ; none | b: {x:1} | invoke {} | continue | run gates",
        "ends",
        "a ok + b kept or a ok + b ok",
        "a ok + b ok",
    ),
    Shows(
        "ER-21",
        "graph x | nodes a b c d | edges >a a>b b>c c>d | a: raise boom ; none | invoke {} | continue limit 1"
        " | run history",
        "error, ran, shows",
        f"{LIMIT}, a, {{}} next b",
        f"{LIMIT}, a | b | c, {{}} next d",
    ),
    Shows(
        "ER-22",
        f"{CONFLICT} | run history",
        "shows",
        "{} next none",
        TWICE,
        frozenset({"ER-19"}),
    ),
)
