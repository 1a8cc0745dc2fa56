"""Whose time runs out is said once, at the right time, whoever died meanwhile."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from domain.aggregate import Game
from domain.clock.facts import TimeRanOut
from domain.clock.options import Clock as Agreed
from domain.clock.options import DaysPerTurn
from projections import deadlines
from service.clocks.timekeeper import Timekeeper
from service.readmodels.projector import catch_up
from service.storage import Storage
from service.usecases.daybook import Daybook
from tests.clocks import Clock
from tests.service.playing import acting, opened, write

CLOCK = Agreed(pace=DaysPerTurn(days=3))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def daybook(storage: Storage, clock: Clock) -> Daybook:
    return Daybook(storage, clock)


def begun(daybook: Daybook, agreed: Agreed = CLOCK, **table: Any) -> Game:
    game = opened(daybook, **table)
    game = daybook.agree_on_clock(game.id, write(game, 0), agreed)
    return daybook.start(game.id, write(game, 0))


def picked(daybook: Daybook, game: Game, *picks: str) -> Game:
    return daybook.move(game.id, write(game, acting(daybook, game)), list(picks))


def looked(daybook: Daybook, game: Game) -> Game:
    catch_up(daybook.storage)
    Timekeeper(daybook).look()
    return daybook.game(game.id)


def flags(game: Game) -> list[tuple[int, datetime]]:
    return [(record.fact.seat, record.at) for record in game.records if isinstance(record.fact, TimeRanOut)]


def test_a_turn_has_its_days_and_the_end_of_them_is_said_once(daybook: Daybook, clock: Clock) -> None:
    game = begun(daybook)
    assert [(each.seat, each.deadline) for each in game.table.clocks.running] == [(0, clock.now + timedelta(days=3))]
    clock.pass_by(days=1)
    game = picked(daybook, game, "take_coins")
    game = picked(daybook, game, "end_turn")
    deadline = clock.now + timedelta(days=3)
    assert [(each.seat, each.deadline) for each in game.table.clocks.running] == [(1, deadline)]
    clock.pass_by(days=2, hours=23)
    assert flags(looked(daybook, game)) == []
    clock.pass_by(hours=1)
    assert flags(looked(daybook, game)) == [(1, deadline)]
    clock.pass_by(days=30)
    game = looked(daybook, looked(daybook, game))
    assert flags(game) == [(1, deadline)]
    assert game.table.clocks.out == (1,)
    game = picked(daybook, picked(daybook, game, "take_coins"), "end_turn")
    assert game.table.clocks.out == ()
    assert [each.seat for each in game.table.clocks.running] == [0]


def test_lists_tell_deadlines(daybook: Daybook, clock: Clock) -> None:
    game = begun(daybook)
    catch_up(daybook.storage)
    with daybook.storage.database.reading() as rows:
        assert [due.stream for due in deadlines.next_of(rows, "ada", 5)] == [game.id]
        assert deadlines.next_of(rows, "ben", 5) == []
