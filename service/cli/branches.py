"""Branches on the command line: list, rename, comment, hide, share and continue them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from domain.aggregate import Game
from domain.table.seating import seats_of
from projections import branches
from service.accounts.display_names import NameQuery, Names
from service.accounts.users import User
from service.auth.ancestry import lineage
from service.cli.accounts import ME, found_user, refusals_as_errors
from service.cli.database import checked_settings, found_game, open_daybook
from service.cli.terminal.exit_codes import NotFound
from service.cli.terminal.printing import say
from service.cli.terminal.texts import checked_as
from service.schemas.history import BranchComment, BranchName
from service.usecases import branch_links, branch_play
from service.usecases import branches as beside
from service.usecases.command_handler import CommandContext, CommandHandler

MOST = 100
"""Branches in the list: as many as a user may open of a game."""


@click.group(name="what-if")
def what_ifs() -> None:
    """List, name, comment on, hide, share and continue what-ifs of your own."""


@what_ifs.command(name="list")
@click.argument("game")
@ME
def list_own(game: str, me: str) -> None:
    """Print your what-ifs of GAME, the newest first, one a line: its id, where it begins, its name, what is said of it.

    One that goes on where the game stands, since what was guessed in it came true, is marked with an arrow.
    """
    with open_daybook() as handler:
        user, found = found_user(handler.storage, me), found_game(handler, game)
        with handler.storage.database.reading() as rows:
            own = branches.newest(rows, found.id, owner=user.id, limit=MOST)
            hidden = beside.hidden(rows, [branch.stream for branch in own])
        names = Names(handler.storage.database)
        said = names.of_games([NameQuery(branch.stream, branch.root, ()) for branch in own], str)
        mine = seats_of(found.table, user.id)
        for branch, called in zip(own, said, strict=True):
            arrow = "->" if mine and branch_play.goes_on(handler, found, branch.stream, mine) else "  "
            sight = " (out of sight)" if branch.stream in hidden else ""
            comment = f": {called.comment}" if called.comment else ""
            say(f"{arrow} {branch.stream}  {branch.at_version}  {called.title}{comment}{sight}")


@what_ifs.command()
@click.argument("line")
@click.argument("name", callback=checked_as(BranchName().fields["name"]))
@ME
def rename(line: str, name: str, me: str) -> None:
    """Call the what-if LINE otherwise."""
    with _own(line, me) as (handler, found, user):
        beside.rename(handler.storage.database, found, user.id, name)


@what_ifs.command()
@click.argument("line")
@click.argument("said", callback=checked_as(BranchComment().fields["comment"]))
@ME
def comment(line: str, said: str, me: str) -> None:
    """Say something of the what-if LINE; an empty text takes away what was said."""
    with _own(line, me) as (handler, found, user):
        beside.comment(handler.storage.database, found, user.id, said)


@what_ifs.command()
@click.argument("line")
@click.option("--back", is_flag=True, help="Bring it back.")
@ME
def hide(line: str, back: bool, me: str) -> None:
    """Take the what-if LINE off the lists, unless another one continues it."""
    with _own(line, me) as (handler, found, user):
        root = lineage(handler, found)[0].id
        beside.set_hidden(handler.storage.database, found, root, user.id, not back)


@what_ifs.command()
@click.argument("line")
@click.option("--end", is_flag=True, help="Make the link void.")
@ME
def share(line: str, end: bool, me: str) -> None:
    """Print the address under which anybody sees the what-if LINE, as somebody who plays nowhere."""
    config = checked_settings()
    with _own(line, me) as (handler, found, user):
        database = handler.storage.database
        if end:
            branch_links.end(database, found, user.id)
        else:
            branch_links.share(database, found, user.id)
            say(f"/games/{found.id}?invite={branch_links.secret_of(config, database, found.id)}")


@what_ifs.command(name="go-on")
@click.argument("line")
@click.option("--bot", default="greedy", show_default=True, help="Which bot of the game.")
@ME
def go_on(line: str, bot: str, me: str) -> None:
    """Let a bot make the moves of the turn that the what-if LINE is in."""
    with _own(line, me) as (handler, found, user):
        made = handler.run(
            branch_play.play_bot_turn(handler, found.id, CommandContext(actor=user.id, expected=found.version), bot)
        )
        say(f"Made; the what-if is at version {made.version}.")


@contextmanager
def _own(line: str, me: str) -> Iterator[tuple[CommandHandler, Game, User]]:
    """Yield the use cases, a branch of the user, and the user; report refusals within."""
    with open_daybook() as handler, refusals_as_errors():
        user, found = found_user(handler.storage, me), found_game(handler, line)
        if found.origin is None or found.origin.opened.owner != user.id:
            raise NotFound(f"{user.name} has no what-if {line}.")
        yield handler, found, user
