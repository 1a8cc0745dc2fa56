"""Calendars: vacations, time zones and outages are facts, and never cause a wrong flag."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from unittest import mock
from zoneinfo import ZoneInfo

import pytest

from domain import audit
from domain.aggregate import Game
from domain.table.clock.facts import CalendarChanged, OutageNoted
from domain.table.clock.options import DAYS_A_YEAR, Bank, DaysPerTurn, Hours
from domain.table.clock.options import Clock as Agreed
from domain.table.refusals import Refused
from projections.db_protocol import timestamp
from service.calendars import vacation_commands, vacations, working_time, zones
from service.calendars.vacations import Vacation, first_days
from service.calendars.working_time import CountingZone, united
from service.storage import Storage
from service.usecases import clock_commands
from service.usecases.command_handler import CommandContext, CommandHandler
from service.workers import recalculation
from tests.clocks import Clock, record_outage
from tests.service.workers.test_deadline_worker import flags, make_move, run_deadline_worker, start_clocked_game


@pytest.fixture
def clock() -> Clock:
    return Clock()  # It is noon on a Sunday, the first of March.


@pytest.fixture
def handler(storage: Storage, clock: Clock) -> CommandHandler:
    return CommandHandler(storage, clock)


def deadline(game: Game) -> datetime:
    (running,) = game.table.clocks.running
    return running.deadline


def verified(game: Game) -> None:
    assert [finding for finding in audit.examine(game.id, game.records[:]) if finding.verdict != "identical"] == []


def test_summer_time_makes_a_day_shorter() -> None:
    agreed = Agreed(pace=DaysPerTurn(days=1), weekends_off=True)
    friday = datetime(2026, 3, 27, 12, tzinfo=UTC)
    (first, second, *_) = united(agreed, [CountingZone(ZoneInfo("Europe/Berlin"))], (), friday)
    assert first == (friday, datetime(2026, 3, 27, 23, tzinfo=UTC))
    assert second[0] == datetime(2026, 3, 29, 22, tzinfo=UTC)


def test_vacation_counts_for_turns_that_start_after_planning(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=3), vacation="planned"))
    begins = clock.advance(days=1).date() + timedelta(days=1)
    vacation_commands.plan(handler.storage, "ada", begins, begins + timedelta(days=9), clock.now)
    before, game = deadline(game), run_deadline_worker(handler, game)
    assert deadline(game) == before, "a running deadline does not move"
    game = clock_commands.recalculate(handler, game.id)
    assert deadline(game) == before, "recalculating the clock does not move it either"
    game = round_played(handler, game)
    assert deadline(game) == clock.now + timedelta(days=13)
    clock.now = before + timedelta(days=1)
    assert flags(run_deadline_worker(handler, game)) == []
    verified(game)


def round_played(handler: CommandHandler, game: Game) -> Game:
    """Return the game when it is the same seat's turn again."""
    for _ in game.table.chairs:
        game = make_move(handler, make_move(handler, game, "take_coins"), "end_turn")
    return game


def test_vacation_starts_at_midnight_after_an_earlier_check(handler: CommandHandler, clock: Clock) -> None:
    clock.now = datetime(2026, 3, 2, 16, 23, tzinfo=UTC)
    hours = Hours(first=0, until=20)
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), hours=hours, vacation="by_itself"))
    assert deadline(game) == datetime(2026, 3, 4, 0, 23, tzinfo=UTC)
    clock.now = datetime(2026, 3, 3, 23, 50, tzinfo=UTC)
    assert deadline(run_deadline_worker(handler, game)) == deadline(game), "no more time counts today"
    clock.now = datetime(2026, 3, 4, 0, 24, tzinfo=UTC)
    game = run_deadline_worker(handler, game)
    assert flags(game) == []
    assert deadline(game) == datetime(2026, 3, 5, 0, 23, tzinfo=UTC)
    verified(game)


