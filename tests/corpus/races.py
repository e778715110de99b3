"""Which agent survives a reply with more than one call: two tables that go with the claims A-13, A-14 and A-18.

The ids are our own. Each row's cases say all that may happen; what was counted elsewhere shows that it does.
"""

from .kinds import Claim, Ran
from .releases import counted, same

_CREATE_AGENT = "create_agent is no topology yet"

RACES = (
    Claim(
        "P-01",
        "Supervisor, two handoffs, last_message: how often alice and how often bob ran",
        "Either",
        "yes",
        (
            Ran(
                "P-01-sync",
                "ran",
                "supervisor(agent | tools@ tools@) | alice@(agent) | supervisor(agent) or "
                "supervisor(agent | tools@ tools@) | bob@(agent) | supervisor(agent)",
                ("handoff-messages-missing", "parent-command-race"),
            ),
            Ran(
                "P-01-async",
                "ran",
                "supervisor(agent | tools@ tools@) | alice@(agent) | supervisor(agent) or "
                "supervisor(agent | tools@ tools@) | bob@(agent) | supervisor(agent)",
                ("handoff-messages-missing", "parent-command-race"),
            ),
        ),
        elsewhere=counted(
            L="sync 41/19, async 37/23",
            A="sync 31/29, async 43/17",
            B="sync 35/25, async 34/26",
            O="sync 34/26, async 40/20",
        ),
    ),
    Claim(
        "P-02",
        "Supervisor, two handoffs, full_history: how often alice and how often bob ran",
        "Either",
        "yes",
        (
            Ran(
                "P-02-sync",
                "ran",
                "supervisor(agent | tools@ tools@) | alice@(agent) | supervisor(agent) or "
                "supervisor(agent | tools@ tools@) | bob@(agent) | supervisor(agent)",
                ("handoff-messages-missing", "parent-command-race"),
            ),
            Ran(
                "P-02-async",
                "ran",
                "supervisor(agent | tools@ tools@) | alice@(agent) | supervisor(agent) or "
                "supervisor(agent | tools@ tools@) | bob@(agent) | supervisor(agent)",
                ("handoff-messages-missing", "parent-command-race"),
            ),
        ),
        elsewhere=counted(
            L="sync 35/25, async 35/25",
            A="sync 34/26, async 41/19",
            B="sync 42/18, async 39/21",
            O="sync 40/20, async 54/6",
        ),
    ),
    Claim("P-03", "Supervisor, two handoffs, agents of create_agent: either", not_yet=_CREATE_AGENT),
    Claim(
        "P-04",
        "Supervisor with a model chosen anew for each call, two handoffs: either",
        not_yet="every model is given as an object",
    ),
    Claim(
        "P-05",
        "Supervisor, two handoffs in the order bob, alice: how often alice and how often bob ran",
        "Either: the order of the calls does not decide",
        "yes",
        (
            Ran(
                "P-05-sync",
                "ran",
                "supervisor(agent | tools@ tools@) | alice@(agent) | supervisor(agent) or "
                "supervisor(agent | tools@ tools@) | bob@(agent) | supervisor(agent)",
                ("handoff-messages-missing", "parent-command-race"),
            ),
            Ran(
                "P-05-async",
                "ran",
                "supervisor(agent | tools@ tools@) | alice@(agent) | supervisor(agent) or "
                "supervisor(agent | tools@ tools@) | bob@(agent) | supervisor(agent)",
                ("handoff-messages-missing", "parent-command-race"),
            ),
        ),
        elsewhere=counted(
            L="sync 19/41, async 12/48",
            A="sync 18/42, async 34/26",
            B="sync 23/37, async 21/39",
            O="sync 19/41, async 5/55",
        ),
    ),
    Claim("P-06", "Supervisor made by hand around create_agent, two handoffs: either", not_yet=_CREATE_AGENT),
    Claim(
        "P-07",
        "A supervisor whose own agent is of v1: both run",
        "Not to be had without changing the library; a v1 agent whose tools send to two others shows it",
        "yes",
        see=("R84-one-task",),
        elsewhere=same(),
    ),
    Claim(
        "P-08",
        "Swarm of v2 agents, handoffs to bob and charlie: ValueError INVALID_CHAT_HISTORY, how often for lack of an"
        " answer to charlie's call and how often to bob's",
        "Either",
        "yes",
        (
            Ran(
                "P-08-sync",
                "error, ran",
                "ValueError INVALID_CHAT_HISTORY, alice(agent | tools@ tools@) | bob(agent) or "
                "ValueError INVALID_CHAT_HISTORY, alice(agent | tools@ tools@) | charlie(agent)",
                ("parent-command-race", "swarm-handoffs-unanswered"),
            ),
            Ran(
                "P-08-async",
                "error, ran",
                "ValueError INVALID_CHAT_HISTORY, alice(agent | tools@ tools@) | bob(agent) or "
                "ValueError INVALID_CHAT_HISTORY, alice(agent | tools@ tools@) | charlie(agent)",
                ("parent-command-race", "swarm-handoffs-unanswered"),
            ),
        ),
        elsewhere=counted(
            L="sync 43/17, async 36/24",
            A="sync 47/13, async 47/13",
            B="sync 43/17, async 40/20",
            O="sync 37/23, async 40/20",
        ),
    ),
    Claim(
        "P-09",
        "Swarm of v1 agents, handoffs to bob and charlie: the second call has no answer",
        "So it is, whichever of the two calls completes first: the agent of the first call runs",
        "yes",
        (
            Ran(
                "P-09-sync",
                "error, ran",
                "ValueError INVALID_CHAT_HISTORY, alice(agent | tools) | bob(agent)",
                ("first-destination-wins-in-one-task", "swarm-handoffs-unanswered"),
            ),
            Ran(
                "P-09-async",
                "error, ran",
                "ValueError INVALID_CHAT_HISTORY, alice(agent | tools) | bob(agent)",
                ("first-destination-wins-in-one-task", "swarm-handoffs-unanswered"),
            ),
        ),
        elsewhere=same(),
    ),
    Claim("P-10", "Swarm of create_agent, two handoffs: either runs, without an error", not_yet=_CREATE_AGENT),
    Claim(
        "P-11",
        "Supervisor, three handoffs: how often a, b and c ran",
        "Any one of the three",
        "yes",
        (
            Ran(
                "P-11-sync",
                "ran",
                "supervisor(agent | tools@ tools@ tools@) | a@(agent) | supervisor(agent) or "
                "supervisor(agent | tools@ tools@ tools@) | b@(agent) | supervisor(agent) or "
                "supervisor(agent | tools@ tools@ tools@) | c@(agent) | supervisor(agent)",
                ("handoff-messages-missing", "parent-command-race"),
            ),
            Ran(
                "P-11-async",
                "ran",
                "supervisor(agent | tools@ tools@ tools@) | a@(agent) | supervisor(agent) or "
                "supervisor(agent | tools@ tools@ tools@) | b@(agent) | supervisor(agent) or "
                "supervisor(agent | tools@ tools@ tools@) | c@(agent) | supervisor(agent)",
                ("handoff-messages-missing", "parent-command-race"),
            ),
        ),
        elsewhere=counted(L="sync 17/23/10, async 28/13/9"),
    ),
    Claim(
        "P-12",
        "Three handoffs, all in one tools task: all three run",
        "So it is, shown by a v1 agent whose tools send",
        "yes",
        (
            Ran(
                "P-12-one-task",
                "ran",
                "alice(agent | tools) | a@(agent) b@(agent) c@(agent)",
                ("update-lost-beside-sends",),
            ),
        ),
        elsewhere=same("L"),
    ),
    Claim(
        "P-13",
        "The same handoff twice: its agent runs once with v2 and twice with v1",
        "So it is, the latter shown by a v1 agent whose tools send",
        "yes",
        (
            Ran(
                "P-13-tasks",
                "ran",
                "supervisor(agent | tools@ tools@) | alice@(agent) | supervisor(agent)",
                ("handoff-messages-missing", "parent-command-race"),
            ),
            Ran("P-13-one-task", "ran", "alice(agent | tools) | a@(agent) a@(agent)", ("update-lost-beside-sends",)),
        ),
        elsewhere=same("L"),
    ),
    Claim(
        "P-14",
        "Supervisor, a plain tool beside a handoff: the tool runs and its answer is lost",
        "So it is",
        "yes",
        (
            Ran(
                "P-14",
                "ran, said",
                "supervisor(agent | tools@ tools@) | alice@(agent) | supervisor(agent), human hi; "
                "alice done; alice <library> <auto>=transfer_back_to_supervisor; "
                "transfer_back_to_supervisor <library> answers <auto>; supervisor done",
                ("handoff-messages-missing", "results-lost-beside-handoff"),
            ),
        ),
        elsewhere=same("LAP"),
    ),
    Claim(
        "P-15",
        "Swarm of v2 agents, a plain tool beside a handoff: ValueError INVALID_CHAT_HISTORY for the tool's call",
        "So it is",
        "yes",
        (
            Ran(
                "P-15",
                "error, ran",
                "ValueError INVALID_CHAT_HISTORY, alice(agent | tools@ tools@) | bob(agent)",
                ("swarm-results-lost-beside-handoff",),
            ),
        ),
        elsewhere=same("LAP"),
    ),
    Claim(
        "P-16",
        "Swarm of v1 agents, a plain tool beside a handoff: ValueError INVALID_CHAT_HISTORY for the tool's call",
        "So it is",
        "yes",
        (
            Ran(
                "P-16",
                "error, ran",
                "ValueError INVALID_CHAT_HISTORY, alice(agent | tools) | bob(agent)",
                ("answers-lost-in-one-task",),
            ),
        ),
        elsewhere=same("LAP"),
    ),
    Claim(
        "P-17",
        "Supervisor, a tool that raises beside a handoff: how often the exception was raised and how often it was lost",
        "Either; in an asynchronous run the exception is lost only where the handoff completes first",
        "yes",
        (
            Ran(
                "P-17-sync",
                "error, ran",
                "ScriptedError boom, supervisor(agent | tools@ tools@) or none, supervisor(agent | "
                "tools@ tools@) | alice@(agent) | supervisor(agent)",
                ("error-lost-beside-command",),
            ),
            Ran(
                "P-17-async",
                "error, ran",
                "ScriptedError boom, supervisor(agent | tools@ tools@) or none, supervisor(agent | "
                "tools@ tools@) | alice@(agent) | supervisor(agent)",
                ("error-lost-beside-command",),
            ),
        ),
        elsewhere=counted(L="sync 43/7, async 35/15", O="never raised: the tool node answers for it"),
    ),
    Claim(
        "P-18",
        "Swarm of v2 agents, a tool that raises beside a handoff: how often its exception was raised and how often"
        " ValueError INVALID_CHAT_HISTORY",
        "Either",
        "yes",
        (
            Ran(
                "P-18-sync",
                "error, ran",
                "ScriptedError boom, alice(agent | tools@ tools@) or "
                "ValueError INVALID_CHAT_HISTORY, alice(agent | tools@ tools@) | bob(agent)",
                ("error-lost-beside-command",),
            ),
            Ran(
                "P-18-async",
                "error, ran",
                "ScriptedError boom, alice(agent | tools@ tools@) or "
                "ValueError INVALID_CHAT_HISTORY, alice(agent | tools@ tools@) | bob(agent)",
                ("error-lost-beside-command",),
            ),
        ),
        elsewhere=counted(L="sync 38/12, async 32/18"),
    ),
    Claim(
        "P-19",
        "Swarm of v1 agents, a tool that raises beside a handoff: its exception is raised",
        "So it is",
        "yes",
        (Ran("P-19", "error, ran", "ScriptedError boom, alice(agent | tools)"),),
        elsewhere=same("L"),
    ),
    Claim(
        "P-20",
        "A tool that interrupts beside a handoff: the question is lost with v2 and asked with v1",
        not_yet="interrupts and resuming are no part of a case yet",
    ),
    Claim("P-21", "Plain and raising tools beside a handoff in a swarm of create_agent", not_yet=_CREATE_AGENT),
)
