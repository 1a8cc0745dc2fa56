"""Seats of running games on the command line: offers, takeovers, substitute bots, returns, swaps, pauses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from domain.aggregate import Game
from domain.table.seating import seats_of
from service.accounts.users import User
from service.cli.accounts import USER, found_user, refusals_as_errors
from service.cli.database import found_game, open_daybook
from service.cli.terminal.exit_codes import Conflict
from service.tournaments import organiser_actions
from service.usecases import clock_commands, seat_changes
from service.usecases.command_handler import CommandContext, CommandHandler

NUMBER = click.IntRange(min=1)


@click.group()
def seat() -> None:
    """Offer, take over and swap seats, and pause clocks."""


@seat.command()
@click.argument("game")
@click.argument("number", type=NUMBER)
@click.option("--cancel", is_flag=True, help="Cancel the offer.")
@USER
def offer(game: str, number: int, cancel: bool, username: str) -> None:
    """Offer seat NUMBER of GAME to a replacement.

    You can offer your own seat, or that of a player who is out of time.
    """
    with _at(game, username) as (handler, write):
        seat_changes.offer_seat(handler, game, write, number - 1, not cancel)


@seat.command(name="take-over")
@click.argument("game")
@click.argument("number", type=NUMBER)
@USER
def take_over(game: str, number: int, username: str) -> None:
    """Take over seat NUMBER of GAME, which is offered."""
    with _own(game, username) as (handler, found, user):
        organiser_actions.take_over(handler, found.id, CommandContext(actor=user.id), number - 1)


@seat.command(name="substitute-bot")
@click.argument("game")
@click.argument("number", type=NUMBER)
@click.option("--bot", help="The name of one of the game's bots. Default: the game's default bot.")
@USER
def substitute_bot(game: str, number: int, bot: str | None, username: str) -> None:
    """Let a bot play seat NUMBER of GAME.

    The player must be out of time. The bot plays until they return.
    """
    with _at(game, username) as (handler, write):
        seat_changes.substitute_bot(handler, game, write, number - 1, bot)


@seat.command(name="return")
@click.argument("game")
@click.argument("number", type=NUMBER)
@USER
def return_to_seat(game: str, number: int, username: str) -> None:
    """Return to seat NUMBER of GAME from a substitute bot."""
    with _own(game, username) as (handler, found, user):
        if number - 1 not in seats_of(found.table, user.id):
            raise Conflict(f"{user.name} doesn't have this seat.")
        seat_changes.return_to_seat(handler, found.id, CommandContext(actor=user.id, seat=number - 1))


@seat.command()
@click.argument("game")
@click.option("--cancel", is_flag=True, help="Cancel your pause request, or resume the clocks.")
@USER
def pause(game: str, cancel: bool, username: str) -> None:
    """Agree to pause the clocks of GAME. They pause when all players agree."""
    with _at(game, username) as (handler, write):
        clock_commands.agree_to_pause(handler, game, write, not cancel)


@seat.command()
@click.argument("game")
@click.argument("number", type=NUMBER)
@USER
def swap(game: str, number: int, username: str) -> None:
    """Ask to swap seats with the player in seat NUMBER of GAME. All players must agree."""
    with _at(game, username) as (handler, write):
        seat_changes.propose_swap(handler, game, write, number - 1)


@seat.command(name="answer-swap")
@click.argument("game")
@click.option("--decline", is_flag=True, help="Decline the swap.")
@USER
def answer_swap(game: str, decline: bool, username: str) -> None:
    """Agree to the proposed swap of seats in GAME."""
    with _at(game, username) as (handler, write):
        seat_changes.answer_swap(handler, game, write, not decline)


@contextmanager
def _own(game: str, username: str) -> Iterator[tuple[CommandHandler, Game, User]]:
    """Yield the use cases, a game, and a user; report refusals within."""
    with open_daybook() as handler, refusals_as_errors():
        yield handler, found_game(handler, game), found_user(handler.storage, username)


@contextmanager
def _at(game: str, username: str) -> Iterator[tuple[CommandHandler, CommandContext]]:
    """Yield the use cases, and the context of a write by a player of the game."""
    with _own(game, username) as (handler, found, user):
        mine = seats_of(found.table, user.id)
        if not mine:
            raise Conflict(f"{user.name} doesn't play in this game.")
        yield handler, CommandContext(actor=user.id, seat=mine[0])
