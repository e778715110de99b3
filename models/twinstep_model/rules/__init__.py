"""The rules of the semantics, as data: what each says, what it rests on, and its one alternative."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .agents import AGENTS
from .channels import CHANNELS
from .entry import ENTRY
from .errors import ERRORS
from .invariants import INVARIANTS
from .kinds import Basis, Docstring, Invariant, Page, Release, Rule, Source
from .messages import MESSAGES
from .routing import ROUTING
from .steps import STEPS
from .swarms import SWARMS
from .teams import TEAMS
from .threads import THREADS
from .tools import TOOLS
from .writes import WRITES

__all__ = [
    "INVARIANTS",
    "RULES",
    "Basis",
    "Docstring",
    "Invariant",
    "Page",
    "Release",
    "Rule",
    "Source",
]

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        rule.id: rule
        for group in (STEPS, CHANNELS, MESSAGES, WRITES, ROUTING, ENTRY, TOOLS, AGENTS, TEAMS, SWARMS, ERRORS, THREADS)
        for rule in group
    }
)
