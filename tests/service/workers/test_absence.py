"""Absent players: offered seats, replacements, substitute bots, endings by majority, seat swaps and pauses."""

from __future__ import annotations

from datetime import timedelta

import pytest

from domain import audit
from domain.aggregate import Game
from domain.table.clock.clocks import left_at
from domain.table.clock.options import Bank, DaysPerTurn, Pace, RanOut
from domain.table.clock.options import Clock as Agreed
from domain.table.refusals import Refused
from domain.table.rulings import decisions as rulings
from domain.table.seat_changes.facts import StoodIn
from service.storage import Storage
from service.usecases import clock_commands, moves, seat_changes, tables
from service.usecases.command_handler import CommandContext, CommandHandler, VersionConflict
from service.workers.bot_runner import BotRunner
from tests.clocks import Clock
from tests.service.playing import context_for, seat_to_act
from tests.service.workers.test_deadline_worker import make_move, run_deadline_worker, start_clocked_game

A_DAY = DaysPerTurn(days=1)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def handler(storage: Storage, clock: Clock) -> CommandHandler:
    return CommandHandler(storage, clock)


def late(
    handler: CommandHandler,
    clock: Clock,
    ran_out: RanOut,
    *,
    by_itself: bool = False,
    seats: int = 3,
    pace: Pace = A_DAY,
    rules: str = "toy",
) -> Game:
    """Return a game whose first player is out of time."""
    game = start_clocked_game(
        handler, Agreed(pace=pace, ran_out=ran_out, by_itself=by_itself), seats=seats, rules=rules
    )
    clock.advance(days=1)
    game = run_deadline_worker(handler, game)
    assert game.table.clocks.out or by_itself
    return game


def by(user: str, game: Game) -> CommandContext:
    return CommandContext(actor=user, expected=game.version)


def verified(game: Game) -> None:
    assert [finding for finding in audit.examine(game.id, game.records[:]) if finding.verdict != "identical"] == []


def test_late_seat_is_offered_and_replacement_continues(handler: CommandHandler, clock: Clock) -> None:
    game = late(handler, clock, "offer")
    with pytest.raises(Refused):
        seat_changes.take_over(handler, game.id, by("zoe", game), 0)
    game = seat_changes.offer_seat(handler, game.id, context_for(game, 1), 0, True)
    with pytest.raises(Refused):
        seat_changes.take_over(handler, game.id, by("ben", game), 0)
    game = seat_changes.take_over(handler, game.id, by("zoe", game), 0)
    assert (game.table.chairs[0].user, game.table.chairs[0].former) == ("zoe", ("ada",))
    assert [(each.seat, each.deadline) for each in game.table.clocks.running] == [(0, clock.now + timedelta(days=1))]
    verified(make_move(handler, game, "take_coins"))


def test_replacement_starts_with_a_new_time_bank(handler: CommandHandler, clock: Clock) -> None:
    game = late(handler, clock, "offer", by_itself=True, pace=Bank(start=24, increment=2, cap=48))
    game = seat_changes.take_over(handler, game.id, by("zoe", game), 0)
    assert [(each.seat, each.left) for each in game.table.clocks.running] == [(0, 24 * 3600)]
    verified(make_move(handler, game, "take_coins"))


def test_offer_ends_when_the_late_player_moves(handler: CommandHandler, clock: Clock) -> None:
    game = late(handler, clock, "offer", by_itself=True)
    assert game.table.chairs[0].offered
    game = make_move(handler, make_move(handler, game, "take_coins"), "end_turn")
    with pytest.raises(Refused):
        seat_changes.take_over(handler, game.id, by("zoe", game), 0)
    verified(game)


def test_remind_policy_allows_no_offer_or_substitute_bot(handler: CommandHandler, clock: Clock) -> None:
    game = late(handler, clock, "remind")
    with pytest.raises(Refused):
        seat_changes.offer_seat(handler, game.id, context_for(game, 1), 0, True)
    with pytest.raises(Refused):
        seat_changes.substitute_bot(handler, game.id, context_for(game, 1), 0)


