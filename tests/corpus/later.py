"""Reports that no case can express yet."""

from .kinds import Report

_NESTED = "a plain graph as a node of another is no topology yet"
_INTERRUPT = "interrupts and resuming are no part of a case yet"
_TRAVEL = "replaying and forking checkpoints are no actions yet"
_UPDATE = "update_state is no action yet"
_CREATE_AGENT = "create_agent is no topology yet"

LATER = (
    Report(
        "R12",
        ("langchain-ai/langgraph#8920",),
        "A limit on running tasks that is put under configurable has no effect",
        not_yet="a schedule has one place for the limit, and how many tasks ran at a time is not observed",
    ),
    Report(
        "R16",
        ("langchain-ai/langgraph#3648", "langchain-ai/langgraph#3587"),
        "What a sub-graph took over from its parent is added once more when it returns",
        not_yet=_NESTED,
    ),
    Report(
        "R21",
        ("langchain-ai/langgraph#8443", "langchain-ai/langgraph#8548"),
        "A fork of a thread with a DeltaChannel has writes of the branch it left",
        not_yet=f"{_TRAVEL}, nor is DeltaChannel a kind of key",
    ),
    Report(
        "R28",
        ("langchain-ai/langgraph#8038",),
        "A sub-graph with a saver and a thread of its own saves in the wrong place",
        not_yet=_NESTED,
    ),
    Report(
        "R29",
        ("langchain-ai/langgraph#8458", "langchain-ai/langgraph#8597"),
        "Replaying from a checkpoint inside a sub-graph starts it anew",
        not_yet=_TRAVEL,
    ),
    Report(
        "R32",
        ("langchain-ai/langgraph#6624",),
        "Of several tools of one task that interrupt only the first question is shown",
        not_yet=_INTERRUPT,
    ),
    Report(
        "R34",
        ("langchain-ai/langgraph#6663",),
        "Resuming one checkpoint a second time with another answer gives the first one's result",
        not_yet=_INTERRUPT,
    ),
    Report(
        "R36",
        ("langchain-ai/langgraph#5952",),
        "Questions of parallel nodes that were answered are still listed",
        not_yet=_INTERRUPT,
    ),
    Report(
        "R38",
        ("langchain-ai/langgraph#6108", "ag-ui-protocol/ag-ui#2178"),
        "One plain answer while several questions wait",
        not_yet=_INTERRUPT,
    ),
    Report(
        "R40",
        ("langchain-ai/langgraph#7256", "langchain-ai/langgraph#7038"),
        "Replaying a question that was answered uses the old answer",
        not_yet=_TRAVEL,
    ),
    Report(
        "R42",
        ("langchain-ai/langgraph#4987", "langchain-ai/langgraph#7498"),
        "Which checkpoints a replay followed by a new input leaves",
        not_yet=_TRAVEL,
    ),
    Report(
        "R46",
        ("langchain-ai/langgraph#6433",),
        "Editing a past checkpoint changes which nodes come next",
        not_yet=_UPDATE,
    ),
    Report(
        "R47",
        ("langchain-ai/langgraph#8714",),
        "The asynchronous edit of a state is refused where the synchronous one is not",
        not_yet=_UPDATE,
    ),
    Report(
        "R48",
        ("langchain-ai/langgraph#8629", "langchain-ai/langgraph#8618"),
        "Switching defer on or off between a pause and its resumption",
        not_yet="a case has one graph, and nothing in it resumes yet",
    ),
    Report(
        "R49",
        ("langchain-ai/langgraph#8277", "langchain-ai/langgraph#8608", "langchain-ai/langgraph#8611"),
        "What an error handler writes is discarded if another node runs beside it",
        not_yet="error handlers are no part of a graph yet",
    ),
    Report(
        "R50",
        ("langchain-ai/langgraph#9002",),
        "An error handler runs a second time on resumption",
        not_yet="error handlers are no part of a graph yet",
    ),
    Report(
        "R68",
        (
            "langchain-ai/deepagents#527",
            "langchain-ai/deepagents#923",
            "langchain-ai/deepagents#96",
            "langchain-ai/open-swe#2727",
        ),
        "Parallel tools that update one key without a reducer fail the run",
        not_yet=_CREATE_AGENT,
    ),
    Report(
        "R70",
        ("langchain-ai/langgraph#8217",),
        "Middleware around tool calls that catches every exception swallows a question",
        not_yet=_CREATE_AGENT,
    ),
    Report(
        "R76",
        ("langchain-ai/langgraph#1569", "langchain-ai/agent-chat-ui#85"),
        "What a new input does to a question that waits",
        not_yet=_INTERRUPT,
    ),
    Report(
        "R78",
        ("langchain-ai/langgraph#6171", "langchain-ai/langgraph#6900"),
        "Checkpoints of edits lack the metadata of the configuration",
        not_yet=f"{_UPDATE}, and metadata is not observed",
    ),
    Report(
        "R80",
        ("langchain-ai/langgraph#8842", "langchain-ai/langgraph#8843"),
        "The default timeout of nodes does not hold for error handlers",
        not_yet="timeouts and error handlers are no part of a graph yet",
    ),
)
