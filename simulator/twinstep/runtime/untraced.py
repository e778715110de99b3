"""Keeps every run on this machine: no variable may switch on tracing or an exporter."""

from __future__ import annotations

import os

PREFIXES = ("LANGSMITH_", "LANGCHAIN_TRACING", "LANGCHAIN_ENDPOINT", "LANGCHAIN_API_KEY", "LANGCHAIN_PROJECT", "OTEL_")


def apply() -> None:
    """Removes the variables of tracing from the environment. To be called before langchain is imported, which reads
    some of them only once."""
    for name in [name for name in os.environ if name.startswith(PREFIXES)]:
        del os.environ[name]