def test_player_can_offer_own_seat_and_withdraw_the_offer(handler: CommandHandler) -> None:
    game = start_clocked_game(handler)
    game = seat_changes.offer_seat(handler, game.id, context_for(game, 1), 1, True)
    with pytest.raises(Refused):
        seat_changes.offer_seat(handler, game.id, context_for(game, 0), 1, False)
    game = seat_changes.offer_seat(handler, game.id, context_for(game, 1), 1, False)
    with pytest.raises(Refused):
        seat_changes.take_over(handler, game.id, by("zoe", game), 1)
    verified(game)


def test_substitute_bot_plays_until_return_and_can_be_undone(handler: CommandHandler, clock: Clock) -> None:
    game = late(handler, clock, "stand_in", by_itself=True, seats=2)
    absent = game.table.chairs[0].stood_in
    assert game.table.chairs[0].bot is not None
    game = play_bots(handler, game)
    assert [each.seat for each in game.table.clocks.running] == [1]
    with pytest.raises(Refused):
        handler.run(moves.request_undo(handler, game.id, context_for(game, 0), absent))
    game = seat_changes.return_to_seat(handler, game.id, context_for(game, 0))
    game = handler.run(moves.request_undo(handler, game.id, context_for(game, 0), absent))
    game = handler.run(moves.answer_undo(handler, game.id, context_for(game, 1), True))
    assert game.tree.head == absent
    assert [each.seat for each in game.table.clocks.running] == [0]
    verified(game)


@pytest.mark.parametrize("pace", [DaysPerTurn(days=1), Bank(start=24, increment=2, cap=48)])
def test_returning_gives_no_time_back(handler: CommandHandler, clock: Clock, pace: Pace) -> None:
    game = late(handler, clock, "stand_in", pace=pace)
    game = seat_changes.substitute_bot(handler, game.id, context_for(game, 1), 0)
    with pytest.raises(Refused):
        make_move(handler, game, "take_coins")
    with pytest.raises(Refused):
        seat_changes.return_to_seat(handler, game.id, context_for(game, 0))
    game = seat_changes.return_to_seat(handler, game.id, context_for(play_bots(handler, game), 0))
    for _ in range(2):
        game = make_move(handler, make_move(handler, game, "take_coins"), "end_turn")
    (running,) = game.table.clocks.running
    assert (running.seat, running.left) == (0, 24 * 3600 if isinstance(pace, DaysPerTurn) else 2 * 3600)
    verified(game)


def test_returning_player_keeps_the_remaining_time(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler, Agreed(pace=Bank(start=10, increment=5, cap=20)))
    clock.advance(hours=7)
    game = tables.rule_on_game(
        handler,
        game.id,
        CommandContext(actor="olga"),
        lambda now: rulings.stand_in(now.table, now.ruleset, [0], "random", now.tree.head, "absence"),
    )
    assert game.table.clocks.absent == {0: 3 * 3600}
    clock.advance(hours=7)
    game = seat_changes.return_to_seat(handler, game.id, context_for(game, 0))
    assert [(each.seat, each.left) for each in game.table.clocks.running] == [(0, 3 * 3600)]
    assert game.table.clocks.absent == {}
    verified(make_move(handler, make_move(handler, game, "take_coins"), "end_turn"))


def test_old_logs_give_a_day_back_on_return(handler: CommandHandler, clock: Clock) -> None:
    game = late(handler, clock, "stand_in", pace=Bank(start=24, increment=2, cap=48))
    keeps_time = StoodIn(seat=0, bot="random", at=game.tree.head)
    game = handler.record(game.id, context_for(game, 1), lambda now: [keeps_time])
    game = seat_changes.return_to_seat(handler, game.id, context_for(game, 0))
    (running,) = game.table.clocks.running
    assert running.left == 26 * 3600
    verified(game)


def play_bots(handler: CommandHandler, game: Game) -> Game:
    runner = BotRunner(handler)
    while moves.bot_to_act(handler, game) is not None:
        runner._look_at(game.id)
        game = handler.games.game(game.id)
    return game


