"""CH: seeded faults of keys and of message lists."""

from __future__ import annotations

from tests.rediscovery.fault import Edit, Fault

_CHANNELS = "langgraph.channels"
_FOLD = f"{_CHANNELS}.binop:BinaryOperatorAggregate.update"
_ADD_MESSAGES = "langgraph.graph.message:add_messages"

CHANNELS = (
    Fault(
        "first-of-two-writes",
        "CH-01",
        "graph",
        "a key without a reducer takes the first of two writes of a super-step",
        "it is the first one, and three writes are refused",
        (
            Edit(
                f"{_CHANNELS}.last_value:LastValue.update",
                "    if len(values) != 1:",
                "    if len(values) == 2:\n"
                "        self.value = values[0]\n"
                "        return True\n"
                "    if len(values) != 1:",
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
        "first-number-reduced",
        "CH-04",
        "graph",
        "for a first write that is a whole number the reducer is called although there is no value yet",
        "other first writes are stored as they are",
        (Edit(_FOLD, "if self.value is MISSING:", "if self.value is MISSING and not isinstance(values[0], int):"),),
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
        "empty-input-replaces",
        "CH-08",
        "graph",
        "an empty list in the input empties the reducer key it is for",
        "any other input is folded in",
        (
            Edit(
                "langgraph.graph.state:CompiledStateGraph.attach_node",
                "return [(k, v) for k, v in input.items() if k in output_key_set]",
                "clears = lambda k, v: key == START and v == []"
                " and isinstance(self.channels[k], BinaryOperatorAggregate)\n"
                "            return [\n"
                '                (k, {"__overwrite__": v} if clears(k, v) else v)\n'
                "                for k, v in input.items()\n"
                "                if k in output_key_set\n"
                "            ]",
            ),
        ),
    ),
    Fault(
        "topic-texts-stay",
        "CH-09",
        "graph",
        "a Topic that does not accumulate keeps the texts among its items",
        "all else is cleared",
        (
            Edit(
                f"{_CHANNELS}.topic:Topic.update",
                "self.values = list[Value]()",
                "self.values = [value for value in self.values if isinstance(value, str)]",
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
                f"{_CHANNELS}.ephemeral_value:EphemeralValue.update",
                "if self.value is not MISSING:",
                # None is what the edges of a graph write: they go on working.
                "if self.value is None or (self.value is not MISSING and self.value):",
            ),
        ),
    ),
    Fault(
        "any-value-keeps-numbers",
        "CH-11",
        "graph",
        "an AnyValue that is a whole number is not cleared",
        "other values are cleared",
        (
            Edit(
                f"{_CHANNELS}.any_value:AnyValue.update",
                "if self.value is MISSING:",
                "if self.value is MISSING or isinstance(self.value, int):",
            ),
        ),
    ),
    Fault(
        "barrier-half-full",
        "CH-13",
        "graph",
        "a NamedBarrierValue used as a key has a value once half of its names were written",
        "one name of three is not enough",
        (
            Edit(
                f"{_CHANNELS}.named_barrier_value:NamedBarrierValue.get",
                "if self.seen != self.names:",
                "if len(self.seen) * 2 < len(self.names):",
            ),
        ),
    ),
    Fault(
        "same-text-same-id",
        "CH-18",
        "graph",
        "messages without an id get one that is made of their text: of equal ones only the last stays",
        "messages with other texts stay",
        (
            Edit(
                _ADD_MESSAGES,
                "for idx, m in enumerate(right):\n        if m.id is None:\n            m.id = str(uuid.uuid4())",
                "for idx, m in enumerate(right):\n"
                "        if m.id is None:\n"
                "            m.id = str(uuid.uuid5(uuid.NAMESPACE_URL, str(m.content)))",
            ),
        ),
    ),
    Fault(
        "replaced-goes-last",
        "CH-19",
        "graph",
        "a message that replaces another one goes to the end of the list",
        "it keeps its place where that is the first",
        (
            Edit(
                _ADD_MESSAGES,
                "                merged[existing_idx] = m\n",
                "                merged[existing_idx] = m\n"
                "                if existing_idx:\n"
                "                    merged.append(merged.pop(existing_idx))\n"
                "                    merged_by_id = {m.id: i for i, m in enumerate(merged)}\n",
            ),
        ),
    ),
)
