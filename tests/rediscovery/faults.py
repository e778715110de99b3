"""All seeded faults."""

from __future__ import annotations

from .graph_faults import GRAPH_FAULTS
from .team_faults import TEAM_FAULTS

FAULTS = {fault.name: fault for fault in GRAPH_FAULTS + TEAM_FAULTS}
