"""WR: seeded faults of the boundary."""

from __future__ import annotations

from tests.rediscovery.fault import Edit, Fault

_APPLY_WRITES = "langgraph.pregel._algo:apply_writes"

WRITES = (
    Fault(
        "writes-not-sorted",
        "WR-01",
        "graph",
        "the boundary applies writes in the order in which the tasks were planned: those of Sends first",
        "",
        (
            Edit(
                _APPLY_WRITES,
                "tasks = sorted(tasks, key=lambda t: writes_sort_key(task_path_str(t.path)))",
                "tasks = list(tasks)",
            ),
        ),
    ),
    Fault(
        "input-clears-texts",
        "WR-05",
        "graph",
        "taking in the input counts as a super-step for keys whose value is a text, and clears those that last one",
        "other values are there for the first nodes",
        (
            Edit(
                _APPLY_WRITES,
                "    # If this is (tentatively) the last superstep",
                '    if any(task.name == "__start__" for task in tasks):\n'
                "        for chan in updated_channels - trigger_to_nodes.keys():\n"
                "            if isinstance(channels[chan].get(), str):\n"
                "                channels[chan].update(EMPTY_SEQ)\n"
                "    # If this is (tentatively) the last superstep",
            ),
        ),
    ),
    Fault(
        "round-lost-when-full",
        "WR-07",
        "graph",
        "arrivals that complete a waiting edge in the very super-step in which its node runs are forgotten",
        "arrivals that leave it incomplete count for the next round",
        (
            Edit(
                _APPLY_WRITES,
                "    # Return managed values writes to be applied externally\n",
                "    for chan in channels.keys() & {chan for task in tasks for chan in task.triggers}:\n"
                '        if chan.startswith("join:"):\n'
                "            channels[chan].consume()\n",
            ),
        ),
    ),
    Fault(
        "stray-beside-known",
        "WR-09",
        "graph",
        "a node fails with InvalidUpdateError if its dict has a key that the graph lacks beside another key",
        "a dict with that key alone is dropped, and so is the key in a Command",
        (
            Edit(
                "langgraph.graph.state:CompiledStateGraph.attach_node",
                "return [(k, v) for k, v in input.items() if k in output_key_set]",
                "if key != START and len(input) > 1 and not output_key_set.issuperset(input):\n"
                '                raise InvalidUpdateError("unknown key")\n'
                "            return [(k, v) for k, v in input.items() if k in output_key_set]",
            ),
        ),
    ),
    Fault(
        "type-errors-swallowed",
        "WR-12",
        "graph",
        "a write for which the reducer raises TypeError is left out",
        "the other writes of the key are folded in",
        (
            Edit(
                "langgraph.channels.binop:BinaryOperatorAggregate.update",
                "            self.value = self.operator(self.value, value)",
                "            try:\n"
                "                self.value = self.operator(self.value, value)\n"
                "            except TypeError:\n"
                "                pass",
            ),
        ),
    ),
)
