"""Shares of a log: each user has one, so no one can fill the log, and the game always has the space it needs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.aggregate import Game
from domain.table import shares
from domain.table.clock.extensions import extended
from domain.table.clock.facts import CalendarChanged, ClocksSet, OutageNoted, Paused, Resumed, TimeRanOut
from domain.table.clock.options import Clock, DaysPerTurn
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
from domain.table.rulings import decisions as rulings
from domain.table.rulings.facts import Adjudicated, Voided
from domain.table.seat_changes.facts import Returned, SeatOffered, SeatsSwapped, SwapAnswered
from service.storage import connect
from service.transfer.export import export_lines
from service.usecases import branches, clock_commands, moves, seat_changes, tables
from service.usecases.command_handler import CommandContext, CommandHandler
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
"""Facts that are automatic, happen once, or only follow something that is counted."""


def ada(seat: int | None = 0) -> CommandContext:
    return CommandContext(actor="ada", seat=seat)


def ben(seat: int | None = 1) -> CommandContext:
    return CommandContext(actor="ben", seat=seat)


@pytest.fixture
def handler(tmp_path: Path) -> CommandHandler:
    return playing.new_daybook(tmp_path)


@pytest.fixture(autouse=True)
def _little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shares of 20 facts at a table for two."""
    monkeypatch.setattr(shares, "ROOM", 60)
    monkeypatch.setattr(shares, "RESERVE", 6)
    monkeypatch.setattr(shares, "BEFORE_START", 10)


def with_clock(handler: CommandHandler, undo: str = "free") -> Game:
    game = playing.open_table(handler, undo=undo)
    tables.agree_on_clock(handler, game.id, ada(None), Clock(pace=DaysPerTurn(days=3)))
    return tables.start(handler, game.id, ada())


def until_refused(again: Callable[[], object]) -> int:
    """Return the number of times that something is accepted before it is refused."""
    for times in range(1000):
        try:
            again()
        except Refused as refused:
            assert "share" in str(refused) or "the most allowed before the game starts" in str(refused)
            return times
    raise AssertionError("It is taken for ever.")


def fill_share(handler: CommandHandler, stream: str) -> None:
    """Let Ada move and undo until she is refused."""

    def again() -> None:
        handler.run(moves.move(handler, stream, ada(), toy.TakeCoins()))
        handler.run(moves.undo(handler, stream, ada()))

    assert until_refused(again) <= 20


def test_every_fact_is_counted_or_exempt() -> None:
    assert set(TABLE_FACTS) - set(shares.COUNTED) == UNCOUNTED
    assert set(shares.NEEDED) < set(shares.COUNTED)


def test_filling_a_share_does_not_reduce_other_shares(handler: CommandHandler) -> None:
    game = with_clock(handler)
    fill_share(handler, game.id)
    assert until_refused(lambda: tables.set_turn_confirmation(handler, game.id, ben(), True)) == 19, (
        "taking the seat counted too"
    )


@pytest.mark.parametrize(
    "again",
    [
        lambda handler, game: tables.set_turn_confirmation(handler, game.id, ada(), True),
        lambda handler, game: tables.agree_to_abandon(handler, game.id, ada(), False),
        lambda handler, game: seat_changes.propose_swap(handler, game.id, ada(), 1),
        lambda handler, game: clock_commands.agree_to_pause(handler, game.id, ada(), False),
        lambda handler, game: handler.record(game.id, ada(), lambda found: extended(found.table, 0, 60)),
        lambda handler, game: offer_and_withdraw(handler, game),
        lambda handler, game: tables.rule_on_game(
            handler, game.id, CommandContext(actor="olga"), lambda found: rulings.remind(found.table, "absence")
        ),
    ],
)
def test_repeated_actions_are_eventually_refused(
    handler: CommandHandler, again: Callable[[CommandHandler, Game], object]
) -> None:
    game = with_clock(handler)

    def once_more() -> None:
        again(handler, game)
        if handler.games.game(game.id).table.swap is not None:
            seat_changes.answer_swap(handler, game.id, ben(), False)

    assert 10 <= until_refused(once_more) <= 26


