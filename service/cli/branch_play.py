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
from service.cli.accounts import ME, found_user
from service.cli.database import found_game, open_daybook, seat_names
from service.cli.terminal.exit_codes import Conflict, NotFound
from service.cli.terminal.printing import say
from service.http.messages import text
from service.usecases import branch_play
from service.usecases.command_handler import CommandContext, VersionConflict


@click.command(name="play-line")
@click.argument("game")
@click.argument("line")
@ME
@click.option("--seat", type=click.IntRange(min=0), help="Which of your seats; default: the first.")
@click.option("--dry-run", is_flag=True, help="Only show what would be done.")
@click.option("--yes", is_flag=True, help="Do not ask before it is done.")
def play_line(game: str, line: str, me: str, seat: int | None, dry_run: bool, yes: bool) -> None:
    """Play the what-if LINE for real in GAME.

    What your seat did there since the present of the game is made as one move, as far as it still fits; what no longer
    fits is told with its rule. Shown first, then done once you agree.
    """
    with open_daybook() as handler:
        user, found = found_user(handler.storage, me), found_game(handler, game)
        acting = _seat(found, _own(found_game(handler, line), user), seat)
        names = seat_names(handler, found)
        try:
            tried = branch_play.fitting(handler, found, line, acting)
            _show(found, acting, tried, names)
            if dry_run or not tried.acted or not (yes or click.confirm("Make these moves?")):
                return
            write = CommandContext(actor=user.id, seat=acting, expected=found.version)
            made = handler.run(branch_play.play_branch(handler, game, write, line))
        except Refused as refusal:
            raise Conflict(text(refusal.detail, names)) from refusal
        except VersionConflict as error:
            raise Conflict("The game has gone on meanwhile: look again.") from error
        say(f"Made; the game is at version {made.version}.")


def _own(line: Game, user: User) -> User:
    if line.origin is None or line.origin.opened.owner != user.id:
        raise NotFound(f"{user.name} has no what-if {line.id}.")
    return user


def _seat(game: Game, user: User, seat: int | None) -> int:
    mine = seating.seats_of(game.table, user.id)
    if not mine or (seat is not None and seat not in mine):
        raise NotFound(f"{user.name} does not sit there.")
    return mine[0] if seat is None else seat


def _show(game: Game, seat: int, tried: Fitting, names: Sequence[str]) -> None:
    for sentence in _sentences(game, seat, (fact for fact, _ in tried.acted), names):
        say(sentence)
    if tried.detail is not None:
        rule = f" [{tried.rule}]" if tried.rule else ""
        say(f"What follows does not fit{rule}: {text(tried.detail, names)}")
        for sentence in _sentences(game, seat, (step.fact for step in tried.left), names):
            say(f"  {sentence}")


def _sentences(game: Game, seat: int, facts: Iterable[Fact], names: Sequence[str]) -> Iterable[str]:
    """Yield sentences up to what would reveal hidden information, which is shown only afterwards."""
    for fact in facts:
        if visibility.reveals(game.ruleset, fact):
            yield "What comes to light then is not known before."
            return
        known = visibility.veiled(game.ruleset, fact, seat)
        yield text(visibility.narrated(game.ruleset, game.figures, known), names)
