"""Section 27: the introductory variant."""

import pytest

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.model.facts import EraScored, GameEnded, IncomePaid, IntroductoryScored, TurnOrderSet
from tests.domain.brass.birmingham.builder import Game


def introductory(*money, seats=2):
    game = Game(seats, introductory=True)
    for player, pounds in zip(game.state.players, money or (0,) * seats, strict=True):
        player.money = pounds
    return game


def extra(game):
    return next(fact for fact in game.last_round().end_round() if isinstance(fact, IntroductoryScored))


@pytest.mark.rule("BB-27.1")
def test_only_the_canal_era_is_played_and_scored_as_usual():
    game = introductory().links("birmingham-oxford").tile("birmingham/1", "manufacturer", 1, flipped=True)
    facts = game.last_round().end_round()
    assert [type(fact) for fact in facts] == [TurnOrderSet, EraScored, IntroductoryScored, GameEnded]
    assert facts[1].points == (2 + 2 + 3, 0)
    assert game.state.finished


@pytest.mark.rule("BB-27.1")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 10), (3, 9), (4, 8)])
def test_a_whole_game_has_the_rounds_of_one_era_and_no_rail_cards(seats, rounds):
    game = Game.from_the_start(seats, introductory=True)
    assert (game.state.rail_deck, game.state.rail_hands) == ([], [])
    while not game.state.finished:
        game.pass_turn()
    assert (game.state.era, game.state.round) == ("canal", rounds)


@pytest.mark.rule("BB-27.2")
def test_every_4_pounds_score_a_point_at_most_15():
    fact = extra(introductory(3, 4, 200, seats=3))
    assert fact.money == (0, 1, 15)
    assert extra(introductory(59, 60)).money == (14, 15)


@pytest.mark.rule("BB-27.3", "BB-D.12")
def test_the_income_level_scores_and_a_negative_one_costs_points():
    game = introductory(0, 8, 0, seats=3).income_space(31).income_space(5, seat=1).income_space(5, seat=2)
    game.player(1).points = 1
    game.player(2).points = 9
    fact = extra(game)
    assert fact.income == (11, -3, -5)
    assert [player.points for player in game.state.players] == [11, 0, 4]


@pytest.mark.rule("BB-27.4", "BB-D.41")
def test_flipped_tiles_of_level_2_and_higher_score_once_more():
    game = introductory().tile("worcester/0", "cotton_mill", 2, flipped=True).tile("leek/0", "cotton_mill", 3)
    game.tile("coventry/0", "pottery", 1, owner=1, flipped=True)
    game.tile("dudley/1", "iron_works", 3, owner=1, flipped=True)
    fact = extra(game)
    assert fact.tiles == {"worcester/0": 5, "dudley/1": 7}
    assert [player.points for player in game.state.players] == [5 + 5, 10 + 7 + 7]


@pytest.mark.rule("BB-27.5", "BB-D.42")
def test_the_last_canal_round_brings_no_income():
    game = introductory(10, 10).income_space(31).income_space(2, seat=1)
    facts = game.last_round().end_round()
    assert not any(isinstance(fact, IncomePaid) for fact in facts)
    assert [player.money for player in game.state.players] == [10, 10]
    earlier = introductory(10, 10).income_space(31).end_of_round()
    assert any(isinstance(fact, IncomePaid) for fact in earlier.end_round())


@pytest.mark.rule("BB-27.6")
def test_winner_and_ties_as_usual():
    game = introductory(3, 2).income_space(10).income_space(10, seat=1)
    game.last_round().end_round()
    standing = ruleset.standing(game.state)
    assert [place.seat for place in standing.ranking] == [0, 1]
    assert "money" in standing.decided_by.text
