"""Games for tests: opened, started and played with reproducible random moves."""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock
from uuid import UUID

from domain import play, undo
from domain.aggregate import Game
from domain.game import random_command
from domain.table.facts import SeatTaken, UndoPolicy
from service.accounts import user_texts
from service.storage import connect
from service.usecases import moves, stream_ids, tables
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.databases import sqlite_file

USERS = ("ada", "ben", "cleo", "dora")


def new_daybook(directory: Path) -> CommandHandler:
    """Return a command handler on a new SQLite file; its clock advances by a second at each reading."""
    storage = connect(sqlite_file(directory / "daybook.sqlite"))
    seconds = count()
    return CommandHandler(storage, lambda: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=next(seconds)))


def context_for(game: Game, seat: int) -> CommandContext:
    return CommandContext(actor=USERS[seat], seat=seat, expected=game.version, command=f"write-{game.version}")


def open_table(
    handler: CommandHandler,
    seats: int = 2,
    *,
    rules: str = "toy",
    name: str = "Test",
    undo: UndoPolicy = "turn",
    options: dict[str, Any] | None = None,
) -> Game:
    """Return a table with all seats taken; equal arguments give equal seeds and ids."""
    register(handler)
    seed = random.Random(f"{rules} {seats} {name}").randbytes(32)
    with (
        mock.patch.object(secrets, "token_bytes", return_value=seed),
        mock.patch.object(stream_ids, "uuid4", return_value=UUID(bytes=seed[:16])),
    ):
        first = CommandContext(actor=USERS[0], command=f"open-{name}")
        game = tables.open_table(handler, first, rules=rules, name=name, seats=seats, options=options or {}, undo=undo)
    for seat in _free(game):
        taken = SeatTaken(seat=seat, user=USERS[seat])
        game = tables.take_seat(handler, game.id, context_for(game, seat), taken)
    return game


def register(handler: CommandHandler, users: Sequence[str] = USERS) -> None:
    """Create an account for each player, under a readable id."""
    people = [{"id": user, "name": user.title()} for user in users]
    with handler.storage.database.transaction() as rows:
        rows.execute_many(
            "INSERT INTO users (id, name, folded_name, password, created_at) VALUES (:id, :name, :id, '', '')"
            " ON CONFLICT DO NOTHING",
            people,
        )


def _free(game: Game) -> list[int]:
    return [seat for seat, chair in enumerate(game.table.chairs) if chair.free]


def start_game(handler: CommandHandler, seats: int = 2, **table: Any) -> Game:
    game = open_table(handler, seats, **table)
    if not game.table.chairs[1].automa:
        game = add_seed_contribution(handler, game, 1, "a word of mine")
    return tables.start(handler, game.id, context_for(game, 0))


def add_seed_contribution(handler: CommandHandler, game: Game, seat: int, words: str) -> Game:
    """Add a seat's contribution to the seed; equal words get equal salts."""
    salt = hashlib.sha256(words.encode()).hexdigest()[:32]
    with mock.patch.object(user_texts.secrets, "token_hex", return_value=salt):
        return tables.add_seed_contribution(handler, game.id, context_for(game, seat), words)


def seat_to_act(handler: CommandHandler, game: Game) -> int:
    return play.to_act(game.ruleset, game.table, handler.games.position(game))[0].seat


def make_random_move(handler: CommandHandler, game: Game, chance: random.Random) -> Game:
    """Make a random move of the seat to act, and return the game."""
    seat = seat_to_act(handler, game)
    command = random_command(game.ruleset, handler.games.position(game), seat, chance)
    return handler.run(moves.move(handler, game.id, context_for(game, seat), command))


def move_undo_and_redo(handler: CommandHandler, game: Game, chance: random.Random) -> Game:
    """Make a random move, then some random undos and redos, and return the game."""
    game = make_random_move(handler, game, chance)
    for seat in (seat for seat, chair in enumerate(game.table.chairs) if not chair.automa):
        if game.table.phase == "running" and chance.random() < 0.3 and undo.back_targets(game, seat):
            game = handler.run(moves.undo(handler, game.id, context_for(game, seat)))
        if game.table.phase == "running" and chance.random() < 0.3 and undo.forward_targets(game, seat):
            game = handler.run(moves.redo(handler, game.id, context_for(game, seat)))
    return game


def play_to_end(handler: CommandHandler, game: Game, seed: int = 1) -> Game:
    """Play to the end with random moves, undos and redos, and return the game."""
    chance = random.Random(seed)
    while game.table.phase == "running":
        game = move_undo_and_redo(handler, game, chance)
    return game
