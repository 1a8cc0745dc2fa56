"""Nobody fills a log for the others: each person has a share of it, and the game always has the room that it needs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.absence.facts import (
    Returned,
    SeatOffered,
    SeatsSwapped,
    SwapAnswered,
)
from domain.aggregate import Game
from domain.authority import decisions as rulings
from domain.authority.facts import Adjudicated, Voided
from domain.clock.facts import CalendarChanged, ClocksSet, OutageNoted, Paused, Resumed, TimeRanOut
from domain.clock.options import Clock, DaysPerTurn
from domain.table import shares
from domain.table.facts import (
    TABLE_FACTS,
    Abandoned,
    Finished,
    Imported,
    SeatLeft,
    SeatTaken,
    TableOpened,
    UndoAnswered,
)
from domain.table.refusals import Refused
from service.files.export import export_lines
from service.storage import connect
from service.usecases.daybook import Daybook
from service.usecases.writing import Write
from tests import toy
from tests.service import playing

UNCOUNTED = {
    Abandoned,
    Adjudicated,
    CalendarChanged,
    ClocksSet,
    Finished,
    Imported,
    OutageNoted,
    Paused,
    Resumed,
    Returned,
    SeatLeft,
    SeatOffered,
    SeatsSwapped,
    SwapAnswered,
    TableOpened,
    TimeRanOut,
    UndoAnswered,
    Voided,
}
"""What happens by itself, once, or only after something that is counted."""


def ada(seat: int | None = 0) -> Write:
    return Write(actor="ada", seat=seat)


def ben(seat: int | None = 1) -> Write:
    return Write(actor="ben", seat=seat)


@pytest.fixture
def daybook(tmp_path: Path) -> Daybook:
    return playing.new_daybook(tmp_path)


@pytest.fixture(autouse=True)
def _little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shares of 20 facts at a table for two."""
    monkeypatch.setattr(shares, "ROOM", 60)
    monkeypatch.setattr(shares, "RESERVE", 6)
    monkeypatch.setattr(shares, "BEFORE_START", 10)


def with_clock(daybook: Daybook, undo: str = "free") -> Game:
    game = playing.opened(daybook, undo=undo)
    daybook.agree_on_clock(game.id, ada(None), Clock(pace=DaysPerTurn(days=3)))
    return daybook.start(game.id, ada())


def until_refused(again: Callable[[], object]) -> int:
    """How often something is taken before it is refused."""
    for times in range(1000):
        try:
            again()
        except Refused as refused:
            assert "share" in str(refused) or "too much" in str(refused)
            return times
    raise AssertionError("It is taken for ever.")


def filled(daybook: Daybook, stream: str) -> None:
    """Ada moves and takes it back until she may not any more."""

    def again() -> None:
        daybook.move(stream, ada(), toy.TakeCoins())
        daybook.undo(stream, ada())

    assert until_refused(again) <= 20


def test_every_fact_is_counted_or_needs_no_count() -> None:
    assert set(TABLE_FACTS) - set(shares.COUNTED) == UNCOUNTED
    assert set(shares.NEEDED) < set(shares.COUNTED)


def test_one_who_fills_their_share_takes_nothing_from_the_other(daybook: Daybook) -> None:
    game = with_clock(daybook)
    filled(daybook, game.id)
    assert until_refused(lambda: daybook.set_confirmation(game.id, ben(), True)) == 19, "and he has sat down"


@pytest.mark.parametrize(
    "again",
    [
        lambda daybook, game: daybook.set_confirmation(game.id, ada(), True),
        lambda daybook, game: daybook.agree_to_abandon(game.id, ada(), False),
        lambda daybook, game: daybook.propose_swap(game.id, ada(), 1),
        lambda daybook, game: daybook.agree_to_pause(game.id, ada(), False),
        lambda daybook, game: daybook.extend(game.id, ada(), 0, 60),
        lambda daybook, game: offered_and_kept(daybook, game),
        lambda daybook, game: daybook.decide_over(
            game.id, Write(actor="olga"), lambda found: rulings.remind(found.table, "absence")
        ),
    ],
)
def test_nothing_is_repeated_for_ever(daybook: Daybook, again: Callable[[Daybook, Game], object]) -> None:
    game = with_clock(daybook)

    def once_more() -> None:
        again(daybook, game)
        if daybook.game(game.id).table.swap is not None:
            daybook.answer_swap(game.id, ben(), False)

    assert 10 <= until_refused(once_more) <= 26


