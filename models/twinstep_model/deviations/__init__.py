"""Deviations: where a release does not do what a rule promises, and the profile each release therefore has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from .graphs import GRAPHS
from .kinds import Deviation as Deviation
from .teams import TEAMS
from .threads import THREADS
from .tools import TOOLS

_ALL = (*GRAPHS, *TOOLS, *TEAMS, *THREADS)

DEVIATIONS: Mapping[str, Deviation] = MappingProxyType({deviation.rule: deviation for deviation in _ALL})
"""By the rule that each is a deviation from."""

BY_NAME: Mapping[str, Deviation] = MappingProxyType({deviation.name: deviation for deviation in _ALL})

PROFILES: Mapping[str, frozenset[str]] = MappingProxyType({"1.2.24": frozenset(DEVIATIONS)})
REFERENCE = PROFILES["1.2.24"]
"""The profile of the reference release: what a run most probably looks like, whatever release is installed."""


def release_key(release: str) -> tuple[int, ...]:
    """A release as numbers that sort like releases do; a pre-release sorts before its release.

    Raises ValueError when the text does not start like a version.
    """
    found = re.match(r"(\d+(?:\.\d+)*)(?:[-_.]?(a|b|c|rc|alpha|beta|dev|pre|post)[-_.]?(\d*))?", release.strip())
    if found is None:
        raise ValueError(f"not a release: {release!r}")
    numbers = [int(part) for part in found[1].split(".")][:4]
    stage = {None: 0, "post": 1, "c": -1, "rc": -1, "pre": -1, "b": -2, "beta": -2, "dev": -4}.get(found[2], -3)
    return (*numbers, *[0] * (4 - len(numbers)), stage, int(found[3] or 0))


def profile_of(release: str) -> tuple[str, frozenset[str]]:
    """The profile for a release of langgraph, with the release that it was made for.

    It is the release's own, else that of the nearest older one, else, where none is older, of the oldest.
    """
    made = sorted(PROFILES, key=release_key)
    older = [name for name in made if release_key(name) <= release_key(release)]
    name = older[-1] if older else made[0]
    return name, PROFILES[name]
