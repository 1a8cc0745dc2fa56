"""Section 8: consuming coal."""

import pytest

from domain.brass.model.facts import SUPPLY
from tests.domain.brass.birmingham.builder import Build, Game, Network

IRON_WORKS = {"card": "dudley", "industry": "iron_works", "slot": "dudley/1"}


def build(*coal):
    return Build(**IRON_WORKS, coal=coal)


def two_coal(*coal):
    """A manufacturer 3 in Birmingham."""
    return Build(card="birmingham", industry="manufacturer", slot="birmingham/1", coal=coal)


def birmingham():
    return Game().hand("birmingham").mat("manufacturer", 3)


@pytest.mark.rule("BB-8.1", "BB-13.3")
def test_tiles_with_a_coal_cost_and_rail_links_need_coal():
    game = Game().hand("dudley", "dudley").links("birmingham-oxford", "birmingham-dudley")
    game.refuse("BB-13.3", build())
    game.refuse("BB-13.3", build("market", "market"))
    game.play(build("market"))
    rail = Game(era="rail").hand("stone").links("birmingham-oxford")
    rail.refuse("BB-17.9", Network(card="stone", links=("birmingham-dudley",)))
    rail.play(Network(card="stone", links=("birmingham-dudley",), coal=("market",)))
    assert rail.state.coal_market == 12


@pytest.mark.rule("BB-8.2", "BB-8.3", "BB-D.16")
def test_the_location_of_the_tile_must_be_connected_to_the_coal():
    game = Game().hand("dudley").tile("wolverhampton/1", "coal_mine", 1, owner=1, cubes=2)
    game.refuse("BB-8.13", build("wolverhampton/1"))
    game.links("dudley-wolverhampton", owner=1)
    game.play(build("wolverhampton/1"))


@pytest.mark.rule("BB-8.2")
def test_an_unconnected_or_empty_mine_gives_no_coal():
    game = Game().hand("dudley").links("birmingham-dudley", "birmingham-oxford")
    game.tile("wolverhampton/1", "coal_mine", 1, owner=1, cubes=2)
    game.tile("dudley/0", "coal_mine", 1, owner=1, flipped=True)
    unconnected = game.refuse("BB-8.2", build("wolverhampton/1"))
    assert unconnected == "The coal mine in Wolverhampton isn't connected. Choose a connected source of coal."
    empty = game.refuse("BB-8.2", build("dudley/0"))
    assert empty == "This source in Dudley has no coal. Choose a connected source of coal."
    assert game.refuse("BB-8.2", build("somewhere")).startswith("This source in somewhere has no coal.")
    game.play(build("market"))


@pytest.mark.rule("BB-8.2", "BB-8.4", "BB-D.17")
def test_a_rail_link_is_connected_by_any_of_its_ends_once_it_lies():
    game = Game(era="rail").hand("stone").links("dudley-wolverhampton")
    game.tile("kidderminster/0", "coal_mine", 2, owner=1, cubes=3)
    game.play(Network(card="stone", links=("dudley-kidderminster",), coal=("kidderminster/0",)))


@pytest.mark.rule("BB-8.4", "BB-D.17")
def test_for_a_rail_link_distance_counts_from_the_nearest_end():
    game = Game(era="rail").hand("stone").links("dudley-wolverhampton", "coalbrookdale-kidderminster")
    game.tile("wolverhampton/1", "coal_mine", 2, owner=1, cubes=3)
    game.tile("coalbrookdale/2", "coal_mine", 2, owner=1, cubes=3)
    game.tile("kidderminster/0", "coal_mine", 2, owner=1, flipped=True)
    link = ("dudley-kidderminster",)
    sources = {command.coal for command in game.offered() if getattr(command, "links", ()) == link}
    assert sources == {("wolverhampton/1",), ("coalbrookdale/2",)}
    game.tile("dudley/0", "coal_mine", 2, owner=1, cubes=3)
    game.refuse("BB-8.5", Network(card="stone", links=link, coal=("wolverhampton/1",)))
    game.play(Network(card="stone", links=link, coal=("dudley/0",)))


@pytest.mark.rule("BB-8.4")
def test_the_three_way_rail_link_may_take_coal_from_any_of_its_three_ends():
    game = Game(era="rail").hand("stone").links("birmingham-worcester")
    game.tile("kidderminster/0", "coal_mine", 2, owner=1, cubes=3)
    game.play(Network(card="stone", links=("kidderminster-worcester",), coal=("kidderminster/0",)))


@pytest.mark.rule("BB-8.5")
def test_each_cube_comes_from_the_nearest_connected_mine():
    game = birmingham().links("birmingham-dudley", "dudley-wolverhampton", owner=1)
    game.tile("dudley/0", "coal_mine", 2, owner=1, cubes=3).tile("wolverhampton/1", "coal_mine", 2, cubes=3)
    game.refuse("BB-8.5", two_coal("wolverhampton/1", "wolverhampton/1"))
    game.refuse("BB-8.5", two_coal("dudley/0", "wolverhampton/1"))
    game.play(two_coal("dudley/0", "dudley/0"))
    assert game.state.board["dudley/0"].cubes == 1


