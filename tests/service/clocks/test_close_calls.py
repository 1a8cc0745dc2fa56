"""Close calls: a vacation that could begin only after midnight, a move that lost by a hair, a change of places."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from unittest import mock

import pytest

from domain.absence.facts import Returned, StoodIn
from domain.aggregate import Game
from domain.clock.options import Bank, DaysPerTurn, Hours
from domain.clock.options import Clock as Agreed
from service.calendars import planning, vacations, zones
from service.clocks.timekeeper import Timekeeper
from service.readmodels.projector import catch_up
from service.storage import Storage
from service.usecases.daybook import Daybook
from service.usecases.writing import Stale, Write
from tests.clocks import Clock, was_down
from tests.service.clocks.test_timekeeper import begun, flags, looked
from tests.service.playing import write


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def daybook(storage: Storage, clock: Clock) -> Daybook:
    return Daybook(storage, clock)


def kept(daybook: Daybook, clock: Clock, game: Game, until: datetime) -> Game:
    """The game after one timekeeper has looked every five minutes."""
    keeper = Timekeeper(daybook)
    while clock.now < until:
        clock.pass_by(minutes=5)
        catch_up(daybook.storage)
        keeper.look()
    return daybook.game(game.id)


def days_left(daybook: Daybook) -> int:
    with daybook.storage.database.transaction() as rows:
        return vacations.left(rows, "ada", 2026)


def test_after_a_free_weekend_the_vacation_begins_on_monday(daybook: Daybook, clock: Clock) -> None:
    clock.now = datetime(2026, 3, 6, 0, 30, tzinfo=UTC)  # A Friday.
    game = begun(daybook, Agreed(pace=DaysPerTurn(days=1), weekends_off=True, vacation="by_itself"))
    clock.now = datetime(2026, 3, 8, 23, 0, tzinfo=UTC)
    before = days_left(daybook)
    assert flags(kept(daybook, clock, game, datetime(2026, 3, 9, 2, tzinfo=UTC))) == []
    assert days_left(daybook) == before - 1, "Sunday was free anyway"


def test_a_vacation_goes_on_after_midnight_where_an_hour_is_left_before(daybook: Daybook, clock: Clock) -> None:
    clock.now = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    game = begun(daybook, Agreed(pace=Bank(start=1, increment=0, cap=1), vacation="by_itself"))
    clock.pass_by(minutes=5)
    assert flags(kept(daybook, clock, game, datetime(2026, 3, 2, 3, tzinfo=UTC))) == []


def test_another_vacation_begins_after_a_planned_one(daybook: Daybook, clock: Clock) -> None:
    clock.now = datetime(2026, 3, 1, 0, 40, tzinfo=UTC)
    game = begun(daybook, Agreed(pace=DaysPerTurn(days=1), vacation="by_itself"))
    planning.plan(daybook.storage, "ada", date(2026, 3, 2), date(2026, 3, 2), clock.now)
    assert flags(kept(daybook, clock, game, datetime(2026, 3, 3, 3, tzinfo=UTC))) == []


def test_who_changes_places_has_a_calendar_of_their_own(daybook: Daybook, clock: Clock) -> None:
    game = begun(daybook, Agreed(pace=DaysPerTurn(days=1), hours=Hours(first=9, until=21)))
    clock.pass_by(hours=1)
    with daybook.storage.database.transaction() as rows:
        zones.changed(rows, "ben", "", "Asia/Tokyo", clock.now - timedelta(days=60), new=True)
    game = daybook.propose_swap(game.id, write(game, 0), 1)
    before = game.table.clocks
    game = daybook.answer_swap(game.id, write(game, 1), True)
    assert before is not None
    assert game.table.clocks is not None
    (running,), (then,) = game.table.clocks.running, before.running
    assert game.table.chairs[running.seat].user == "ben"
    assert (then.windows[0][1].hour, running.windows[0][1].hour) == (21, 12)


@pytest.mark.parametrize("ran_out", ["remind", "offer", "stand_in"])
def test_what_came_before_a_flag_counts(daybook: Daybook, clock: Clock, ran_out: Any) -> None:
    game = begun(daybook, Agreed(pace=DaysPerTurn(days=1), ran_out=ran_out, by_itself=ran_out != "remind"))
    clock.pass_by(days=1)
    append, raced = daybook.storage.append, []

    def late(*stored: Any) -> Any:
        """The timekeeper is faster by a hair."""
        if not raced:
            raced.append(True)
            Daybook(daybook.storage, clock).flag(game.id, 0)
        return append(*stored)

    with mock.patch.object(daybook.storage, "append", late):
        kept: list[Game] = []
        mine = Write(
            actor="ada", seat=0, expected=game.version, command="mine", along=lambda game: kept.append(game) or []
        )
        after = daybook.move(game.id, mine, ["take_coins"])
    told = [{record.command for record in game.records} for game in kept]
    assert all("mine" in commands for commands in told), "the answer is kept with the move, and with nothing before it"
    assert [record.fact.seat for record in after.records if record.command == "mine" and record.seat == 0]
    assert any(isinstance(record.fact, Returned) for record in after.records) == (ran_out == "stand_in")
    assert daybook.move(game.id, mine, ["take_coins"]).version == after.version, "once"


def test_what_comes_after_a_bot_has_moved_does_not_count(daybook: Daybook, clock: Clock) -> None:
    game = begun(daybook, Agreed(pace=DaysPerTurn(days=1), ran_out="stand_in", by_itself=True))
    clock.pass_by(days=1)
    flagged = daybook.flag(game.id, 0)
    assert isinstance(flagged.records[-2].fact, StoodIn) or isinstance(flagged.records[-1].fact, StoodIn)
    daybook.play_bot(flagged, 0)
    with pytest.raises(Stale):
        daybook.move(game.id, Write(actor="ada", seat=0, expected=game.version, command="mine"), ["take_coins"])


def test_a_short_outage_costs_nothing_either(daybook: Daybook, clock: Clock) -> None:
    game = begun(daybook, Agreed(pace=DaysPerTurn(days=1)))
    began = clock.pass_by(days=1, seconds=-20)
    ended = clock.pass_by(seconds=55)
    was_down(daybook.storage, began, ended)
    assert flags(looked(daybook, game)) == []


def test_a_cancelled_vacation_counts_no_more_though_somebody_writes_meanwhile(daybook: Daybook, clock: Clock) -> None:
    first = clock.now.date() + timedelta(days=2)
    planning.plan(daybook.storage, "ada", first, first + timedelta(days=9), clock.now)
    game = begun(daybook, Agreed(pace=DaysPerTurn(days=3), vacation="planned"))
    assert planning.cancel(daybook.storage, "ada", first, clock.now)
    append, raced = daybook.storage.append, []

    def slow(*stored: Any) -> Any:
        if not raced:
            raced.append(True)
            Daybook(daybook.storage, clock).agree_to_pause(game.id, Write(actor="ben", seat=1), True)
        return append(*stored)

    with mock.patch.object(daybook.storage, "append", slow):
        looked(daybook, game)
    assert raced
    (running,) = looked(daybook, game).table.clocks.running
    assert running.deadline == clock.now + timedelta(days=3)
