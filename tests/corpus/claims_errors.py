"""Claims about errors, with the class and, where there is one, the stable code of each."""

from .kinds import Claim, Ran
from .releases import same

CLAIMS_ERRORS = (
    Claim(
        "A-22",
        "An agent with a handoff tool that is run alone fails with ParentCommand when it hands off",
        "So it is, with both versions, synchronous or not",
        "yes",
        (
            Ran("A-22-v2", "error", "ParentCommand"),
            Ran("A-22-v1", "error", "ParentCommand"),
        ),
        elsewhere=same(),
    ),
    Claim(
        "A-26",
        "To run such an agent alone, make a swarm of it only",
        "Such a swarm is refused when it is compiled, because the tool's destination is none of its agents",
        "no",
        (Ran("A-26", "build", "ValueError"),),
        elsewhere=same(),
    ),
    Claim(
        "A-27",
        "An active_agent that is no agent of the swarm is a KeyError",
        "So it is, by the input; by update_state it is no action yet",
        "yes",
        (Ran("A-27", "error", "KeyError"),),
        elsewhere=same(),
    ),
    Claim(
        "A-32",
        "A supervisor refuses an agent without a name of its own",
        "So it is: LangGraph, the name of a graph that was given none, counts as none",
        "yes",
        (Ran("A-32", "build", "ValueError"),),
        elsewhere=same(),
    ),
    Claim(
        "A-33",
        "A supervisor refuses two agents of one name",
        "So it is, and so does a swarm",
        "yes",
        (
            Ran("A-33-supervisor", "build", "ValueError"),
            Ran("A-33-swarm", "build", "ValueError"),
        ),
        elsewhere=same(),
    ),
    Claim(
        "A-35",
        "A swarm refuses a state without the key active_agent",
        "So it is",
        "yes",
        (Ran("A-35", "build", "ValueError"),),
        elsewhere=same(),
    ),
    Claim(
        "A-36",
        "A swarm refuses a default agent that it does not have, and the case of letters counts",
        "So it is",
        "yes",
        (
            Ran("A-36-unknown", "build", "ValueError"),
            Ran("A-36-case", "build", "ValueError"),
        ),
        elsewhere=same("LAB", O="refused, in other words"),
    ),
    Claim(
        "A-37",
        "A swarm refuses to have no agents",
        "So it is",
        "yes",
        (Ran("A-37", "build", "ValueError"),),
        elsewhere=same("LAB", O="refused for its default agent"),
    ),
    Claim(
        "A-38",
        "Handoff tools of one's own have to lead to all agents of a supervisor",
        "So it is",
        "yes",
        (Ran("A-38", "build", "ValueError"),),
        elsewhere=same(),
    ),
)
