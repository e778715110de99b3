"""Reports about tools, agents and teams."""

from .kinds import Ran, Report

AGENTS = (
    Report(
        "R24",
        ("langchain-ai/langgraph#6409",),
        "A parent command from the third level that names a node of the first",
        "A parent command reaches one level up; a name that is not known there is dropped without an error",
        (
            Ran(
                "R24-one-up",
                "ran",
                "supervisor(agent | tools@) | team(carol(agent | tools@) | dave(agent)) | supervisor(agent)",
            ),
            Ran(
                "R24-two-up",
                "error, ran",
                "none, supervisor(agent | tools@) | team(carol(agent | tools@)) | supervisor(agent)",
                ("unknown-goto-ignored",),
            ),
            Ran(
                "R24-nobody",
                "error, ran",
                "none, supervisor(agent | tools@) | team(carol(agent | tools@)) | supervisor(agent)",
                ("unknown-goto-ignored",),
            ),
        ),
    ),
    Report(
        "R26",
        ("langchain-ai/langgraph#6436",),
        "The edge from the tools back to the agent fires although a tool's Command goes to another node",
        "As documented: a goto adds to the edges, so both run",
        (Ran("R26", "ran", "model | tools | job model"),),
    ),
    Report(
        "R54",
        ("langchain-ai/langgraph#6486", "langchain-ai/langgraph#7412", "langchain-ai/deepagents#2379"),
        "A tool that raises fails the run, and the results of the other calls go with it",
        "As documented since langgraph-prebuilt 1.0.2; handle_tool_errors=True gives a failed tool message instead",
        (
            Ran(
                "R54-default",
                "error, values",
                "ScriptedError boom, {messages:[human('hi'),ai('go' calls=[c1=good,c2=bad])]} + nothing",
            ),
            Ran(
                "R54-tasks",
                "error, ends, values",
                "ScriptedError boom, tools ok + tools error ScriptedError boom, "
                "{messages:[human('hi'),ai('go' calls=[c1=good,c2=bad])]} + nothing",
            ),
            Ran(
                "R54-handled",
                "error, said",
                "none, human hi; ai go c1=good c2=bad; good ok answers c1; bad <library> answers c2 failed; ai done",
            ),
        ),
    ),
    Report(
        "R56",
        ("langchain-ai/langgraph#2610", "langchain-ai/langgraphjs#861", "langchain-ai/langgraphjs#303"),
        "Tool messages that are not in the order of the calls",
        "Not so: they are in call order even where the calls complete in reverse, in one task and in one for each",
        (
            Ran(
                "R56-one-task",
                "said",
                "human hi; ai go c1=plain c2=ask c3=plain c4=ask; plain ok answers c1; "
                "ask two answers c2; plain ok answers c3; ask four answers c4; ai done",
            ),
            Ran(
                "R56-tasks",
                "said",
                "human hi; ai go c1=plain c2=ask c3=plain c4=ask; plain ok answers c1; "
                "ask two answers c2; plain ok answers c3; ask four answers c4; ai done",
            ),
        ),
    ),
    Report(
        "R57",
        (
            "langchain-ai/langgraph-supervisor-py#230",
            "langchain-ai/langgraph-supervisor-py#222",
            "langchain-ai/langgraph-supervisor-py#167",
        ),
        "Of two handoffs in one reply of a supervisor only one happens",
        "So it is, whatever parallel_tool_calls says, and either may be the one",
        (
            Ran(
                "R57-one-a-turn",
                "ran",
                "supervisor(agent | tools@ tools@) | alpha@(agent) | supervisor(agent) or "
                "supervisor(agent | tools@ tools@) | beta@(agent) | supervisor(agent)",
                ("handoff-messages-missing", "parent-command-race"),
            ),
            Ran(
                "R57-parallel",
                "ran",
                "supervisor(agent | tools@ tools@) | alpha@(agent) | supervisor(agent) or "
                "supervisor(agent | tools@ tools@) | beta@(agent) | supervisor(agent)",
                ("handoff-messages-missing", "parent-command-race"),
            ),
        ),
    ),
    Report(
        "R58",
        ("langchain-ai/langgraph-supervisor-py#230",),
        "The answer of a supervisor's own tool beside a handoff is lost",
        "So it is: the tool runs, and neither its answer nor the reply that called it is in the history",
        (
            Ran(
                "R58",
                "ran, said",
                "supervisor(agent | tools@ tools@) | alpha@(agent) | supervisor(agent), human hi; "
                "alpha done; alpha <library> <auto>=transfer_back_to_supervisor; "
                "transfer_back_to_supervisor <library> answers <auto>; supervisor done",
                ("handoff-messages-missing", "results-lost-beside-handoff"),
            ),
        ),
    ),
    Report(
        "R60",
        ("langchain-ai/langgraph-supervisor-py#158",),
        "With messages that hand back, the forwarded message is not the agent's",
        "Not so: it is the agent's own with and without them",
        (
            Ran(
                "R60-back",
                "said",
                "human hi; supervisor go c1=transfer_to_alpha; transfer_to_alpha <library> answers c1; "
                "alpha my word; alpha <library> <auto>=transfer_back_to_supervisor; "
                "transfer_back_to_supervisor <library> answers <auto>; supervisor my word",
            ),
            Ran("R60-silent", "said", "human hi; alpha my word; supervisor my word"),
        ),
    ),
    Report(
        "R62",
        (
            "langchain-ai/langgraph-swarm-py#69",
            "langchain-ai/langgraph-swarm-py#26",
            "langchain-ai/langgraph-swarm-py#83",
            "langchain-ai/langgraph-swarm-py#54",
        ),
        "A tool beside a handoff in a swarm leaves a call without an answer, and the next agent refuses the history",
        "So it is with agents of both versions, and the broken history is saved",
        (
            Ran(
                "R62-tasks",
                "error, ran, values",
                "ValueError INVALID_CHAT_HISTORY, Alice(agent | tools@ tools@) | "
                "Bob(agent), {active_agent:'Bob',messages:[human('hi'),ai('go' name=Alice "
                "calls=[c1=add,c2=transfer_to_bob]),tool('<library>' name=transfer_to_bob answers=c2)]} "
                "+ nothing",
                ("swarm-results-lost-beside-handoff",),
            ),
            Ran(
                "R62-one-task",
                "error, ran",
                "ValueError INVALID_CHAT_HISTORY, Alice(agent | tools) | Bob(agent)",
                ("answers-lost-in-one-task",),
            ),
        ),
    ),
    Report(
        "R64",
        ("langchain-ai/langgraph-swarm-py#29", "langchain-ai/langgraph-swarm-py#31"),
        "A swarm inside another graph forgets which agent was active",
        "As documented: what the outer graph has no key for is not kept; a swarm around a swarm has the key, but takes"
        " it for its own, and names no agent of it in the next turn",
        (
            Ran("R64-no-key", "ran", "supervisor(agent | tools@) | team(carol(agent)) | supervisor(agent)"),
            Ran("R64-shared-key", "error", "KeyError"),
        ),
    ),
    Report(
        "R66",
        ("langchain-ai/langchain#36411", "langchain-ai/langchain#36465", "langchain-ai/langchain#40612"),
        "A tool that returns directly ends the agent even when it failed",
        "So it is with create_react_agent too, as documented; the reports are about create_agent, which is no topology"
        " yet",
        (
            Ran("R66-arguments", "said", "human hi; alice go c1=fin; fin <library> answers c1 failed"),
            Ran("R66-answer", "said", "human hi; alice go c1=fin; tool no answers c1 failed"),
        ),
    ),
    Report(
        "R72",
        ("langchain-ai/langgraph#2831", "langchain-ai/langgraph#2962"),
        "The stream shows only the last of several Commands that tools of one task return",
        "Not so: what the run shows of the task has all of them",
        (
            Ran(
                "R72",
                "writes tools",
                "messages=[tool('one' name=ask answers=c1)]; messages=[tool('two' name=ask answers=c2)]; "
                "messages=[tool('three' name=ask answers=c3)]",
            ),
        ),
    ),
    Report(
        "R74",
        ("langchain-ai/langgraph#5775", "langchain-ai/docs#475"),
        "Whether RemainingSteps in a sub-graph counts the steps of the parent",
        "It counts those of its own run only: the guard of an agent in a team does not see what the team used up",
        (
            Ran(
                "R74-own-steps",
                "ran, said",
                "supervisor(agent | tools@) | alice(agent | tools@ | agent) | "
                "supervisor(agent), human hi; alice seen; supervisor done",
            ),
            Ran(
                "R74-own-guard",
                "ran, said",
                "supervisor(agent | tools@) | alice(agent | tools@ | agent) | "
                "supervisor(agent), human hi; ai <library>; supervisor done",
            ),
        ),
    ),
    Report(
        "R84",
        ("langchain-ai/langgraph-supervisor-py#244",),
        "In a supervisor whose central agent is of the older version both agents run",
        "The version of the members changes nothing, and a supervisor's own agent is always of v2; what would happen is"
        " shown by a v1 agent whose tools send to two others: both run, with v2 one of them",
        (
            Ran(
                "R84-agents",
                "ran",
                "supervisor(agent | tools@ tools@) | alpha@(agent) | supervisor(agent) or "
                "supervisor(agent | tools@ tools@) | beta@(agent) | supervisor(agent)",
                ("handoff-messages-missing", "parent-command-race"),
            ),
            Ran(
                "R84-one-task",
                "ran",
                "alice(agent | tools) | alpha@(agent) beta@(agent)",
                ("update-lost-beside-sends",),
            ),
            Ran(
                "R84-tasks",
                "ran",
                "alice(agent | tools@ tools@) | alpha@(agent) or alice(agent | tools@ tools@) | beta@(agent)",
                ("parent-command-race", "update-lost-beside-sends"),
            ),
        ),
    ),
)
