"""Section 10: consuming beer."""

import pytest

from tests.domain.brass.birmingham.builder import Game, Network, Sale, Sell


def mill(level=1):
    """Return a game with a cotton mill in Kidderminster, connected to Shrewsbury, whose merchant buys cotton."""
    game = Game(era="rail").hand("stone").links("coalbrookdale-kidderminster", "coalbrookdale-shrewsbury")
    return game.tile("kidderminster/1", "cotton_mill", level)


def sell(*beer):
    return Sell(card="stone", sales=(Sale(slot="kidderminster/1", merchant="shrewsbury/0", beer=beer),))


def two_links(beer):
    return Network(
        card="stone", links=("birmingham-dudley", "dudley-wolverhampton"), coal=("market", "market"), beer=beer
    )


@pytest.mark.rule("BB-10.1", "BB-19.5")
def test_sales_and_second_rail_links_need_beer():
    game = mill()
    game.refuse("BB-19.5", sell())
    game.play(sell("shrewsbury/0"))
    rail = Game(era="rail").hand("stone").links("birmingham-oxford")
    rail.refuse("BB-17.6", two_links(None))


@pytest.mark.rule("BB-10.2")
def test_own_breweries_need_no_connection():
    game = mill().tile("derby/0", "brewery", 2, cubes=1)
    game.play(sell("derby/0"))
    rail = Game(era="rail").hand("stone").links("birmingham-oxford").tile("derby/0", "brewery", 2, cubes=1)
    rail.play(two_links("derby/0"))


@pytest.mark.rule("BB-10.3", "BB-10.5")
def test_an_opponents_brewery_must_be_connected_to_the_tile_sold():
    game = mill().tile("uttoxeter/0", "brewery", 2, owner=1, cubes=1).tile("coalbrookdale/0", "brewery", 2, owner=1)
    game.state.board["coalbrookdale/0"].cubes = 1
    said = game.refuse("BB-10.3", sell("uttoxeter/0"))
    assert said == "The opponent's brewery in Uttoxeter isn't connected to the tile you are selling."
    game.play(sell("coalbrookdale/0"))
    assert game.player(1).income_space == 15


@pytest.mark.rule("BB-10.3", "BB-D.14")
def test_an_opponents_brewery_in_the_same_town_is_connected():
    game = Game(4).hand("stone").tile("stone/1", "manufacturer", 1).tile("stone/0", "brewery", 1, owner=1, cubes=1)
    game.links("stoke_on_trent-stone", "stoke_on_trent-warrington")
    game.state.merchants["warrington/0"].tile = "manufacturer_1"
    game.play(Sell(card="stone", sales=(Sale(slot="stone/1", merchant="warrington/0", beer=("stone/0",)),)))


@pytest.mark.rule("BB-10.4", "BB-19.6", "BB-D.31")
def test_a_merchants_barrel_serves_the_tile_sold_to_it_only():
    game = mill()
    game.state.merchants["oxford/0"].tile = "cotton_1"
    game.state.merchants["oxford/0"].barrel = True
    game.refuse("BB-19.6", sell("oxford/0"))
    game.refuse("BB-19.6", sell("gloucester/0"))
    game.play(sell("shrewsbury/0"))
    rail = Game(era="rail").hand("stone").links("birmingham-oxford").tile("derby/0", "brewery", 2, cubes=1)
    rail.refuse("BB-17.13", two_links("gloucester/0"))


@pytest.mark.rule("BB-10.6", "BB-17.14", "BB-D.19")
def test_for_two_links_an_opponents_brewery_must_be_connected_to_the_second():
    game = Game(era="rail").hand("stone").links("birmingham-oxford", "cannock-wolverhampton")
    game.tile("derby/0", "brewery", 2, owner=1, cubes=1).tile("stafford/0", "brewery", 2, owner=1, cubes=1)
    said = game.refuse("BB-17.14", two_links("stafford/0"))
    assert said == "The opponent's brewery in Stafford isn't connected to the second link."
    game.links("cannock-stafford", owner=1)
    game.refuse("BB-17.14", two_links("derby/0"))
    game.play(two_links("stafford/0"))


