"""The command `twinstep`. Every subcommand is a module here; this one puts them together."""

import click

from twinstep import __version__, replay
from twinstep.runtime.worker import versions

from . import adopt, check, rules
from .guard import Guarded


def _show_versions(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"twinstep {__version__}")
        for name, version in versions().items():
            click.echo(f"{name} {version}")
        context.exit()


@click.group(cls=Guarded, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_versions,
    help="Show the versions of twinstep and of the libraries it runs.",
)
def main() -> None:
    """Run a LangGraph program in a model and in the real library, and explain every difference.

    Exit status: 0 nothing new, 1 something new, 2 bad input or environment, 3 undetermined or internal error, 130
    interrupted.
    """


for _module in (check, replay, adopt, rules):
    main.add_command(_module.command)
