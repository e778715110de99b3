"""Runs cases in the real library: the only code that imports langgraph or langchain."""