def test_missed_vacation_counts_after_its_day_has_passed(handler: CommandHandler, clock: Clock) -> None:
    clock.now = datetime(2026, 3, 2, 23, 59, tzinfo=UTC)
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), vacation="by_itself", vacation_days=1))
    clock.advance(hours=1)
    vacation_commands.plan(handler.storage, "ada", date(2026, 3, 3), date(2026, 3, 3), clock.now)
    run_deadline_worker(handler, game)
    clock.now = datetime(2026, 3, 4, 0, 1, tzinfo=UTC)
    game = run_deadline_worker(handler, game)
    assert flags(game) == []
    assert deadline(game) == datetime(2026, 3, 4, 1, 1, tzinfo=UTC), "the last hour is given back"
    verified(game)


def test_cancelled_vacation_days_count_again_in_the_running_turn(handler: CommandHandler, clock: Clock) -> None:
    first = clock.now.date() + timedelta(days=2)
    vacation_commands.plan(handler.storage, "ada", first, first + timedelta(days=4), clock.now)
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=3), vacation="planned"))
    assert deadline(game) == clock.now + timedelta(days=8)
    vacation_commands.cancel(handler.storage, "ada", first, clock.now)
    game = run_deadline_worker(handler, game)
    assert deadline(game) == clock.now + timedelta(days=3)
    assert sum(isinstance(record.fact, CalendarChanged) for record in run_deadline_worker(handler, game).records) == 1
    vacation_commands.plan(handler.storage, "ada", first, first + timedelta(days=4), clock.now)
    assert deadline(run_deadline_worker(handler, game)) == clock.now + timedelta(days=3)
    verified(game)


@pytest.mark.parametrize("vacation", ["planned", "by_itself"])
def test_late_plan_saves_running_turn_with_automatic_vacation(
    handler: CommandHandler, clock: Clock, vacation: Any
) -> None:
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), vacation=vacation))
    today = clock.now.date()
    vacation_commands.plan(handler.storage, "ada", today + timedelta(days=1), today + timedelta(days=3), clock.now)
    for _ in range(2 * 30):
        clock.advance(minutes=30)
        game = run_deadline_worker(handler, game)
    assert bool(flags(game)) == (vacation == "planned")
    assert vacation_commands.planned(handler.storage, "ada", clock.now)[1] == DAYS_A_YEAR - 3
    verified(game)


def test_vacation_day_that_began_in_any_zone_is_spent(handler: CommandHandler, clock: Clock) -> None:
    clock.now = datetime(2026, 3, 1, 10, 30, tzinfo=UTC)  # In Kiritimati the second of March has begun.
    for day in (2, 3):
        vacation_commands.plan(handler.storage, "ada", date(2026, 3, day), date(2026, 3, day), clock.now)
    with handler.storage.database.transaction() as rows:
        zones.changed(rows, "ada", "Pacific/Kiritimati", "Pacific/Pago_Pago", clock.now)
    assert not vacation_commands.cancel(handler.storage, "ada", date(2026, 3, 2), clock.now)
    assert vacation_commands.cancel(handler.storage, "ada", date(2026, 3, 3), clock.now)
    assert vacation_commands.planned(handler.storage, "ada", clock.now)[1] == DAYS_A_YEAR - 1


def test_vacation_days_are_limited_per_year() -> None:
    new_year = Vacation(date(2026, 12, 30), date(2027, 1, 2))
    spring = Vacation(date(2027, 3, 1), date(2027, 3, 9))
    assert [days for _, days in first_days([new_year, spring], 3)] == [
        (date(2026, 12, 30), date(2026, 12, 31)),
        (date(2027, 1, 1), date(2027, 1, 2)),
        (date(2027, 3, 1), date(2027, 3, 1)),
    ]


@pytest.mark.parametrize(("agreed", "days"), [(4, 4), (DAYS_A_YEAR, 10)])
def test_table_limits_vacation_to_the_agreed_days(
    handler: CommandHandler, clock: Clock, agreed: int, days: int
) -> None:
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=3), vacation="planned", vacation_days=agreed))
    first = clock.now.date() + timedelta(days=1)
    vacation_commands.plan(handler.storage, "ada", first, first + timedelta(days=9), clock.now)
    game = round_played(handler, game)
    assert deadline(game) == clock.now + timedelta(days=3 + days)
    verified(game)


