"""Who is away: seats offered and taken over, bots that stand in, endings by majority, places changed, pauses."""

from __future__ import annotations

from datetime import timedelta

import pytest

from domain import audit
from domain.aggregate import Game
from domain.clock.options import Bank, DaysPerTurn, RanOut
from domain.clock.options import Clock as Agreed
from domain.table.refusals import Refused
from service.storage import Storage
from service.usecases.bot_runner import BotRunner
from service.usecases.daybook import Daybook
from service.usecases.writing import Stale, Write
from tests.clocks import Clock
from tests.service.clocks.test_timekeeper import begun, looked, picked
from tests.service.playing import write


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def daybook(storage: Storage, clock: Clock) -> Daybook:
    return Daybook(storage, clock)


def late(daybook: Daybook, clock: Clock, ran_out: RanOut, *, by_itself: bool = False, seats: int = 3) -> Game:
    """A game whose seat 0 has let its time run out."""
    game = begun(daybook, Agreed(pace=DaysPerTurn(days=1), ran_out=ran_out, by_itself=by_itself), seats=seats)
    clock.pass_by(days=1)
    game = looked(daybook, game)
    assert 0 in game.table.clocks.out or by_itself
    return game


def by(user: str, game: Game) -> Write:
    return Write(actor=user, expected=game.version)


def verified(game: Game) -> None:
    assert [finding for finding in audit.examine(game.id, game.records[:]) if finding.verdict != "identical"] == []


def test_a_seat_that_is_late_is_offered_and_somebody_new_goes_on(daybook: Daybook, clock: Clock) -> None:
    game = late(daybook, clock, "offer")
    with pytest.raises(Refused):
        daybook.take_over(game.id, by("zoe", game), 0)
    game = daybook.offer_seat(game.id, write(game, 1), 0, True)
    with pytest.raises(Refused):
        daybook.take_over(game.id, by("ben", game), 0)
    game = daybook.take_over(game.id, by("zoe", game), 0)
    assert (game.table.chairs[0].user, game.table.chairs[0].former) == ("zoe", ("ada",))
    assert [(each.seat, each.deadline) for each in game.table.clocks.running] == [(0, clock.now + timedelta(days=1))]
    verified(picked(daybook, game, "take_coins"))


def test_an_offer_to_others_ends_when_who_was_late_acts(daybook: Daybook, clock: Clock) -> None:
    game = late(daybook, clock, "offer", by_itself=True)
    assert game.table.chairs[0].offered
    game = picked(daybook, picked(daybook, game, "take_coins"), "end_turn")
    with pytest.raises(Refused):
        daybook.take_over(game.id, by("zoe", game), 0)
    verified(game)


def test_nobody_is_offered_where_the_table_only_reminds(daybook: Daybook, clock: Clock) -> None:
    game = late(daybook, clock, "remind")
    for decide in (daybook.offer_seat, daybook.stand_in):
        with pytest.raises(Refused):
            decide(game.id, write(game, 1), 0, *([True] if decide == daybook.offer_seat else []))


def test_ones_own_seat_is_given_up_and_kept_after_all(daybook: Daybook) -> None:
    game = begun(daybook)
    game = daybook.offer_seat(game.id, write(game, 1), 1, True)
    with pytest.raises(Refused):
        daybook.offer_seat(game.id, write(game, 0), 1, False)
    game = daybook.offer_seat(game.id, write(game, 1), 1, False)
    with pytest.raises(Refused):
        daybook.take_over(game.id, by("zoe", game), 1)
    verified(game)


def test_a_bot_stands_in_until_its_person_returns_and_all_agree_to_undo_it(daybook: Daybook, clock: Clock) -> None:
    game = late(daybook, clock, "stand_in", by_itself=True, seats=2)
    absent = game.table.chairs[0].stood_in
    assert game.table.chairs[0].bot is not None
    runner = BotRunner(daybook)
    while daybook.bot_to_act(game) is not None:
        runner._look_at(game.id)
        game = daybook.game(game.id)
    assert [each.seat for each in game.table.clocks.running] == [1]
    with pytest.raises(Refused):
        daybook.request_undo(game.id, write(game, 0), absent)
    game = daybook.come_back(game.id, write(game, 0))
    game = daybook.request_undo(game.id, write(game, 0), absent)
    game = daybook.answer_undo(game.id, write(game, 1), True)
    assert game.tree.head == absent
    assert [each.seat for each in game.table.clocks.running] == [0]
    verified(game)


def test_who_is_stood_in_for_comes_back_before_they_move(daybook: Daybook, clock: Clock) -> None:
    game = late(daybook, clock, "stand_in")
    game = daybook.stand_in(game.id, write(game, 1), 0)
    with pytest.raises(Refused):
        picked(daybook, game, "take_coins")
    game = picked(daybook, daybook.come_back(game.id, write(game, 0)), "take_coins")
    verified(game)


def test_a_majority_of_those_in_time_ends_a_game(daybook: Daybook, clock: Clock) -> None:
    game = late(daybook, clock, "end")
    game = daybook.agree_to_abandon(game.id, write(game, 1), True)
    assert game.table.phase == "running"
    game = daybook.agree_to_abandon(game.id, write(game, 2), True)
    assert game.table.phase == "abandoned"
    verified(game)


def test_places_are_changed_when_all_agree(daybook: Daybook) -> None:
    game = begun(daybook, seats=3)
    game = daybook.propose_swap(game.id, write(game, 0), 1)
    game = daybook.answer_swap(game.id, write(game, 2), True)
    assert [chair.user for chair in game.table.chairs] == ["ada", "ben", "cleo"]
    game = daybook.answer_swap(game.id, write(game, 1), True)
    assert [chair.user for chair in game.table.chairs] == ["ben", "ada", "cleo"]
    assert game.table.chairs[0].former == ("ada",)
    verified(game)


def test_a_pause_stops_all_clocks_and_anybody_ends_it(daybook: Daybook, clock: Clock) -> None:
    game = begun(daybook, Agreed(pace=Bank(start=10, increment=1, cap=20)))
    clock.pass_by(hours=4)
    game = daybook.agree_to_pause(game.id, write(game, 1), True)
    game = daybook.agree_to_pause(game.id, write(game, 0), True)
    assert game.table.clocks.paused
    clock.pass_by(days=10)
    game = looked(daybook, game)
    assert game.table.clocks.out == ()
    game = daybook.agree_to_pause(game.id, write(game, 1), False)
    assert [each.deadline for each in game.table.clocks.running] == [clock.now + timedelta(hours=6)]
    verified(game)


def test_a_move_that_came_before_a_flag_counts_though_it_was_decided_on_an_older_version(
    daybook: Daybook, clock: Clock
) -> None:
    game = begun(daybook)
    clock.pass_by(days=3)
    flagged = looked(daybook, game)
    assert flagged.version > game.version
    after = daybook.move(game.id, write(game, 0), ["take_coins"])
    with pytest.raises(Stale):
        daybook.move(game.id, Write(actor="ada", seat=0, expected=game.version, command="again"), ["take_coins"])
    verified(after)
