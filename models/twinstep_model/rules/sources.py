"""Sources that are no docstrings: the reference release, and pages of the documentation."""

from __future__ import annotations

from .kinds import Page, Release

OBSERVED = Release("1.2.24")

_DOCS = "https://docs.langchain.com/oss/python/langgraph"
_READ = "2026-11-30"

GRAPHS = Page(f"{_DOCS}/graph-api", "graphs", _READ)
RETURNS = Page(f"{_DOCS}/graph-api", "return-from-nodes", _READ)
CONDITIONAL = Page(f"{_DOCS}/graph-api", "conditional-edges", _READ)
INPUT = Page(f"{_DOCS}/graph-api", "input-to-invoke-or-stream", _READ)
SCHEMA = Page(f"{_DOCS}/graph-api", "schema", _READ)
PROACTIVE = Page(f"{_DOCS}/graph-api", "proactive-recursion-handling", _READ)
LIMIT = Page(f"{_DOCS}/graph-api", "recursion-limit", _READ)
PARALLEL = Page(f"{_DOCS}/use-graph-api", "run-graph-nodes-in-parallel", _READ)
OVERWRITE = Page(f"{_DOCS}/use-graph-api", "bypass-reducers-with-overwrite", _READ)
PENDING = Page(f"{_DOCS}/checkpointers", "pending-writes", _READ)
RESUMING = Page(f"{_DOCS}/interrupts", "resuming-interrupts", _READ)
BY_ID = Page(f"{_DOCS}/interrupts", "handling-multiple-interrupts", _READ)
RESUMING_FAILED = Page(f"{_DOCS}/checkpointers", "why-use-checkpointers", _READ)
ERRORS_RESUMED = Page(f"{_DOCS}/functional-api", "resuming", _READ)
NESTED = Page(f"{_DOCS}/use-subgraphs", "add-a-subgraph-as-a-node", _READ)
RETURN_VALUE = Page(f"{_DOCS}/errors/INVALID_GRAPH_NODE_RETURN_VALUE", "", _READ)

_SUPERVISOR = "https://github.com/langchain-ai/langgraph-supervisor-py/blob/main/README.md"
HANDOFF_TOOLS = Page(_SUPERVISOR, "customizing-handoff-tools", _READ)
HIERARCHIES = Page(_SUPERVISOR, "multi-level-hierarchies", _READ)
FORWARDING = Page(_SUPERVISOR, "message-forwarding", _READ)

_SWARM = "https://github.com/langchain-ai/langgraph-swarm-py/blob/main/README.md"
SWARM_HANDOFFS = Page(_SWARM, "customizing-handoff-tools", _READ)
SWARM_MEMORY = Page(_SWARM, "memory", _READ)
