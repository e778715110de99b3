"""CH: what a key does with the writes it gets. Message lists are in `messages`."""

from __future__ import annotations

from .kinds import Docstring, Rule
from .sources import OBSERVED, OVERWRITE, PROACTIVE, SCHEMA

CHANNELS = (
    Rule(
        "CH-01",
        "A key without a reducer that gets two writes or more in one super-step refuses them with InvalidUpdateError",
        Docstring("langgraph.channels.last_value:LastValue", "Stores the last value", "2071512ffb8be011"),
        "A key without a reducer takes the last of the writes of a super-step, in boundary order",
    ),
    Rule(
        "CH-02",
        "A deferred node that ran is deferred anew by whatever leads to it afterwards",
        Docstring("langgraph.channels.last_value:LastValueAfterFinish", "Stores the last value", "89d2be375e92516a"),
        "A deferred node that was released is deferred no more: until the run ends, what leads to it runs it in"
        " the next super-step",
    ),
    Rule(
        "CH-03",
        "The writes of a super-step are folded from the left: value = reducer(value, write), in boundary order",
        Docstring("langgraph.channels.binop:BinaryOperatorAggregate", "Stores the result", "84b80d6fb364d44a"),
        "The writes of a super-step are folded from the right, last write first: value = reducer(write, value)",
    ),
    Rule(
        "CH-04",
        "The first write to a reducer key that has no start value is stored as it is, without calling the reducer",
        OBSERVED,
        "For the first write to a reducer key without a start value the reducer is called with None as the stored"
        " value, and raises TypeError",
    ),
    Rule(
        "CH-05",
        "An Overwrite replaces the value of a reducer key, and every plain write of the same super-step is discarded,"
        " before it or after it",
        Docstring("langgraph.types:Overwrite", "Bypass a reducer", "ff1e0c2f800f5541"),
        "Plain writes after an Overwrite in boundary order are folded onto the value it wrote",
    ),
    Rule(
        "CH-06",
        "An Overwrite that is the first write to a reducer key without a start value stores the value itself",
        Docstring("langgraph.types:Overwrite", "Bypass a reducer", "ff1e0c2f800f5541"),
        "An Overwrite that is the first write to a reducer key without a start value is stored as an object,"
        " wrapper and all",
    ),
    Rule(
        "CH-07",
        "An Overwrite written to a key without a reducer stores the value itself",
        OVERWRITE,
        "An Overwrite written to a key without a reducer is stored as an object, wrapper and all",
    ),
    Rule(
        "CH-08",
        "The input is folded into a reducer key like the write of a node",
        Docstring("langgraph.channels.binop:BinaryOperatorAggregate", "Stores the result", "84b80d6fb364d44a"),
        "The input replaces the values of the keys it names",
    ),
    Rule(
        "CH-09",
        "A Topic that does not accumulate holds only what the super-step before wrote, and is emptied by one that"
        " writes nothing to it",
        Docstring("langgraph.channels.topic:Topic", "accumulate:", "878bc306f3341289"),
        "A Topic that does not accumulate keeps what it holds until it is written again",
    ),
    Rule(
        "CH-10",
        "An EphemeralValue is there for one super-step, and cleared by the next one that does not write it",
        Docstring("langgraph.channels.ephemeral_value:EphemeralValue", "Stores the value", "237e6b2f29b695bc"),
        "An EphemeralValue keeps its value until it is written again",
    ),
    Rule(
        "CH-11",
        "An AnyValue holds the last write in boundary order, and is cleared by a super-step that does not write it",
        OBSERVED,
        "An AnyValue keeps its value until it is written again",
    ),
    Rule(
        "CH-12",
        "An UntrackedValue lasts to the end of its run and is never saved",
        Docstring("langgraph.channels.untracked_value:UntrackedValue", "Stores the last value", "92d2a99732f9a724"),
        "An UntrackedValue is saved like any key, and is still there when the thread runs again",
    ),
    Rule(
        "CH-13",
        "A NamedBarrierValue used as a key has a value once all its names were written",
        Docstring(
            "langgraph.channels.named_barrier_value:NamedBarrierValue", "A channel that waits", "a06e7aaa10d8f9b2"
        ),
        "A NamedBarrierValue used as a key has a value as soon as one of its names was written",
    ),
    Rule(
        "CH-14",
        "A complete waiting edge into a deferred node still waits until nothing else is due",
        Docstring(
            "langgraph.channels.named_barrier_value:NamedBarrierValueAfterFinish",
            "A channel that waits",
            "bd675436791cecd3",
        ),
        "A complete waiting edge into a deferred node runs it in the next super-step",
    ),
    Rule(
        "CH-16",
        "A reducer takes exactly two positional parameters; a key whose reducer takes another number is refused when"
        " the graph is built",
        Docstring("langgraph.graph.state:StateGraph", "Each state key can optionally", "26c76eba76c0fb15"),
        "A reducer with another number of parameters is ignored, and the key is one without a reducer",
    ),
    Rule(
        "CH-17",
        "RemainingSteps is the number of super-steps that the recursion limit allows after the one that reads it; START"
        " reads the whole limit",
        PROACTIVE,
        "RemainingSteps also counts the super-step that reads it",
    ),
    Rule(
        "CH-22",
        "An exception of a reducer, or a write a key refuses, fails the run at the boundary and belongs to no task",
        OBSERVED,
        "An exception of a reducer, or a write a key refuses, is the failure of the last task, in boundary order,"
        " that wrote to the key",
    ),
    Rule(
        "CH-23",
        "A default that the state class declares is the value its key starts with on a new thread; an object of the"
        " class does not write the fields that were left at theirs",
        SCHEMA,
        "A reducer key starts with its type's empty value and any other key without a value, whatever default the state"
        " class declares: it shows in an object of the class whose key has no value, and an object writes it",
    ),
    Rule(
        "CH-24",
        "IsLastStep is true where one more super-step is allowed: in the last but one",
        OBSERVED,
        "IsLastStep is true where no further super-step is allowed: in the last one",
    ),
)
