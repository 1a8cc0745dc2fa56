"""Seats that change hands between a user's view of the table and their write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.aggregate import Game
from domain.table.facts import SeatTaken
from domain.table.refusals import Refused
from service.usecases import tables
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.service import playing


@pytest.fixture
def handler(tmp_path: Path) -> CommandHandler:
    return playing.new_daybook(tmp_path)


@pytest.fixture
def table(handler: CommandHandler) -> Game:
    """Return Ada's table, where Cleo has replaced Ben."""
    game = playing.open_table(handler)
    tables.leave_seat(handler, game.id, CommandContext(actor="ada", seat=1))
    taken = SeatTaken(seat=1, user="cleo")
    return tables.take_seat(handler, game.id, CommandContext(actor="cleo", seat=1), taken)


@pytest.mark.parametrize(
    "late",
    [
        lambda handler, game: tables.leave_seat(handler, game.id, CommandContext(actor="ben", seat=1)),
        lambda handler, game: tables.add_seed_contribution(
            handler, game.id, CommandContext(actor="ben", seat=1), "words of Ben's"
        ),
        lambda handler, game: tables.set_turn_confirmation(handler, game.id, CommandContext(actor="ben", seat=1), True),
    ],
)
def test_a_removed_player_cannot_act_for_the_new_one(
    handler: CommandHandler, table: Game, late: Callable[[CommandHandler, Game], Game]
) -> None:
    with pytest.raises(Refused):
        late(handler, table)
    assert handler.games.game(table.id).version == table.version


def test_host_can_free_any_seat(handler: CommandHandler, table: Game) -> None:
    assert tables.leave_seat(handler, table.id, CommandContext(actor="ada", seat=1)).table.chairs[1].free
