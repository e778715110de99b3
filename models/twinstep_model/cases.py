"""Cases: what runs, what every part of it does, what the user does, and in which order tasks complete.

Pure data. A case is self-contained: from it alone the model and any runtime can be driven.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Union

from .agents import Agent, Supervisor, Swarm, TeamScript, ToolGraph
from .values import Raise, Value

FORMAT_VERSION = 3
START = "__start__"
END = "__end__"
DEFAULT_LIMIT = 25
"""Super-steps of one invocation, where a case is not about running out of them."""
DEFAULT_CONCURRENCY = 32
"""Tasks running at a time, where a case is not about their number: more than any has."""


# --- plain graphs: what the state is made of -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Last:
    """A key without a reducer (`x: int`). ``default``: the default the schema declares (dataclass and pydantic), as a
    tuple of one; () where it declares none."""

    name: str
    default: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Fold:
    """A key with a reducer.

    ``reducer``: ``sum`` (int + int), ``concat`` (list + list), ``max`` (int), ``strict`` (list + list; raises
    ValueError when the update is the list ``["bad"]``).
    ``start``: ``empty`` - the declared type can be called without arguments (int, list) and gives the start
    value; ``abstract`` - declared as ``Sequence`` (lists only); ``missing`` - declared ``Optional[...]``, so
    there is no start value. ``default``: the default the schema declares, as for `Last`.
    """

    name: str
    reducer: Literal["sum", "concat", "max", "strict"] = "concat"
    start: Literal["empty", "abstract", "missing"] = "empty"
    default: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Topic:
    """A `Topic` channel as a state key."""

    name: str
    accumulate: bool = False


@dataclass(frozen=True, slots=True)
class Ephemeral:
    """An `EphemeralValue` channel as a state key."""

    name: str
    guard: bool = True


@dataclass(frozen=True, slots=True)
class AnyValue:
    """An `AnyValue` channel as a state key."""

    name: str


@dataclass(frozen=True, slots=True)
class Untracked:
    """An `UntrackedValue` channel as a state key (`guard=False`: the last write wins)."""

    name: str


@dataclass(frozen=True, slots=True)
class Barrier:
    """A `NamedBarrierValue` channel as a state key; nodes write the names into it."""

    name: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Messages:
    """A message list with `add_messages`."""

    name: str = "messages"


@dataclass(frozen=True, slots=True)
class OddReducer:
    """A key whose reducer takes the wrong number of positional parameters; LangGraph refuses it."""

    name: str
    parameters: Literal[1, 3] = 3


@dataclass(frozen=True, slots=True)
class Managed:
    """A managed value: `RemainingSteps` or `IsLastStep`. Nodes and routers read it, nothing writes or saves it."""

    name: str
    what: Literal["remaining", "last"] = "remaining"


Held = Union[Last, Fold, Topic, Ephemeral, AnyValue, Untracked, Barrier, Messages, OddReducer]
"""The kinds of key that hold a value."""
Key = Union[Held, Managed]


# --- plain graphs: nodes and edges -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Node:
    """A node. ``reads``: the keys of its own input schema (a TypedDict), or None for the state schema."""

    name: str
    reads: tuple[str, ...] | None = None
    defer: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """`add_edge(source, target)`."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Join:
    """`add_edge([sources...], target)`: a waiting edge."""

    sources: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True)
class Branch:
    """`add_conditional_edges(source, router, path_map)`; ``name`` is the router's function name.

    ``paths``: the path map as (label, target) pairs, or None for no path map; an empty one counts as none.
    ``typed``: the router's parameter is annotated with the state schema.
    """

    source: str
    name: str
    paths: tuple[tuple[str, str], ...] | None = None
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    """A plain `StateGraph`.

    ``form``: how the state schema is written; ``root`` is one annotated type and no keys (the single key is
    then called ``__root__``). Keys are declared optional with default None in ``dataclass`` and ``pydantic``
    where their kind has no start value.
    ``private``: keys that only node schemas name. ``inputs``/``outputs``: the keys of separate input and output
    schemas (TypedDicts), or None for the state schema. Nodes are added in the order given, then edges, joins and
    branches, each in the order given.
    """

    keys: tuple[Key, ...]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...] = ()
    joins: tuple[Join, ...] = ()
    branches: tuple[Branch, ...] = ()
    form: Literal["typeddict", "dataclass", "pydantic", "root"] = "typeddict"
    private: tuple[Key, ...] = ()
    inputs: tuple[str, ...] | None = None
    outputs: tuple[str, ...] | None = None


# --- plain graphs: what nodes and routers do -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Write:
    """One (key, value) pair of an update."""

    key: str
    value: Value


@dataclass(frozen=True, slots=True)
class Goto:
    """A node's name as a destination (or a label, where the router has a path map)."""

    node: str


@dataclass(frozen=True, slots=True)
class Send:
    """`Send(node, {"send": label, **fields})`. The label tells the node's script which execution this is."""

    node: str
    label: str
    fields: tuple[Write, ...] = ()


Target = Union[Goto, Send]


@dataclass(frozen=True, slots=True)
class Nothing:
    """The node returns None (as input: `invoke(None)`)."""


@dataclass(frozen=True, slots=True)
class Update:
    """The node returns a dict (as input: the dict given to `invoke`). Keys are distinct."""

    writes: tuple[Write, ...]


