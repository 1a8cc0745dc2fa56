"""Sections 5 and 6: network and connections, coal, iron and their markets."""

import pytest

from domain.brass.lancashire.engine.position import Position
from domain.brass.lancashire.model.facts import EraBegan, RoundBegan
from domain.brass.model.facts import Laid, Taken
from tests.domain.brass.lancashire.builder import Build, Develop, Game, Network, components


def position(game, seat=0):
    return Position(game.state, seat)


def connected(game, place):
    return set(position(game).network.distances(place))


# 5. The map


@pytest.mark.rule("BL-5.1")
def test_canals_in_the_canal_era_railways_in_the_rail_era():
    game = Game().hand("port").tile("lancaster/0", "port").tile("liverpool/0", "port")
    game.refuse("BL-5.1", Network(card="port", links=("barrow_in_furness-lancaster",)))
    game = Game(era="rail").hand("port").tile("lancaster/0", "port").tile("liverpool/0", "port")
    game.refuse("BL-5.1", Network(card="port", links=("ellesmere_port-liverpool",), coal=("market",)))
    game.play(Network(card="port", links=("barrow_in_furness-lancaster",), coal=("market",)))


@pytest.mark.rule("BL-5.2", "BL-5.3", "BL-D.14")
def test_a_network_is_where_ones_tiles_lie_and_ones_links_end():
    game = Game().tile("wigan/0", "coal_mine").links("macclesfield-the_midlands")
    game.tile("bolton/0", "cotton_mill", owner=1).links("bolton-bury", owner=1)
    assert position(game).own_places == {"wigan", "macclesfield", "the_midlands"}
    game.hand("port")
    game.play(Network(card="port", links=("northwich-the_midlands",)))


@pytest.mark.rule("BL-5.4", "BL-5.5", "BL-D.14")
def test_routes_use_the_links_of_all_players():
    game = Game().links("bolton-manchester").links("manchester-oldham", "oldham-rochdale", owner=1)
    assert position(game).network.distances("bolton") == {"bolton": 0, "manchester": 1, "oldham": 2, "rochdale": 3}
    assert position(game).network.distances("wigan") == {"wigan": 0}


@pytest.mark.rule("BL-1.7", "BL-5.6")
@pytest.mark.parametrize("flipped", [False, True])
def test_the_trade_icon_is_at_every_port_and_at_the_markets(flipped):
    game = Game().links("blackburn-burnley").tile("lancaster/0", "port", owner=1, flipped=flipped)
    assert not position(game).trades(position(game).network.distances("burnley"))
    assert position(game).trades(position(game).network.distances("lancaster"))
    game.links("burnley-colne", "colne-yorkshire")
    assert position(game).trades(position(game).network.distances("burnley"))
    game = Game().links("blackburn-wigan", "preston-wigan", "lancaster-preston")
    assert not position(game).trades(position(game).network.distances("blackburn"))
    game.tile("lancaster/0", "port", owner=1, flipped=flipped)
    assert position(game).trades(position(game).network.distances("blackburn"))


@pytest.mark.rule("BL-5.7", "BL-D.28")
def test_the_markets_are_not_connected_with_one_another():
    assert connected(Game(), "yorkshire") == {"yorkshire"}
    game = Game().links("colne-yorkshire", "rochdale-yorkshire")
    assert connected(game, "colne") == {"colne", "yorkshire", "rochdale"}


@pytest.mark.rule("BL-5.8", "BL-D.28")
def test_waypoints_have_no_trade_icon_but_routes_run_through_them():
    assert components.trade_places == {"scotland", "yorkshire", "the_midlands"}
    game = Game(era="rail").links("liverpool-southport", "preston-southport")
    assert "preston" in connected(game, "liverpool")
    assert not position(game).trades(position(game).network.distances("liverpool"))


@pytest.mark.rule("BL-5.11")
def test_nothing_can_be_built_in_birkenhead_and_barrow_in_the_canal_era():
    game = Game().hand("birkenhead", "barrow_in_furness", "shipyard", "preston").mat("shipyard", 1, 1)
    game.tile("wigan/0", "coal_mine", cubes=2).tile("ellesmere_port/0", "port")
    for slot, industry in (("birkenhead/0", "shipyard"), ("barrow_in_furness/1", "iron_works")):
        card, needs = slot.partition("/")[0], components.tile(industry, 1)
        command = Build(card=card, industry=industry, slot=slot, coal=("wigan/0",), iron=("market",) * needs.iron)
        game.refuse("BL-6.9", command)
    offered = {command.slot for command in game.offered() if isinstance(command, Build)}
    assert {slot.partition("/")[0] for slot in offered} == {"preston"}


