"""The command line with a seeded fault in its workers: `python -m tests.rediscovery.command NAME check --seed 7`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from .faults import FAULTS
from .worker import launcher


def main() -> None:
    """Runs twinstep with the arguments after the fault's name, and exits as it does."""
    name, *arguments = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        sys.executable = launcher(FAULTS[name], Path(folder))
        from twinstep.__main__ import run  # takes the interpreter of its workers when it is imported

        sys.argv = ["twinstep", *arguments]
        run()


if __name__ == "__main__":
    main()
