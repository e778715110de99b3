"""Seeded faults that plain graphs show."""

from __future__ import annotations

from .fault import Edit, Fault

_ALGO = "langgraph.pregel._algo"
_STATE = "langgraph.graph.state"
_FOLD = "langgraph.channels.binop:BinaryOperatorAggregate.update"

GRAPH_FAULTS = (
    Fault(
        "writes-not-sorted",
        "WR-01",
        "graph",
        "the boundary applies writes in the order in which the tasks were planned: those of Sends first",
        "",
        (
            Edit(
                f"{_ALGO}:apply_writes",
                "tasks = sorted(tasks, key=lambda t: writes_sort_key(task_path_str(t.path)))",
                "tasks = list(tasks)",
            ),
        ),
    ),
    Fault(
        "join-keeps-an-arrival",
        "RT-15",
        "graph",
        "a waiting edge that fired goes on counting one of its sources as arrived",
        "it is reset, but not wholly",
        (
            Edit(
                "langgraph.channels.named_barrier_value:NamedBarrierValue.consume",
                "self.seen = set()",
                "self.seen = {min(self.names)}",
            ),
        ),
    ),
    Fault(
        "falsy-values-stay",
        "CH-10",
        "graph",
        "an EphemeralValue is not cleared where its value is false in a condition: 0, an empty text, an empty list",
        "other values are cleared",
        (
            Edit(
                "langgraph.channels.ephemeral_value:EphemeralValue.update",
                "if self.value is not MISSING:",
                # None is what the edges of a graph write: they go on working.
                "if self.value is None or (self.value is not MISSING and self.value):",
            ),
        ),
    ),
    Fault(
        "writes-follow-overwrite",
        "CH-05",
        "graph",
        "plain writes after an Overwrite are folded onto the value it wrote",
        "",
        (
            Edit(
                _FOLD,
                "        if not seen_overwrite:\n            self.value = self.operator(self.value, value)",
                "        self.value = self.operator(self.value, value)",
            ),
        ),
    ),
    Fault(
        "many-writes-backwards",
        "CH-03",
        "graph",
        "three writes or more are folded onto the value last one first",
        "the arguments of the reducer keep their places, and two writes their order",
        (
            Edit(
                _FOLD,
                "for value in values:",
                "for value in values if len(values) < 3 else reversed(values):",
            ),
        ),
    ),
    Fault(
        "router-skips-unwritten-keys",
        "RT-08",
        "graph",
        "for a router only the keys are brought up to date that its task wrote: one that lasts a step is still there",
        "what the task wrote is seen",
        (
            Edit(
                f"{_ALGO}:local_read",
                "            cc.update(updated[k])\n",
                "            if k in updated:\n                cc.update(updated[k])\n",
            ),
        ),
    ),
    Fault(
        "goto-instead-of-edges",
        "RT-03",
        "graph",
        "the plain edges of a node do not fire when it returns a Command whose goto is the name of one node",
        "waiting and conditional edges still do, and so do all of them beside any other goto",
        (
            Edit(
                f"{_STATE}:CompiledStateGraph.attach_edge",
                "(ChannelWriteEntry(_CHANNEL_BRANCH_TO.format(end), None),)",
                "(ChannelWriteTupleEntry(lambda value: None"
                " if isinstance(value, Command) and value.goto and isinstance(value.goto, str)"
                " else [(_CHANNEL_BRANCH_TO.format(end), None)]),)",
            ),
        ),
    ),
    Fault(
        "routers-last-first",
        "RT-13",
        "graph",
        "the conditional edges of a node run in the reverse of the order in which they were added",
        "all of them run",
        (
            Edit(
                f"{_STATE}:StateGraph.compile",
                "for name, branch in branches.items():",
                "for name, branch in reversed(branches.items()):",
            ),
        ),
    ),
    Fault(
        "entry-router-half-blind",
        "RT-19",
        "graph",
        "a router of START sees of the input only the keys that had no value before",
        "it sees the state, and the input in part; with the alternative it sees the input alone",
        (
            Edit(
                f"{_ALGO}:local_read",
                "            cc.update(updated[k])\n",
                '            if task.name != "__start__" or not cc.is_available():\n'
                "                cc.update(updated[k])\n",
            ),
        ),
    ),
    Fault(
        "pending-sends-stay",
        "RT-21",
        "graph",
        "Sends that were pending on the thread run beside the nodes to which START leads for a new input",
        "pending nodes that no Send is for are discarded",
        (Edit("langgraph.pregel._loop:PregelLoop._first", "*discard_tasks.values(),\n", ""),),
    ),
)
