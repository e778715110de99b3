"""What runs the turns of an agent or a team in exported programs, and prints them."""

from __future__ import annotations

from twinstep.members import members
from twinstep_model.agents import Agent, Swarm, Team, ToolGraph
from twinstep_model.cases import DEFAULT_CONCURRENCY, Action, Case, Invoke, Update, Write
from twinstep_model.topologies.handoffs import ACTIVE
from twinstep_model.topologies.react import RESPONSE

from .literals import literal, returned
from .source import Source, block

RUNS = 10
"""How often a program runs in which chance decides."""

SHOW = """\
def show(messages):
    for message in messages:  # without ids, which differ from run to run
        calls = [call['name'] for call in getattr(message, 'tool_calls', [])]
        print('   ', (message.type, message.name, message.content, *calls))"""

_SHOW_ONCE = [
    "if (len(messages), *ran) not in shown:  # each way once",
    "    shown.add((len(messages), *ran))",
    "    show(messages)",
    "return ran",
]


def run_function(case: Case, team: Team, races: bool) -> str:
    """``run(value, thread, limit)``: one turn, printed."""
    schedule = case.schedule
    is_async = schedule.mode == "async"
    config = "{'configurable': {'thread_id': thread}, " if schedule.saver else "{"
    config += "'recursion_limit': limit"
    if schedule.max_concurrency != DEFAULT_CONCURRENCY:
        config += f", 'max_concurrency': {schedule.max_concurrency}"
    head = f"{'async ' if is_async else ''}def run(value, {'thread, ' if schedule.saver else ''}limit):\n"
    return head + block(
        f"config = {config}}}",
        "ran, state = [], {}",
        "try:",
        block(*_loop(case, _has_inner_teams(team))),
        "except Exception as error:",
        "    ran.append(f'raised {type(error).__name__}: {error}'.partition('\\n')[0])",
        "print('  ran', ran)",
        *_more(team),
        "messages = list(state)" if _is_list(team) else "messages = state.get('messages', [])",
        *(_SHOW_ONCE if races else ["show(messages)"]),
    )


def main(source: Source, case: Case, team: Team, races: bool) -> str:
    """All turns; RUNS times, and counted, where chance decides."""
    is_async = case.schedule.mode == "async"
    word = "await " if is_async else ""
    lines = ["replies.update({name: iter(items) for name, items in REPLIES.items()})"]
    calls = [word + _call(source, case, action, team, races) for action in case.actions]
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


def _loop(case: Case, inner: bool) -> list[str]:
    """``inner``: there are teams inside the team, so what runs is shown with the path to it."""
    is_async = case.schedule.mode == "async"
    more = (", durability='sync'" if case.schedule.saver else "") + (", subgraphs=True" if inner else "")
    stream = f"graph.{'astream' if is_async else 'stream'}(value, config, stream_mode=['tasks', 'values']{more})"
    loop = f"{'async ' if is_async else ''}for {'path, ' if inner else ''}mode, chunk in {stream}:"
    if not inner:
        return [
            loop,
            "    if mode == 'values':",
            "        state = chunk",
            "    elif 'triggers' in chunk:",
            "        ran.append(chunk['name'])",
        ]
    return [
        loop,
        "    if mode == 'tasks' and 'triggers' in chunk:",
        "        ran.append('/'.join([*(part.partition(':')[0] for part in path), chunk['name']]))",
        "    elif mode == 'values' and not path:",
        "        state = chunk",
    ]


def _more(team: Team) -> list[str]:
    """What prints the other keys of the state."""
    keys = [ACTIVE] if isinstance(team, Swarm) else []
    keys += [RESPONSE] if isinstance(team, Agent) and team.structured else []
    return [f"print('  {key}', state.get({key!r}))" for key in keys]


def _has_inner_teams(team: Team) -> bool:
    return any(not isinstance(member, Agent) for member in list(members(team))[1:])


def _is_list(team: Team) -> bool:
    return isinstance(team, ToolGraph) and team.form == "list"


def _call(source: Source, case: Case, action: Action, team: Team, races: bool) -> str:
    if not isinstance(action, Invoke):
        raise ValueError("a team is only ever given a new input")
    given = _input(source, action, team)
    thread = ""
    if case.schedule.saver:
        # Every run has threads of its own.
        thread = f"thread=f'{{number}} ' + {action.thread!r}, " if races else f"thread={action.thread!r}, "
    return f"run({given}, {thread}limit={action.limit})"


def _input(source: Source, action: Invoke, team: Team) -> str:
    """The input as a program spells it: where the state is the message list itself, so is the input."""
    match action.input:
        case Update(writes=(Write(value=value),)) if _is_list(team):
            return literal(source, value)
    return returned(source, action.input)
