"""What runs a graph's program and prints it: the gates where order matters, and one function for an invocation."""

from __future__ import annotations

from dataclasses import dataclass, replace

from twinstep_model.cases import Schedule

from .source import Source, block
from .threads import Threads, addressed, show


def plain_function(source: Source, instances: bool) -> str:
    """``plain(value)``: the value to print. ``instances``: objects of the state's class may occur."""
    return "def plain(value):\n" + block(
        f"if isinstance(value, {source.use('langchain_core.messages', 'BaseMessage')}):  # ids differ from run to run",
        "    return f'{value.type}: {value.content}'",
        *(["if isinstance(value, State):", "    return plain(vars(value))"] if instances else []),
        "if isinstance(value, dict):",
        "    return {key: plain(item) for key, item in value.items()}",
        "return [plain(item) for item in value] if isinstance(value, list) else value",
    )


_INPUT, _VALUES, _QUESTION = "chunk['input']", "chunk['values']", "one['value']"
_WAITING = "[one.value for one in state.interrupts]"
_OF_KEYS_WITHOUT_QUESTIONS = "{key: item for key, item in chunk.items() if key != '__interrupt__'}"
_WITHOUT_QUESTIONS = f"{_OF_KEYS_WITHOUT_QUESTIONS} if isinstance(chunk, dict) else chunk"

_GATES = """\
ORDERS = %(orders)s  # for each step of several tasks: which finishes first, by its place in the step


class Gates:
    # Lets the tasks of a super-step finish in that order, each after the stream has shown that the one before did.
    def __init__(self):
        self.orders = iter(ORDERS)
        self.opened = defaultdict(%(event)s)
%(begin)s
    %(async)sdef wait(self):
        task = get_config()['metadata']['langgraph_checkpoint_ns'].rpartition(':')[2]
        get_stream_writer()(task)
        %(await)sself.opened[task].wait()

    def see(self, mode, chunk):
%(see)s
        elif mode == 'tasks':  # a task is done
            self.done += 1
            self.%(after)s
        elif mode == 'custom':  # a task waits
            self.arrived += 1
            if self.arrived == 1 and len(self.planned) > 1:
                order = next(self.orders, ())
                if len(order) == len(self.planned):
                    self.planned = [self.planned[place] for place in order]
%(first)s            if self.arrived == %(all)s:
                self.next()

    def next(self):
        if self.done < len(self.planned):
            self.opened[self.planned[self.done]].set()
%(release)s

gates = Gates()"""


_ANEW = {
    "begin": """\
        self.begin()

    def begin(self):
        self.planned, self.arrived, self.done = [], 0, 0
""",
    "see": """\
        if mode == 'tasks' and 'triggers' in chunk:  # a task is planned
            if self.done == len(self.planned):
                self.begin()
            self.planned.append(chunk['id'])""",
    "first": "",
}
_AGAIN = {
    "begin": """\
        self.planned, self.arrived, self.done = [], 0, 0

    def take_up(self, state):
        # Tasks that had finished before do not run again.
        tasks = state.tasks if state else ()
        self.finished = {task.id for task in tasks if task.name not in state.next or task.result is not None}
        self.begin()

    def begin(self):
        if len(self.planned) > 1 and not self.arrived:  # all had finished before
            next(self.orders, ())
        self.planned, self.arrived, self.done = [], 0, 0
""",
    "see": """\
        if mode == 'checkpoints':
            self.begin()
        elif mode == 'tasks' and 'triggers' in chunk:  # a task is planned
            self.planned.append(chunk['id'])""",
    "first": """\
            if self.arrived == 1:
                self.planned = [task for task in self.planned if task not in self.finished]
""",
}


def gates(source: Source, schedule: Schedule, again: bool) -> str:
    """The gates that impose the schedule's completion orders, up to the first failure. ``again``: steps may be taken up
    again."""
    source.use("collections", "defaultdict")
    source.use("langgraph.config", "get_config")
    source.use("langgraph.config", "get_stream_writer")
    is_async = schedule.mode == "async"
    # The waiter of a synchronous stream takes one of the places.
    startable = schedule.max_concurrency if is_async else schedule.max_concurrency - 1
    limited = schedule.max_concurrency != Schedule().max_concurrency
    return _GATES % {
        **(_AGAIN if again else _ANEW),
        "orders": repr(list(schedule.orders)),
        "event": f"{source.module('asyncio' if is_async else 'threading')}.Event",
        "async": "async " if is_async else "",
        "await": "await " if is_async else "",
        "all": f"min({startable}, len(self.planned))" if limited else "len(self.planned)",
        # After a failure asynchronous siblings are cancelled; synchronous ones must be let through.
        "after": "next()" if is_async else "next() if not chunk['error'] else self.open_all()",
        "release": ""
        if is_async
        else "\n    def open_all(self):\n        for task in self.planned:\n            self.opened[task].set()\n",
    }


