"""The command ``daybook``."""

from __future__ import annotations

import click

from service.cli.components import check_components
from service.cli.demo import demo
from service.cli.exits import EXIT_CODES
from service.cli.files import export_game, import_game, verify
from service.cli.games import audit, replay
from service.cli.people import users
from service.cli.play import play
from service.cli.site import migrate, projector, rebuild, serve


@click.group(epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Daybook keeps the book of moves of board games: play, replay, audit, undo, what-if branches.

    The database is the one at DATABASE_URL; without that, the SQLite file var/daybook.sqlite.
    """


for command in (
    audit,
    check_components,
    demo,
    export_game,
    import_game,
    migrate,
    play,
    projector,
    rebuild,
    replay,
    serve,
    users,
    verify,
):
    main.add_command(command)