@pytest.mark.parametrize("by_itself", [True, False])
def test_late_player_can_withdraw_the_offer_only_after_a_day(
    handler: CommandHandler, clock: Clock, by_itself: bool
) -> None:
    game = late(handler, clock, "offer", by_itself=by_itself)
    if not by_itself:
        game = seat_changes.offer_seat(handler, game.id, context_for(game, 1), 0, True)
    clock.advance(hours=23)
    with pytest.raises(Refused):
        seat_changes.offer_seat(handler, game.id, context_for(game, 0), 0, False)
    clock.advance(hours=1)
    game = seat_changes.offer_seat(handler, game.id, context_for(game, 0), 0, False)
    game = seat_changes.offer_seat(handler, game.id, context_for(game, 1), 0, True)
    with pytest.raises(Refused):
        seat_changes.offer_seat(handler, game.id, context_for(game, 0), 0, False)
    game = seat_changes.take_over(handler, game.id, by("zoe", game), 0)
    verified(game)


def test_offering_a_seat_early_does_not_shorten_the_late_offer(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), ran_out="offer", by_itself=True))
    game = seat_changes.offer_seat(handler, game.id, context_for(game, 0), 0, True)
    clock.advance(days=1)
    game = run_deadline_worker(handler, game)
    with pytest.raises(Refused):
        seat_changes.offer_seat(handler, game.id, context_for(game, 0), 0, False)
    clock.advance(days=1)
    verified(seat_changes.offer_seat(handler, game.id, context_for(game, 0), 0, False))


def test_organiser_offer_cannot_be_withdrawn_for_a_day(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler)
    game = tables.rule_on_game(
        handler, game.id, CommandContext(actor="olga"), lambda now: rulings.offer(now.table, [0], "absence")
    )
    with pytest.raises(Refused):
        seat_changes.offer_seat(handler, game.id, context_for(game, 0), 0, False)
    clock.advance(days=1)
    verified(seat_changes.offer_seat(handler, game.id, context_for(game, 0), 0, False))


def test_undo_does_not_refill_a_waiting_players_time_bank(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler, Agreed(pace=Bank(start=24, increment=2, cap=48)), undo="free")
    clock.advance(hours=5)
    game = make_move(handler, make_move(handler, game, "take_coins"), "end_turn")
    first_turn_ended = game.version - 1  # Before the clocks were set.
    game = make_move(handler, make_move(handler, game, "take_coins"), "end_turn")
    clock.advance(hours=10)
    game = make_move(handler, make_move(handler, game, "take_coins"), "end_turn")
    assert game.table.clocks.stopped[0] == 11 * 3600
    game = handler.run(moves.undo(handler, game.id, context_for(game, 0), first_turn_ended))
    assert (seat_to_act(handler, game), game.table.clocks.stopped[0]) == (1, 11 * 3600)
    game = make_move(handler, make_move(handler, game, "take_coins"), "end_turn")
    assert game.table.clocks.of(0).left == 13 * 3600


def test_pending_undo_request_gives_no_time_back(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler, Agreed(pace=Bank(start=24, increment=2, cap=48)), undo="consent")
    game = make_move(handler, game, "take_coins")
    clock.advance(hours=9)
    game = handler.run(moves.request_undo(handler, game.id, context_for(game, 0)))
    with pytest.raises(Refused):
        handler.run(moves.undo(handler, game.id, context_for(game, 0)))
    game = handler.run(moves.answer_undo(handler, game.id, context_for(game, 1), False))
    game = handler.run(moves.undo(handler, game.id, context_for(game, 0)))
    (running,) = game.table.clocks.running
    assert left_at(running, clock.now) == 15 * 3600
    with pytest.raises(Refused):
        handler.run(
            moves.redo(
                handler,
                (asked := handler.run(moves.request_undo(handler, game.id, context_for(game, 0)))).id,
                context_for(asked, 0),
            )
        )
    verified(handler.games.game(game.id))


def test_former_player_cannot_take_the_seat_back(handler: CommandHandler) -> None:
    game = seat_changes.offer_seat(handler, (game := start_clocked_game(handler)).id, context_for(game, 1), 1, True)
    game = seat_changes.take_over(handler, game.id, by("zoe", game), 1)
    game = seat_changes.offer_seat(handler, game.id, by("zoe", game), 1, True)
    with pytest.raises(Refused):
        seat_changes.take_over(handler, game.id, by("ben", game), 1)