# 6. Coal


def works(coal, slot="manchester/3"):
    return Build(card="manchester", industry="iron_works", slot=slot, coal=coal)


def at_manchester(era="canal"):
    game = Game(era=era).hand("manchester").mat("iron_works", 2, 3)
    return game.links("bolton-manchester", "manchester-oldham", "oldham-rochdale")


@pytest.mark.rule("BL-6.1", "BL-6.3", "BL-6.4", "BL-6.15")
def test_coal_comes_free_from_the_closest_connected_mine_of_any_player():
    game = at_manchester().tile("bolton/0", "coal_mine", owner=1, cubes=2).tile("rochdale/0", "coal_mine", cubes=2)
    game.tile("wigan/0", "coal_mine", cubes=2)
    game.refuse("BL-6.4", works(("rochdale/0",)))
    game.refuse("BL-6.3", works(("wigan/0",)))
    game.refuse("BL-6.7", works(("market",)))
    fact = game.play(works(("bolton/0",)))
    assert fact.coal == (Taken(source="bolton/0"),)
    assert game.state.board["bolton/0"].cubes == 1
    assert game.player().money == 200 - 7
    assert game.state.coal_market == 8


@pytest.mark.rule("BL-6.4")
def test_a_mine_in_the_same_town_is_the_closest():
    game = at_manchester().tile("bolton/0", "coal_mine", cubes=2).tile("manchester/0", "coal_mine", owner=1, cubes=2)
    game.refuse("BL-6.4", works(("bolton/0",)))
    game.play(works(("manchester/0",)))


@pytest.mark.rule("BL-6.5")
def test_the_choice_among_equally_close_mines_is_free():
    game = at_manchester().tile("bolton/0", "coal_mine", owner=1, cubes=2).tile("oldham/0", "coal_mine", cubes=2)
    assert {works(("bolton/0",)), works(("oldham/0",))} <= game.offered()


@pytest.mark.rule("BL-6.2", "BL-6.6", "BL-D.13")
def test_an_emptied_mine_sends_the_next_cube_to_the_next_closest():
    game = Game(era="rail").hand("port").tile("bolton/0", "coal_mine", 2, cubes=1, owner=1)
    game.tile("bury/0", "coal_mine", 2, cubes=2).links("bolton-bury")
    two = ("bolton-manchester", "manchester-oldham")
    game.refuse("BL-6.3", Network(card="port", links=two, coal=("bolton/0", "bolton/0")))
    fact = game.play(Network(card="port", links=two, coal=("bolton/0", "bury/0")))
    assert fact.links[0].coal.flip.owner == 1
    assert fact.links[1] == Laid(line="manchester-oldham", coal=Taken(source="bury/0"))


@pytest.mark.rule("BL-6.7", "BL-6.16", "BL-D.28")
def test_without_a_mine_coal_is_bought_cheapest_first_through_the_trade_icon():
    game = Game().hand("manchester").mat("cotton_mill", 2).links("manchester-oldham").markets(coal=6)
    mill = Build(card="manchester", industry="cotton_mill", slot="manchester/0", coal=("market",))
    game.refuse("BL-6.9", mill)
    game.links("oldham-rochdale", "rochdale-yorkshire", owner=1)
    fact = game.play(mill)
    assert fact.coal == (Taken(source="market", price=2),)
    assert game.state.coal_market == 5
    assert game.player().spent == 14 + 2


@pytest.mark.rule("BL-6.7")
def test_a_port_opens_the_coal_market_too():
    game = Game().hand("manchester").mat("cotton_mill", 2).links("manchester-warrington_runcorn")
    mill = Build(card="manchester", industry="cotton_mill", slot="manchester/0", coal=("market",))
    game.refuse("BL-6.9", mill)
    game.tile("warrington_runcorn/0", "port", owner=1, flipped=True)
    game.play(mill)


