"""`python -m twinstep`, and the command `twinstep`."""

import sys


def run() -> None:
    """The command. Ctrl-C while the libraries are still being imported is told like any later one."""
    try:
        from twinstep.cli import main

        main()
    except KeyboardInterrupt:
        print("twinstep: error: interrupted", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    run()