def test_automatic_vacation_lasts_at_most_the_agreed_days(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), vacation="by_itself", vacation_days=1))
    for _ in range(24 * 6):
        clock.advance(minutes=30)
        game = run_deadline_worker(handler, game)
    (flag,) = flags(game)
    assert flag[1].date() == date(2026, 3, 3)  # One day of vacation, and the hour that was left.
    with handler.storage.database.transaction() as rows:
        assert vacations.left(rows, "ada", 2026) == DAYS_A_YEAR - 1
    verified(game)


def test_automatic_vacation_prevents_a_flag_while_days_remain(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), vacation="by_itself"))
    with handler.storage.database.transaction() as rows:
        today, last = clock.now.date(), date(2026, 12, 31)
        vacations.plan(rows, "ada", Vacation(last - timedelta(days=DAYS_A_YEAR - 3), last), today, clock.now)
    for _ in range(24 * 6):
        clock.advance(minutes=30)
        game = run_deadline_worker(handler, game)
    (flag,) = flags(game)
    assert flag[1].date() == date(2026, 3, 4)  # Two days of vacation, and the hour that was left.
    verified(game)


def test_next_years_vacation_is_not_used_for_this_years_deadline(handler: CommandHandler, clock: Clock) -> None:
    clock.now = datetime(2026, 12, 31, tzinfo=UTC)
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), vacation="by_itself"))
    assert deadline(game) == datetime(2027, 1, 1, tzinfo=UTC)
    with handler.storage.database.transaction() as rows:
        spent = Vacation(date(2026, 12, 31) - timedelta(days=DAYS_A_YEAR), date(2026, 12, 30), planned_at=clock.now)
        vacations.plan(rows, "ada", spent, spent.first, clock.now)
    clock.now = datetime(2027, 1, 1, 0, 0, 1, tzinfo=UTC)
    assert len(flags(run_deadline_worker(handler, game))) == 1
    with handler.storage.database.reading() as rows:
        assert vacations.left(rows, "ada", 2027) == DAYS_A_YEAR


def test_a_vacation_that_begins_after_the_deadline_gives_no_time_back(handler: CommandHandler, clock: Clock) -> None:
    clock.now = datetime(2026, 3, 3, tzinfo=UTC)
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), vacation="by_itself"))
    assert deadline(game) == datetime(2026, 3, 4, tzinfo=UTC)
    clock.advance(hours=1)
    with handler.storage.database.transaction() as rows:
        later = Vacation(date(2026, 3, 4), date(2026, 3, 4) + timedelta(days=DAYS_A_YEAR - 1))
        vacations.plan(rows, "ada", later, clock.now.date(), clock.now)
    clock.now = datetime(2026, 3, 4, 0, 1, tzinfo=UTC)
    assert len(flags(run_deadline_worker(handler, game))) == 1


@pytest.mark.parametrize("days_left", [0, 3])
def test_vacation_starts_even_if_no_worker_ran_at_the_deadline(
    handler: CommandHandler, clock: Clock, days_left: int
) -> None:
    game = run_deadline_worker(
        handler, start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), vacation="by_itself"))
    )
    with handler.storage.database.transaction() as rows:
        last = date(2026, 12, 31)
        planned = Vacation(last - timedelta(days=DAYS_A_YEAR - days_left - 1), last)
        vacations.plan(rows, "ada", planned, clock.now.date(), clock.now)
    clock.advance(days=2, hours=5)  # the deadline was on the day before; no worker has checked since the beginning
    game = run_deadline_worker(handler, game)
    assert bool(flags(game)) == (days_left == 0)
    verified(game)
    if days_left:
        assert deadline(game) == datetime(2026, 3, 4, 1, tzinfo=UTC), "after today, with the hour that was left"
        with handler.storage.database.transaction() as rows:
            assert vacations.left(rows, "ada", 2026) == days_left - 1
        clock.advance(minutes=5)
        record_outage(handler.storage, clock.now - timedelta(days=1), clock.now)
        verified(run_deadline_worker(handler, game))


