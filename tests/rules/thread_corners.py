"""Threads that pause or fail: what no rule asks about, or only together with another one."""

from .kinds import Corner
from .threads import TWICE

_REFUSED = "InvalidUpdateError INVALID_GRAPH_NODE_RETURN_VALUE"
_CONFLICT = "graph x | nodes a b c | edges >a >b >c | a: {x:1} | b: {x:2} | c: asks('q') none | invoke {}"
_LOST = "graph x | nodes a | edges >a ?r | START: none ?r=raise lost ; none | invoke {x:1}"
_FAILS = "graph x | nodes a b | edges >a >b | a: {x:1}"

_UNSAVED = "graph u:untracked x | nodes a b | edges >a >b | a: {u:1,x:1} | b: raise boom ; none | invoke {} | continue"

THREAD_CORNERS = (
    Corner(f"{_UNSAVED} | run gates", "result", "{x:1}"),
    Corner(f"{_UNSAVED} | run gates", "result", "{u:1,x:1}", frozenset({"CH-12"})),
    Corner("graph x | nodes a | edges >a | continue", "ran", "a", frozenset({"RT-20"})),
    Corner(
        "graph x | nodes a | edges >a | continue | run history",
        "error, shows, saved",
        "EmptyInputError, {} next none, ",
    ),
    Corner(
        "graph x | nodes a | edges >a | a: {x:1} | invoke {x:0} | invoke {x:2} | run history",
        "saved",
        "input -1 {} next __start__ + loop 0 after 0 {x:0} next a + loop 1 after 1 {x:1} next none"
        " + input 2 after 2 {x:1} next __start__ + loop 3 after 3 {x:2} next a + loop 4 after 4 {x:1} next none",
    ),
    Corner(
        "graph x | nodes a | edges >a | invoke whole 'text' | continue | run history",
        "error, shows, saved",
        f"{_REFUSED}, {{}} next __start__, input -1 {{}} next __start__",
    ),
    Corner(f"{_LOST} | run history", "error, shows", "ScriptedError lost, {} next __start__"),
    Corner(f"{_LOST} | run history", "error, shows", "ScriptedError lost, {x:1} next none", frozenset({"CP-09"})),
    Corner(f"{_LOST} | continue | run history", "entry, ran, shows", "r={x:1}, a, {x:1} next none"),
    Corner(f"{_LOST} | continue | run history", "entry, ran, shows", "none, a, {x:1} next none", frozenset({"CP-09"})),
    Corner(
        "graph x | nodes a | edges >a | a: none | invoke {x:overwrite(1)} | invoke whole 7 | resume 1 | run history",
        "error, ran",
        f"{_REFUSED}, ",
    ),
    Corner(f"{_LOST} | continue limit 1", "ran, error", "a, none"),
    Corner(f"{_CONFLICT} | run history", "error, shows", f"{TWICE}, {{}} next c c?'q'"),
    Corner(f"{_CONFLICT} | answer 0=1", "ends, answers c, error", f"a kept + b kept + c ok, 1, {TWICE}"),
    Corner(
        f"{_CONFLICT} | answer 0=1",
        "ends, answers c",
        "a kept + b kept + c paused, none",
        frozenset({"ER-22"}),
    ),
    Corner(
        f"{_FAILS} | b: raise boom ; asks('q') none | invoke {{}} | continue | run gates", "ends", "a kept + b paused"
    ),
    Corner(
        f"{_FAILS} | b: raise boom ; raise bang | invoke {{}} | continue | run gates",
        "ends",
        "a kept + b error ScriptedError bang",
    ),
    Corner(
        "graph x | nodes a b | edges >a >b | a: asks('q') none | b: raise boom | invoke {} | run gates history",
        "ends, shows",
        "a paused + b error ScriptedError boom, {} next a b a?'q'",
    ),
    Corner(
        "graph x | nodes a | edges >a | a: asks('q') none ; raise boom ; asks('q') none | invoke {} | answer 0=1"
        " | continue",
        "ends, answers a",
        "a ok, 1",
    ),
    Corner(
        "graph x | nodes a | edges >a | a: asks('q') none ; raise boom ; asks('q') none | invoke {} | continue"
        " | run history",
        "shows",
        "{} next a a?'q'",
    ),
    Corner(
        "graph x | nodes a b | edges >a >b | a: asks('q') none | b: raise boom ; raise boom ; none | invoke {}"
        " | resume 1 | continue | run async gates [0,1] [1,0]",
        "ends",
        "a paused + b ok",
    ),
    Corner(
        "graph x | nodes a b | edges >b >a | a: asks('p') none | b: asks('q') none | invoke {} | answer 0=1 7=2"
        " | run gates history",
        "shows",
        "{} next b b?'q'",
    ),
)