def offered_and_kept(daybook: Daybook, game: Game) -> None:
    daybook.offer_seat(game.id, ada(), 0, True)
    daybook.offer_seat(game.id, ada(), 0, False)


def test_requests_to_take_moves_back_do_not_use_up_the_share_of_those_who_answer(daybook: Daybook) -> None:
    game = playing.started(daybook, undo="consent")

    def again() -> None:
        daybook.move(game.id, ada(), toy.TakeCoins())
        daybook.request_undo(game.id, ada())
        daybook.answer_undo(game.id, ben(), True)

    assert 17 <= until_refused(again) <= 19
    assert daybook.game(game.id).table.counted["ben"] == game.table.counted["ben"]


def test_a_stranger_who_joins_and_leaves_keeps_no_table_from_starting(daybook: Daybook) -> None:
    game = daybook.open_table(ada(None), rules="toy", name="", seats=2, options={})
    daybook.take_seat(game.id, ada(), SeatTaken(seat=0, user="ada"))
    for stranger in ("cleo", "dora"):

        def again(user: str = stranger) -> None:
            daybook.take_seat(game.id, Write(actor=user), SeatTaken(seat=1, user=user))
            daybook.leave_seat(game.id, Write(actor=user, seat=1))

        assert until_refused(again) == 10
    daybook.take_seat(game.id, ben(), SeatTaken(seat=1, user="ben"))
    assert daybook.start(game.id, ada()).table.phase == "running"


def test_one_who_has_used_up_a_share_gives_up_the_seat_goes_on_and_ends_the_game(daybook: Daybook) -> None:
    game = with_clock(daybook)
    filled(daybook, game.id)
    for write in (ada(), ben()):
        daybook.agree_to_pause(game.id, write, True)
    daybook.agree_to_pause(game.id, ben(), False)
    until_refused(lambda: daybook.agree_to_pause(game.id, ada(), True))
    daybook.agree_to_abandon(game.id, ada(), True)
    daybook.offer_seat(game.id, ada(), 0, True)
    assert daybook.agree_to_abandon(game.id, ben(), True).table.phase == "abandoned"


def test_paused_clocks_go_on_when_both_shares_are_used_up(daybook: Daybook) -> None:
    game = with_clock(daybook)
    for write in (ada(), ben()):
        daybook.agree_to_pause(game.id, write, True)
    until_refused(lambda: daybook.set_confirmation(game.id, ada(), True))
    until_refused(lambda: daybook.set_confirmation(game.id, ben(), True))
    paused = daybook.game(game.id).table.clocks
    assert paused is not None
    assert paused.paused
    resumed = daybook.agree_to_pause(game.id, ada(), False).table.clocks
    assert resumed is not None
    assert not resumed.paused


def test_a_branch_is_its_owners_alone_and_has_an_end(daybook: Daybook) -> None:
    game = playing.started(daybook)
    branch = daybook.open_branch(game.id, ada(), at=game.version, viewer=0, name="What if")

    def again() -> None:
        daybook.move(branch.id, ada(), toy.TakeCoins())
        daybook.undo(branch.id, ada())

    assert until_refused(again) == 30


def test_the_count_is_the_same_after_a_restart_and_a_log_beyond_it_is_read(
    daybook: Daybook, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = with_clock(daybook)
    filled(daybook, game.id)
    known = daybook.game(game.id)
    monkeypatch.setattr(shares, "ROOM", 3)
    again = Daybook(connect(f"sqlite:///{daybook.storage._path}"))  # type: ignore[attr-defined]
    read = again.game(game.id)
    assert read.table.counted == known.table.counted
    assert again.move(game.id, ada(), toy.TakeCoins()).version > known.version
    assert list(export_lines(again, read, 0))
    again.storage.close()
