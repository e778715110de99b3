"""Reports about tools, agents and teams."""

from .kinds import Report

_SOON = "its case is not written yet"

AGENTS = (
    Report(
        "R26",
        ("langchain-ai/langgraph#6436",),
        "The edge from the tools back to the agent fires although a tool's Command goes to another node",
        not_yet=_SOON,
    ),
    Report(
        "R54",
        ("langchain-ai/langgraph#6486", "langchain-ai/langgraph#7412", "langchain-ai/deepagents#2379"),
        "A tool that raises fails the run, and the results of the other calls go with it",
        not_yet=_SOON,
    ),
    Report(
        "R56",
        ("langchain-ai/langgraph#2610", "langchain-ai/langgraphjs#861", "langchain-ai/langgraphjs#303"),
        "Tool messages that are not in the order of the calls",
        not_yet=_SOON,
    ),
    Report(
        "R57",
        (
            "langchain-ai/langgraph-supervisor-py#230",
            "langchain-ai/langgraph-supervisor-py#222",
            "langchain-ai/langgraph-supervisor-py#167",
        ),
        "Of two handoffs in one reply of a supervisor only one happens",
        not_yet=_SOON,
    ),
    Report(
        "R58",
        ("langchain-ai/langgraph-supervisor-py#230",),
        "The answer of a supervisor's own tool beside a handoff is lost",
        not_yet=_SOON,
    ),
    Report(
        "R60",
        ("langchain-ai/langgraph-supervisor-py#158",),
        "With messages that hand back, the forwarded message is not the agent's",
        not_yet=_SOON,
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
        not_yet=_SOON,
    ),
    Report(
        "R64",
        ("langchain-ai/langgraph-swarm-py#29", "langchain-ai/langgraph-swarm-py#31"),
        "A swarm inside another graph forgets which agent was active",
        not_yet=_SOON,
    ),
    Report(
        "R72",
        ("langchain-ai/langgraph#2831", "langchain-ai/langgraph#2962"),
        "The stream shows only the last of several Commands that tools of one task return",
        not_yet=_SOON,
    ),
    Report(
        "R84",
        ("langchain-ai/langgraph-supervisor-py#244",),
        "In a supervisor whose central agent is of the older version both agents run",
        not_yet=_SOON,
    ),
)