@dataclass(frozen=True, slots=True)
class Printing:
    """How values are printed: through ``plain`` where there are messages; as ``repr`` where they may be bare texts.
    ``names``: node names are identifiers, printed as they are. ``outputs``: the output is not the whole state."""

    plain: bool
    texts: bool
    names: bool
    outputs: bool

    def shown(self, value: str) -> str:
        value = f"plain({value})" if self.plain else value
        return f"repr({value})" if self.texts else value


def run_function(schedule: Schedule, gated: bool, counted: bool, printing: Printing, threads: Threads) -> str:
    """``run(value, thread, limit)``: one invocation, printed. Without a saver there is no thread. ``answers``, where
    there are any: those given instead of a value, by the numbers of their questions."""
    is_async = schedule.mode == "async"
    word = "await " if is_async else ""
    modes = ["tasks", "checkpoints", "values"] if schedule.saver else ["tasks", "values"]
    modes += ["updates"] if threads.again else []
    modes += ["custom"] if gated else []
    config = "{'configurable': {'thread_id': thread}, " if schedule.saver else "{"
    config += "'recursion_limit': limit"
    if schedule.max_concurrency != Schedule().max_concurrency:
        config += f", 'max_concurrency': {schedule.max_concurrency}"
    more = ", durability='sync'" if schedule.saver else ""
    more += ", output_keys=graph.output_channels" if printing.outputs else ""
    stream = f"graph.{'astream' if is_async else 'stream'}(value, config, stream_mode={modes}{more})"
    name = "chunk['name']" if printing.names else "repr(chunk['name'])"
    unasked = _WITHOUT_QUESTIONS if printing.texts else _OF_KEYS_WITHOUT_QUESTIONS
    loop = [
        f"{'async ' if is_async else ''}for mode, chunk in {stream}:",
        *(["    gates.see(mode, chunk)"] if gated else []),
        "    if mode == 'values':",
        *([f"        chunk = {unasked}"] if threads.asks else []),
        *([] if schedule.saver else [f"        print('  state', {printing.shown('chunk')})"]),
        "        result = chunk",
        "    elif mode == 'tasks' and 'triggers' in chunk:",
        f"        print('  task', {name}, 'given', {printing.shown(_INPUT)})",
    ]
    quoted = replace(printing, texts=True)
    if threads.asks:
        loop += [
            "    elif mode == 'tasks':",
            "        for one in chunk['interrupts']:",
            f"            print('  paused', {name}, 'at', {quoted.shown(_QUESTION)})",
        ]
    if threads.again:
        loop += [
            "    elif mode == 'updates' and '__metadata__' in chunk:",
            "        print('  finished before, not run again:', [node for node in chunk if node != '__metadata__'])",
        ]
    if schedule.saver:
        loop += [
            "    elif mode == 'checkpoints' and chunk['metadata']['source'] == 'loop':",
            f"        print('  state', {printing.shown(_VALUES)}, 'next', chunk['next'])",
        ]
    more_given = ", answers=None" if threads.answers else ""
    head = f"{'async ' if is_async else ''}def run(value, {'thread, ' if schedule.saver else ''}limit{more_given}):\n"
    begins = f"gates.take_up({word}look(config))" if threads.again else "gates.begin()"
    value = printing.shown("value")
    value = f"{value} if answers is None else f'answers {{answers}}'" if threads.answers else value
    on = ", 'on', repr(thread)" if schedule.saver else ""
    return head + block(
        f"print('invoke', {value}{on})",
        f"config = {config}}}",
        *(addressed(is_async) if threads.answers else []),
        *([begins] if gated else []),
        *(["runs['__start__'] += 1"] if counted else []),
        "result = None",
        "try:",
        block(*loop),
        "except Exception as error:",
        "    print('  raised', type(error).__name__, repr(str(error).partition('\\n')[0]))",
        "else:",
        f"    print('  result', {printing.shown('result')})",
        *(show(is_async, *map(printing.shown, ("state.values", _WAITING, "saved.values"))) if threads.shown else []),
    )
