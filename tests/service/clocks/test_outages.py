"""No outage costs players time, whichever process stood still, and whichever is back first."""

from __future__ import annotations

from datetime import timedelta

import pytest

from domain import audit
from domain.absence.facts import StoodIn
from domain.aggregate import Game
from domain.clock.options import Bank, DaysPerTurn
from domain.clock.options import Clock as Agreed
from service.calendars import outages
from service.clocks.timekeeper import Timekeeper
from service.departure.expiring import expire
from service.notices import book, follower
from service.notices.follower import follow
from service.people import trials
from service.process.pulse import Pulse
from service.readmodels.projector import catch_up
from service.storage import Storage
from service.usecases.daybook import Daybook
from tests.clocks import Clock, beaten
from tests.service.clocks.test_timekeeper import begun, flags, picked

BOT = Agreed(pace=DaysPerTurn(days=1), ran_out="stand_in", by_itself=True)
OUT = 40
"""Hours that an outage takes."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def daybook(storage: Storage, clock: Clock) -> Daybook:
    storage.clock = clock
    return Daybook(storage)


class Web:
    """A web process: it beats while it is there."""

    def __init__(self, daybook: Daybook, clock: Clock) -> None:
        self._storage = daybook.storage
        self._pulse = Pulse(daybook.storage, ())
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


def worker(daybook: Daybook) -> Timekeeper:
    """The worker begins anew, and looks once."""
    keeper = Timekeeper(Daybook(daybook.storage))
    catch_up(daybook.storage)
    keeper.look()
    catch_up(daybook.storage)
    return keeper


def left(game: Game, clock: Clock) -> float:
    """Hours until the deadline."""
    assert game.table.clocks is not None
    (running,) = game.table.clocks.running
    assert running.deadline is not None
    return (running.deadline - clock()) / timedelta(hours=1)


def sound(daybook: Daybook, game: Game) -> Game:
    """The game as it is now, in which no time has run out and nobody stands in; its log verifies."""
    game = daybook.game(game.id)
    assert flags(game) == []
    assert not [record for record in game.records if isinstance(record.fact, StoodIn)]
    assert [found for found in audit.examine(game.id, game.records[:]) if found.verdict != "identical"] == []
    return game


@pytest.mark.parametrize("worker_looks", ["before web is back", "all the while", "after web is back"])
def test_no_time_runs_out_while_no_web_process_can_write(daybook: Daybook, clock: Clock, worker_looks: str) -> None:
    web, game = Web(daybook, clock), begun(daybook, BOT)
    web.is_up(minutes=5)
    left_then = left(game, clock)
    for _ in range(4 * OUT):
        clock.pass_by(minutes=15)
        if worker_looks == "all the while":
            worker(daybook)
    if worker_looks == "before web is back":
        worker(daybook)
    web.beat()
    worker(daybook)
    assert left(sound(daybook, game), clock) == pytest.approx(left_then, abs=0.01)
    clock.pass_by(hours=left_then)
    web.beat()  # The process was up, but did not beat: which is an outage as well.
    worker(daybook)
    sound(daybook, game)


def test_a_deadline_has_passed_when_a_later_beat_proves_it(daybook: Daybook, clock: Clock) -> None:
    game = begun(daybook, BOT)
    clock.pass_by(days=1, seconds=-20)
    web = Web(daybook, clock)
    clock.pass_by(seconds=25)
    worker(daybook)  # The outage that may be under way is not known yet.
    sound(daybook, game)
    clock.pass_by(hours=OUT)
    web.beat()
    worker(daybook)
    assert left(sound(daybook, game), clock) == pytest.approx(20 / 3600)
    web.is_up(seconds=30)
    worker(daybook)
    assert [seat for seat, _ in flags(daybook.game(game.id))] == [0]


def test_time_runs_out_late_where_only_the_worker_was_down(daybook: Daybook, clock: Clock) -> None:
    web, game = Web(daybook, clock), begun(daybook, BOT)
    other = begun(daybook, BOT, name="other")
    web.is_up(hours=25)
    picked(daybook, other, "take_coins")  # In time, as nobody has said that it was not.
    worker(daybook)
    assert [seat for seat, _ in flags(daybook.game(game.id))] == [0]


def test_one_web_process_of_several_is_enough(daybook: Daybook, clock: Clock) -> None:
    first, second, game = Web(daybook, clock), Web(daybook, clock), begun(daybook, BOT)
    first.is_up(minutes=5)
    second.is_up(hours=24)
    first.beat()
    with daybook.storage.database.reading() as rows:
        assert outages.recorded(rows, clock() - timedelta(days=9), clock()) == []
    worker(daybook)
    assert [seat for seat, _ in flags(daybook.game(game.id))] == [0]


def test_who_moves_before_the_outage_is_recorded_has_lost_nothing(daybook: Daybook, clock: Clock) -> None:
    """Clocks that stop are given back as much as those that run."""
    web, game = Web(daybook, clock), begun(daybook, Agreed(pace=Bank(start=24, increment=0, cap=24)))
    web.is_up(minutes=10)
    clock.pass_by(hours=OUT)
    game = picked(daybook, picked(daybook, game, "take_coins"), "end_turn")
    assert game.table.clocks.stopped == {0: 24 * 3600 - 600}
    web.beat()
    worker(daybook)
    game = sound(daybook, game)
    assert game.table.clocks.stopped == {0: 24 * 3600 - 600}
    assert left(game, clock) == 24


def test_a_vacation_does_not_begin_during_an_outage(daybook: Daybook, clock: Clock) -> None:
    agreed = Agreed(pace=DaysPerTurn(days=1), vacation="by_itself")
    web, game = Web(daybook, clock), begun(daybook, agreed)
    web.is_up(hours=22, minutes=30)
    clock.pass_by(minutes=45)
    worker(daybook)
    web.beat()
    worker(daybook)
    with daybook.storage.database.reading() as rows:
        assert rows.execute("SELECT * FROM vacations") == []
    assert left(sound(daybook, game), clock) == 1.5


def reminded(daybook: Daybook) -> bool:
    follow(daybook.storage, daybook.clock())
    follower.remind(daybook.storage, daybook.clock())
    with daybook.storage.database.reading() as rows:
        return "reminder" in [notice.kind for user in ("ada", "ben") for notice in book.of_user(rows, user)]


def test_reminders_wait_until_clocks_show_the_outage(daybook: Daybook, clock: Clock) -> None:
    web = Web(daybook, clock)
    game = begun(daybook, Agreed(pace=DaysPerTurn(days=4)))
    picked(daybook, picked(daybook, game, "take_coins"), "end_turn")
    catch_up(daybook.storage)
    web.is_up(minutes=5)
    assert not reminded(daybook)
    clock.pass_by(days=3, hours=1)
    assert not reminded(daybook), "during the outage"
    web.beat()
    assert not reminded(daybook), "before the timekeeper has set the clocks again"
    worker(daybook)
    assert not reminded(daybook), "there are almost four days left"
    web.is_up(days=3)
    worker(daybook)
    assert reminded(daybook)


def test_accounts_on_trial_live_longer_by_an_outage(daybook: Daybook, clock: Clock) -> None:
    web, user = Web(daybook, clock), trials.begin(daybook.storage.database, clock())

    def there() -> bool:
        expire(daybook)
        with daybook.storage.database.reading() as rows:
            return bool(rows.execute("SELECT 1 FROM users WHERE id = :id", {"id": user.id}))

    clock.pass_by(days=3)
    web.beat()
    clock.pass_by(days=12)
    assert there()
    clock.pass_by(days=3)
    assert not there()


def test_outages_that_overlap_are_given_back_once(daybook: Daybook, clock: Clock) -> None:
    web, game = Web(daybook, clock), begun(daybook, BOT)
    web.is_up(minutes=5)
    clock.pass_by(hours=3)
    web.beat()
    clock.pass_by(hours=-2)  # The clock is put back.
    web.beat()
    clock.pass_by(hours=4)
    web.beat()
    worker(daybook)
    assert left(sound(daybook, game), clock) == pytest.approx(24 - 5 / 60, abs=0.01)


class TestBeats:
    def test_a_short_gap_is_not_an_outage(self, daybook: Daybook, clock: Clock) -> None:
        web = Web(daybook, clock)
        clock.pass_by(seconds=30)
        web.beat()
        assert self.recorded(daybook) == []
        clock.pass_by(seconds=31)
        web.beat()
        assert self.recorded(daybook) == [31.0]

    def test_a_beat_that_comes_late_does_not_undo_a_later_one(self, daybook: Daybook, clock: Clock) -> None:
        with daybook.storage.database.transaction() as rows:
            outages.beat(rows, clock(), 0)
            outages.beat(rows, clock() - timedelta(seconds=20), 0)
            outages.beat(rows, clock() + timedelta(seconds=20), 0)
        assert self.recorded(daybook) == []

    def test_a_clock_that_was_put_back_does_not_hide_outages(self, daybook: Daybook, clock: Clock) -> None:
        web = Web(daybook, clock)
        clock.pass_by(days=-2)
        web.beat()
        clock.pass_by(hours=2)
        web.beat()
        assert self.recorded(daybook) == [7200.0]

    @staticmethod
    def recorded(daybook: Daybook) -> list[float]:
        with daybook.storage.database.reading() as rows:
            found = outages.recorded(rows, daybook.clock() - timedelta(days=9), daybook.clock() + timedelta(days=9))
        return [(ended - began).total_seconds() for began, ended in found]
