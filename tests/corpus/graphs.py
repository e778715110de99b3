"""Reports about plain graphs."""

from .kinds import Ran, Report

CONFLICT = "InvalidUpdateError INVALID_CONCURRENT_GRAPH_UPDATE"
LIMIT = "GraphRecursionError GRAPH_RECURSION_LIMIT"

GRAPHS = (
    Report(
        "R01",
        (
            "langchain-ai/langgraph#7727",
            "langchain-ai/langgraph#4026",
            "langchain-ai/langgraph#5979",
            "langchain-ai/langgraph#6439",
            "langchain-ai/langgraphjs#1535",
        ),
        "A node that branches of unequal length lead to runs more than once",
        "As documented: separate edges run it after each of them, a waiting edge or defer once",
        (
            Ran("R01-single-edges", "ran", "a b1 | b2 j | j"),
            Ran("R01-waiting-edge", "ran", "a b1 | b2 | j"),
            Ran("R01-deferred", "ran", "a b1 | b2 | j"),
        ),
    ),
    Report(
        "R02",
        ("langchain-ai/langgraph#6166",),
        "A node reached by a router and, one step later, by an edge runs twice",
        "As documented: each way leads to it in a super-step of its own",
        (Ran("R02", "result", "{log:['p','q','r','z','z']}"),),
    ),
    Report(
        "R04",
        ("langchain-ai/langgraph#5182", "langchain-ai/langgraph#5772", "langchain-ai/langgraph#5369"),
        "A deferred node that a goto and a router lead to runs too early or too often",
        "It runs once and last, in every variant",
        (
            Ran("R04-both", "result", "{log:['a','b','c','b2','e']}"),
            Ran("R04-router-only", "result", "{log:['a','c','e']}"),
            Ran("R04-goto-itself", "result", "{log:['a','b','b2','e']}"),
        ),
    ),
    Report(
        "R05",
        ("langchain-ai/langgraphjs#2666", "langchain-ai/langgraph#3249"),
        "A waiting edge with a source that the router passed over never fires, and the run ends as if all were well",
        "As documented, on the second turn of the thread as well",
        (Ran("R05", "error, ran, result", "none, a, {log:['a','a']}"),),
    ),
    Report(
        "R06",
        ("langchain-ai/langgraph#5829", "langchain-ai/docs#1239"),
        "A node with an edge runs what its Command goes to and what the edge leads to",
        "As documented: a goto adds to the edges",
        (Ran("R06", "ran", "a | b c | c d | d"),),
    ),
    Report(
        "R08",
        ("langchain-ai/langgraph#6770",),
        "A router that returns END fails with KeyError if its path map has no such label",
        "As documented: with a path map every item is a label of it",
        (Ran("R08", "error", "KeyError"),),
    ),
    Report(
        "R09",
        ("langchain-ai/langchain-academy#42", "langchain-ai/langgraph#2303"),
        "The results of parallel nodes reach a reducer in an order that nobody asked for",
        "Nodes that were triggered count by name, Sends by their place, whatever the order of edges or gotos",
        (
            Ran("R09-edges", "result", "{log:['a','b','y','z']}"),
            Ran("R09-goto", "result", "{log:['a','b','y','z']}"),
            Ran("R09-sends", "result", "{log:['z','b','y','a']}"),
        ),
    ),
    Report(
        "R10",
        (
            "langchain-ai/langgraph#4979",
            "langchain-ai/langgraph#5989",
            "langchain-ai/langgraph#4673",
            "langchain-ai/langgraph#5860",
            "langchain-ai/langgraph#6336",
            "langchain-ai/langgraph#3617",
        ),
        "The successor of a quick node does not start before a slow node of the same super-step has ended",
        "As documented: a super-step ends when all its tasks have",
        (Ran("R10", "ran", "fast slow | kid"),),
    ),
    Report(
        "R13",
        ("langchain-ai/langgraph#7580", "langchain-ai/langgraph#6286"),
        "Plain writes of the super-step in which a key is overwritten are lost",
        "As documented, before and after the Overwrite; two Overwrites are refused",
        (
            Ran("R13-between", "result", "{n:10}"),
            Ran("R13-before", "result", "{n:10}"),
            Ran("R13-after", "result", "{n:10}"),
            Ran("R13-two", "error", CONFLICT),
        ),
    ),
    Report(
        "R14",
        ("langchain-ai/langgraph#6909",),
        "An Overwrite of a key without a start value is kept as an object, and two of them are not refused",
        "So it is: the first write is stored as it comes",
        (
            Ran("R14-one", "result", "{m:overwrite(3)}", ("first-overwrite-stored-wrapped",)),
            Ran("R14-two", "error, result", "none, {m:4}", ("first-overwrite-stored-wrapped",)),
        ),
    ),
    Report(
        "R18",
        ("langchain-ai/langgraph#5225", "langchain-ai/langgraph#4305"),
        "A default declared for a key with a reducer is not what the key starts with",
        "So it is for an input that is a dict; an object of the class brings its defaults along",
        (
            Ran("R18-pydantic-dict", "result", "{n:5}", ("declared-default-not-the-start",)),
            Ran("R18-pydantic-object", "result", "{n:15}"),
            Ran("R18-dataclass-object", "result", "{n:15}"),
        ),
    ),
    Report(
        "R73",
        (
            "langchain-ai/langgraph#5548",
            "langchain-ai/docs#1563",
            "langchain-ai/langgraph#6676",
            "langchain-ai/langgraph#7355",
        ),
        "Which recursion limit a run needs, and which it has if none is given",
        "A run of exactly as many super-steps as the limit fails; the default is not part of a case, which has a limit",
        (
            Ran("R73-exact", "error", LIMIT, ("limit-off-by-one",)),
            Ran("R73-one-more", "error", LIMIT),
        ),
    ),
    Report(
        "R82",
        ("langchain-ai/langgraph#5112", "langchain-ai/langgraph#3338", "langchain-ai/langgraph#4117"),
        "Two parallel nodes that edit or remove one message",
        "The later one by name wins, and removing twice fails",
        (
            Ran("R82-same-id", "result", "{messages:[human('B' id=x)]}"),
            Ran("R82-remove-then-edit", "result", "{messages:[human('edit' id=s)]}"),
            Ran("R82-edit-then-remove", "result", "{messages:[]}"),
            Ran("R82-both-remove", "error", "ValueError"),
        ),
    ),
)
