"""Branches on the command line: play one in its game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click

from domain import visibility
from domain.aggregate import Game
from domain.branch_merge import Fitting
from domain.game import Fact
from domain.table import seating
from domain.table.refusals import Refused
from service.accounts.users import User
from service.cli.accounts import USER, found_user
from service.cli.database import found_game, open_daybook, seat_names
from service.cli.terminal.exit_codes import Conflict, NotFound
from service.cli.terminal.printing import say
from service.http.messages import text
from service.usecases import branch_play
from service.usecases.command_handler import CommandContext, VersionConflict


@click.command(name="play-branch")
@click.argument("game")
@click.argument("branch")
@USER
@click.option("--seat", type=click.IntRange(min=0), help="Your seat. Default: your first seat.")
@click.option("--dry-run", is_flag=True, help="Show the moves, but don't make them.")
@click.option("--yes", is_flag=True, help="Don't ask for confirmation.")
def play_branch(game: str, branch: str, username: str, seat: int | None, dry_run: bool, yes: bool) -> None:
    """Play the moves of BRANCH in GAME.

    The command takes the moves of your seat in BRANCH that come after the current position of GAME. It makes those that
    are still legal as one move, and shows the rule that forbids the next one. It asks for confirmation before it makes
    the moves.
    """
    with open_daybook() as handler:
        user, found = found_user(handler.storage, username), found_game(handler, game)
        acting = _seat(found, _own(found_game(handler, branch), user), seat)
        names = seat_names(handler, found)
        try:
            tried = branch_play.fitting(handler, found, branch, acting)
            _show(found, acting, tried, names)
            if dry_run or not tried.acted or not (yes or click.confirm("Make these moves?")):
                return
            write = CommandContext(actor=user.id, seat=acting, expected=found.version)
            made = handler.run(branch_play.play_branch(handler, game, write, branch))
        except Refused as refusal:
            raise Conflict(text(refusal.detail, names)) from refusal
        except VersionConflict as error:
            raise Conflict("Another player made a move in the meantime. Run the command again.") from error
        say(f"Moves made. The game is now at version {made.version}.")


def _own(branch: Game, user: User) -> User:
    if branch.origin is None or branch.origin.opened.owner != user.id:
        raise NotFound(f"{user.name} has no branch {branch.id}.")
    return user


def _seat(game: Game, user: User, seat: int | None) -> int:
    mine = seating.seats_of(game.table, user.id)
    if not mine or (seat is not None and seat not in mine):
        raise NotFound(f"{user.name} doesn't have this seat.")
    return mine[0] if seat is None else seat


def _show(game: Game, seat: int, tried: Fitting, names: Sequence[str]) -> None:
    for sentence in _sentences(game, seat, (fact for fact, _ in tried.acted), names):
        say(sentence)
    if tried.detail is not None:
        rule = f" [{tried.rule}]" if tried.rule else ""
        say(f"The moves below are no longer legal{rule}: {text(tried.detail, names)}")
        for sentence in _sentences(game, seat, (step.fact for step in tried.left), names):
            say(f"  {sentence}")


def _sentences(game: Game, seat: int, facts: Iterable[Fact], names: Sequence[str]) -> Iterable[str]:
    """Yield sentences up to what would reveal hidden information, which is shown only afterwards."""
    for fact in facts:
        if visibility.reveals(game.ruleset, fact):
            yield "The rest depends on information that is still hidden."
            return
        known = visibility.veiled(game.ruleset, fact, seat)
        yield text(visibility.narrated(game.ruleset, game.figures, game.table.opened.seats, known), names)
