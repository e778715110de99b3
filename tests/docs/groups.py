"""What the groups of rules are about, for the page of rules."""

from __future__ import annotations

GROUPS = {
    "SS": (
        "Super-steps",
        "A run is a row of super-steps. In each one the tasks that are due run at the same time; what they write"
        " becomes visible when all have ended. These rules say which tasks are due, in which order they are planned,"
        " and what each one is given.",
    ),
    "CH": (
        "Keys",
        "A key of the state decides what it makes of the writes it gets: keep the last, fold them with a reducer, hold"
        " them for one step. Message lists, merged by `add_messages`, are here too.",
    ),
    "WR": (
        "Boundaries",
        "At the end of a super-step, its boundary, the writes of all its tasks are applied at once. These rules say in"
        " which order, and what else a boundary does.",
    ),
    "RT": (
        "Routing",
        "What a node returns, and the edges, waiting edges and conditional edges that leave it, decide what is due"
        " next. The way into a graph, and the graphs that are refused, are here too.",
    ),
    "ST": ("Results", "What `invoke` returns."),
    "TN": (
        "Tool calls",
        "The calls of a model's reply are carried out by a `ToolNode`, all in one task or each in its own. These rules"
        " say what becomes of their answers, their Commands and their exceptions.",
    ),
    "RA": (
        "Agents",
        "`create_react_agent` makes a loop of a model and its tools. These rules say when the loop goes on, when it"
        " ends, and what the hooks, the step guard and a structured response do to it.",
    ),
    "SV": (
        "Supervisors",
        "`create_supervisor` makes a team in which one model hands off to agents that return control to it.",
    ),
    "SG": (
        "Graphs in graphs",
        "Agents of a team are graphs inside a graph. A handoff is a Command for the parent graph; these rules say what"
        " such a command does, and what is lost on the way.",
    ),
    "SW": (
        "Swarms",
        "`create_swarm` makes a team whose agents hand off to each other; the one that was active last is asked first"
        " in the next turn.",
    ),
    "ER": (
        "Failures",
        "What a failed task does to its super-step and to the run, what is kept of it when the run goes on, and what"
        " the recursion limit counts.",
    ),
    "CP": (
        "Checkpoints",
        "What a thread keeps of a super-step that is still under way, and what it shows of it.",
    ),
    "IN": (
        "Questions and answers",
        "A node asks with `interrupt`, and its run pauses; an answer is given plainly, or to a question's id.",
    ),
}
"""By the first letters of a rule's id: a title, and a short introduction."""
