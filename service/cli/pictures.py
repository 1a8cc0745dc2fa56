"""Images and animations of games."""

from __future__ import annotations

from pathlib import Path

import click

from domain import aggregate
from domain.aggregate import Game
from domain.game import Viewer
from service.auth.ancestry import secrets_are_public
from service.cli.database import found_game, open_daybook, seat_names
from service.cli.terminal.exit_codes import Conflict, NotFound
from service.cli.terminal.printing import say
from service.usecases.command_handler import CommandHandler

_WHERE = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command()
@click.argument("game")
@click.argument("file", type=_WHERE)
@click.option("--at", type=click.IntRange(min=1), help="Show the board at this version. Default: the current one.")
def image(game: str, file: Path, at: int | None) -> None:
    """Write the board of GAME to FILE as a PNG. While the game runs, it shows what a spectator sees."""
    from service.http import messages
    from service.presenters.drawings import view_to_draw
    from service.presenters.pictures import png

    with open_daybook() as handler:
        found = _started(handler, game)
        if at is not None and not aggregate.has_position(found, at):
            raise NotFound(f"The game has no position at version {at}.")
        view = view_to_draw(handler.games, found, _viewer(handler, found), at)
        file.write_bytes(png(found.ruleset.draw(view, seat_names(handler, found), messages.saying())))
    say(f"{file}: {file.stat().st_size} bytes")


@click.command()
@click.argument("game")
@click.argument("file", type=_WHERE)
def animation(game: str, file: Path) -> None:
    """Write all of GAME to FILE as an animated WebP.

    Long games are shortened to about 80 positions. While the game runs, it shows what a spectator sees.
    """
    from service.presenters import animation as animations

    with open_daybook() as handler:
        found = _started(handler, game)
        file.write_bytes(animations.animation(handler, found, _viewer(handler, found), seat_names(handler, found)))
        positions = len(aggregate.sampled_move_ends(found, animations.MOST))
        say(f"{file}: {positions} positions, {file.stat().st_size} bytes")


def _started(handler: CommandHandler, game: str) -> Game:
    found = found_game(handler, game)
    if not found.started:
        raise Conflict("The game hasn't started yet.")
    return found


def _viewer(handler: CommandHandler, game: Game) -> Viewer:
    return "auditor" if secrets_are_public(handler, game) else "spectator"
