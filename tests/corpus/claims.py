"""Claims about what supervisors and swarms do, tried on the reference release."""

from .kinds import Claim, Ran
from .releases import same

CLAIMS = (
    Claim(
        "A-01",
        "In a supervisor team the central agent decides anew who speaks next",
        "So it is: after each agent its model is asked again, three times in all for one handoff",
        "yes",
        (Ran("A-01", "ran", "supervisor(agent | tools@) | bob(agent) | supervisor(agent)"),),
        elsewhere=same(),
    ),
    Claim(
        "A-02",
        "In a swarm the key active_agent decides",
        "So it is: the handoff sets it",
        "yes",
        (
            Ran(
                "A-02",
                "ran, values",
                "alice(agent | tools@) | "
                "bob(agent), {active_agent:'bob',messages:[human('hi'),ai('go' name=alice "
                "calls=[c1=transfer_to_bob]),tool('<library>' name=transfer_to_bob answers=c1)]} + "
                "{active_agent:'bob',messages:[human('hi'),ai('go' name=alice "
                "calls=[c1=transfer_to_bob]),tool('<library>' name=transfer_to_bob answers=c1),ai('done' "
                "name=bob)]}",
            ),
        ),
        elsewhere=same(),
    ),
    Claim(
        "A-03",
        "In the second turn of a thread a swarm goes on with its last agent, and a supervisor decides again",
        "So it is",
        "yes",
        (
            Ran("A-03-supervisor", "ran", "supervisor(agent)"),
            Ran("A-03-swarm", "ran", "bob(agent)"),
        ),
        elsewhere=same(),
    ),
    Claim(
        "A-04",
        "Without a saver each turn of a swarm begins with the default agent",
        "So it is",
        "yes",
        (Ran("A-04", "ran", "alice(agent)"),),
        elsewhere=same(),
    ),
    Claim(
        "A-06",
        "An application may set active_agent back at the start of a new task",
        "It may, by the input; None is no way to do it, but a KeyError. By update_state it is no action yet",
        "yes",
        (
            Ran("A-06-reset", "ran", "alice(agent)"),
            Ran("A-06-none", "error", "KeyError", ("active-agent-none",)),
        ),
        elsewhere=same(),
    ),
    Claim(
        "A-10",
        "last_message drops the tool rounds inside an agent, full_history keeps them",
        "So it is, without a warning: of one agent with one tool round 7 and 9 messages",
        "yes",
        (
            Ran(
                "A-10-last",
                "said",
                "human hi; supervisor go c1=transfer_to_bob; transfer_to_bob <library> answers c1; "
                "bob seen; bob <library> <auto>=transfer_back_to_supervisor; "
                "transfer_back_to_supervisor <library> answers <auto>; supervisor done",
            ),
            Ran(
                "A-10-full",
                "said",
                "human hi; supervisor go c1=transfer_to_bob; transfer_to_bob <library> answers c1; "
                "bob go c2=look; look ok answers c2; bob seen; "
                "bob <library> <auto>=transfer_back_to_supervisor; "
                "transfer_back_to_supervisor <library> answers <auto>; supervisor done",
            ),
        ),
        elsewhere=same(),
    ),
    Claim(
        "A-11",
        "last_message keeps an agent's last message, and the last two if the last one is a tool message",
        "So it is, though the documentation speaks of one; the claim was made from the source",
        "yes",
        (
            Ran(
                "A-11",
                "said",
                "human hi; bob go c2=look; look ok answers c2; supervisor done",
                ("last-message-keeps-two",),
            ),
        ),
        elsewhere=same("LO"),
    ),
    Claim(
        "A-12",
        "For a reply with several calls a supervisor's handoff tool has a way of its own, which sends",
        "So it is, and what it sends has no update: the reply that handed off is not in the history of the team",
        "yes",
        (
            Ran(
                "A-12",
                "heard supervisor",
                "human hi + human hi; alice done; alice <library> <auto>=transfer_back_to_supervisor; "
                "transfer_back_to_supervisor <library> answers <auto>",
                ("handoff-messages-missing", "parent-command-race"),
            ),
        ),
        elsewhere=same("L"),
    ),
    Claim(
        "A-13",
        "Of two handoffs in one reply of a supervisor one agent runs",
        "So it is: always exactly one",
        "yes",
        see=("P-01-sync", "P-01-async", "P-02-sync", "P-02-async", "P-05-sync", "P-05-async"),
        elsewhere=same("LAPBO"),
    ),
    Claim(
        "A-14",
        "Which of the two runs is not determined",
        "So it is: either may, in every configuration; a run of many equal outcomes proves nothing",
        "yes",
        see=("P-01-sync", "P-01-async", "P-02-sync", "P-02-async", "P-05-sync", "P-05-async"),
        elsewhere=same("LAPBO"),
    ),
    Claim(
        "A-15",
        "The handoff that is lost leaves neither an error nor a trace; the history has 5 messages",
        "So it is: 5 with last_message, 7 with full_history, and the lost call is in none of them",
        "yes",
        (
            Ran(
                "A-15-last",
                "error, said",
                "none, human hi; alice done; alice <library> <auto>=transfer_back_to_supervisor; "
                "transfer_back_to_supervisor <library> answers <auto>; supervisor done or "
                "none, human hi; bob done; bob <library> <auto>=transfer_back_to_supervisor; "
                "transfer_back_to_supervisor <library> answers <auto>; supervisor done",
                ("handoff-messages-missing", "parent-command-race"),
            ),
            Ran(
                "A-15-full",
                "error, said",
                "none, human hi; supervisor go c1=transfer_to_alice; "
                "transfer_to_alice <library> answers c1; alice done; "
                "alice <library> <auto>=transfer_back_to_supervisor; "
                "transfer_back_to_supervisor <library> answers <auto>; supervisor done or "
                "none, human hi; supervisor go c2=transfer_to_bob; transfer_to_bob <library> answers c2; "
                "bob done; bob <library> <auto>=transfer_back_to_supervisor; "
                "transfer_back_to_supervisor <library> answers <auto>; supervisor done",
                ("handoff-messages-missing", "parent-command-race"),
            ),
        ),
        elsewhere=same(),
    ),
    Claim(
        "A-16",
        "The tool node is entered twice with one call each, so its way of merging several handoffs is never taken",
        "So it is: each call of a v2 agent is a tools task of its own",
        "yes",
        see=("P-01-sync",),
        elsewhere=same("L"),
    ),
    Claim(
        "A-17",
        "A supervisor team does not run agents at the same time",
        "It is not the team but the version of its central agent: where one tools task has all calls, what they send is"
        " merged and both agents run. A supervisor's own agent is always of v2, so a v1 agent shows it here",
        "partly",
        see=("R84-agents", "R84-one-task", "R84-tasks"),
        elsewhere=same(),
    ),
    Claim(
        "A-18",
        "Two handoffs in one reply of a swarm end in INVALID_CHAT_HISTORY about the other call",
        "So it is with create_react_agent: with v2 either call may be the other one, with v1 it is the second",
        "yes",
        see=("P-08-sync", "P-08-async", "P-09-sync", "P-09-async"),
        elsewhere=same(),
    ),
    Claim(
        "A-20",
        "A fan-out by Sends of one's own runs workers at the same time",
        "So it is: all of 12 run",
        "yes",
        (Ran("A-20", "result", "{log:[1,2,3,4,5,6,7,8,9,10,11,12]}"),),
        elsewhere=same(),
    ),
    Claim(
        "A-21",
        "Have the supervisor hand off once per reply",
        "parallel_tool_calls=False, the default, reaches no further than the model: a reply that hands off twice still"
        " loses one",
        "partly",
        see=("R57-one-a-turn", "R57-parallel"),
        elsewhere=same("L"),
    ),
    Claim(
        "A-30",
        "A call of a handoff tool in the wrong case is answered by a failed tool message, without an exception",
        "So it is: the agent goes on, and no agent is made active",
        "yes",
        (
            Ran(
                "A-30",
                "error, ran, result",
                "none, alice(agent | tools@ | "
                "agent), {messages:[human('hi'),ai('go' name=alice "
                "calls=[c1=transfer_to_Bob]),tool('<library>' name=transfer_to_Bob answers=c1 "
                "failed),ai('done' name=alice)]}",
            ),
        ),
        elsewhere=same(),
    ),
    Claim(
        "A-31",
        "A handoff tool is named after its agent: no blanks around, lower case, underscores for the blanks inside",
        "So it is, hyphens and letters beyond ASCII are kept; two agents may get one tool, and which of them has it"
        " depends on the hash seed",
        "yes",
        (
            Ran(
                "A-31-names",
                "ran",
                "supervisor(agent | tools@) | Bob Smith(agent) | supervisor(agent | tools@) | "
                " Bob (agent) | supervisor(agent | tools@) | bob-smith(agent) | supervisor(agent | "
                "tools@) | Zoë(agent) | supervisor(agent)",
            ),
            Ran(
                "A-31-collide",
                "ran",
                "supervisor(agent | tools@) | Bob(agent) | supervisor(agent) or supervisor(agent | "
                "tools@) | bob(agent) | supervisor(agent)",
                ("colliding-names-accepted", "hash-seed-picks-agent"),
            ),
        ),
        elsewhere=same("L"),
    ),
    Claim(
        "A-42",
        "Both libraries can be installed together",
        "So it is: the cases of both run in one process",
        "yes",
        see=("A-01", "A-02"),
        elsewhere=same("L"),
    ),
)