@dataclass(frozen=True, slots=True)
class Fields:
    """The node returns an object of the state's class with just these fields set (dataclass, pydantic)."""

    writes: tuple[Write, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """The node returns this value as it is (states of form ``root``)."""

    value: Value


@dataclass(frozen=True, slots=True)
class Command:
    """The node returns `Command(update=..., goto=..., graph=...)`.

    ``update``: None for no update. ``pairs``: spelt as a list of (key, value) tuples, in which a key may occur
    twice; otherwise a dict. ``goto`` with one target is passed bare, with more as a list; () is no goto.
    ``graph``: "" for none, or any other name (``__parent__`` is Command.PARENT).
    """

    update: tuple[Write, ...] | None = None
    pairs: bool = False
    goto: tuple[Target, ...] = ()
    graph: str = ""


@dataclass(frozen=True, slots=True)
class Many:
    """The node returns a list of Commands and dicts, at least one of them a Command."""

    items: tuple[Union[Command, Update], ...]


@dataclass(frozen=True, slots=True)
class BareSend:
    """The node returns one `Send`."""

    send: Send


@dataclass(frozen=True, slots=True)
class Odd:
    """The node returns something that is no update: a text, [], a list of dicts, a list of Sends."""

    what: Literal["text", "empty_list", "dicts", "sends"]


Result = Union[Nothing, Update, Fields, Whole, Command, Many, BareSend, Raise, Odd]


@dataclass(frozen=True, slots=True)
class Route:
    """What a router returns in one execution.

    ``form``: ``one`` (the bare target, exactly one), ``list``, ``tuple``, ``none`` (None), or ``raise``
    (`ScriptedError` with ``error``).
    """

    branch: str
    targets: tuple[Target, ...] = ()
    form: Literal["one", "list", "tuple", "none", "raise"] = "list"
    error: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one execution of a node does: its return value, and what each of its routers then returns.

    A router without an entry returns []. ``asks``: the questions it asks first, one after the other, each with
    `interrupt(question)`: where one has no answer yet, the execution ends there and the run pauses.
    """

    result: Result
    routes: tuple[Route, ...] = ()
    asks: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class NodeScript:
    """What a node does. ``pulls``: its executions by trigger, in order over the whole case, starting again at
    the first when used up. ``sends``: (label, outcome) of its executions by `Send`; every execution with that
    label does the same. What has no entry returns None and routes nowhere. START has a script too: only the
    routes of its outcomes count, one outcome for each invocation.
    """

    node: str
    pulls: tuple[Outcome, ...] = ()
    sends: tuple[tuple[str, Outcome], ...] = ()


@dataclass(frozen=True, slots=True)
class GraphScript:
    """What every node of a plain graph does."""

    nodes: tuple[NodeScript, ...] = ()


# --- actions, schedule, case -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Invoke:
    """`invoke(input)` on a thread, with a recursion limit in super-steps."""

    input: Result
    thread: str = "t1"
    limit: int = DEFAULT_LIMIT


@dataclass(frozen=True, slots=True)
class Continue:
    """`invoke(None)`: what is under way on the thread goes on."""

    thread: str = "t1"
    limit: int = DEFAULT_LIMIT


@dataclass(frozen=True, slots=True)
class Resume:
    """`invoke(Command(resume=answer))`: the answer to the question that the thread waits for."""

    answer: Value
    thread: str = "t1"
    limit: int = DEFAULT_LIMIT


@dataclass(frozen=True, slots=True)
class Answers:
    """`invoke(Command(resume={id: answer, ...}))`: answers to several questions, each addressed by its id.

    ``answers``: (number of the question among those the thread waits for, in the order in which `get_state` shows
    them, its answer). A number that there is no question for stands for an id that nobody gave out.
    """

    answers: tuple[tuple[int, Value], ...]
    thread: str = "t1"
    limit: int = DEFAULT_LIMIT


Action = Union[Invoke, Continue, Resume, Answers]


@dataclass(frozen=True, slots=True)
class Schedule:
    """How the tasks of a super-step complete.

    ``gates``: completion order is imposed; without gates tasks complete as they like.
    ``orders``: the k-th entry is for the k-th thing in the case, in whatever graph of a team, that has several parts
    running at once: a super-step with two tasks or more, or a task that carries out two tool calls or more. It is a
    permutation of their positions, first to complete first; without an entry of that length they complete in order.
    ``saver``: an in-memory checkpointer, or none (then every action starts with nothing).
    ``history``: after each action the thread is looked at as well, by `get_state` and `get_state_history`.
    ``max_concurrency``: the library's own limit on running tasks.
    """

    mode: Literal["sync", "async"] = "sync"
    gates: bool = False
    orders: tuple[tuple[int, ...], ...] = ()
    saver: bool = True
    max_concurrency: int = DEFAULT_CONCURRENCY
    history: bool = False


Topology = Union[Graph, Agent, ToolGraph, Supervisor, Swarm]


@dataclass(frozen=True, slots=True)
class Case:
    """Topology, script, actions and schedule."""

    topology: Topology
    script: Union[GraphScript, TeamScript]
    actions: tuple[Action, ...]
    schedule: Schedule = Schedule()
