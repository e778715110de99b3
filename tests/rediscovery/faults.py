"""All seeded faults, by name."""

from __future__ import annotations

from .seeded.agents import AGENTS
from .seeded.channels import CHANNELS
from .seeded.routing import ROUTING
from .seeded.steps import STEPS
from .seeded.supervisors import SUPERVISORS
from .seeded.swarms import SWARMS
from .seeded.tools import TOOLS
from .seeded.writes import WRITES

_ALL = (*STEPS, *CHANNELS, *WRITES, *ROUTING, *TOOLS, *AGENTS, *SUPERVISORS, *SWARMS)

FAULTS = {fault.name: fault for fault in _ALL}
