"""Hypothesis profiles: `--hypothesis-profile=dev`, `ci` or `nightly`."""

from hypothesis import settings

settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=500, deadline=None)
settings.register_profile("nightly", max_examples=20_000, deadline=None)
