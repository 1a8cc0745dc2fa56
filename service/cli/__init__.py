"""The command ``daybook``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from service.cli.terminal.exit_codes import EXIT_CODES

COMMANDS = {
    "animation": "pictures:animation",
    "audit": "games:audit",
    "branch": "branches:branch",
    "chat": "chat:chat",
    "check-components": "components:check_components",
    "clocks": "clocks:clocks",
    "demo": "demo:demo",
    "export": "files:export_game",
    "image": "pictures:image",
    "import": "files:import_game",
    "migrate": "site:migrate",
    "outbox": "outbox:outbox",
    "play": "play:play",
    "play-branch": "branch_play:play_branch",
    "rebuild": "rebuild:rebuild",
    "replay": "games:replay",
    "seat": "seats:seat",
    "serve": "site:serve",
    "tournament": "tournaments:tournament",
    "users": "accounts:users",
    "vacation": "clocks:vacation",
    "verify": "files:verify",
    "workers": "site:workers",
}
"""The module and the name of each command."""


@contextmanager
def _printable_errors() -> Iterator[None]:
    """Escape names and other external text in errors, so that the terminal does not obey them."""
    try:
        yield
    except click.ClickException as error:
        from service.cli.terminal.printing import printable_lines  # needed only here

        error.message = printable_lines(error.message)  # type: ignore[misc]
        raise


class Commands(click.Group):
    """A group of commands that imports the module of a command only when it runs."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse arguments that are not valid text, unless a file of that name exists."""
        for given in args:
            if any("\ud800" <= character <= "\udfff" for character in given) and not Path(given).exists():
                shown = given.encode("ascii", "backslashreplace").decode()
                raise click.UsageError(f"The command line has bytes that are not valid text: {shown}. Type it again.")
        with _printable_errors():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the requested command."""
        with _printable_errors():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command with this name, if there is one."""
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].split(":")
        command: click.Command = getattr(import_module(f"service.cli.{module}"), name)
        return command


@click.group(cls=Commands, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Play, replay and audit board games, and run a Daybook site.

    Set DATABASE_URL to choose the database. The default is the SQLite file var/daybook.sqlite.
    """
