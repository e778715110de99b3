"""Runs one LangGraph program twice, in an independent model and in the real library, and explains every difference."""

__version__ = "0.1.0"