@pytest.mark.rule("BB-8.2", "BB-8.5")
def test_a_mine_that_is_not_connected_is_not_as_near_as_one_that_is():
    game = birmingham().mat("manufacturer", 5).links("birmingham-dudley", owner=1)
    game.tile("dudley/0", "coal_mine", 2, owner=1, cubes=3)
    game.tile("cannock/1", "coal_mine", 2, owner=1, cubes=3).tile("tamworth/1", "coal_mine", 2, owner=1, cubes=3)
    game.refuse("BB-8.2", two_coal("cannock/1"))
    game.refuse("BB-8.2", two_coal("tamworth/1"))
    game.play(two_coal("dudley/0"))


@pytest.mark.rule("BB-8.6")
def test_among_equally_near_mines_the_player_chooses():
    game = birmingham().links("birmingham-dudley", "birmingham-coventry", owner=1)
    game.tile("dudley/0", "coal_mine", 2, owner=1, cubes=3).tile("coventry/1", "coal_mine", 2, cubes=3)
    pairs = {command.coal for command in game.offered() if getattr(command, "slot", "") == "birmingham/1"}
    one, other = "dudley/0", "coventry/1"
    assert pairs == {(one, one), (one, other), (other, one), (other, other)}
    game.play(two_coal(one, other))
    assert (game.state.board[one].cubes, game.state.board[other].cubes) == (2, 2)


@pytest.mark.rule("BB-8.7")
def test_when_a_mine_runs_out_the_next_nearest_follows():
    game = birmingham().links("birmingham-dudley", "dudley-wolverhampton", owner=1)
    game.tile("dudley/0", "coal_mine", 2, owner=1, cubes=1).tile("wolverhampton/1", "coal_mine", 2, cubes=3)
    game.refuse("BB-8.2", two_coal("dudley/0", "dudley/0"))
    game.play(two_coal("dudley/0", "wolverhampton/1"))
    assert game.state.board["dudley/0"].flipped


@pytest.mark.rule("BB-8.8")
def test_coal_from_an_opponents_mine_is_free():
    game = Game().hand("dudley").tile("dudley/0", "coal_mine", 1, owner=1, cubes=2).money(5)
    fact = game.play(build("dudley/0"))
    assert fact.coal[0].price == 0
    assert game.player().money == 0 + 1 + 1
    assert game.player(1).money == 200


@pytest.mark.rule("BB-8.9")
def test_while_a_connected_mine_has_coal_nothing_is_bought():
    game = birmingham().links("birmingham-dudley", "birmingham-oxford", owner=1)
    game.tile("dudley/0", "coal_mine", 2, owner=1, cubes=1)
    game.refuse("BB-8.9", two_coal("market", "market"))
    game.refuse("BB-8.9", two_coal("market", "dudley/0"))
    game.play(two_coal("dudley/0", "market"))


@pytest.mark.rule("BB-8.10")
def test_buying_coal_needs_a_connection_to_a_merchant_location():
    game = Game().hand("dudley").links("birmingham-dudley", owner=1)
    game.refuse("BB-8.13", build("market"))
    game.links("birmingham-oxford", owner=1)
    game.play(build("market"))
    rail = Game(era="rail").hand("stone").links("birmingham-dudley")
    rail.refuse("BB-8.10", Network(card="stone", links=("birmingham-walsall",), coal=("market",)))


@pytest.mark.rule("BB-8.11", "BB-28.1")
def test_the_cheapest_cube_is_bought():
    game = birmingham().links("birmingham-oxford", owner=1).markets(coal=13)
    fact = game.play(two_coal("market", "market"))
    assert [taken.price for taken in fact.coal] == [1, 2]
    assert game.state.coal_market == 11
    assert game.player().spent == 12 + 3


@pytest.mark.rule("BB-8.12", "BB-8.10")
def test_from_an_empty_market_coal_costs_8():
    game = birmingham().links("birmingham-oxford", owner=1).markets(coal=1)
    fact = game.play(two_coal("market", "market"))
    assert [(taken.source, taken.price) for taken in fact.coal] == [("market", 7), (SUPPLY, 8)]
    assert game.state.coal_market == 0
    alone = birmingham().markets(coal=0)
    alone.refuse("BB-8.13", two_coal("market", "market"))


@pytest.mark.rule("BB-8.13")
def test_without_coal_the_action_is_not_possible():
    game = birmingham().tile("coventry/1", "coal_mine", 2, owner=1, cubes=3)
    game.refuse("BB-8.13", two_coal("coventry/1", "coventry/1"))
    game.links("birmingham-coventry", owner=1).tile("coventry/1", "coal_mine", 2, owner=1, cubes=1)
    game.refuse("BB-8.13", two_coal("coventry/1", "coventry/1"))


@pytest.mark.rule("BB-8.14")
def test_consumed_cubes_go_to_the_supply():
    game = Game().hand("dudley").tile("dudley/0", "coal_mine", 1, owner=1, cubes=2).markets(coal=3)
    game.play(build("dudley/0"))
    assert game.state.coal_market == 3
    assert sum(tile.cubes for tile in game.state.board.values() if tile.industry == "coal_mine") == 1
