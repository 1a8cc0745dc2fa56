"""Games for tests: opened, started and played by chance that comes out the same every time."""

from __future__ import annotations

import hashlib
import random
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
from service.people import texts
from service.storage import connect
from service.usecases import daybook as application
from service.usecases import openings
from service.usecases.daybook import Daybook
from service.usecases.writing import Write

USERS = ("ada", "ben", "cleo", "dora")


def new_daybook(directory: Path) -> Daybook:
    """A daybook on a SQLite file of its own, whose clock advances by a second at every look."""
    storage = connect(f"sqlite:///{directory}/daybook.sqlite")
    storage.migrate()
    seconds = count()
    return Daybook(storage, lambda: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=next(seconds)))


def write(game: Game, seat: int) -> Write:
    return Write(actor=USERS[seat], seat=seat, expected=game.version, command=f"write-{game.version}")


def opened(
    daybook: Daybook,
    seats: int = 2,
    *,
    rules: str = "toy",
    name: str = "Test",
    undo: UndoPolicy = "turn",
    options: dict[str, Any] | None = None,
) -> Game:
    """A table with everybody seated; equal arguments give equal seeds and ids."""
    register(daybook)
    seed = random.Random(f"{rules} {seats} {name}").randbytes(32)
    with (
        mock.patch.object(application.secrets, "token_bytes", return_value=seed),
        mock.patch.object(openings, "uuid4", return_value=UUID(bytes=seed[:16])),
    ):
        first = Write(actor=USERS[0], command=f"open-{name}")
        game = daybook.open_table(first, rules=rules, name=name, seats=seats, options=options or {}, undo=undo)
    for seat in _free(game):
        taken = SeatTaken(seat=seat, user=USERS[seat])
        game = daybook.take_seat(game.id, write(game, seat), taken)
    return game


def register(daybook: Daybook, users: Sequence[str] = USERS) -> None:
    """Everybody has an account, under an id that can be read."""
    people = [{"id": user, "name": user.title()} for user in users]
    with daybook.storage.database.transaction() as rows:
        rows.execute_many(
            "INSERT INTO users (id, name, folded_name, password, created_at) VALUES (:id, :name, :id, '', '')"
            " ON CONFLICT DO NOTHING",
            people,
        )


def _free(game: Game) -> list[int]:
    return [seat for seat, chair in enumerate(game.table.chairs) if chair.free]


def started(daybook: Daybook, seats: int = 2, **table: Any) -> Game:
    game = opened(daybook, seats, **table)
    if not game.table.chairs[1].automa:
        game = with_words(daybook, game, 1, "a word of mine")
    return daybook.start(game.id, write(game, 0))


def with_words(daybook: Daybook, game: Game, seat: int, words: str) -> Game:
    """A seat adds words; the same words have the same salt."""
    salt = hashlib.sha256(words.encode()).hexdigest()[:32]
    with mock.patch.object(texts.secrets, "token_hex", return_value=salt):
        return daybook.add_words(game.id, write(game, seat), words)


def acting(daybook: Daybook, game: Game) -> int:
    return play.to_act(game.ruleset, game.table, daybook.position(game))[0].seat


def moved(daybook: Daybook, game: Game, chance: random.Random) -> Game:
    """One command by the seat that is to act."""
    seat = acting(daybook, game)
    command = random_command(game.ruleset, daybook.position(game), seat, chance)
    return daybook.move(game.id, write(game, seat), command)


def wandered(daybook: Daybook, game: Game, chance: random.Random) -> Game:
    """A move, after which somebody may take something back or bring it again."""
    game = moved(daybook, game, chance)
    for seat in (seat for seat, chair in enumerate(game.table.chairs) if not chair.automa):
        if game.table.phase == "running" and chance.random() < 0.3 and undo.back_targets(game, seat):
            game = daybook.undo(game.id, write(game, seat))
        if game.table.phase == "running" and chance.random() < 0.3 and undo.forward_targets(game, seat):
            game = daybook.redo(game.id, write(game, seat))
    return game


def played_out(daybook: Daybook, game: Game, seed: int = 1) -> Game:
    """Played to the end, with moves taken back and brought again on the way."""
    chance = random.Random(seed)
    while game.table.phase == "running":
        game = wandered(daybook, game, chance)
    return game
