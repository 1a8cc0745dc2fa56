"""Section 28: numbers that follow from the rules and the figures."""

import pytest

from tests.domain.brass.birmingham.builder import Build, Develop, Game, Loan, components
from tests.domain.brass.buying import purchase


@pytest.mark.rule("BB-28.1")
def test_prices_of_coal_at_set_up():
    coal = components.markets.coal
    assert [sum(purchase(coal, 13, cubes)) for cubes in (1, 2, 3, 13)] == [1, 3, 5, 55]
    assert purchase(coal, 13, 14)[-1] == 8


@pytest.mark.rule("BB-28.2")
def test_prices_of_iron_at_set_up():
    iron = components.markets.iron
    assert [sum(purchase(iron, 8, cubes)) for cubes in (1, 3, 8)] == [2, 7, 28]
    assert purchase(iron, 8, 9)[-1] == 6
    game = Game().hand("stone", "stone")
    game.play(Develop(card="stone", industries=("coal_mine", "coal_mine"), iron=("market", "market")))
    game.play(Develop(card="stone", industries=("coal_mine",), iron=("market",)))
    assert game.player().spent == 7


@pytest.mark.rule("BB-28.3")
def test_the_first_iron_works_of_the_game():
    game = Game().hand("birmingham").links("birmingham-oxford")
    fact = game.play(Build(card="birmingham", industry="iron_works", slot="birmingham/2", coal=("market",)))
    assert sum(fact.moved) == 2
    assert game.state.board["birmingham/2"].cubes == 2
    assert fact.flip is None


@pytest.mark.rule("BB-28.4")
def test_the_first_coal_mine_of_the_game():
    game = Game().hand("coalbrookdale").links("coalbrookdale-shrewsbury")
    fact = game.play(Build(card="coalbrookdale", industry="coal_mine", slot="coalbrookdale/2"))
    assert (fact.moved, game.state.board["coalbrookdale/2"].cubes) == ((1,), 1)


@pytest.mark.rule("BB-28.5")
def test_a_coal_mine_2_into_an_empty_market():
    game = Game().hand("coalbrookdale").links("coalbrookdale-shrewsbury").mat("coal_mine", 2).markets(coal=0)
    fact = game.play(Build(card="coalbrookdale", industry="coal_mine", slot="coalbrookdale/2"))
    assert sum(fact.moved) == 20
    assert (fact.flip.income_from, fact.flip.income_to) == (10, 17)


@pytest.mark.rule("BB-28.6")
def test_loans_from_the_spaces_of_level_30():
    for space in (97, 98, 99):
        assert Game().hand("stone").income_space(space).play(Loan(card="stone")).income_to == 88


@pytest.mark.rule("BB-28.9")
def test_actions_per_player():
    constants = components.constants
    for seats, canal, rail in ((2, 19, 20), (3, 17, 18), (4, 15, 16)):
        rounds = constants.rounds_per_era[seats]
        assert 1 + 2 * (rounds - 1) == canal
        assert 2 * rounds == rail
        assert seats * (canal + 1) == seats * rail == len(components.deck(seats))
