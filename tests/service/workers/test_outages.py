"""Outages cost players no time, whichever process stopped and whichever is back first."""

from __future__ import annotations

from datetime import timedelta

import pytest

from domain import audit
from domain.aggregate import Game
from domain.table.clock.options import Bank, DaysPerTurn
from domain.table.clock.options import Clock as Agreed
from domain.table.seat_changes.facts import StoodIn
from service.account_deletion.guest_expiry import expire
from service.accounts import guest_accounts
from service.calendars import outages
from service.notifications import inbox
from service.readmodels.projection import catch_up
from service.runtime.heartbeat import Heartbeat
from service.storage import Storage
from service.usecases.command_handler import CommandHandler
from service.workers import notifier
from service.workers.deadline_worker import DeadlineWorker
from service.workers.notifier import follow
from tests.clocks import Clock, record_heartbeat
from tests.service.workers.test_deadline_worker import flags, make_move, start_clocked_game

BOT = Agreed(pace=DaysPerTurn(days=1), ran_out="stand_in", by_itself=True)
OUTAGE_HOURS = 40
"""Length of an outage."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def handler(storage: Storage, clock: Clock) -> CommandHandler:
    storage.clock = clock
    return CommandHandler(storage)


class Web:
    """A web process that sends heartbeats while it is up."""

    def __init__(self, handler: CommandHandler, clock: Clock) -> None:
        self._storage = handler.storage
        self._heartbeat = Heartbeat(handler.storage, ())
        self._clock = clock
        self._heartbeat.beat()

    def beat(self) -> None:
        self._heartbeat.beat()
        assert self._heartbeat.last().written
        self._heartbeat.stop()

    def is_up(self, **time: float) -> None:
        """Let time pass as if it sent a heartbeat every ten seconds; only the last of these counts."""
        self._clock.advance(**time)
        record_heartbeat(self._storage, self._clock())


def worker(handler: CommandHandler) -> DeadlineWorker:
    """Return a restarted worker after one check."""
    restarted = DeadlineWorker(CommandHandler(handler.storage))
    catch_up(handler.storage)
    restarted.look()
    catch_up(handler.storage)
    return restarted


def left(game: Game, clock: Clock) -> float:
    """Return the hours until the deadline."""
    assert game.table.clocks is not None
    (running,) = game.table.clocks.running
    assert running.deadline is not None
    return (running.deadline - clock()) / timedelta(hours=1)


def checked(handler: CommandHandler, game: Game) -> Game:
    """Return the current game after checking that it has no flags or substitute bots and that its log verifies."""
    game = handler.games.game(game.id)
    assert flags(game) == []
    assert not [record for record in game.records if isinstance(record.fact, StoodIn)]
    assert [found for found in audit.examine(game.id, game.records[:]) if found.verdict != "identical"] == []
    return game


@pytest.mark.parametrize("worker_looks", ["before web is back", "all the while", "after web is back"])
def test_clocks_do_not_run_out_while_no_web_process_can_write(
    handler: CommandHandler, clock: Clock, worker_looks: str
) -> None:
    web, game = Web(handler, clock), start_clocked_game(handler, BOT)
    web.is_up(minutes=5)
    left_before = left(game, clock)
    for _ in range(4 * OUTAGE_HOURS):
        clock.advance(minutes=15)
        if worker_looks == "all the while":
            worker(handler)
    if worker_looks == "before web is back":
        worker(handler)
    web.beat()
    worker(handler)
    assert left(checked(handler, game), clock) == pytest.approx(left_before, abs=0.01)
    clock.advance(hours=left_before)
    web.beat()  # The process was up but sent no heartbeat, which is an outage as well.
    worker(handler)
    checked(handler, game)


def test_deadline_passes_only_after_a_later_heartbeat(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler, BOT)
    clock.advance(days=1, seconds=-20)
    web = Web(handler, clock)
    clock.advance(seconds=25)
    worker(handler)  # An outage that may be in progress is not known yet.
    checked(handler, game)
    clock.advance(hours=OUTAGE_HOURS)
    web.beat()
    worker(handler)
    assert left(checked(handler, game), clock) == pytest.approx(20 / 3600)
    web.is_up(seconds=30)
    worker(handler)
    assert [seat for seat, _ in flags(handler.games.game(game.id))] == [0]


def test_flag_falls_late_if_only_the_worker_was_down(handler: CommandHandler, clock: Clock) -> None:
    web, game = Web(handler, clock), start_clocked_game(handler, BOT)
    other = start_clocked_game(handler, BOT, name="other")
    web.is_up(hours=25)
    make_move(handler, other, "take_coins")  # in time, as no check has flagged it
    worker(handler)
    assert [seat for seat, _ in flags(handler.games.game(game.id))] == [0]


def test_one_running_web_process_prevents_an_outage(handler: CommandHandler, clock: Clock) -> None:
    first, second, game = Web(handler, clock), Web(handler, clock), start_clocked_game(handler, BOT)
    first.is_up(minutes=5)
    second.is_up(hours=24)
    first.beat()
    with handler.storage.database.reading() as rows:
        assert outages.recorded(rows, clock() - timedelta(days=9), clock()) == []
    worker(handler)
    assert [seat for seat, _ in flags(handler.games.game(game.id))] == [0]


def test_a_move_before_the_outage_is_recorded_loses_no_time(handler: CommandHandler, clock: Clock) -> None:
    """Stopped clocks get back as much time as running ones."""
    web, game = Web(handler, clock), start_clocked_game(handler, Agreed(pace=Bank(start=24, increment=0, cap=24)))
    web.is_up(minutes=10)
    clock.advance(hours=OUTAGE_HOURS)
    game = make_move(handler, make_move(handler, game, "take_coins"), "end_turn")
    assert game.table.clocks.stopped == {0: 24 * 3600 - 600}
    web.beat()
    worker(handler)
    game = checked(handler, game)
    assert game.table.clocks.stopped == {0: 24 * 3600 - 600}
    assert left(game, clock) == 24


def test_a_vacation_does_not_begin_during_an_outage(handler: CommandHandler, clock: Clock) -> None:
    agreed = Agreed(pace=DaysPerTurn(days=1), vacation="by_itself")
    web, game = Web(handler, clock), start_clocked_game(handler, agreed)
    web.is_up(hours=22, minutes=30)
    clock.advance(minutes=45)
    worker(handler)
    web.beat()
    worker(handler)
    with handler.storage.database.reading() as rows:
        assert rows.execute("SELECT * FROM vacations") == []
    assert left(checked(handler, game), clock) == 1.5


def reminded(handler: CommandHandler) -> bool:
    follow(handler.storage, handler.clock())
    notifier.remind(handler.storage, handler.clock())
    with handler.storage.database.reading() as rows:
        return "reminder" in [each.kind for user in ("ada", "ben") for each in inbox.of_user(rows, user)]


def test_reminders_wait_until_clocks_account_for_the_outage(handler: CommandHandler, clock: Clock) -> None:
    web = Web(handler, clock)
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=4)))
    make_move(handler, make_move(handler, game, "take_coins"), "end_turn")
    catch_up(handler.storage)
    web.is_up(minutes=5)
    assert not reminded(handler)
    clock.advance(days=3, hours=1)
    assert not reminded(handler), "during the outage"
    web.beat()
    assert not reminded(handler), "before the deadline worker has recalculated the clocks"
    worker(handler)
    assert not reminded(handler), "there are almost four days left"
    web.is_up(days=3)
    worker(handler)
    assert reminded(handler)


def test_outage_extends_guest_accounts(handler: CommandHandler, clock: Clock) -> None:
    web, user = Web(handler, clock), guest_accounts.begin(handler.storage.database, clock())

    def exists() -> bool:
        expire(handler)
        with handler.storage.database.reading() as rows:
            return bool(rows.execute("SELECT 1 FROM users WHERE id = :id", {"id": user.id}))

    clock.advance(days=3)
    web.beat()
    clock.advance(days=12)
    assert exists()
    clock.advance(days=3)
    assert not exists()


def test_overlapping_outages_are_given_back_once(handler: CommandHandler, clock: Clock) -> None:
    web, game = Web(handler, clock), start_clocked_game(handler, BOT)
    web.is_up(minutes=5)
    clock.advance(hours=3)
    web.beat()
    clock.advance(hours=-2)  # The clock is set back.
    web.beat()
    clock.advance(hours=4)
    web.beat()
    worker(handler)
    assert left(checked(handler, game), clock) == pytest.approx(24 - 5 / 60, abs=0.01)


class TestHeartbeats:
    def test_a_short_gap_is_not_an_outage(self, handler: CommandHandler, clock: Clock) -> None:
        web = Web(handler, clock)
        clock.advance(seconds=30)
        web.beat()
        assert self.recorded(handler) == []
        clock.advance(seconds=31)
        web.beat()
        assert self.recorded(handler) == [31.0]

    def test_late_heartbeat_does_not_undo_a_newer_one(self, handler: CommandHandler, clock: Clock) -> None:
        with handler.storage.database.transaction() as rows:
            outages.beat(rows, clock(), 0)
            outages.beat(rows, clock() - timedelta(seconds=20), 0)
            outages.beat(rows, clock() + timedelta(seconds=20), 0)
        assert self.recorded(handler) == []

    def test_clock_set_back_does_not_hide_outages(self, handler: CommandHandler, clock: Clock) -> None:
        web = Web(handler, clock)
        clock.advance(days=-2)
        web.beat()
        clock.advance(hours=2)
        web.beat()
        assert self.recorded(handler) == [7200.0]

    @staticmethod
    def recorded(handler: CommandHandler) -> list[float]:
        with handler.storage.database.reading() as rows:
            found = outages.recorded(rows, handler.clock() - timedelta(days=9), handler.clock() + timedelta(days=9))
        return [(ended - began).total_seconds() for began, ended in found]
