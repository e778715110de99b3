"""RT: seeded faults of what nodes and routers lead to, and of the entry."""

from __future__ import annotations

from tests.rediscovery.fault import Edit, Fault

_ALGO = "langgraph.pregel._algo"
_STATE = "langgraph.graph.state"

ROUTING = (
    Fault(
        "odd-returns-ignored",
        "RT-01",
        "graph",
        "a node that returns a text or an empty list counts as one that returns None",
        "other lists, and a text as input, are refused",
        (
            Edit(
                f"{_STATE}:CompiledStateGraph.attach_node",
                "        if input is None:",
                "        if input is None or (key != START and (isinstance(input, str) or input == [])):",
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
        "first-goto-only",
        "RT-05",
        "graph",
        "of several names in a goto only the first counts",
        "whether an edge leads there does not matter",
        (
            Edit(
                f"{_STATE}:_control_branch",
                "elif isinstance(go, str) and go != END:",
                "elif isinstance(go, str) and go != END and go in (goto_targets[0], command.goto):",
            ),
        ),
    ),
    Fault(
        "first-pair-wins",
        "RT-06",
        "graph",
        "of several pairs of one key in an update only the first is written",
        "it is the first one, not the last",
        (
            Edit(
                "langgraph.types:Command._update_as_tuples",
                "return self.update\n",
                "return list(dict(reversed(self.update)).items())[::-1]\n",
            ),
        ),
    ),
    Fault(
        "named-graph-with-goto-refused",
        "RT-07",
        "graph",
        "a Command with a goto whose graph is any text fails the node",
        "without a goto it is for the current graph",
        (
            Edit(
                f"{_STATE}:_control_branch",
                "        if command.graph == Command.PARENT:\n            raise ParentCommand(command)\n",
                "        if command.graph == Command.PARENT:\n            raise ParentCommand(command)\n"
                '        if command.graph and command.goto:\n            raise InvalidUpdateError("no such graph")\n',
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
        "sync-router-errors-lost",
        "RT-12",
        "graph",
        "a router that raises, or returns what is refused, in a synchronous run routes nowhere",
        "in asynchronous runs its task fails",
        (
            Edit(
                "langgraph.graph._branch:BranchSpec._route",
                "    result = self.path.invoke(value, config)\n"
                "    return self._finish(writer, input, result, config)\n",
                "    try:\n"
                "        result = self.path.invoke(value, config)\n"
                "        return self._finish(writer, input, result, config)\n"
                "    except Exception:\n"
                "        return input\n",
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