@pytest.mark.rule("BL-6.8", "BL-1.9", "BL-D.33")
def test_coal_from_an_empty_market_costs_five():
    game = Game().hand("lancaster").mat("cotton_mill", 2).tile("lancaster/0", "port", owner=1).markets(coal=0)
    mill = Build(card="lancaster", industry="cotton_mill", slot="lancaster/1", coal=("market",))
    fact = game.play(mill)
    assert fact.coal == (Taken(source="supply", price=5),)
    assert game.state.coal_market == 0
    game = Game().hand("manchester").mat("cotton_mill", 2).markets(coal=0)
    game.refuse("BL-6.9", Build(card="manchester", industry="cotton_mill", slot="manchester/0", coal=("market",)))


@pytest.mark.rule("BL-6.9")
def test_without_mine_and_trade_icon_there_is_no_coal():
    game = Game(era="rail").hand("port").tile("wigan/0", "coal_mine", 2, flipped=True)
    game.refuse("BL-6.9", Network(card="port", links=("bolton-wigan",), coal=("market",)))
    game.refuse("BL-6.9", Network(card="port", links=("bolton-wigan",), coal=("wigan/0",)))
    assert not [command for command in game.offered() if isinstance(command, Network)]


@pytest.mark.rule("BL-6.10", "BL-6.3", "BL-D.12")
def test_the_distance_from_a_rail_link_counts_from_its_nearer_end():
    game = Game(era="rail").hand("port").tile("wigan/0", "coal_mine", 2, owner=1, cubes=3)
    game.tile("bury/0", "coal_mine", 2, owner=1, cubes=3).tile("bolton/0", "cotton_mill", 2)
    game.links("bolton-bury", owner=1)
    bolton_wigan = ("bolton-wigan",)
    game.refuse("BL-6.4", Network(card="port", links=bolton_wigan, coal=("bury/0",)))
    fact = game.play(Network(card="port", links=bolton_wigan, coal=("wigan/0",)))
    assert fact.links == (Laid(line="bolton-wigan", coal=Taken(source="wigan/0")),)


# Iron


def develop(*iron, tiles=("port", "port")):
    return Develop(card="port", industries=tiles[: len(iron)], iron=iron)


@pytest.mark.rule("BL-6.11", "BL-6.12")
def test_iron_comes_free_from_any_works_without_connection():
    game = Game().hand("port").tile("blackburn/2", "iron_works", owner=1, cubes=4)
    game.tile("preston/1", "iron_works", cubes=1)
    game.refuse("BL-6.13", develop("market"))
    game.refuse("BL-6.11", develop("bolton/2"))
    assert {develop("blackburn/2", "preston/1"), develop("preston/1", "blackburn/2")} <= game.offered()
    game.refuse("BL-6.11", develop("preston/1", "preston/1"))
    fact = game.play(develop("preston/1", "blackburn/2"))
    assert fact.iron[0].flip.owner == 0
    assert game.state.board["blackburn/2"].cubes == 3
    assert game.player().money == 200


@pytest.mark.rule("BL-6.13", "BL-6.16")
def test_without_works_iron_is_bought_cheapest_first():
    game = Game().hand("port").tile("blackburn/2", "iron_works", cubes=0, flipped=True).markets(iron=3)
    fact = game.play(develop("market", "market"))
    assert fact.iron == (Taken(source="market", price=3), Taken(source="market", price=4))
    assert game.state.iron_market == 1


@pytest.mark.rule("BL-6.2", "BL-6.14", "BL-1.9")
def test_iron_from_an_empty_market_costs_five():
    game = Game().hand("port").markets(iron=1)
    fact = game.play(develop("market", "market"))
    assert fact.iron == (Taken(source="market", price=4), Taken(source="supply", price=5))
    assert game.state.iron_market == 0
    assert game.player().spent == 9


@pytest.mark.rule("BL-6.16")
def test_the_eight_spaces_of_a_market():
    for market in (components.markets.coal, components.markets.iron):
        assert market.spaces == (1, 1, 2, 2, 3, 3, 4, 4)


@pytest.mark.rule("BL-6.17", "BL-D.30")
def test_markets_are_not_refilled_between_rounds_and_eras():
    game = Game().markets(coal=3, iron=1).end_of_round()
    assert RoundBegan in [type(fact) for fact in game.end_round()]
    assert (game.state.coal_market, game.state.iron_market) == (3, 1)
    game.last_round()
    assert EraBegan in [type(fact) for fact in game.end_round()]
    assert (game.state.coal_market, game.state.iron_market) == (3, 1)