def test_vacations_cannot_exceed_the_yearly_allowance(storage: Storage) -> None:
    today, now = date(2026, 12, 1), datetime(2026, 12, 1, 12, tzinfo=UTC)
    with storage.database.transaction() as rows:
        vacations.plan(rows, "ada", Vacation(date(2026, 12, 10), date(2027, 1, 10)), today, now)
        assert (vacations.left(rows, "ada", 2026), vacations.left(rows, "ada", 2027)) == (8, 20)
        for first, last in (((2026, 12, 2), (2026, 12, 10)), ((2027, 1, 5), (2027, 1, 20)), ((2026, 11, 1),) * 2):
            with pytest.raises(Refused):
                vacations.plan(rows, "ada", Vacation(date(*first), date(*last)), today, now)
        assert vacations.cancel(rows, "ada", date(2026, 12, 10), datetime(2026, 12, 12, 9, tzinfo=UTC))
        assert vacations.left(rows, "ada", 2027) == DAYS_A_YEAR
        vacations.delete_user_data(rows, "ada", 100)
        assert vacations.of(rows, "ada", today) == []


def test_outage_costs_no_time_and_is_recorded_once(handler: CommandHandler, clock: Clock) -> None:
    idle = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1)), name="idle")
    busy = start_clocked_game(handler, Agreed(pace=Bank(start=24, increment=0, cap=24)), name="busy")
    began = clock.advance(hours=20)
    ended = clock.advance(hours=30)
    record_outage(handler.storage, began, ended)
    record_outage(handler.storage, ended, ended + timedelta(seconds=10))
    busy = make_move(handler, make_move(handler, busy, "take_coins"), "end_turn")
    assert busy.table.clocks.stopped == {0: 4 * 3600}
    idle = run_deadline_worker(handler, run_deadline_worker(handler, idle))
    assert deadline(idle) == clock.now + timedelta(hours=4)
    assert [flags(game) for game in (idle, busy)] == [[], []]
    for game in (idle, handler.games.game(busy.id)):
        assert sum(isinstance(record.fact, OutageNoted) for record in game.records) == 1
        verified(game)
    clock.advance(hours=4)
    assert flags(run_deadline_worker(handler, idle)) == [(0, clock.now)]


def test_new_time_zone_database_recalculates_clocks(handler: CommandHandler, clock: Clock) -> None:
    game = run_deadline_worker(
        handler, start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), weekends_off=True))
    )
    assert deadline(game) == datetime(2026, 3, 3, tzinfo=UTC)
    with (
        mock.patch.object(working_time, "zone", return_value=ZoneInfo("Asia/Seoul")),
        mock.patch.object(recalculation, "version", return_value="2099.1"),
    ):
        game = run_deadline_worker(handler, game)
    assert deadline(game) == datetime(2026, 3, 2, 15, tzinfo=UTC)
    with handler.storage.database.reading() as rows:
        assert recalculation._mark(rows, "tzdata") == "2099.1"
    verified(game)


def test_fact_timestamps_never_go_backwards(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler)
    clock.advance(hours=-5)
    game = make_move(handler, game, "take_coins")
    assert game.records[-1].at == game.records[-2].at
    assert timestamp(game.records[-1].at) > timestamp(clock.now)


def test_recalculation_without_changes_adds_no_fact(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=3), weekends_off=True))
    for _ in range(2):
        clock.advance(hours=1, seconds=1)
        game = clock_commands.recalculate(handler, game.id)
    assert not any(isinstance(record.fact, CalendarChanged) for record in game.records)
    with mock.patch.object(working_time, "zone", return_value=ZoneInfo("Asia/Tokyo")):
        for _ in range(2):
            game = clock_commands.recalculate(handler, game.id)
    assert sum(isinstance(record.fact, CalendarChanged) for record in game.records) == 1
    verified(game)


def test_paused_clock_is_recalculated_on_resume(handler: CommandHandler) -> None:
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=3), weekends_off=True))
    for seat, user in enumerate(("ada", "ben")):
        game = clock_commands.agree_to_pause(handler, game.id, CommandContext(actor=user, seat=seat), True)
    assert deadline(game) is None
    with mock.patch.object(working_time, "zone", return_value=ZoneInfo("Asia/Tokyo")):
        assert clock_commands.recalculate(handler, game.id).version == game.version
        game = clock_commands.agree_to_pause(handler, game.id, CommandContext(actor="ada", seat=0), False)
    (running,) = game.table.clocks.running
    assert running.windows[0][0].hour == 15, "Monday begins in Tokyo"
    verified(game)
