"""The program of a supervisor team."""

from __future__ import annotations

from twinstep_model.agents import Agent, Supervisor, TeamScript, ToolCommand, ToolScript
from twinstep_model.cases import Case, Invoke
from twinstep_model.topologies.supervisor import handoff_tool
from twinstep_model.values import Raise

from .literals import returned
from .source import Source, block, file

RUNS = 10

_MODEL = """\
class Scripted(BaseChatModel):
    agent: str

    @property
    def _llm_type(self):
        return 'scripted'

    def bind_tools(self, tools, **kwargs):
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools])

    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        text, calls = next(replies[self.agent], ('done', []))
        calls = [{'id': call, 'name': name, 'args': {}} for call, name in calls]
        return ChatResult(generations=[ChatGeneration(message=AIMessage(text, tool_calls=calls))])"""

_SHOW_ONCE = [
    "if (len(messages), *ran) not in shown:  # each way once",
    "    shown.add((len(messages), *ran))",
    "    show(messages)",
    "return ran",
]

_SHOW = """\
def show(messages):
    for message in messages:  # without ids, which differ from run to run
        calls = [call['name'] for call in getattr(message, 'tool_calls', [])]
        print('   ', (message.type, message.name, message.content, *calls))"""


def team_script(case: Case, team: Supervisor, script: TeamScript, about: str) -> str:
    """Python source of the program of a team; where chance decides, it runs RUNS times and counts."""
    source, is_async = Source(), case.schedule.mode == "async"
    races = _races(team, script)
    tools = {name: source.identifier(name, "tool") for name in _tool_names(team)}
    sections = ["class ScriptedError(Exception):\n    pass"] if _raises(script, tools) else []
    sections += [_replies(team, script), _model(source)]
    sections += [_tool(source, name, identifier, script) for name, identifier in tools.items()]
    sections += [_team(source, case, team, tools), _SHOW, _run_function(case, races), _main(source, case, races)]

    seen = about or "A supervisor team: which agents run, and which messages are left."
    if case.schedule.gates:
        seen += "\n\nThe order in which the calls of one reply complete is left to the library."
    sections += [f"{source.module('asyncio')}.run(main())"] if is_async else []
    return file(seen, "pip install langgraph langgraph-supervisor", source, sections)


def _races(team: Supervisor, script: TeamScript) -> bool:
    """Whether a reply of the supervisor hands off twice, or hands off beside a tool that raises: chance decides."""
    handoffs = {handoff_tool(agent.name) for agent in team.agents}
    replies = [reply for model in script.models if model.agent == team.name for reply in model.replies]
    raising = {tool.call for tool in script.tools if isinstance(tool.does, Raise)}
    for reply in replies:
        leaving = [call for call in reply.calls if call.name in handoffs]
        if len(leaving) > 1 or (leaving and any(call.id in raising for call in reply.calls)):
            return True
    return False


def _tool_names(team: Supervisor) -> list[str]:
    return list(dict.fromkeys([*team.tools, *(tool for agent in team.agents for tool in agent.tools)]))


def _of_tool(name: str, script: TeamScript) -> list[ToolScript]:
    """The scripts of the calls that name this tool."""
    calls = {call.id for model in script.models for reply in model.replies for call in reply.calls if call.name == name}
    return [tool for tool in script.tools if tool.call in calls]


def _raises(script: TeamScript, tools: dict[str, str]) -> bool:
    return any(isinstance(tool.does, Raise) for name in tools for tool in _of_tool(name, script))


def _replies(team: Supervisor, script: TeamScript) -> str:
    scripts = {model.agent: model.replies for model in script.models}
    lines = []
    for name in dict.fromkeys([team.name, *(agent.name for agent in team.agents)]):
        replies = [(reply.text, [(call.id, call.name) for call in reply.calls]) for reply in scripts.get(name, ())]
        if replies:
            lines += [f"{name!r}: [", *[f"    {reply!r}," for reply in replies], "],"]
        else:
            lines.append(f"{name!r}: [],")
    return (
        "# What each model answers, in order: a text and its tool calls; then 'done'.\nREPLIES = {\n"
        + block(*lines)
        + "\n}"
    )


def _model(source: Source) -> str:
    source.use("langchain_core.language_models", "BaseChatModel")
    source.use("langchain_core.messages", "AIMessage")
    source.use("langchain_core.outputs", "ChatGeneration")
    source.use("langchain_core.outputs", "ChatResult")
    source.use("langchain_core.utils.function_calling", "convert_to_openai_tool")
    return _MODEL


