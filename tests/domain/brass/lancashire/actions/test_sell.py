"""Section 12: selling cotton through ports and to the distant market."""

import pytest

from domain.brass.lancashire import ruleset
from domain.brass.lancashire.model.facts import MarketTurned, TurnEnded
from domain.brass.model.facts import Advance, Flip
from tests.domain.brass.lancashire.builder import (
    DISTANT_MARKET,
    EndTurn,
    Game,
    Pass,
    Sell,
    SellOn,
    StopSelling,
    components,
)


def sale(slot, to=DISTANT_MARKET):
    return Sell(card="port", slot=slot, to=to)


def mills(*slots, level=1):
    """The seat's mills, all with a route to Yorkshire, and a hand of one card."""
    game = Game().hand("port").links("colne-yorkshire", "burnley-colne", "blackburn-burnley")
    for slot in slots:
        game.tile(slot, "cotton_mill", level)
    return game


@pytest.mark.rule("BL-12.1", "BL-12.10")
def test_one_card_for_all_sales_of_an_action():
    game = mills("colne/0", "burnley/0").distant_market(1, 1)
    game.play(sale("colne/0"))
    assert game.player().hand == []
    assert game.offered() == {SellOn(slot="burnley/0", to=DISTANT_MARKET), StopSelling()}
    game.play(SellOn(slot="burnley/0", to=DISTANT_MARKET))
    assert game.player().discards == ["port"]
    assert game.state.actions_left == 1


@pytest.mark.rule("BL-12.2", "BL-D.27")
def test_only_own_unflipped_mills_are_sold_and_at_least_one():
    game = mills("colne/0").tile("colne/1", "cotton_mill", owner=1).tile("burnley/0", "coal_mine")
    game.tile("burnley/1", "cotton_mill", flipped=True)
    for slot in ("colne/1", "burnley/0", "burnley/1", "bolton/0"):
        game.refuse("BL-12.2", sale(slot))
    game.refuse("BL-12.10", StopSelling())
    assert {command for command in game.offered() if isinstance(command, Sell)} == {sale("colne/0")}


# Ports


@pytest.mark.rule("BL-12.3", "BL-D.14")
def test_a_port_must_be_connected_and_unflipped_and_may_be_any_players():
    game = Game().hand("port").tile("preston/0", "cotton_mill").tile("preston/2", "port", owner=1)
    game.tile("fleetwood/0", "port").tile("lancaster/0", "port", flipped=True)
    game.refuse("BL-12.3", sale("preston/0", "fleetwood/0"))
    game.links("fleetwood-preston", "lancaster-preston", owner=1)
    game.refuse("BL-12.3", sale("preston/0", "lancaster/0"))
    game.refuse("BL-12.3", sale("preston/0", "preston/0"))
    assert {sale("preston/0", "preston/2"), sale("preston/0", "fleetwood/0")} <= game.offered()


@pytest.mark.rule("BL-12.4", "BL-D.34")
def test_the_port_flips_first_and_then_the_mill():
    game = Game().hand("port").tile("preston/0", "cotton_mill", 2).tile("preston/2", "port", 3, owner=1)
    fact = game.play(sale("preston/0", "preston/2"))
    assert fact.port == Flip(owner=1, income_from=10, income_to=14)
    assert fact.mill == Flip(owner=0, income_from=10, income_to=14)
    assert game.state.board["preston/0"].flipped
    assert game.state.board["preston/2"].flipped
    own = Game().hand("port").tile("preston/0", "cotton_mill", 2).tile("preston/2", "port", 3)
    fact = own.play(sale("preston/0", "preston/2"))
    assert (fact.port.income_to, fact.mill.income_from, fact.mill.income_to) == (14, 14, 18)


@pytest.mark.rule("BL-12.4", "BL-12.10")
def test_a_port_serves_once():
    game = Game(era="rail").hand("port").tile("preston/0", "cotton_mill", 2).tile("preston/2", "port", 3)
    game.tile("wigan/0", "coal_mine", 2).tile("bolton/0", "cotton_mill", 2).links("preston-wigan", "bolton-wigan")
    fact = game.play(sale("preston/0", "preston/2"))
    assert fact.more
    game.refuse("BL-12.3", SellOn(slot="bolton/0", to="preston/2"))
    game.play(SellOn(slot="bolton/0", to=DISTANT_MARKET))


# The distant market


@pytest.mark.rule("BL-12.5", "BL-5.6")
def test_the_distant_market_needs_the_trade_icon():
    game = Game().hand("port").tile("blackburn/0", "cotton_mill").links("blackburn-burnley", "burnley-colne")
    game.refuse("BL-12.5", sale("blackburn/0"))
    assert not [command for command in game.offered() if isinstance(command, Sell)]
    game.links("colne-yorkshire", owner=1).distant_market(2)
    game.play(sale("blackburn/0"))


