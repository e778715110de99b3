"""The command `twinstep`."""

import click

from . import __version__


@click.group()
@click.version_option(__version__, prog_name="twinstep")
def main() -> None:
    """Run a LangGraph program in a model and in the real library, and explain every difference."""
