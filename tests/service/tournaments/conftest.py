"""A site with an organiser, and bots that play its games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest

from domain import play
from domain.game import Bot, random_command
from domain.tournament import tournament
from service.tournaments import commands
from service.usecases import moves
from service.usecases.command_handler import CommandContext, CommandHandler
from tests import toy
from tests.service.sites import Person, Site


@pytest.fixture
def olga(site: Site) -> Person:
    return site.person("Olga")


def entrants(site: Site, number: int) -> list[str]:
    """Create accounts in the database, which is faster than signing up, and return the names."""
    names = [f"Person {each}" for each in range(number)]
    rows_of = [{"id": f"{each:032x}", "name": name, "folded": name.casefold()} for each, name in enumerate(names)]
    with site.services.storage.database.transaction() as rows:
        rows.execute_many(
            "INSERT INTO users (id, name, folded_name, password, created_at)"
            " VALUES (:id, :name, :folded, '', '2026-01-01T00:00:00+00:00')",
            rows_of,
        )
    return names


def enter_all(site: Site, stream: str, names: Iterable[str]) -> None:
    """Enter users in one write, which is faster than a request from each."""
    users = [site.services.accounts.named(name) for name in names]
    people = [user.id for user in users if user is not None]
    commands.write(
        site.services.handler, stream, CommandContext(actor=""), lambda found: tournament.enter(found, people)
    )


def bot_of(user: str) -> Bot:
    """Return the best bot for half of the users, and random moves for the others."""
    return toy.RULESET.bots["best"] if int(user, 16) % 2 else random_command


def play_out(handler: CommandHandler, stream: str, absent: Callable[[str], bool] = lambda user: False) -> None:
    """Let bots play for the players until the game ends or it is an absent player's turn."""
    game = handler.games.game(stream)
    numbers = random.Random(stream)
    while game.table.phase == "running":
        position = handler.games.position(game)
        seat = play.to_act(game.ruleset, game.table, position)[0].seat
        user = game.table.chairs[seat].user or ""
        if absent(user):
            return
        if not game.table.chairs[seat].present:
            game = moves.play_bot(handler, game, seat)
            continue
        command = play.chosen(game.ruleset, bot_of(user), position, seat, numbers)
        game = handler.run(
            moves.move(handler, stream, CommandContext(actor=user, seat=seat, expected=game.version), command)
        )