@pytest.mark.rule("BL-12.5", "BL-12.6")
@pytest.mark.parametrize("flipped", [False, True])
def test_a_port_that_only_shows_the_icon_stays_as_it_is(flipped):
    game = Game().hand("port").tile("preston/0", "cotton_mill").tile("preston/2", "port", owner=1, flipped=flipped)
    game.distant_market(1).play(sale("preston/0"))
    assert game.state.board["preston/2"].flipped == flipped
    assert game.player(1).income_space == 10
    assert game.state.board["preston/0"].flipped


@pytest.mark.rule("BL-12.7", "BL-12.9", "BL-D.34")
@pytest.mark.parametrize(("space", "steps", "income"), [(0, 0, 3), (0, 2, 2), (1, 3, 1), (4, 1, 1), (5, 2, 0)])
def test_a_tile_moves_the_marker_and_its_space_pays_income_spaces(space, steps, income):
    game = mills("colne/0").distant_market(steps, space=space)
    (_, turned) = game.decide(sale("colne/0"))
    assert isinstance(turned, MarketTurned)
    assert (turned.tile, turned.space_from, turned.space_to) == (str(steps), space, space + steps)
    assert turned.income == (Advance(income_from=10, income_to=10 + income) if income else None)
    assert turned.mill == Flip(owner=0, income_from=10 + income, income_to=10 + income + 5)
    game.play(sale("colne/0"))
    assert game.state.market_space == space + steps
    assert game.state.market_turned == [str(steps)]
    assert game.player().income_space == 10 + income + 5
    assert game.state.board["colne/0"].flipped


@pytest.mark.rule("BL-12.7", "BL-12.8", "BL-D.26")
@pytest.mark.parametrize(("space", "steps"), [(6, 2), (7, 1), (7, 4)])
def test_on_the_x_nothing_is_sold_and_the_action_is_over(space, steps):
    game = mills("colne/0", "burnley/0").distant_market(steps, space=space)
    game.play(sale("colne/0"))
    assert game.state.market_space == components.last_market_space == 8
    assert not game.state.board["colne/0"].flipped
    assert game.player().income_space == 10
    assert game.player().discards == ["port"]
    assert game.state.market_turned == [str(steps)]
    assert not game.state.selling
    assert game.state.actions_left == 1


@pytest.mark.rule("BL-12.10")
def test_every_further_sale_is_chosen_after_the_last_one_was_seen():
    game = mills("colne/0", "burnley/0").tile("blackburn/0", "cotton_mill").distant_market(2, 3)
    facts = game.decide(sale("colne/0"))
    assert ruleset.reveals(facts[1])
    game.play(sale("colne/0"))
    game.refuse("BL-12.10", Pass(card="port"))
    game.refuse("BL-12.10", EndTurn())
    game.refuse("BL-12.2", SellOn(slot="colne/0", to=DISTANT_MARKET))
    game.play(StopSelling())
    assert not game.state.selling
    assert not game.state.board["burnley/0"].flipped
    game.refuse("BL-12.10", SellOn(slot="burnley/0", to=DISTANT_MARKET))


@pytest.mark.rule("BL-12.10")
def test_the_action_ends_automatically_when_nothing_more_can_be_sold():
    game = mills("colne/0").distant_market(1)
    game.play(sale("colne/0"))
    assert not game.state.selling


@pytest.mark.rule("BL-12.11")
def test_a_closed_market_leaves_the_ports():
    game = mills("colne/0").tile("preston/0", "cotton_mill").tile("preston/2", "port").distant_market(space=8)
    game.refuse("BL-12.11", sale("colne/0"))
    assert {command for command in game.offered() if isinstance(command, Sell)} == {sale("preston/0", "preston/2")}


@pytest.mark.rule("BL-12.10", "BL-12.11")
def test_a_flipped_port_and_a_closed_market_end_the_action():
    game = Game(era="rail").hand("port").tile("preston/0", "cotton_mill", 2).tile("preston/2", "port", 3)
    game.tile("lancaster/1", "cotton_mill", 2).links("lancaster-preston").distant_market(space=8)
    assert not game.play(sale("preston/0", "preston/2")).more
    assert not game.state.selling


@pytest.mark.rule("BL-12.11", "BL-15.8")
def test_the_market_opens_again_in_the_rail_era():
    game = Game().distant_market(space=8).last_round()
    game.end_round()
    assert game.state.market_space == 0
    assert game.state.market_turned == []
    assert sorted(game.state.market_tiles) == sorted(components.market_tiles(2))


@pytest.mark.rule("BL-12.12")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_tiles_reach_further_than_the_x(seats):
    tiles = [int(tile) for tile in components.market_tiles(seats)]
    assert sum(tiles) >= components.last_market_space


@pytest.mark.rule("BL-12.10", "BL-3.4")
def test_the_last_action_of_a_turn_may_be_many_sales():
    game = mills("colne/0", "burnley/0").distant_market(1, 1).one_action_left()
    game.play(sale("colne/0"))
    assert game.state.actions_left == 0
    assert ruleset.confirmation(game.state) is None
    game.refuse("BL-12.10", EndTurn())
    game.play(SellOn(slot="burnley/0", to=DISTANT_MARKET))
    assert ruleset.confirmation(game.state) == EndTurn()
    assert isinstance(game.play(EndTurn()), TurnEnded)
