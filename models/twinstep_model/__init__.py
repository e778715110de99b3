"""The specification: what a LangGraph program does, written from its documentation and numbered rules.

Standard library only; frozen, hashable values; no input or output, no clock, no randomness.
"""
