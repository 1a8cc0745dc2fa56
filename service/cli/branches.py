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
from service.cli.accounts import USER, found_user, refusals_as_errors
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


@click.group()
def branch() -> None:
    """List, change, share and continue your branches."""


@branch.command(name="list")
@click.argument("game")
@USER
def list_own(game: str, username: str) -> None:
    """Print your branches of GAME, newest first.

    Each line shows an id, the starting version, the name and the comment. An arrow marks a branch that continues the
    current position of GAME.
    """
    with open_daybook() as handler:
        user, found = found_user(handler.storage, username), found_game(handler, game)
        with handler.storage.database.reading() as rows:
            own = branches.newest(rows, found.id, owner=user.id, limit=MOST)
            hidden = beside.hidden(rows, [each.stream for each in own])
        names = Names(handler.storage.database)
        said = names.of_games([NameQuery(each.stream, each.root, ()) for each in own], str)
        mine = seats_of(found.table, user.id)
        for each, called in zip(own, said, strict=True):
            arrow = "->" if mine and branch_play.goes_on(handler, found, each.stream, mine) else "  "
            sight = " (hidden)" if each.stream in hidden else ""
            comment = f": {called.comment}" if called.comment else ""
            say(f"{arrow} {each.stream}  {each.at_version}  {called.title}{comment}{sight}")


@branch.command()
@click.argument("id", metavar="BRANCH")
@click.argument("name", callback=checked_as(BranchName().fields["name"]))
@USER
def rename(id: str, name: str, username: str) -> None:
    """Change the name of BRANCH to NAME."""
    with _own(id, username) as (handler, found, user):
        beside.rename(handler.storage.database, found, user.id, name)


@branch.command()
@click.argument("id", metavar="BRANCH")
@click.argument("text", callback=checked_as(BranchComment().fields["comment"]))
@USER
def comment(id: str, text: str, username: str) -> None:
    """Set the comment on BRANCH to TEXT. An empty text removes the comment."""
    with _own(id, username) as (handler, found, user):
        beside.comment(handler.storage.database, found, user.id, text)


@branch.command()
@click.argument("id", metavar="BRANCH")
@USER
def hide(id: str, username: str) -> None:
    """Hide BRANCH from lists, unless another branch continues it."""
    _set_hidden(id, username, True)


@branch.command()
@click.argument("id", metavar="BRANCH")
@USER
def unhide(id: str, username: str) -> None:
    """Show BRANCH in lists again."""
    _set_hidden(id, username, False)


def _set_hidden(id: str, username: str, hidden: bool) -> None:
    with _own(id, username) as (handler, found, user):
        root = lineage(handler, found)[0].id
        beside.set_hidden(handler.storage.database, found, root, user.id, hidden)


@branch.command()
@click.argument("id", metavar="BRANCH")
@USER
def share(id: str, username: str) -> None:
    """Print a link that lets anyone watch BRANCH as a spectator."""
    config = checked_settings()
    with _own(id, username) as (handler, found, user):
        database = handler.storage.database
        branch_links.share(database, found, user.id)
        say(f"/games/{found.id}?invite={branch_links.secret_of(config, database, found.id)}")


@branch.command()
@click.argument("id", metavar="BRANCH")
@USER
def unshare(id: str, username: str) -> None:
    """Revoke the link to BRANCH."""
    with _own(id, username) as (handler, found, user):
        branch_links.end(handler.storage.database, found, user.id)


@branch.command(name="play-bot")
@click.argument("id", metavar="BRANCH")
@click.option("--bot", default="greedy", show_default=True, help="The name of one of the game's bots.")
@USER
def play_bot(id: str, bot: str, username: str) -> None:
    """Let a bot play the current turn of BRANCH."""
    with _own(id, username) as (handler, found, user):
        made = handler.run(
            branch_play.play_bot_turn(handler, found.id, CommandContext(actor=user.id, expected=found.version), bot)
        )
        say(f"Turn played. The branch is now at version {made.version}.")


@contextmanager
def _own(id: str, username: str) -> Iterator[tuple[CommandHandler, Game, User]]:
    """Yield the use cases, a branch of the user, and the user; report refusals within."""
    with open_daybook() as handler, refusals_as_errors():
        user, found = found_user(handler.storage, username), found_game(handler, id)
        if found.origin is None or found.origin.opened.owner != user.id:
            raise NotFound(f"{user.name} has no branch {id}.")
        yield handler, found, user
