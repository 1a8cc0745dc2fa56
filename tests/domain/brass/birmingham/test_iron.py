"""Section 9: consuming iron."""

import pytest

from domain.brass.model.facts import SUPPLY
from tests.domain.brass.birmingham.builder import Build, Develop, Game


def develop(*iron):
    return Develop(card="stone", industries=("coal_mine",) * len(iron), iron=iron)


def game_with_works():
    game = Game().hand("stone", "stafford")
    game.tile("dudley/1", "iron_works", 1, owner=1, cubes=1).tile("redditch/1", "iron_works", 1, owner=1, cubes=3)
    return game


@pytest.mark.rule("BB-9.1", "BB-18.4", "BB-13.3")
def test_developing_and_tiles_with_an_iron_cost_need_iron():
    game = Game().hand("stone", "stafford")
    game.refuse("BB-18.4", Develop(card="stone", industries=("coal_mine",), iron=()))
    game.refuse("BB-13.3", Build(card="stafford", industry="brewery", slot="stafford/0"))
    game.play(Build(card="stafford", industry="brewery", slot="stafford/0", iron=("market",)))
    game.play(develop("market"))
    assert game.state.iron_market == 6


@pytest.mark.rule("BB-9.2", "BB-9.3")
def test_iron_comes_free_from_any_works_without_connection():
    game = game_with_works().money(0)
    game.play(develop("redditch/1"))
    assert game.state.board["redditch/1"].cubes == 2
    assert game.player().spent == 0


@pytest.mark.rule("BB-9.2")
def test_iron_is_bought_without_connection_to_a_merchant():
    game = Game().hand("stone")
    assert game.state.links == {}
    game.play(develop("market"))


@pytest.mark.rule("BB-9.4")
def test_each_cube_may_come_from_another_works():
    game = game_with_works()
    choices = {command.iron for command in game.offered() if getattr(command, "industries", ()) == ("coal_mine",) * 2}
    one, other = "dudley/1", "redditch/1"
    assert choices == {(one, other), (other, one), (other, other)}
    game.play(develop(one, other))
    assert game.state.board[one].flipped
    assert game.state.board[other].cubes == 2


@pytest.mark.rule("BB-9.3", "BB-9.5")
def test_while_a_works_has_iron_nothing_is_bought():
    game = game_with_works()
    game.refuse("BB-9.5", develop("market"))
    game.refuse("BB-9.5", develop("dudley/1", "market"))
    game.refuse("BB-9.3", develop("dudley/1", "dudley/1"))
    game.refuse("BB-9.3", develop("somewhere"))


@pytest.mark.rule("BB-9.5")
def test_once_the_works_are_empty_the_next_cube_is_bought_in_the_same_action():
    game = Game().hand("stone").tile("dudley/1", "iron_works", 1, owner=1, cubes=1)
    fact = game.play(develop("dudley/1", "market"))
    assert [taken.price for taken in fact.iron] == [0, 2]


@pytest.mark.rule("BB-9.5", "BB-28.2")
def test_the_cheapest_cube_is_bought():
    game = Game().hand("stone", "stone").markets(iron=3)
    fact = game.play(develop("market", "market"))
    assert [taken.price for taken in fact.iron] == [4, 5]
    assert game.state.iron_market == 1


@pytest.mark.rule("BB-9.6", "BB-D.18")
def test_from_an_empty_market_iron_costs_6():
    game = Game().hand("stone").markets(iron=1)
    fact = game.play(develop("market", "market"))
    assert [(taken.source, taken.price) for taken in fact.iron] == [("market", 5), (SUPPLY, 6)]
    assert game.state.iron_market == 0


@pytest.mark.rule("BB-9.7")
def test_consumed_iron_goes_to_the_supply():
    game = game_with_works().markets(iron=2)
    game.play(develop("redditch/1"))
    assert game.state.iron_market == 2
    assert sum(tile.cubes for tile in game.state.board.values()) == 3