def offer_and_withdraw(handler: CommandHandler, game: Game) -> None:
    seat_changes.offer_seat(handler, game.id, ada(), 0, True)
    seat_changes.offer_seat(handler, game.id, ada(), 0, False)


def test_answering_undo_requests_does_not_count(handler: CommandHandler) -> None:
    game = playing.start_game(handler, undo="consent")

    def again() -> None:
        handler.run(moves.move(handler, game.id, ada(), toy.TakeCoins()))
        handler.run(moves.request_undo(handler, game.id, ada()))
        handler.run(moves.answer_undo(handler, game.id, ben(), True))

    assert 17 <= until_refused(again) <= 19
    assert handler.games.game(game.id).table.counted["ben"] == game.table.counted["ben"]


def test_strangers_joining_and_leaving_cannot_prevent_the_start(handler: CommandHandler) -> None:
    game = tables.open_table(handler, ada(None), rules="toy", name="", seats=2, options={})
    tables.take_seat(handler, game.id, ada(), SeatTaken(seat=0, user="ada"))
    for stranger in ("cleo", "dora"):

        def again(user: str = stranger) -> None:
            tables.take_seat(handler, game.id, CommandContext(actor=user), SeatTaken(seat=1, user=user))
            tables.leave_seat(handler, game.id, CommandContext(actor=user, seat=1))

        assert until_refused(again) == 10
    tables.take_seat(handler, game.id, ben(), SeatTaken(seat=1, user="ben"))
    assert tables.start(handler, game.id, ada()).table.phase == "running"


def test_player_with_full_share_can_still_offer_seat_and_end_game(handler: CommandHandler) -> None:
    game = with_clock(handler)
    fill_share(handler, game.id)
    for write in (ada(), ben()):
        clock_commands.agree_to_pause(handler, game.id, write, True)
    clock_commands.agree_to_pause(handler, game.id, ben(), False)
    until_refused(lambda: clock_commands.agree_to_pause(handler, game.id, ada(), True))
    tables.agree_to_abandon(handler, game.id, ada(), True)
    seat_changes.offer_seat(handler, game.id, ada(), 0, True)
    assert tables.agree_to_abandon(handler, game.id, ben(), True).table.phase == "abandoned"


def test_clocks_can_resume_when_both_shares_are_full(handler: CommandHandler) -> None:
    game = with_clock(handler)
    for write in (ada(), ben()):
        clock_commands.agree_to_pause(handler, game.id, write, True)
    until_refused(lambda: tables.set_turn_confirmation(handler, game.id, ada(), True))
    until_refused(lambda: tables.set_turn_confirmation(handler, game.id, ben(), True))
    paused = handler.games.game(game.id).table.clocks
    assert paused is not None
    assert paused.paused
    resumed = clock_commands.agree_to_pause(handler, game.id, ada(), False).table.clocks
    assert resumed is not None
    assert not resumed.paused


def test_branch_owner_has_a_limited_share(handler: CommandHandler) -> None:
    game = playing.start_game(handler)
    branch = branches.open_branch(handler, game.id, ada(), at=game.version, viewer=0, name="What if")

    def again() -> None:
        handler.run(moves.move(handler, branch.id, ada(), toy.TakeCoins()))
        handler.run(moves.undo(handler, branch.id, ada()))

    assert until_refused(again) == 30


def test_counts_survive_restart_and_oversized_log_is_readable(
    handler: CommandHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = with_clock(handler)
    fill_share(handler, game.id)
    known = handler.games.game(game.id)
    monkeypatch.setattr(shares, "ROOM", 3)
    again = CommandHandler(connect(f"sqlite:///{handler.storage._path}"))  # type: ignore[attr-defined]
    read = again.games.game(game.id)
    assert read.table.counted == known.table.counted
    assert again.run(moves.move(again, game.id, ada(), toy.TakeCoins())).version > known.version
    assert list(export_lines(again, read, 0))
    again.storage.close()
