"""Outages: they cost players no time, whichever process stopped and whichever is back first."""

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
from tests.clocks import Clock, beaten
from tests.service.workers.test_deadline_worker import begun, flags, picked

BOT = Agreed(pace=DaysPerTurn(days=1), ran_out="stand_in", by_itself=True)
OUT = 40
"""Hours that an outage takes."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def handler(storage: Storage, clock: Clock) -> CommandHandler:
    storage.clock = clock
    return CommandHandler(storage)


class Web:
    """A web process: it beats while it is there."""

    def __init__(self, handler: CommandHandler, clock: Clock) -> None:
        self._storage = handler.storage
        self._pulse = Heartbeat(handler.storage, ())
        self._clock = clock
        self._pulse.beat()

    def beat(self) -> None:
        self._pulse.beat()
        assert self._pulse.last().written
        self._pulse.stop()

    def is_up(self, **time: float) -> None:
        """Time passes while it beats every ten seconds: as if it had, since only the last of these beats counts."""
        self._clock.pass_by(**time)
        beaten(self._storage, self._clock())


def worker(handler: CommandHandler) -> DeadlineWorker:
    """Return a restarted worker after one check."""
    keeper = DeadlineWorker(CommandHandler(handler.storage))
    catch_up(handler.storage)
    keeper.look()
    catch_up(handler.storage)
    return keeper


def left(game: Game, clock: Clock) -> float:
    """Hours until the deadline."""
    assert game.table.clocks is not None
    (running,) = game.table.clocks.running
    assert running.deadline is not None
    return (running.deadline - clock()) / timedelta(hours=1)


def sound(handler: CommandHandler, game: Game) -> Game:
    """Return the game as it is now, without flags or substitute bots; its log verifies."""
    game = handler.games.game(game.id)
    assert flags(game) == []
    assert not [record for record in game.records if isinstance(record.fact, StoodIn)]
    assert [found for found in audit.examine(game.id, game.records[:]) if found.verdict != "identical"] == []
    return game


@pytest.mark.parametrize("worker_looks", ["before web is back", "all the while", "after web is back"])
def test_no_time_runs_out_while_no_web_process_can_write(
    handler: CommandHandler, clock: Clock, worker_looks: str
) -> None:
    web, game = Web(handler, clock), begun(handler, BOT)
    web.is_up(minutes=5)
    left_then = left(game, clock)
    for _ in range(4 * OUT):
        clock.pass_by(minutes=15)
        if worker_looks == "all the while":
            worker(handler)
    if worker_looks == "before web is back":
        worker(handler)
    web.beat()
    worker(handler)
    assert left(sound(handler, game), clock) == pytest.approx(left_then, abs=0.01)
    clock.pass_by(hours=left_then)
    web.beat()  # The process was up, but did not beat: which is an outage as well.
    worker(handler)
    sound(handler, game)


def test_a_deadline_has_passed_when_a_later_beat_proves_it(handler: CommandHandler, clock: Clock) -> None:
    game = begun(handler, BOT)
    clock.pass_by(days=1, seconds=-20)
    web = Web(handler, clock)
    clock.pass_by(seconds=25)
    worker(handler)  # The outage that may be under way is not known yet.
    sound(handler, game)
    clock.pass_by(hours=OUT)
    web.beat()
    worker(handler)
    assert left(sound(handler, game), clock) == pytest.approx(20 / 3600)
    web.is_up(seconds=30)
    worker(handler)
    assert [seat for seat, _ in flags(handler.games.game(game.id))] == [0]


def test_time_runs_out_late_where_only_the_worker_was_down(handler: CommandHandler, clock: Clock) -> None:
    web, game = Web(handler, clock), begun(handler, BOT)
    other = begun(handler, BOT, name="other")
    web.is_up(hours=25)
    picked(handler, other, "take_coins")  # in time, as no check said that it was not
    worker(handler)
    assert [seat for seat, _ in flags(handler.games.game(game.id))] == [0]


def test_one_web_process_of_several_is_enough(handler: CommandHandler, clock: Clock) -> None:
    first, second, game = Web(handler, clock), Web(handler, clock), begun(handler, BOT)
    first.is_up(minutes=5)
    second.is_up(hours=24)
    first.beat()
    with handler.storage.database.reading() as rows:
        assert outages.recorded(rows, clock() - timedelta(days=9), clock()) == []
    worker(handler)
    assert [seat for seat, _ in flags(handler.games.game(game.id))] == [0]


def test_a_move_before_the_outage_is_recorded_loses_no_time(handler: CommandHandler, clock: Clock) -> None:
    """Clocks that stop are given back as much as those that run."""
    web, game = Web(handler, clock), begun(handler, Agreed(pace=Bank(start=24, increment=0, cap=24)))
    web.is_up(minutes=10)
    clock.pass_by(hours=OUT)
    game = picked(handler, picked(handler, game, "take_coins"), "end_turn")
    assert game.table.clocks.stopped == {0: 24 * 3600 - 600}
    web.beat()
    worker(handler)
    game = sound(handler, game)
    assert game.table.clocks.stopped == {0: 24 * 3600 - 600}
    assert left(game, clock) == 24


def test_a_vacation_does_not_begin_during_an_outage(handler: CommandHandler, clock: Clock) -> None:
    agreed = Agreed(pace=DaysPerTurn(days=1), vacation="by_itself")
    web, game = Web(handler, clock), begun(handler, agreed)
    web.is_up(hours=22, minutes=30)
    clock.pass_by(minutes=45)
    worker(handler)
    web.beat()
    worker(handler)
    with handler.storage.database.reading() as rows:
        assert rows.execute("SELECT * FROM vacations") == []
    assert left(sound(handler, game), clock) == 1.5


def reminded(handler: CommandHandler) -> bool:
    follow(handler.storage, handler.clock())
    notifier.remind(handler.storage, handler.clock())
    with handler.storage.database.reading() as rows:
        return "reminder" in [notice.kind for user in ("ada", "ben") for notice in inbox.of_user(rows, user)]


def test_reminders_wait_until_clocks_show_the_outage(handler: CommandHandler, clock: Clock) -> None:
    web = Web(handler, clock)
    game = begun(handler, Agreed(pace=DaysPerTurn(days=4)))
    picked(handler, picked(handler, game, "take_coins"), "end_turn")
    catch_up(handler.storage)
    web.is_up(minutes=5)
    assert not reminded(handler)
    clock.pass_by(days=3, hours=1)
    assert not reminded(handler), "during the outage"
    web.beat()
    assert not reminded(handler), "before the deadline worker has set the clocks again"
    worker(handler)
    assert not reminded(handler), "there are almost four days left"
    web.is_up(days=3)
    worker(handler)
    assert reminded(handler)


def test_accounts_on_trial_live_longer_by_an_outage(handler: CommandHandler, clock: Clock) -> None:
    web, user = Web(handler, clock), guest_accounts.begin(handler.storage.database, clock())

    def there() -> bool:
        expire(handler)
        with handler.storage.database.reading() as rows:
            return bool(rows.execute("SELECT 1 FROM users WHERE id = :id", {"id": user.id}))

    clock.pass_by(days=3)
    web.beat()
    clock.pass_by(days=12)
    assert there()
    clock.pass_by(days=3)
    assert not there()


def test_outages_that_overlap_are_given_back_once(handler: CommandHandler, clock: Clock) -> None:
    web, game = Web(handler, clock), begun(handler, BOT)
    web.is_up(minutes=5)
    clock.pass_by(hours=3)
    web.beat()
    clock.pass_by(hours=-2)  # The clock is put back.
    web.beat()
    clock.pass_by(hours=4)
    web.beat()
    worker(handler)
    assert left(sound(handler, game), clock) == pytest.approx(24 - 5 / 60, abs=0.01)


class TestBeats:
    def test_a_short_gap_is_not_an_outage(self, handler: CommandHandler, clock: Clock) -> None:
        web = Web(handler, clock)
        clock.pass_by(seconds=30)
        web.beat()
        assert self.recorded(handler) == []
        clock.pass_by(seconds=31)
        web.beat()
        assert self.recorded(handler) == [31.0]

    def test_a_beat_that_comes_late_does_not_undo_a_later_one(self, handler: CommandHandler, clock: Clock) -> None:
        with handler.storage.database.transaction() as rows:
            outages.beat(rows, clock(), 0)
            outages.beat(rows, clock() - timedelta(seconds=20), 0)
            outages.beat(rows, clock() + timedelta(seconds=20), 0)
        assert self.recorded(handler) == []

    def test_a_clock_that_was_put_back_does_not_hide_outages(self, handler: CommandHandler, clock: Clock) -> None:
        web = Web(handler, clock)
        clock.pass_by(days=-2)
        web.beat()
        clock.pass_by(hours=2)
        web.beat()
        assert self.recorded(handler) == [7200.0]

    @staticmethod
    def recorded(handler: CommandHandler) -> list[float]:
        with handler.storage.database.reading() as rows:
            found = outages.recorded(rows, handler.clock() - timedelta(days=9), handler.clock() + timedelta(days=9))
        return [(ended - began).total_seconds() for began, ended in found]
