"""Close calls: a vacation that can start only after midnight, a move that is just too late, a seat swap."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from unittest import mock

import pytest

from domain.aggregate import Game
from domain.table.clock.options import Bank, DaysPerTurn, Hours
from domain.table.clock.options import Clock as Agreed
from domain.table.seat_changes.facts import Returned, StoodIn
from service.calendars import vacation_commands, vacations, zones
from service.readmodels.projection import catch_up
from service.storage import Storage
from service.usecases import clock_commands, moves, seat_changes
from service.usecases.command_handler import Attempts, CommandContext, CommandHandler, VersionConflict
from service.workers.deadline_worker import DeadlineWorker
from tests.clocks import Clock, record_outage
from tests.service.playing import context_for
from tests.service.workers.test_deadline_worker import flags, run_deadline_worker, start_clocked_game


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def handler(storage: Storage, clock: Clock) -> CommandHandler:
    return CommandHandler(storage, clock)


def after_checks(handler: CommandHandler, clock: Clock, game: Game, until: datetime) -> Game:
    """Return the game after one deadline worker has checked it every five minutes."""
    worker = DeadlineWorker(handler)
    while clock.now < until:
        clock.advance(minutes=5)
        catch_up(handler.storage)
        worker.look()
    return handler.games.game(game.id)


def days_left(handler: CommandHandler) -> int:
    with handler.storage.database.transaction() as rows:
        return vacations.left(rows, "ada", 2026)


def test_automatic_vacation_starts_on_monday_after_free_weekend(handler: CommandHandler, clock: Clock) -> None:
    clock.now = datetime(2026, 3, 6, 0, 30, tzinfo=UTC)  # A Friday.
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), weekends_off=True, vacation="by_itself"))
    clock.now = datetime(2026, 3, 8, 23, 0, tzinfo=UTC)
    before = days_left(handler)
    assert flags(after_checks(handler, clock, game, datetime(2026, 3, 9, 2, tzinfo=UTC))) == []
    assert days_left(handler) == before - 1, "Sunday was free anyway"


def test_automatic_vacation_covers_a_deadline_after_midnight(handler: CommandHandler, clock: Clock) -> None:
    clock.now = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    game = start_clocked_game(handler, Agreed(pace=Bank(start=1, increment=0, cap=1), vacation="by_itself"))
    clock.advance(minutes=5)
    assert flags(after_checks(handler, clock, game, datetime(2026, 3, 2, 3, tzinfo=UTC))) == []


def test_automatic_vacation_follows_a_planned_one(handler: CommandHandler, clock: Clock) -> None:
    clock.now = datetime(2026, 3, 1, 0, 40, tzinfo=UTC)
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), vacation="by_itself"))
    vacation_commands.plan(handler.storage, "ada", date(2026, 3, 2), date(2026, 3, 2), clock.now)
    assert flags(after_checks(handler, clock, game, datetime(2026, 3, 3, 3, tzinfo=UTC))) == []


def test_players_keep_their_own_calendars_after_a_swap(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), hours=Hours(first=9, until=21)))
    clock.advance(hours=1)
    with handler.storage.database.transaction() as rows:
        zones.changed(rows, "ben", "", "Asia/Tokyo", clock.now - timedelta(days=60), new=True)
    game = seat_changes.propose_swap(handler, game.id, context_for(game, 0), 1)
    before = game.table.clocks
    game = seat_changes.answer_swap(handler, game.id, context_for(game, 1), True)
    assert before is not None
    assert game.table.clocks is not None
    (running,), (then,) = game.table.clocks.running, before.running
    assert game.table.chairs[running.seat].user == "ben"
    assert (then.windows[0][1].hour, running.windows[0][1].hour) == (21, 12)


def list_of_attempts(handler: CommandHandler, attempts: Attempts) -> list[Game]:
    """Return the game as each attempt would make it, the last of which is committed."""
    games = []
    for prepared in attempts:
        games.append(prepared.game)
        if handler.commit(prepared):
            break
    return games


@pytest.mark.parametrize("ran_out", ["remind", "offer", "stand_in"])
def test_move_that_loses_a_race_with_a_flag_counts(handler: CommandHandler, clock: Clock, ran_out: Any) -> None:
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), ran_out=ran_out, by_itself=ran_out != "remind"))
    clock.advance(days=1)
    append, raced = handler.storage.append, []

    def late(*stored: Any) -> Any:
        """Let the deadline worker be slightly faster."""
        if not raced:
            raced.append(True)
            clock_commands.flag(CommandHandler(handler.storage, clock), game.id, 0)
        return append(*stored)

    with mock.patch.object(handler.storage, "append", late):
        mine = CommandContext(actor="ada", seat=0, expected=game.version, command="mine")
        attempts = list_of_attempts(handler, moves.move(handler, game.id, mine, ["take_coins"]))
        after = attempts[-1]
    commands = [{record.command for record in game.records} for game in attempts]
    assert all("mine" in each for each in commands), "each attempt that can be rendered contains the move"
    assert [record.fact.seat for record in after.records if record.command == "mine" and record.seat == 0]
    assert any(isinstance(record.fact, Returned) for record in after.records) == (ran_out == "stand_in")
    assert handler.run(moves.move(handler, game.id, mine, ["take_coins"])).version == after.version, "counts once"


def test_a_move_after_the_bot_moved_does_not_count(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), ran_out="stand_in", by_itself=True))
    clock.advance(days=1)
    flagged = clock_commands.flag(handler, game.id, 0)
    assert isinstance(flagged.records[-2].fact, StoodIn) or isinstance(flagged.records[-1].fact, StoodIn)
    moves.play_bot(handler, flagged, 0)
    with pytest.raises(VersionConflict):
        handler.run(
            moves.move(
                handler,
                game.id,
                CommandContext(actor="ada", seat=0, expected=game.version, command="mine"),
                ["take_coins"],
            )
        )


def test_short_outage_costs_no_time(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1)))
    began = clock.advance(days=1, seconds=-20)
    ended = clock.advance(seconds=55)
    record_outage(handler.storage, began, ended)
    assert flags(run_deadline_worker(handler, game)) == []


def test_vacation_cancellation_survives_a_concurrent_write(handler: CommandHandler, clock: Clock) -> None:
    first = clock.now.date() + timedelta(days=2)
    vacation_commands.plan(handler.storage, "ada", first, first + timedelta(days=9), clock.now)
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=3), vacation="planned"))
    assert vacation_commands.cancel(handler.storage, "ada", first, clock.now)
    append, raced = handler.storage.append, []

    def slow(*stored: Any) -> Any:
        if not raced:
            raced.append(True)
            clock_commands.agree_to_pause(
                CommandHandler(handler.storage, clock), game.id, CommandContext(actor="ben", seat=1), True
            )
        return append(*stored)

    with mock.patch.object(handler.storage, "append", slow):
        run_deadline_worker(handler, game)
    assert raced
    (running,) = run_deadline_worker(handler, game).table.clocks.running
    assert running.deadline == clock.now + timedelta(days=3)
