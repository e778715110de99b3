"""The worker with a seeded fault in its library: `python -m tests.rediscovery.worker NAME`."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from twinstep.runtime import untraced, worker

from .fault import Fault, apply
from .faults import FAULTS

_ROOT = Path(__file__).resolve().parents[2]


def launcher(fault: Fault, folder: Path) -> str:
    """A command, written into the folder, that a pool can be given for the interpreter of its workers.

    Whatever the pool asks it to run, it runs the worker with the fault.
    """
    command = folder / fault.name
    command.write_text(
        "#!/bin/sh\n"
        f"PYTHONPATH={shlex.quote(str(_ROOT))}${{PYTHONPATH:+:$PYTHONPATH}}\n"
        "export PYTHONPATH\n"
        f"exec {shlex.quote(sys.executable)} -m {__name__} {fault.name}\n"
    )
    command.chmod(0o755)
    return str(command)


if __name__ == "__main__":
    untraced.apply()
    apply(FAULTS[sys.argv[1]])
    worker.main()
