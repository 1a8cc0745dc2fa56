"""Who lets a game wait is reminded once, at three quarters of the time they have, and told when it is over."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.aggregate import Game
from domain.clock.options import Clock as Agreed
from domain.clock.options import DaysPerTurn
from projections import deadlines
from service.clocks.timekeeper import Timekeeper
from service.notices import book
from service.notices.follower import follow
from service.notices.reminders import remind
from service.readmodels.projector import catch_up
from service.storage import Storage
from service.usecases.daybook import Daybook
from tests.clocks import Clock
from tests.service.playing import acting, opened, write


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def daybook(storage: Storage, clock: Clock) -> Daybook:
    return Daybook(storage, clock)


def begun(daybook: Daybook, **more: bool) -> Game:
    game = opened(daybook)
    game = daybook.agree_on_clock(game.id, write(game, 0), Agreed(pace=DaysPerTurn(days=4), **more))
    return daybook.start(game.id, write(game, 0))


def turn(daybook: Daybook, game: Game) -> Game:
    for pick in ("take_coins", "end_turn"):
        game = daybook.move(game.id, write(game, acting(daybook, game)), [pick])
    return game


def told(daybook: Daybook, user: str) -> list[str]:
    """What somebody has been told by now, the oldest first."""
    catch_up(daybook.storage)
    Timekeeper(daybook).look()
    catch_up(daybook.storage)
    follow(daybook.storage, daybook.clock())
    remind(daybook.storage.database, daybook.clock())
    with daybook.storage.database.reading() as rows:
        return [notice.kind for notice in reversed(book.of_user(rows, user))]


def test_a_reminder_comes_once_at_three_quarters_of_the_time(daybook: Daybook, clock: Clock) -> None:
    game = turn(daybook, begun(daybook))
    assert told(daybook, "ben") == ["turn"]
    clock.pass_by(days=2, hours=23)
    assert told(daybook, "ben") == ["turn"]
    clock.pass_by(hours=1)
    for _ in range(2):
        assert told(daybook, "ben") == ["turn", "reminder"]
    clock.pass_by(days=1)
    for _ in range(2):
        assert told(daybook, "ben") == ["turn", "reminder", "ran_out"]
    turn(daybook, daybook.game(game.id))
    clock.pass_by(days=2)
    assert told(daybook, "ben") == ["turn", "reminder", "ran_out"]
    assert told(daybook, "ada") == ["late", "turn"]


def test_who_has_acted_is_reminded_of_nothing(daybook: Daybook, clock: Clock) -> None:
    game = turn(daybook, begun(daybook))
    assert told(daybook, "ben") == ["turn"]
    turn(daybook, game)
    clock.pass_by(days=3)
    assert told(daybook, "ben") == ["turn"]


def test_where_a_clock_stands_still_nobody_is_reminded(daybook: Daybook, clock: Clock) -> None:
    game = turn(daybook, begun(daybook))
    assert told(daybook, "ben") == ["turn"]
    for seat in (0, 1):
        game = daybook.agree_to_pause(game.id, write(game, seat), True)
    assert told(daybook, "ben") == ["turn"]
    clock.pass_by(days=9)
    assert told(daybook, "ben") == ["turn"]


def test_only_time_that_counts_brings_a_reminder_nearer(daybook: Daybook, clock: Clock) -> None:
    clock.now = datetime(2026, 1, 8, 12, tzinfo=UTC)  # A Thursday: of four days two lie behind the weekend.
    turn(daybook, begun(daybook, weekends_off=True))
    assert told(daybook, "ben") == ["turn"]
    clock.now = datetime(2026, 1, 13, 11, 59, tzinfo=UTC)
    assert told(daybook, "ben") == ["turn"]
    clock.now = datetime(2026, 1, 13, 12, 1, tzinfo=UTC)
    assert told(daybook, "ben") == ["turn", "reminder"]
    with daybook.storage.database.reading() as rows:
        (due,) = deadlines.next_of(rows, "ben", 2)
    assert due.deadline.startswith("2026-01-14T12:00")


def test_a_clock_that_is_set_again_brings_the_reminder_no_later_than_a_quarter_is_left(
    daybook: Daybook, clock: Clock
) -> None:
    game = turn(daybook, begun(daybook))
    clock.pass_by(days=2)
    for seat, agrees in ((1, True), (0, True), (0, False)):
        daybook.agree_to_pause(game.id, write(daybook.game(game.id), seat), agrees)
    clock.pass_by(hours=23)
    assert told(daybook, "ben") == ["turn"]
    clock.pass_by(hours=1)
    assert told(daybook, "ben") == ["turn", "reminder"]
