"""SS: seeded faults of planning."""

from __future__ import annotations

from tests.rediscovery.fault import Edit, Fault

_ALGO = "langgraph.pregel._algo"

STEPS = (
    Fault(
        "later-sends-last",
        "SS-04",
        "graph",
        "of three Sends or more only the first two are planned before the triggered nodes",
        "the first two keep their place",
        (
            Edit(
                f"{_ALGO}:prepare_next_tasks",
                "return {t.id: t for t in tasks}",
                "tasks.sort(key=lambda t: t.path[0] == PUSH and t.path[1] > 1)\n    return {t.id: t for t in tasks}",
            ),
        ),
    ),
    Fault(
        "digits-planned-last",
        "SS-05",
        "graph",
        "of two triggered nodes one whose name begins with a digit is planned last",
        "it goes by names, not by the order in which nodes were added, and more nodes keep their order",
        (
            Edit(
                f"{_ALGO}:prepare_next_tasks",
                "sorted(triggered_nodes)",
                "sorted(triggered_nodes, key=lambda name: (len(triggered_nodes) == 2 and name[0].isdigit(), name))",
            ),
        ),
    ),
    Fault(
        "used-up-among-three",
        "SS-06",
        "graph",
        "what leads to a node in a super-step in which it runs is used up by that run, where three tasks run or more",
        "with two tasks or one it is not, and with three the rounds of waiting edges are used up as well",
        (
            Edit(
                f"{_ALGO}:apply_writes",
                "    # Return managed values writes to be applied externally\n",
                "    if len(tasks) > 2:\n"
                "        for task in tasks:\n"
                "            for chan in channels.keys() & task.triggers:\n"
                '                version = checkpoint["channel_versions"].get(chan)\n'
                '                checkpoint["versions_seen"][task.name][chan] = version\n',
            ),
        ),
    ),
    Fault(
        "ephemeral-read-as-none",
        "SS-08",
        "graph",
        "an EphemeralValue that has no value is in the input of a triggered task as None",
        "other keys without a value are left out",
        (
            Edit(
                f"{_ALGO}:_proc_input",
                "                    val[chan] = channels[chan].get()\n",
                "                    val[chan] = channels[chan].get()\n"
                '                elif type(channels[chan]).__name__ == "EphemeralValue":\n'
                "                    val[chan] = None\n",
            ),
        ),
    ),
    Fault(
        "many-sends-see-the-state",
        "SS-09",
        "graph",
        "where four Sends or more are pending their arguments are laid over the state",
        "up to three Sends pass their arguments as they are",
        (
            Edit(
                f"{_ALGO}:prepare_push_task_send",
                "            packet.arg,\n            proc_node",
                "            packet.arg\n"
                "            if len(sends) < 4 or not isinstance(proc.channels, list)\n"
                "            else {**{k: channels[k].get() for k in proc.channels if channels[k].is_available()},"
                " **packet.arg},\n"
                "            proc_node",
            ),
        ),
    ),
    Fault(
        "end-cancels-the-router",
        "SS-11",
        "graph",
        "a router that returns END beside other destinations leads nowhere",
        "the run goes on with what else is due; with the alternative END ends it",
        (
            Edit(
                "langgraph.graph.state:CompiledStateGraph.attach_branch",
                "(True if static else p != END)",
                "(True if static else END not in packets)",
            ),
        ),
    ),
    Fault(
        "deferred-beside-one",
        "SS-15",
        "graph",
        "a deferred node no longer waits for the last thing that is due: where just one is left they run together",
        "it waits while two things or more are due",
        (
            Edit(
                f"{_ALGO}:apply_writes",
                "updated_channels.isdisjoint(trigger_to_nodes)",
                "len(updated_channels.intersection(trigger_to_nodes)) < 2",
            ),
        ),
    ),
    Fault(
        "one-deferred-at-a-time",
        "SS-17",
        "graph",
        "of several deferred nodes that are ready one runs in each super-step, that which was added first",
        "they do not go by name",
        (
            Edit(
                f"{_ALGO}:apply_writes",
                "        if channels[chan].finish() and",
                "        if updated_channels.isdisjoint(trigger_to_nodes) and channels[chan].finish() and",
            ),
        ),
    ),
)
