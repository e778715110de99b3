"""`python -m twinstep`: the same as the command `twinstep`."""

from twinstep.cli import main

if __name__ == "__main__":
    main()
