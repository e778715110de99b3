"""Hypothesis profiles: `--hypothesis-profile=dev` (the default), `ci` or `nightly`. See README.md."""

from hypothesis import HealthCheck, Phase, settings

# The explain phase makes a failing run about forty times slower.
_PHASES = [Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink]

for _name, _examples in (("dev", 100), ("ci", 1_000), ("nightly", 20_000)):
    settings.register_profile(
        _name,
        max_examples=_examples,
        deadline=None,
        phases=_PHASES,
        report_multiple_bugs=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        print_blob=False,
    )
settings.load_profile("dev")