def _tool(source: Source, name: str, identifier: str, script: TeamScript) -> str:
    scripts = _of_tool(name, script)
    decorator = "@" + source.use("langchain_core.tools", "tool") + ("" if identifier == name else f"({name!r})")
    lines = ['"""A scripted tool."""']
    for item in scripts:
        lines += [f"if tool_call_id == {item.call!r}:", f"    {_does(source, item)}"]
    parameter = ""
    if scripts:
        injected = source.use("langchain_core.tools", "InjectedToolCallId")
        parameter = f"tool_call_id: {source.use('typing', 'Annotated')}[str, {injected}]"
    return f"{decorator}\ndef {identifier}({parameter}):\n" + block(*lines, "return 'ok'")


def _does(source: Source, item: ToolScript) -> str:
    does = item.does
    if isinstance(does, Raise):
        return f"raise ScriptedError({does.error!r})"
    if isinstance(does, ToolCommand):
        command = source.use("langgraph.types", "Command")
        answer = ""
        if does.answers:
            message = source.use("langchain_core.messages", "ToolMessage")
            answer = f"{message}({does.text!r}, tool_call_id=tool_call_id)"
        return f"return {command}(update={{'messages': [{answer}]}})"
    return f"return {does.text!r}"


def _team(source: Source, case: Case, team: Supervisor, tools: dict[str, str]) -> str:
    agent_maker = source.use("langgraph.prebuilt", "create_react_agent")
    maker = source.use("langgraph_supervisor", "create_supervisor")

    def named(names: tuple[str, ...]) -> str:
        return f"[{', '.join(tools[name] for name in names)}]"

    def agent_line(agent: Agent) -> str:
        model = f"Scripted(agent={agent.name!r})"
        return f"    {agent_maker}({model}, {named(agent.tools)}, name={agent.name!r}, version='v2'),"

    options = [f"model=Scripted(agent={team.name!r}),", f"tools={named(team.tools)},"]
    options += [f"supervisor_name={team.name!r},"] if team.name != "supervisor" else []
    options += [f"output_mode={team.output_mode!r},", f"add_handoff_messages={team.handoff_messages},"]
    options += [f"parallel_tool_calls={team.parallel_tool_calls},"]
    saver = ""
    if case.schedule.saver:
        saver = f"checkpointer={source.use('langgraph.checkpoint.memory', 'InMemorySaver')}()"
    return "\n".join(
        [
            "agents = [",
            *map(agent_line, team.agents),
            "]",
            f"workflow = {maker}(",
            block("agents,", *options),
            ")",
            f"graph = workflow.compile({saver})",
        ]
    )


def _run_function(case: Case, races: bool) -> str:
    """``run(messages, thread, limit)``: one turn, printed."""
    schedule = case.schedule
    is_async = schedule.mode == "async"
    config = "{'configurable': {'thread_id': thread}, " if schedule.saver else "{"
    config += "'recursion_limit': limit"
    if schedule.max_concurrency != 32:
        config += f", 'max_concurrency': {schedule.max_concurrency}"
    durability = ", durability='sync'" if schedule.saver else ""
    stream = f"graph.{'astream' if is_async else 'stream'}(value, config, stream_mode=['tasks', 'values']{durability})"
    head = f"{'async ' if is_async else ''}def run(value, {'thread, ' if schedule.saver else ''}limit):\n"
    return head + block(
        f"config = {config}}}",
        "ran, messages = [], []",
        "try:",
        f"    {'async ' if is_async else ''}for mode, chunk in {stream}:",
        "        if mode == 'values':",
        "            messages = chunk['messages']",
        "        elif 'triggers' in chunk:",
        "            ran.append(chunk['name'])",
        "except Exception as error:",
        "    ran.append(f'raised {type(error).__name__}: {error}'.partition('\\n')[0])",
        "print('  ran', ran)",
        *(_SHOW_ONCE if races else ["show(messages)"]),
    )


def _main(source: Source, case: Case, races: bool) -> str:
    is_async = case.schedule.mode == "async"
    word = "await " if is_async else ""
    lines = ["replies.update({name: iter(items) for name, items in REPLIES.items()})"]
    calls = [word + _call(source, case, action, races) for action in case.actions]
    if races:
        lines += [f"ran.append({call})" for call in calls]
        body = ["print('run', number + 1)", "ran = []", *lines, "seen[repr(ran)] += 1"]
        lines = [f"for number in range({RUNS}):", block(*body)]
        lines += ["for ran, times in sorted(seen.items()):", f"    print(times, 'of {RUNS}: ran', ran)"]
        lines = [f"seen = {source.use('collections', 'Counter')}()", *lines]
    else:
        lines += calls
    head = "replies = {}" + ("\nshown = set()" if races else "")
    if is_async:
        return f"{head}\n\n\nasync def main():\n{block(*lines)}"
    return "\n".join([head, *lines])


def _call(source: Source, case: Case, action: Invoke, races: bool) -> str:
    given = returned(source, action.input)
    thread = ""
    if case.schedule.saver:
        # Every run has threads of its own.
        thread = f"thread=f'{{number}} ' + {action.thread!r}, " if races else f"thread={action.thread!r}, "
    return f"run({given}, {thread}limit={action.limit})"
