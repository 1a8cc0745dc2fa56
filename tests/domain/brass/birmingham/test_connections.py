"""Section 7: a player's network and connections."""

import pytest

from domain.brass.birmingham.engine.position import Position
from tests.domain.brass.birmingham.builder import Build, Game, Network, Sale, Sell


def network_of(game, seat=0):
    return set(Position(game.copy(), seat).own_places)


def connected(game, place):
    return set(Position(game.copy(), 0).network.distances(place))


def distances(game, place):
    return dict(Position(game.copy(), 0).network.distances(place))


@pytest.mark.rule("BB-7.1")
def test_tiles_and_ends_of_own_links_make_the_network():
    game = Game().tile("stone/0", "cotton_mill", 1).tile("dudley/0", "coal_mine", 1, flipped=True)
    game.links("cannock-walsall")
    assert network_of(game) == {"stone", "dudley", "cannock", "walsall"}
    game.tile("derby/0", "brewery", 1, owner=1)
    assert network_of(game) == {"stone", "dudley", "cannock", "walsall"}


@pytest.mark.rule("BB-7.2", "BB-D.13")
def test_merchants_and_farms_are_part_of_a_network():
    game = Game().links("birmingham-oxford", "cannock-farm_brewery_north")
    assert {"oxford", "farm_brewery_north"} <= network_of(game)
    game.hand("stone", "stone", "brewery")
    game.play(Network(card="stone", links=("oxford-redditch",)))
    game.play(Build(card="brewery", industry="brewery", slot="farm_brewery_north/0", iron=("market",)))


@pytest.mark.rule("BB-7.3", "BB-7.6", "BB-D.13")
def test_chains_use_links_of_all_players_and_may_pass_merchants_and_farms():
    game = Game().links("birmingham-worcester").links("gloucester-worcester", "gloucester-redditch", owner=1)
    assert connected(game, "birmingham") == {"birmingham", "worcester", "gloucester", "redditch"}
    game.links("kidderminster-worcester").links("coalbrookdale-kidderminster", owner=1)
    assert {"coalbrookdale", "farm_brewery_south"} <= connected(game, "birmingham")


@pytest.mark.rule("BB-7.4", "BB-D.14")
def test_a_mine_serves_its_own_town_without_links():
    game = Game().hand("dudley").tile("dudley/0", "coal_mine", 1, owner=1, cubes=2)
    assert distances(game, "dudley") == {"dudley": 0}
    game.play(Build(card="dudley", industry="iron_works", slot="dudley/1", coal=("dudley/0",)))


@pytest.mark.rule("BB-7.5")
def test_the_distance_is_the_smallest_number_of_links():
    game = Game(era="rail").links("birmingham-dudley", "dudley-wolverhampton", "walsall-wolverhampton")
    assert distances(game, "birmingham")["walsall"] == 3
    game.links("birmingham-walsall")
    assert distances(game, "birmingham")["walsall"] == 1
    assert distances(game, "birmingham")["wolverhampton"] == 2


@pytest.mark.rule("BB-7.7", "BB-16.5", "BB-16.6", "BB-D.15")
def test_the_three_way_line_joins_three_locations_as_one_link():
    game = Game().links("kidderminster-worcester")
    three = {"kidderminster", "worcester", "farm_brewery_south"}
    assert network_of(game) == three
    for place in three:
        assert distances(game, place) == {other: int(other != place) for other in three}


@pytest.mark.rule("BB-7.8")
def test_links_of_opponents_connect_but_do_not_extend_the_network():
    game = Game().hand("stone", "coal_mine").tile("dudley/1", "iron_works", 1, cubes=4)
    game.links("dudley-wolverhampton", owner=1)
    assert network_of(game) == {"dudley"}
    assert connected(game, "dudley") == {"dudley", "wolverhampton"}
    game.refuse("BB-11.5", Build(card="coal_mine", industry="coal_mine", slot="wolverhampton/1"))
    game.refuse("BB-17.7", Network(card="stone", links=("walsall-wolverhampton",)))


@pytest.mark.rule("BB-7.9", "BB-8.10", "BB-17.17")
def test_a_merchant_location_without_tiles_gives_market_access():
    game = Game(2).hand("stoke_on_trent", "wild_location").links("stoke_on_trent-warrington")
    assert not any(space.startswith("warrington") for space in game.state.merchants)
    game.play(Build(card="wild_location", industry="iron_works", slot="stoke_on_trent/1", coal=("market",)))


@pytest.mark.rule("BB-7.10")
def test_lines_without_a_link_connect_nothing():
    game = Game().hand("stone").tile("birmingham/1", "manufacturer", 1)
    game.refuse(
        "BB-19.3",
        Sell(card="stone", sales=(Sale(slot="birmingham/1", merchant="gloucester/0", beer=("gloucester/0",)),)),
    )
    game.refuse("BB-8.13", Build(card="stone", industry="manufacturer", slot="stone/1", coal=("market",)))