def test_majority_of_players_in_time_ends_the_game(handler: CommandHandler, clock: Clock) -> None:
    game = late(handler, clock, "end")
    game = tables.agree_to_abandon(handler, game.id, context_for(game, 1), True)
    assert game.table.phase == "running"
    game = tables.agree_to_abandon(handler, game.id, context_for(game, 2), True)
    assert game.table.phase == "abandoned"
    verified(game)


def test_majority_excludes_late_players(handler: CommandHandler, clock: Clock) -> None:
    game = late(handler, clock, "end", seats=4, rules="brass-birmingham")
    (first, *_), (out,) = set(range(4)) - set(game.table.clocks.out), game.table.clocks.out
    game = tables.agree_to_abandon(handler, game.id, context_for(game, first), True)
    assert game.table.phase == "running"
    other = max({*range(4)} - {first, out})
    game = tables.agree_to_abandon(handler, game.id, context_for(game, other), True)
    assert game.table.phase == "abandoned", "two of the three players in time agree"
    verified(game)


def test_late_players_vote_does_not_count_towards_majority(handler: CommandHandler, clock: Clock) -> None:
    game = late(handler, clock, "end")
    for seat in (0, 1):
        game = tables.agree_to_abandon(handler, game.id, context_for(game, seat), True)
    assert game.table.phase == "running", "only one of the two players in time agrees"


def test_seats_are_swapped_when_all_agree(handler: CommandHandler) -> None:
    game = start_clocked_game(handler, seats=3)
    game = seat_changes.propose_swap(handler, game.id, context_for(game, 0), 1)
    game = seat_changes.answer_swap(handler, game.id, context_for(game, 2), True)
    assert [chair.user for chair in game.table.chairs] == ["ada", "ben", "cleo"]
    game = seat_changes.answer_swap(handler, game.id, context_for(game, 1), True)
    assert [chair.user for chair in game.table.chairs] == ["ben", "ada", "cleo"]
    assert game.table.chairs[0].former == ("ada",)
    verified(game)


def test_pause_stops_all_clocks_until_any_player_resumes(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler, Agreed(pace=Bank(start=10, increment=1, cap=20)))
    clock.advance(hours=4)
    game = clock_commands.agree_to_pause(handler, game.id, context_for(game, 1), True)
    game = clock_commands.agree_to_pause(handler, game.id, context_for(game, 0), True)
    assert game.table.clocks.paused
    clock.advance(days=10)
    game = run_deadline_worker(handler, game)
    assert game.table.clocks.out == ()
    game = clock_commands.agree_to_pause(handler, game.id, context_for(game, 1), False)
    assert [each.deadline for each in game.table.clocks.running] == [clock.now + timedelta(hours=6)]
    verified(game)


def test_move_decided_before_substitution_counts_but_flag_stays(handler: CommandHandler, clock: Clock) -> None:
    begun_game = start_clocked_game(handler, Agreed(pace=A_DAY, ran_out="stand_in", by_itself=True))
    clock.advance(days=1)
    assert run_deadline_worker(handler, begun_game).table.chairs[0].bot is not None
    game = handler.run(moves.move(handler, begun_game.id, context_for(begun_game, 0), ["take_coins"]))
    assert game.table.chairs[0].bot is None
    assert game.table.clocks.out == (0,)
    assert game.table.clocks.of(0) is None
    verified(make_move(handler, game, "end_turn"))


def test_move_based_on_the_version_before_a_flag_counts(handler: CommandHandler, clock: Clock) -> None:
    game = start_clocked_game(handler)
    clock.advance(days=3)
    flagged = run_deadline_worker(handler, game)
    assert flagged.version > game.version
    after = handler.run(moves.move(handler, game.id, context_for(game, 0), ["take_coins"]))
    with pytest.raises(VersionConflict):
        handler.run(
            moves.move(
                handler,
                game.id,
                CommandContext(actor="ada", seat=0, expected=game.version, command="again"),
                ["take_coins"],
            )
        )
    verified(after)
