"""What builds a hand-made agent in exported programs."""

from __future__ import annotations

from twinstep_model.agents import ToolGraph
from twinstep_model.topologies.handmade import MODEL
from twinstep_model.topologies.toolnode import TOOLS

from .source import Source, block
from .tools import Tools, update_of

_ERRORS = {
    "all": "True",
    "none": "False",
    "text": "'a tool failed'",
    "type": "ScriptedError",
    "other": "OSError",
    "types": "(ScriptedError, KeyError)",
    "function": "handle_error",
}
_ROUTERS = {
    "calls": "[Send('tools', calls)] if calls else END",
    "each": "[Send('tools', [call]) for call in calls] or END",
    "context": "[Send('tools', ToolCallWithContext(__type='tool_call_with_context', tool_call=call, state=state)) "
    "for call in calls] or END",
}


def needs_error(graph: ToolGraph) -> bool:
    """Whether the class of errors is named where errors are handled."""
    return graph.errors in ("type", "types", "function")


def built(source: Source, graph: ToolGraph, tools: Tools, saver: str) -> list[str]:
    """The state, the functions, and ``graph``, compiled with this saver."""
    sections = []
    if graph.form == "object":
        sections.append(_OBJECT.format(base=source.use("pydantic", "BaseModel"), **_list(source)))
    if graph.errors == "function":
        sections.append("def handle_error(error: ScriptedError) -> str:\n    return 'handled'")
    update = update_of(graph.form, "speak(agent)")
    sections.append(f"def speaker(agent):\n    def node(state):\n        return {update}\n\n    return node")
    if graph.form in _ROUTERS:
        source.use("langgraph.types", "Send")
        if graph.form == "context":
            source.use("langgraph.prebuilt.tool_node", "ToolCallWithContext")
        calls = "calls = getattr(state['messages'][-1], 'tool_calls', [])"
        sections.append(f"def route_calls(state):\n{block(calls, f'return {_ROUTERS[graph.form]}')}")
    return [*sections, "\n".join([*_workflow(source, graph, tools), f"graph = workflow.compile({saver})"])]


_OBJECT = "class State({base}):\n    messages: {annotated}[list[{message}], {add}] = []"


def _list(source: Source) -> dict[str, str]:
    """The parts of the type of a message list."""
    return {
        "annotated": source.use("typing", "Annotated"),
        "message": source.use("langchain_core.messages", "AnyMessage"),
        "add": source.use("langgraph.graph.message", "add_messages"),
    }


def _workflow(source: Source, graph: ToolGraph, tools: Tools) -> list[str]:
    state = "State"
    if graph.form == "list":
        state = "{annotated}[list[{message}], {add}]".format(**_list(source))
    elif graph.form != "object":
        state = source.use("langgraph.graph", "MessagesState")
    start, end = source.use("langgraph.graph", "START"), source.use("langgraph.graph", "END")
    errors = "" if graph.errors == "default" else f", handle_tool_errors={_ERRORS[graph.errors]}"
    node = f"{source.use('langgraph.prebuilt', 'ToolNode')}([{', '.join(tools.listed(graph))}]{errors})"
    router = "route_calls" if graph.form in _ROUTERS else source.use("langgraph.prebuilt", "tools_condition")
    return [
        f"workflow = {source.use('langgraph.graph', 'StateGraph')}({state})",
        *[f"workflow.add_node({name!r}, speaker({name!r}))" for name in (MODEL, *graph.aside)],
        f"workflow.add_node({TOOLS!r}, {node})",
        f"workflow.add_edge({start}, {MODEL!r})",
        f"workflow.add_conditional_edges({MODEL!r}, {router}, [{TOOLS!r}, {end}])",
        f"workflow.add_edge({TOOLS!r}, {MODEL!r})",
    ]
