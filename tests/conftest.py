"""Every test runs without tracing, whatever the environment says."""

import os

from twinstep.workers import quiet_environment

for name in os.environ.keys() - quiet_environment(os.environ).keys():
    del os.environ[name]
