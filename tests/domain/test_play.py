"""The play loop: the outcome of a command, automatic steps, and the end of a game."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain import aggregate, play
from domain.aggregate import Game
from domain.game import random_command
from domain.play import Incomplete, NotYourTurn
from domain.table import decisions, facts, refusals, seating
from domain.table.facts import ConfirmationSet, Finished
from domain.table.refusals import GameOver, NotStarted
from domain.verifiable_random import Seeded
from tests import toy
from tests.domain.play import append_facts, open_branch, started_game
from tests.domain.play import table as seated


def with_automatic_turn_end(game: Game) -> Game:
    """Return a game in which the turns of seat 0 end automatically."""
    return append_facts(game, ConfirmationSet(seat=0, automatic=True), seat=0, actor="ada")


def after_one_action(game: Game) -> Game:
    """Return the game after seat 0 took one of its two actions."""
    return append_facts(game, *toy.RULESET.decide(aggregate.state(game), 0, toy.TakeCoins()), seat=0, actor="ada")


def test_set_up_requires_a_full_table() -> None:
    game = seated()
    left = append_facts(game, *decisions.leave_seat(game.table, 1), actor="ben")
    with pytest.raises(refusals.Refused, match="free"):
        play.set_up(left)


def test_randomness_depends_on_seed_and_contributions_in_seat_order() -> None:
    game = seated()
    game.table.opened = msgspec.structs.replace(game.table.opened, seed="00" * 32)
    for seat, words in ((1, "beer"), (0, "coal")):
        game = append_facts(
            game, *decisions.add_words(game.table, facts.WordsSealed(seat=seat, digest=words)), seat=seat
        )
    drawn = Seeded(bytes(32), ["coal", "beer"])
    assert play.set_up(game) == toy.RULESET.setup(seating.set_up_of(game.table), drawn)


class TestMove:
    def test_is_refused_before_the_start_and_out_of_turn(self) -> None:
        with pytest.raises(NotStarted):
            play.move(seated(), None, 0, toy.TakeCoins())
        game = started_game()
        with pytest.raises(NotYourTurn):
            play.move(game, aggregate.state(game), 1, toy.TakeCoins())

    def test_incomplete_picks_return_the_next_question(self) -> None:
        game = started_game()
        with pytest.raises(Incomplete) as caught:
            play.move(game, aggregate.state(game), 0, [])
        assert len(caught.value.asked.values) > 1

    def test_updates_the_position(self) -> None:
        game = started_game()
        position = aggregate.state(game)
        acted = play.move(game, position, 0, toy.TakeCoins())
        assert {seat for _, seat in acted} == {0}
        assert position == aggregate.state(append_facts(game, *(fact for fact, _ in acted), seat=0))

    def test_a_turn_ends_automatically_only_for_players_with_that_setting(self) -> None:
        game = after_one_action(started_game())
        assert toy.RULESET.confirmation(aggregate.state(game)) is None
        by_hand = play.move(game, aggregate.state(game), 0, toy.TakeCoins())
        configured = with_automatic_turn_end(game)
        with_setting = play.move(configured, aggregate.state(configured), 0, toy.TakeCoins())
        assert with_setting[: len(by_hand)] == by_hand
        ended = [type(fact) for fact, _ in with_setting[len(by_hand) :]]
        assert ended == [toy.TurnEnded, toy.Drawn, toy.TurnBegun]

    def test_can_end_the_turn_if_nothing_else_is_left(self) -> None:
        game = after_one_action(started_game())
        position = aggregate.state(game)
        assert not play.is_left_to_end(toy.RULESET, position, 0)
        by_hand = play.move(game, position, 0, toy.TakeCoins())
        assert play.is_left_to_end(toy.RULESET, position, 0)
        assert not play.is_left_to_end(toy.RULESET, position, 1)
        with_it = play.move(game, aggregate.state(game), 0, toy.TakeCoins(), ends_turn=True)
        assert toy.TurnEnded in [type(fact) for fact, _ in with_it[len(by_hand) :]]
        early = started_game()
        assert play.move(early, aggregate.state(early), 0, toy.TakeCoins(), ends_turn=True) == play.move(
            early, aggregate.state(early), 0, toy.TakeCoins()
        )

    def test_the_last_move_publishes_the_seed_but_not_in_a_branch(self) -> None:
        for game in (started_game(), open_branch(started_game(), at=started_game().version)):
            numbers = random.Random(1)
            position = aggregate.state(game)
            acted: list[play.Acted] = []
            while waiting := play.to_act(game.ruleset, game.table, position):
                seat = waiting[0].seat
                acted = play.move(game, position, seat, random_command(toy.RULESET, position, seat, numbers))
            finished = [fact for fact, seat in acted if isinstance(fact, Finished) and seat is None]
            assert len(finished) == (game.origin is None)
            with pytest.raises(GameOver):
                play.move(game, position, 0, toy.TakeCoins())


def test_self_play_yields_every_step_until_the_end() -> None:
    numbers = random.Random(2)
    position = aggregate.state(started_game())
    steps = list(play.self_play(toy.RULESET, position, lambda at, seat: random_command(toy.RULESET, at, seat, numbers)))
    assert toy.RULESET.standing(position).finished
    again = aggregate.state(started_game())
    for step in steps:
        for fact in step.facts:
            toy.RULESET.apply(again, fact)
    assert again == position


def test_bot_sees_only_the_view_of_its_seat() -> None:
    position = aggregate.state(started_game())
    seen = []

    def bot(rules: object, view: object, seat: int, numbers: random.Random) -> toy.TakeCoins:
        seen.append(view)
        return toy.TakeCoins()

    play.chosen(toy.RULESET, bot, position, 1, random.Random(1))
    assert seen == [toy.RULESET.view(position, 1)]