@pytest.mark.rule("BB-10.6")
def test_the_second_link_itself_makes_the_connection():
    game = Game(era="rail").hand("stone").links("birmingham-oxford")
    game.tile("coalbrookdale/0", "brewery", 2, owner=1, cubes=1)
    game.refuse("BB-17.14", two_links("coalbrookdale/0"))
    links = ("birmingham-dudley", "coalbrookdale-wolverhampton")
    game.refuse("BB-17.7", Network(card="stone", links=links, coal=("market", "market"), beer="coalbrookdale/0"))
    game.links("cannock-wolverhampton", "birmingham-walsall", "walsall-wolverhampton")
    game.play(Network(card="stone", links=links, coal=("market", "market"), beer="coalbrookdale/0"))


@pytest.mark.rule("BB-10.6", "BB-17.11", "BB-17.14")
def test_an_opponents_brewery_may_be_connected_to_the_second_link_through_the_first():
    game = Game(era="rail").hand("stone").links("birmingham-oxford", "birmingham-walsall")
    game.tile("stafford/0", "brewery", 2, owner=1, cubes=1).links("cannock-stafford", owner=1)
    links = ("cannock-walsall", "birmingham-redditch")
    game.play(Network(card="stone", links=links, coal=("market", "market"), beer="stafford/0"))


@pytest.mark.rule("BB-10.6", "BB-17.14", "BB-D.15")
def test_a_brewery_on_the_southern_farm_is_connected_to_the_line_that_serves_it():
    game = Game(era="rail").hand("stone").links("birmingham-oxford", "birmingham-dudley")
    game.tile("farm_brewery_south/0", "brewery", 2, owner=1, cubes=1)
    links = ("dudley-kidderminster", "kidderminster-worcester")
    game.play(Network(card="stone", links=links, coal=("market", "market"), beer="farm_brewery_south/0"))


@pytest.mark.rule("BB-10.7")
def test_two_barrels_may_come_from_different_sources():
    game = Game(era="rail").hand("stone").links("gloucester-worcester", "birmingham-worcester")
    game.tile("birmingham/1", "manufacturer", 5).tile("derby/0", "brewery", 2, cubes=2)
    game.tile("walsall/1", "brewery", 2, cubes=1)
    sale = {"slot": "birmingham/1", "merchant": "gloucester/0"}
    offered = {sold.beer for command in game.offered() if isinstance(command, Sell) for sold in command.sales}
    merchant, one, other = "gloucester/0", "derby/0", "walsall/1"
    assert offered == {
        (one, one),
        *((first, second) for first in (merchant, one, other) for second in (merchant, one, other) if first != second),
        *((first, second) for first in ("gloucester/1", one) for second in ("gloucester/1", other) if first != second),
        *((first, second) for first in ("gloucester/1", other) for second in ("gloucester/1", one) if first != second),
    }
    fact = game.play(Sell(card="stone", sales=(Sale(**sale, beer=(merchant, one), bonus="coal_mine"),)))
    assert [taken.source for taken in fact.sales[0].beer] == [merchant, one]


@pytest.mark.rule("BB-10.8")
def test_beer_costs_nothing():
    game = mill().tile("coalbrookdale/0", "brewery", 2, owner=1, cubes=1).money(0)
    fact = game.play(sell("coalbrookdale/0"))
    assert fact.sales[0].beer[0].price == 0
    assert (game.player().money, game.player(1).money) == (0, 200)


@pytest.mark.rule("BB-10.9")
def test_there_is_no_beer_market():
    game = mill().without_barrels("shrewsbury/0")
    game.refuse("BB-10.9", sell("market"))
    game.refuse("BB-19.12", sell("shrewsbury/0"))
    assert not any(isinstance(command, Sell) for command in game.offered())
    game.tile("derby/0", "brewery", 2, flipped=True)
    game.refuse("BB-10.9", sell("derby/0"))
    rail = Game(era="rail").hand("stone").links("birmingham-oxford")
    rail.refuse("BB-10.9", two_links("market"))


@pytest.mark.rule("BB-10.10")
def test_consumed_barrels_go_to_the_supply():
    game = mill().tile("derby/0", "brewery", 2, cubes=2)
    game.play(sell("derby/0"))
    assert game.state.board["derby/0"].cubes == 1
    assert game.state.merchants["shrewsbury/0"].barrel
    other = mill()
    other.play(sell("shrewsbury/0"))
    assert not other.state.merchants["shrewsbury/0"].barrel
