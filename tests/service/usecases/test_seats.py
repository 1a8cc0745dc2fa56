"""Seats that change hands between somebody's look at the table and their write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.aggregate import Game
from domain.table.facts import SeatTaken
from domain.table.refusals import Refused
from service.usecases.daybook import Daybook
from service.usecases.writing import Write
from tests.service import playing


@pytest.fixture
def daybook(tmp_path: Path) -> Daybook:
    return playing.new_daybook(tmp_path)


@pytest.fixture
def table(daybook: Daybook) -> Game:
    """Ada's table, at which Ben sat before Cleo did."""
    game = playing.opened(daybook)
    daybook.leave_seat(game.id, Write(actor="ada", seat=1))
    taken = SeatTaken(seat=1, user="cleo")
    return daybook.take_seat(game.id, Write(actor="cleo", seat=1), taken)


@pytest.mark.parametrize(
    "late",
    [
        lambda daybook, game: daybook.leave_seat(game.id, Write(actor="ben", seat=1)),
        lambda daybook, game: daybook.add_words(game.id, Write(actor="ben", seat=1), "words of Ben's"),
        lambda daybook, game: daybook.set_confirmation(game.id, Write(actor="ben", seat=1), True),
    ],
)
def test_who_was_freed_does_nothing_to_who_sits_there_now(
    daybook: Daybook, table: Game, late: Callable[[Daybook, Game], Game]
) -> None:
    with pytest.raises(Refused):
        late(daybook, table)
    assert daybook.game(table.id).version == table.version


def test_the_owner_frees_any_seat(daybook: Daybook, table: Game) -> None:
    assert daybook.leave_seat(table.id, Write(actor="ada", seat=1)).table.chairs[1].free
