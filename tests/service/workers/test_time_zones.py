"""Time zone changes move no running deadline, and gain no time."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from domain.table.clock.counting import counted
from domain.table.clock.options import Clock as Agreed
from domain.table.clock.options import DaysPerTurn, Hours
from domain.table.refusals import Refused
from service.calendars import vacation_commands, working_time, zones
from service.calendars.calendars import Calendars
from service.storage import Storage
from service.usecases import clock_commands
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.clocks import Clock
from tests.service.workers.test_calendars import deadline, verified
from tests.service.workers.test_deadline_worker import make_move, run_deadline_worker, start_clocked_game

AGREED = Agreed(pace=DaysPerTurn(days=1), weekends_off=True, hours=Hours(first=9, until=21))
ZONES = ("UTC", "Pacific/Auckland", "Pacific/Pago_Pago", "Europe/Paris", "America/Los_Angeles", "Pacific/Kiritimati")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def handler(storage: Storage, clock: Clock) -> CommandHandler:
    return CommandHandler(storage, clock)


def change_zone(storage: Storage, before: str, after: str, now: datetime) -> None:
    with storage.database.transaction() as rows:
        zones.changed(rows, "ada", before, after, now)


def test_running_deadline_does_not_move_when_recalculated(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler, AGREED)
    before = deadline(game)
    clock.advance(hours=1)
    change_zone(handler.storage, "", "Pacific/Auckland", clock.now)
    assert deadline(run_deadline_worker(handler, game)) == before
    assert deadline(clock_commands.recalculate(handler, game.id)) == before
    for seat, user in enumerate(("ada", "ben")):
        game = clock_commands.agree_to_pause(handler, game.id, CommandContext(actor=user, seat=seat), True)
    game = clock_commands.agree_to_pause(handler, game.id, CommandContext(actor="ben", seat=1), False)
    assert deadline(game) == before
    verified(game)


def test_next_turn_counts_both_new_and_former_zone_for_a_while(handler: CommandHandler, clock: Clock) -> None:
    clock.now = datetime(2026, 3, 2, 9, tzinfo=UTC)
    game = start_clocked_game(handler, AGREED)
    change_zone(handler.storage, "", "Asia/Tokyo", clock.now)
    for _ in game.table.chairs:
        game = make_move(handler, make_move(handler, game, "take_coins"), "end_turn")
    (running,) = game.table.clocks.running
    assert running.windows[0] == (clock.now, datetime(2026, 3, 2, 21, tzinfo=UTC)), "until the evening in London"
    assert running.windows[1][0] == datetime(2026, 3, 3, 0, tzinfo=UTC), "in the morning in Tokyo"
    clock.advance(days=40)
    with handler.storage.database.reading() as rows:
        assert zones.of_turn(rows, "ada", clock.now) == [working_time.CountingZone(ZoneInfo("Asia/Tokyo"))]
    verified(game)


def test_old_years_vacation_counts_while_a_former_zone_is_behind(handler: CommandHandler, clock: Clock) -> None:
    clock.now = datetime(2026, 12, 15, 12, tzinfo=UTC)
    change_zone(handler.storage, "America/Sao_Paulo", "Europe/Berlin", clock.now)
    clock.advance(days=1)
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=30), vacation="by_itself"))
    clock.advance(days=1)
    for day in (date(2026, 12, 31), date(2027, 1, 1)):
        vacation_commands.plan(handler.storage, "ada", day, day, clock.now)
    since = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)  # the new year in Berlin, the old one in São Paulo
    counting = Calendars(handler.storage.database).windows(game.table)(0, since, game.records[-1].at)
    assert counting is not None
    assert next(iter(counting))[0] == datetime(2027, 1, 1, 23, tzinfo=UTC)


def test_the_first_zone_of_a_new_account_replaces_none(storage: Storage, clock: Clock) -> None:
    with storage.database.transaction() as rows:
        zones.changed(rows, "ada", "", "Asia/Tokyo", clock.now, new=True)
        assert zones.of_turn(rows, "ada", clock.advance(hours=1)) == [working_time.CountingZone(ZoneInfo("Asia/Tokyo"))]


def test_time_zone_changes_are_limited(storage: Storage, clock: Clock) -> None:
    for number in range(zones.MOST_CHANGES):
        change_zone(storage, ZONES[number % 2], ZONES[1 - number % 2], clock.advance(hours=1))
    with pytest.raises(Refused):
        change_zone(storage, "UTC", "Europe/Paris", clock.advance(hours=1))
    change_zone(storage, "UTC", "Europe/Paris", clock.advance(days=31))


@pytest.mark.parametrize("seed", range(6))
def test_changing_time_zones_gains_no_time_over_any_thirty_days(storage: Storage, clock: Clock, seed: int) -> None:
    """Compared with the zone in force when the thirty days begin, for any sequence of turns and zone changes."""
    chance, zone, began = random.Random(seed), "UTC", clock.now
    stays = {
        name: working_time.united(AGREED, [working_time.CountingZone(ZoneInfo(name))], (), began) for name in ZONES
    }
    fixed = {name: [next(found) for _ in range(80)] for name, found in stays.items()}
    game = start_clocked_game(CommandHandler(storage, clock), AGREED)
    windows = Calendars(storage.database).windows(game.table)
    known: list[tuple[datetime, str]] = [(began, zone)]
    counting: list[tuple[datetime, datetime]] = []
    while clock.now < began + timedelta(days=75):
        since, turn = clock.now, timedelta(hours=chance.randint(4, 60))
        found = windows(0, since, since)
        assert found is not None
        for begin, end in found:
            if begin >= since + turn:
                break
            counting.append((begin, min(end, since + turn)))
        clock.advance(seconds=turn.total_seconds())
        # Never asleep: a zone in which it is night when the next turn begins.
        wanted = chance.choice([name for name in ZONES if not 9 <= clock.now.astimezone(ZoneInfo(name)).hour < 21])
        try:
            change_zone(storage, zone, wanted, clock.now)
        except Refused:
            continue
        zone = wanted
        known.append((clock.now, zone))
    for start, name in known:
        if start + timedelta(days=30) > clock.now:
            continue
        end = start + timedelta(days=30)
        assert counted(start, end, counting) >= counted(start, end, fixed[name])
