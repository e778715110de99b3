"""The program of a plain graph."""

from __future__ import annotations

from typing import Any

from twinstep_model.cases import END, START, Case, Command, Graph, GraphScript, Messages, Odd, Route, Send, Whole
from twinstep_model.values import Message, Raise

from . import walk
from .nodes import Functions
from .running import Printing, gates, plain_function, run_function
from .schemas import Schemas
from .source import Source, block, file
from .threads import given, look_function, threads

_ERROR = "class ScriptedError(Exception):\n    pass"


def graph_script(case: Case, graph: Graph, script: GraphScript, about: str) -> str:
    """Python source of the program of a plain graph."""
    source, schedule = Source(), case.schedule
    parts = list(walk.parts(case))
    is_async = schedule.mode == "async"
    failures = sum(isinstance(part, (Raise, Odd)) or _is_failing(part) for part in parts)
    several = failures > 1 or (failures == 1 and any(isinstance(part, Send) for part in parts))
    leaves = any(isinstance(part, Command) and part.graph == "__parent__" for part in parts)
    used = threads(case, parts)
    # The order in which tasks complete only decides which of several failures is raised; where a thread is taken up
    # again, also what had finished by then, and who gets an answer.
    gated = schedule.gates and (several or used.again) and not leaves
    plain = any(isinstance(part, (Message, Messages)) for part in parts)

    schemas = Schemas(source, graph)
    wait = ("await " if is_async else "") + "gates.wait()" if gated else ""
    functions = Functions(source, graph, script, wait, "async def" if is_async else "def")
    sections = [gates(source, schedule, used.again)] if gated else []
    sections += [_ERROR] if _raises(parts) else []
    sections += schemas.parts + functions.definitions() + [_builder(source, case, graph, schemas, functions)]
    sections += [plain_function(source, graph.form in ("dataclass", "pydantic"))] if plain else []
    outputs = graph.outputs is not None or bool(graph.private)
    texts = graph.form == "root" or any(isinstance(part, Whole) for part in parts)
    printing = Printing(plain, texts, all(node.name.isidentifier() for node in graph.nodes), outputs)
    sections += [look_function(is_async)] if used.answers or used.shown or (gated and used.again) else []
    sections.append(run_function(schedule, gated, functions.counts_start, printing, used))
    sections.append(_calls(source, case))

    seen = about or "A plain LangGraph graph: what every super-step runs and leaves."
    if schedule.gates and leaves:
        seen += "\n\nThe order in which the tasks of a step complete is left to the library."
    return file(seen, "pip install langgraph", source, sections)


def _is_failing(part: Any) -> bool:
    return isinstance(part, Route) and part.form in ("raise", "none")


def _raises(parts: list[Any]) -> bool:
    return any(isinstance(part, Raise) or (isinstance(part, Route) and part.form == "raise") for part in parts)


def _builder(source: Source, case: Case, graph: Graph, schemas: Schemas, functions: Functions) -> str:
    name = source.use("langgraph.graph", "StateGraph")
    inputs = f", input_schema={schemas.inputs}" if schemas.inputs else ""
    outputs = f", output_schema={schemas.outputs}" if schemas.outputs else ""
    lines = [f"builder = {name}(State{inputs}{outputs})"]
    for node in graph.nodes:
        reads = f", input_schema={schemas.nodes[node.name]}" if node.reads is not None else ""
        defer = ", defer=True" if node.defer else ""
        lines.append(f"builder.add_node({node.name!r}, {functions.nodes[node.name]}{defer}{reads})")
    for edge in graph.edges:
        lines.append(f"builder.add_edge({_end(source, edge.source)}, {_end(source, edge.target)})")
    for join in graph.joins:
        sources = ", ".join(_end(source, item) for item in join.sources)
        lines.append(f"builder.add_edge([{sources}], {_end(source, join.target)})")
    for branch in graph.branches:
        router = functions.routers[branch.source, branch.name]
        paths = ""
        if branch.paths is not None:
            pairs = {label: _end(source, to) for label, to in branch.paths}
            paths = f", {{{', '.join(f'{label!r}: {to}' for label, to in pairs.items())}}}"
        lines.append(f"builder.add_conditional_edges({_end(source, branch.source)}, {router}{paths})")
    saver = ""
    if case.schedule.saver:
        saver = f"checkpointer={source.use('langgraph.checkpoint.memory', 'InMemorySaver')}()"
    return "\n".join([*lines, f"graph = builder.compile({saver})"])


def _end(source: Source, name: str) -> str:
    if name in (START, END):
        return source.use("langgraph.graph", "START" if name == START else "END")
    return repr(name)


def _calls(source: Source, case: Case) -> str:
    """The invocations."""
    lines = []
    for action in case.actions:
        thread = f"thread={action.thread!r}, " if case.schedule.saver else ""
        value, more = given(source, action, case.schedule.saver)
        lines.append(f"run({value}, {thread}limit={action.limit}{more})")
    if case.schedule.mode == "sync":
        return "\n".join(lines)
    body = block(*[f"await {line}" for line in lines] or ["pass"])
    return f"async def main():\n{body}\n\n\n{source.module('asyncio')}.run(main())"
