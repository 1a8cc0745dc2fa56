"""Seats of running games on the command line: offers, takeovers, substitute bots, returns, swaps, pauses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from domain.aggregate import Game
from domain.table.seating import seats_of
from service.accounts.users import User
from service.cli.accounts import ME, found_user, refusals_as_errors
from service.cli.database import found_game, open_daybook
from service.cli.terminal.exit_codes import Conflict
from service.tournaments import organiser_actions
from service.usecases import clock_commands, seat_changes
from service.usecases.command_handler import CommandContext, CommandHandler

NUMBER = click.IntRange(min=1)


@click.group()
def seat() -> None:
    """Offer a seat, take one over, let a bot stand in, come back, change places, let the clocks stand still."""


@seat.command()
@click.argument("game")
@click.argument("number", type=NUMBER)
@click.option("--no-longer", is_flag=True, help="It is not to be had any more.")
@ME
def offer(game: str, number: int, no_longer: bool, me: str) -> None:
    """Offer seat NUMBER of GAME to somebody new: your own, or that of somebody whose time has run out."""
    with _at(game, me) as (handler, write):
        seat_changes.offer_seat(handler, game, write, number - 1, not no_longer)


@seat.command(name="take-over")
@click.argument("game")
@click.argument("number", type=NUMBER)
@ME
def take_over(game: str, number: int, me: str) -> None:
    """Go on at seat NUMBER of GAME, which is offered."""
    with _own(game, me) as (handler, found, user):
        organiser_actions.take_over(handler, found.id, CommandContext(actor=user.id), number - 1)


@seat.command(name="stand-in")
@click.argument("game")
@click.argument("number", type=NUMBER)
@click.option("--bot", help="Which bot of the game; the usual one if absent.")
@ME
def stand_in(game: str, number: int, bot: str | None, me: str) -> None:
    """Let a bot stand in at seat NUMBER of GAME for somebody whose time has run out."""
    with _at(game, me) as (handler, write):
        seat_changes.substitute_bot(handler, game, write, number - 1, bot)


@seat.command(name="come-back")
@click.argument("game")
@click.argument("number", type=NUMBER)
@ME
def come_back(game: str, number: int, me: str) -> None:
    """Play again at seat NUMBER of GAME, where a bot stood in for you."""
    with _own(game, me) as (handler, found, user):
        if number - 1 not in seats_of(found.table, user.id):
            raise Conflict(f"{user.name} does not sit there.")
        seat_changes.return_to_seat(handler, found.id, CommandContext(actor=user.id, seat=number - 1))


@seat.command()
@click.argument("game")
@click.option("--no-longer", is_flag=True, help="Let the clocks go on.")
@ME
def pause(game: str, no_longer: bool, me: str) -> None:
    """Agree that the clocks of GAME stand still, which they do when all agree."""
    with _at(game, me) as (handler, write):
        clock_commands.agree_to_pause(handler, game, write, not no_longer)


@seat.command()
@click.argument("game")
@click.argument("number", type=NUMBER)
@ME
def swap(game: str, number: int, me: str) -> None:
    """Ask to change places in GAME with whoever sits at seat NUMBER; it is done when all agree."""
    with _at(game, me) as (handler, write):
        seat_changes.propose_swap(handler, game, write, number - 1)


@seat.command(name="answer-swap")
@click.argument("game")
@click.option("--refuse", is_flag=True, help="Do not agree.")
@ME
def answer_swap(game: str, refuse: bool, me: str) -> None:
    """Agree to the change of places in GAME that somebody asks for."""
    with _at(game, me) as (handler, write):
        seat_changes.answer_swap(handler, game, write, not refuse)


@contextmanager
def _own(game: str, me: str) -> Iterator[tuple[CommandHandler, Game, User]]:
    """Yield the use cases, a game, and a user; report refusals within."""
    with open_daybook() as handler, refusals_as_errors():
        yield handler, found_game(handler, game), found_user(handler.storage, me)


@contextmanager
def _at(game: str, me: str) -> Iterator[tuple[CommandHandler, CommandContext]]:
    """Yield the use cases, and the context of a write by a player of the game."""
    with _own(game, me) as (handler, found, user):
        mine = seats_of(found.table, user.id)
        if not mine:
            raise Conflict(f"{user.name} does not sit at this game.")
        yield handler, CommandContext(actor=user.id, seat=mine[0])
