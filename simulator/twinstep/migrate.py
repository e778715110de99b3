"""Case files of older formats, brought up to the present one in memory. What is wrong in them is left as it is: the
decoder says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Document = dict[str, Any]


def migrated(data: Document, version: int) -> Document:
    """The document of a case in the present format. ``version``: the format that it is written in."""
    for older in range(version, max(_STEPS) + 1):
        data = _STEPS[older](data)
    return data


def _members_have_kinds(data: Document) -> Document:
    """In format 1 all members of a team were agents, and did not say so."""
    topology = data.get("topology")
    if not isinstance(topology, dict) or not isinstance(topology.get("agents"), list):
        return data
    members = [{"kind": "agent", **one} if isinstance(one, dict) else one for one in topology["agents"]]
    return {**data, "topology": {**topology, "agents": members}}


def _actions_have_kinds(data: Document) -> Document:
    """In format 2 all actions were invocations with an input, and did not say so."""
    if not isinstance(data.get("actions"), list):
        return data
    return {**data, "actions": [{"kind": "invoke", **one} if isinstance(one, dict) else one for one in data["actions"]]}


_STEPS: Mapping[int, Callable[[Document], Document]] = {1: _members_have_kinds, 2: _actions_have_kinds}
"""By the format that each starts from: what makes it the next one."""
