"""The deadline worker: each flag falls once and on time, whichever processes died."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from domain.aggregate import Game
from domain.table.clock.facts import TimeRanOut
from domain.table.clock.options import Clock as Agreed
from domain.table.clock.options import DaysPerTurn
from projections import deadlines
from service.readmodels.projection import catch_up
from service.storage import Storage
from service.usecases import moves, tables
from service.usecases.command_handler import CommandHandler
from service.workers.deadline_worker import DeadlineWorker
from tests.clocks import Clock
from tests.service.playing import context_for, open_table, seat_to_act

CLOCK = Agreed(pace=DaysPerTurn(days=3))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def handler(storage: Storage, clock: Clock) -> CommandHandler:
    return CommandHandler(storage, clock)


def start_clocked_game(handler: CommandHandler, agreed: Agreed = CLOCK, **table: Any) -> Game:
    game = open_table(handler, **table)
    game = tables.agree_on_clock(handler, game.id, context_for(game, 0), agreed)
    return tables.start(handler, game.id, context_for(game, 0))


def make_move(handler: CommandHandler, game: Game, *picks: str) -> Game:
    return handler.run(moves.move(handler, game.id, context_for(game, seat_to_act(handler, game)), list(picks)))


def run_deadline_worker(handler: CommandHandler, game: Game) -> Game:
    catch_up(handler.storage)
    DeadlineWorker(handler).look()
    return handler.games.game(game.id)


def flags(game: Game) -> list[tuple[int, datetime]]:
    return [(record.fact.seat, record.at) for record in game.records if isinstance(record.fact, TimeRanOut)]


def test_turn_lasts_its_days_and_is_flagged_once(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler)
    assert [(each.seat, each.deadline) for each in game.table.clocks.running] == [(0, clock.now + timedelta(days=3))]
    clock.advance(days=1)
    game = make_move(handler, game, "take_coins")
    game = make_move(handler, game, "end_turn")
    deadline = clock.now + timedelta(days=3)
    assert [(each.seat, each.deadline) for each in game.table.clocks.running] == [(1, deadline)]
    clock.advance(days=2, hours=23)
    assert flags(run_deadline_worker(handler, game)) == []
    clock.advance(hours=1)
    assert flags(run_deadline_worker(handler, game)) == [(1, deadline)]
    clock.advance(days=30)
    game = run_deadline_worker(handler, run_deadline_worker(handler, game))
    assert flags(game) == [(1, deadline)]
    assert game.table.clocks.out == (1,)
    game = make_move(handler, make_move(handler, game, "take_coins"), "end_turn")
    assert game.table.clocks.out == ()
    assert [each.seat for each in game.table.clocks.running] == [0]


def test_next_deadlines_are_listed_per_user(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler)
    catch_up(handler.storage)
    with handler.storage.database.reading() as rows:
        assert [due.stream for due in deadlines.next_of(rows, "ada", 5)] == [game.id]
        assert deadlines.next_of(rows, "ben", 5) == []
