"""SV and SG: supervisor teams, and what a sub-graph's commands do to its parent."""

from __future__ import annotations

from .invariants import INVARIANTS
from .kinds import Docstring, Rule
from .sources import FORWARDING, HANDOFF_TOOLS, HIERARCHIES, NESTED, OBSERVED

_SUPERVISOR = "langgraph_supervisor.supervisor:create_supervisor"
_COMMAND = "langgraph.types:Command"

TEAMS = (
    Rule(
        "SV-01",
        "An agent that ends returns control to the supervisor, whose model is asked next",
        Docstring(_SUPERVISOR, "add_handoff_back_messages:", "cd06b7af42689eb1"),
        "The team's run ends with the agent",
    ),
    Rule(
        "SV-02",
        "The tool that hands off to an agent is called transfer_to_ and the agent's name in lower case, with blanks as"
        " underscores",
        OBSERVED,
        "The tool that hands off to an agent is called transfer_to_ and the agent's name exactly as it is written",
    ),
    Rule(
        "SV-03",
        "An agent that is handed off to sees the whole history of its team",
        HANDOFF_TOOLS,
        "An agent that is handed off to sees only the last two messages of what it is sent",
    ),
    Rule(
        "SV-04",
        "With last_message only the last message of an agent is added to the history of the team",
        Docstring(_SUPERVISOR, "- `last_message`", "746b84fa365319b0"),
        "With last_message two messages of an agent are added if its last one is a tool message: that one and the"
        " one before it",
    ),
    Rule(
        "SV-05",
        "An agent that returns control adds a pair of messages that says so, after its own messages",
        Docstring(_SUPERVISOR, "add_handoff_back_messages:", "cd06b7af42689eb1"),
        "An agent that returns control adds its own messages only",
    ),
    Rule(
        "SV-06",
        "The reply that hands off and the handoff's tool message are in the history of the team, where handoff"
        " messages are on",
        Docstring(_SUPERVISOR, "add_handoff_messages:", "9198e94a56f2f336"),
        "If the reply that hands off has several calls, neither it nor the handoff's tool message is in the"
        " history of the team, only in what the agent is sent",
    ),
    Rule(
        "SV-07",
        "The answers to the other calls of a reply are in the history of the team when one call hands off",
        INVARIANTS["INV-02"],
        "When a call hands off in a team with a supervisor the answers to the other calls of its reply are lost",
    ),
    Rule(
        "SV-08",
        "A team is refused with ValueError when it is built if two of its agents have one name, one has none or that of"
        " the supervisor, or its own handoff tools do not lead to all of its agents",
        INVARIANTS["INV-18"],
        "A team is built whatever its agents are called and wherever its handoff tools lead: of two of one name the"
        " later takes the place of the earlier",
    ),
    Rule(
        "SV-09",
        "A team is refused with ValueError when it is built if the handoff tools of two agents would have one name",
        INVARIANTS["INV-18"],
        "A team is built although the handoff tools of two agents have one name, and only one of them can be reached",
    ),
    Rule(
        "SV-10",
        "Of several agents whose handoff tools have one name the one that was given last is reached",
        INVARIANTS["INV-03"],
        "Of several agents whose handoff tools have one name any is reached, the same one in the whole case",
        choice=True,
    ),
    Rule(
        "SV-11",
        "A supervisor that forwards the message of an agent ends the run of its team with that message as its own",
        FORWARDING,
        "A supervisor that forwards the message of an agent has its model asked again after that message",
    ),
    Rule(
        "SV-12",
        "The messages that a team inside another team was given are in the history of the outer team once",
        HIERARCHIES,
        "The messages that a team inside another team was given and gives back are added to the history of the outer"
        " team once more",
    ),
    Rule(
        "SV-13",
        "An exception of an agent fails the run of its team",
        INVARIANTS["INV-02"],
        "An agent that raises returns control to its supervisor like one that has said nothing",
    ),
    Rule(
        "SG-01",
        "A graph nested in another is given all the keys that they share, and what it ends with is written to them",
        NESTED,
        "A graph nested in another shares only the messages with it",
    ),
    Rule(
        "SG-10",
        "A parent command ends the run of its own graph with the super-step it is raised in",
        OBSERVED,
        "The run in which a parent command is raised goes on until nothing is due, and then the parent applies the"
        " command",
    ),
    Rule(
        "SG-11",
        "The update of a parent command is applied to the parent's state, beside its goto",
        Docstring(_COMMAND, "update:", "da7e93ed18e48749"),
        "Of a parent command only the goto is applied",
    ),
    Rule(
        "SG-12",
        "Commands for the node's own graph in one list with a parent command are applied",
        INVARIANTS["INV-02"],
        "Commands for the node's own graph in one list with a parent command are dropped",
        hidden="a parent command in a plain graph fails the run, and of what tools return TN-11 says the same",
    ),
    Rule(
        "SG-13",
        "A parent command in the outermost graph is reported: the run fails with ParentCommand",
        INVARIANTS["INV-17"],
        "A parent command in the outermost graph is applied to that graph itself",
    ),
    Rule(
        "SG-14",
        "Several parent commands of one super-step are all applied, in task order",
        Docstring(_SUPERVISOR, "parallel_tool_calls:", "a55cd6c89bf4985d"),
        "Exactly one of several parent commands of a super-step, any, is applied, and the others are lost",
        choice=True,
    ),
    Rule(
        "SG-16",
        "The exception of a task is raised although another task of its super-step raised a parent command",
        INVARIANTS["INV-02"],
        "Either the exception of a task or the parent command of another task of its super-step is raised, and the"
        " other is lost",
        choice=True,
    ),
    Rule(
        "SG-17",
        "Every run of a graph counts its own super-steps against the recursion limit it inherits",
        OBSERVED,
        "The super-steps of a nested run count against the limit of its parent as well",
    ),
)
