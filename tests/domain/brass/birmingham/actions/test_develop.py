"""Section 18: developing."""

import pytest

from domain.brass.model.facts import MatTile
from tests.domain.brass.birmingham.builder import Build, Develop, Game


def develop(*industries, card="stone"):
    return Develop(card=card, industries=industries, iron=("market",) * len(industries))


def offered(game):
    return {command.industries for command in game.offered() if isinstance(command, Develop)}


@pytest.mark.rule("BB-18.1")
def test_one_or_two_tiles_go_from_the_mat_to_the_box():
    game = Game().hand("stone", "wild_location", "leek")
    game.play(develop("coal_mine"))
    assert game.player().mat["coal_mine"] == [2, 2, 3, 3, 4, 4]
    game.play(develop("brewery", "iron_works", card="wild_location"))
    assert game.player().mat["brewery"][0] == 1
    assert len(game.player().mat["brewery"]) == 6
    assert game.player().mat["iron_works"] == [2, 3, 4]
    assert game.state.board == {}


@pytest.mark.rule("BB-18.1")
def test_three_are_too_many():
    Game().hand("stone").refuse("BB-18.1", develop("coal_mine", "coal_mine", "coal_mine"))


@pytest.mark.rule("BB-18.2")
def test_each_tile_is_the_lowest_left_at_that_moment():
    game = Game().hand("stone").mat("coal_mine", 1, 2)
    fact = game.play(develop("coal_mine", "coal_mine"))
    assert fact.removed == (MatTile("coal_mine", 1), MatTile("coal_mine", 2))
    game.hand("stone")
    game.refuse("BB-18.2", develop("coal_mine"))
    game.refuse("BB-18.2", develop("shipyard"))


@pytest.mark.rule("BB-18.3")
def test_the_two_tiles_may_be_of_the_same_or_of_different_industries():
    five = {"cotton_mill", "manufacturer", "coal_mine", "iron_works", "brewery"}
    assert offered(Game().hand("stone")) == {(one,) for one in five} | {(one, two) for one in five for two in five}


@pytest.mark.rule("BB-18.4", "BB-D.29")
def test_each_tile_costs_an_iron():
    game = Game().hand("stone", "stone")
    game.refuse("BB-18.4", Develop(card="stone", industries=("coal_mine", "brewery"), iron=("market",)))
    game.refuse("BB-18.4", Develop(card="stone", industries=("coal_mine",), iron=("market", "market")))
    game.play(develop("coal_mine", "brewery"))
    assert game.player().money == 200 - 2 - 2
    game.money(2)
    game.refuse("BB-1.14", develop("coal_mine"))
    game.money(3)
    game.play(develop("coal_mine"))
    assert game.player().money == 0


@pytest.mark.rule("BB-18.5", "BB-18.6")
def test_a_pottery_with_a_light_bulb_blocks_its_stack():
    game = Game().hand("stone", "coventry", "stone")
    game.refuse("BB-18.5", develop("pottery"))
    game.play(Build(card="coventry", industry="pottery", slot="coventry/0", iron=("market",)))
    game.refuse("BB-18.5", develop("pottery", "pottery"))
    game.play(develop("pottery"))
    assert game.player().mat["pottery"] == [3, 4, 5]
    assert ("pottery",) not in offered(Game().mat("pottery", 3, 4, 5).hand("stone"))
    assert ("pottery", "pottery") in offered(Game().mat("pottery", 4, 5).hand("stone"))


@pytest.mark.rule("BB-18.7")
def test_tiles_that_cannot_be_built_in_the_era_may_be_developed():
    game = Game(era="rail").hand("stone")
    game.play(develop("coal_mine", "iron_works"))
    canal = Game().hand("stone").mat("brewery", 4)
    canal.play(develop("brewery"))


@pytest.mark.rule("BB-18.8")
def test_at_least_one_tile_must_be_removed():
    Game().hand("stone").refuse("BB-18.8", develop())
