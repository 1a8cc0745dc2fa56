"""Section 8: the build action, its cards, and the sales of a new mine or works."""

import pytest

from domain.brass.model.facts import Flip
from tests.domain.brass.lancashire.builder import Build, Develop, DoubleBuild, Game, Network, RemoveTile, components


def mine(slot="wigan/0", card="wigan", **more):
    return Build(card=card, industry="coal_mine", slot=slot, **more)


# Cards


@pytest.mark.rule("BL-8.1")
def test_a_location_card_builds_outside_the_network():
    game = Game().hand("wigan").tile("colne/0", "cotton_mill")
    game.refuse("BL-8.1", mine("bolton/0"))
    game.play(mine())


@pytest.mark.rule("BL-8.2")
def test_an_industry_card_builds_its_industry_in_the_network():
    game = Game().hand("coal_mine").tile("colne/0", "cotton_mill").links("bolton-bury")
    game.refuse("BL-8.2", mine(card="coal_mine"))
    game.refuse("BL-8.2", Build(card="coal_mine", industry="cotton_mill", slot="bolton/0"))
    game.play(mine("bolton/0", card="coal_mine"))


@pytest.mark.rule("BL-8.3")
def test_with_nothing_on_the_board_an_industry_card_builds_anywhere():
    game = Game().hand("coal_mine").tile("bury/0", "cotton_mill", owner=1).links("bolton-bury", owner=1)
    assert {mine(slot, card="coal_mine") for slot in ("wigan/0", "burnley/1", "oldham/0")} <= game.offered()
    game.play(mine(card="coal_mine"))
    game.hand("coal_mine")
    game.refuse("BL-8.2", mine("burnley/1", card="coal_mine"))


@pytest.mark.rule("BL-8.3")
def test_a_single_link_ends_that_freedom():
    game = Game().hand("coal_mine").links("bolton-bury")
    game.refuse("BL-8.2", mine(card="coal_mine"))


@pytest.mark.rule("BL-8.4")
def test_two_cards_and_both_actions_build_anywhere():
    game = Game().hand("port", "shipyard", "colne").tile("colne/0", "cotton_mill")
    twice = DoubleBuild(cards=("port", "shipyard"), industry="coal_mine", slot="wigan/0")
    game.refuse("BL-8.4", DoubleBuild(cards=("port",), industry="coal_mine", slot="wigan/0"))
    game.refuse("BL-8.4", DoubleBuild(cards=("port", "shipyard", "colne"), industry="coal_mine", slot="wigan/0"))
    fact = game.play(twice)
    assert (fact.card, fact.second_card) == ("port", "shipyard")
    assert game.player().hand == ["colne"]
    assert game.player().discards == ["port", "shipyard"]
    assert game.state.actions_left == 0


@pytest.mark.rule("BL-8.4", "BL-8.9", "BL-3.11")
def test_two_cards_change_no_other_rule():
    game = Game().hand("port", "shipyard").money(4)
    game.refuse("BL-3.11", DoubleBuild(cards=("port", "shipyard"), industry="coal_mine", slot="wigan/0"))
    game.refuse("BL-8.9", DoubleBuild(cards=("port", "shipyard"), industry="port", slot="wigan/0"))


@pytest.mark.rule("BL-8.5", "BL-D.22")
def test_the_double_action_build_needs_a_whole_turn_of_two_actions():
    twice = DoubleBuild(cards=("port", "shipyard"), industry="coal_mine", slot="wigan/0")
    Game().hand("port", "shipyard").one_action_left().refuse("BL-8.5", twice)
    first = Game.from_the_start().hand("port", "shipyard")
    assert first.state.actions_left == 1
    first.refuse("BL-8.5", twice)


# Tiles and spaces


@pytest.mark.rule("BL-8.6")
def test_the_lowest_tile_of_the_mat_is_built_until_none_is_left():
    game = Game().hand("wigan", "wigan").mat("coal_mine", 2, 3)
    assert game.play(mine()).level == 2
    assert game.player().mat["coal_mine"] == [3]
    game.mat("coal_mine")
    game.refuse("BL-8.6", mine("wigan/1"))


@pytest.mark.rule("BL-8.8")
def test_a_space_with_only_this_icon_is_preferred_to_a_shared_one():
    game = Game(3).hand("lancaster", "lancaster").mat("port", 2)
    game.refuse("BL-8.8", Build(card="lancaster", industry="port", slot="lancaster/1"))
    game.tile("lancaster/0", "port", owner=1)
    game.play(Build(card="lancaster", industry="port", slot="lancaster/1"))


@pytest.mark.rule("BL-8.9")
def test_without_its_icon_an_industry_has_no_place():
    game = Game().hand("wigan")
    game.refuse("BL-8.9", Build(card="wigan", industry="port", slot="wigan/0"))
    assert {command.industry for command in game.offered() if isinstance(command, Build)} == {"coal_mine"}


@pytest.mark.rule("BL-8.10")
def test_money_coal_and_iron_are_paid_for_a_tile():
    game = Game().hand("stockport").mat("cotton_mill", 3).tile("manchester/0", "coal_mine", 2, cubes=3)
    game.tile("bolton/2", "iron_works", 2, owner=1, cubes=2).links("manchester-stockport")
    mill = Build(
        card="stockport", industry="cotton_mill", slot="stockport/0", coal=("manchester/0",), iron=("bolton/2",)
    )
    game.refuse("BL-8.10", Build(card="stockport", industry="cotton_mill", slot="stockport/0", iron=("bolton/2",)))
    game.play(mill)
    assert game.player().money == 200 - 16
    assert game.state.board["manchester/0"].cubes == 2
    assert game.state.board["bolton/2"].cubes == 1


@pytest.mark.rule("BL-8.11", "BL-11.5", "BL-D.3")
@pytest.mark.parametrize("era", ["canal", "rail"])
def test_locked_shipyards_are_never_built_only_developed_away(era):
    game = Game(era=era).hand("liverpool", "port").tile("wigan/0", "coal_mine", 2, cubes=2).links("liverpool-wigan")
    yard = Build(card="liverpool", industry="shipyard", slot="liverpool/2", coal=("wigan/0",), iron=("market",))
    game.refuse("BL-8.11", yard)
    game.play(Develop(card="port", industries=("shipyard", "shipyard"), iron=("market", "market")))
    assert game.player().mat["shipyard"][0] == 1


@pytest.mark.rule("BL-8.12", "BL-D.9")
@pytest.mark.parametrize(
    ("industry", "slot"), [("coal_mine", "wigan/0"), ("port", "liverpool/0"), ("cotton_mill", "bolton/0")]
)
def test_level_1_belongs_to_the_canal_era(industry, slot):
    place = slot.partition("/")[0]
    command = Build(card=place, industry=industry, slot=slot)
    Game().hand(place).play(command)
    Game(era="rail").hand(place).refuse("BL-8.12", command)


@pytest.mark.rule("BL-8.13")
def test_shipyards_of_level_2_belong_to_the_rail_era():
    yard = Build(card="liverpool", industry="shipyard", slot="liverpool/2", coal=("wigan/0",), iron=("market",))
    canal = (
        Game().hand("liverpool").mat("shipyard", 2).tile("wigan/0", "coal_mine", 2, cubes=2).links("liverpool-wigan")
    )
    canal.refuse("BL-8.13", yard)
    rail = Game(era="rail").hand("liverpool").mat("shipyard", 2).tile("wigan/0", "coal_mine", 2, cubes=2)
    rail.links("liverpool-wigan").play(yard)


@pytest.mark.rule("BL-8.14", "BL-8.15")
def test_one_own_tile_in_a_town_in_the_canal_era_any_number_in_the_rail_era():
    canal = Game().hand("wigan").tile("wigan/0", "coal_mine", 2)
    canal.refuse("BL-8.14", mine("wigan/1"))
    Game().hand("wigan").tile("wigan/0", "coal_mine", 2, owner=1).play(mine("wigan/1"))
    rail = Game(era="rail").hand("wigan").tile("wigan/0", "coal_mine", 2).mat("coal_mine", 2)
    rail.play(mine("wigan/1"))


# Cubes of the new tile


@pytest.mark.rule("BL-8.16", "BL-8.18", "BL-8.21")
def test_a_mine_without_a_trade_icon_never_sells_its_coal():
    game = Game().hand("wigan", "port").markets(coal=0).mat("coal_mine", 2)
    fact = game.play(mine())
    assert (fact.cubes, fact.moved, fact.flip) == (3, (), None)
    assert game.state.board["wigan/0"].cubes == 3
    game.tile("liverpool/0", "port", owner=1).links("liverpool-wigan", owner=1)
    game.play(Develop(card="port", industries=("port",), iron=("market",)))
    game.end_round()
    assert game.state.board["wigan/0"].cubes == 3
    assert game.state.coal_market == 0


@pytest.mark.rule("BL-8.18", "BL-8.19", "BL-6.16")
def test_a_mine_with_a_trade_icon_fills_the_dearest_spaces():
    game = Game().hand("wigan").mat("coal_mine", 2).markets(coal=3).tile("liverpool/0", "port", owner=1, flipped=True)
    game.links("liverpool-wigan", owner=1)
    fact = game.play(mine())
    assert fact.moved == (3, 2, 2)
    assert game.state.coal_market == 6
    assert game.player().money == 200 - 7 + 7
    assert game.player().spent == 7


@pytest.mark.rule("BL-8.19", "BL-8.21")
def test_a_cube_without_a_market_space_stays():
    game = Game().hand("wigan").mat("coal_mine", 2).markets(coal=7).tile("liverpool/0", "port", owner=1)
    fact = game.links("liverpool-wigan").play(mine())
    assert fact.moved == (1,)
    assert game.state.board["wigan/0"].cubes == 2


@pytest.mark.rule("BL-8.17", "BL-8.20", "BL-7.2")
def test_works_fill_the_iron_market_wherever_they_are_and_flip_when_empty():
    game = Game().hand("manchester").tile("manchester/0", "coal_mine", owner=1, cubes=2).markets(iron=2)
    fact = game.play(Build(card="manchester", industry="iron_works", slot="manchester/3", coal=("manchester/0",)))
    assert fact.moved == (3, 3, 2, 2)
    assert fact.flip == Flip(owner=0, income_from=10, income_to=13)
    assert game.state.board["manchester/3"].flipped
    assert game.state.board["manchester/3"].cubes == 0
    assert game.player().income_space == 13


@pytest.mark.rule("BL-8.22", "BL-D.15")
def test_the_sales_of_a_tile_do_not_pay_for_it():
    game = Game().hand("manchester").tile("manchester/0", "coal_mine", owner=1, cubes=2).markets(iron=2).money(4)
    works = Build(card="manchester", industry="iron_works", slot="manchester/3", coal=("manchester/0",))
    game.refuse("BL-3.11", works)
    game.money(5).play(works)
    assert game.player().money == 10


@pytest.mark.rule("BL-8.22", "BL-7.2")
def test_consumed_tiles_flip_before_the_new_tile():
    game = Game().hand("manchester").tile("bolton/0", "coal_mine", 1, cubes=1).links("bolton-manchester")
    game.markets(iron=0).income_space(20)
    fact = game.play(Build(card="manchester", industry="iron_works", slot="manchester/3", coal=("bolton/0",)))
    assert fact.coal[0].flip == Flip(owner=0, income_from=20, income_to=24)
    assert fact.flip == Flip(owner=0, income_from=24, income_to=27)


@pytest.mark.rule("BL-8.10", "BL-D.35")
def test_coal_and_iron_of_one_tile_do_not_touch_each_other():
    game = Game().hand("lancaster").mat("cotton_mill", 3).markets(coal=1, iron=0)
    game.tile("lancaster/0", "port", owner=1)
    mill = Build(card="lancaster", industry="cotton_mill", slot="lancaster/1", coal=("market",), iron=("market",))
    game.money(24).refuse("BL-8.10", mill)
    fact = game.money(25).play(mill)
    assert [taken.price for taken in (*fact.coal, *fact.iron)] == [4, 5]
    assert game.player().money == 0


@pytest.mark.rule("BL-8.24")
def test_a_removed_tile_returns_to_no_mat():
    game = Game().income_space(4).money(0).tile("wigan/0", "coal_mine", 1).tile("oldham/0", "coal_mine", 1)
    game.mat("coal_mine", 2, 3).end_of_round().end_round()
    game.play(RemoveTile(slot="wigan/0"))
    assert game.player().mat["coal_mine"] == [2, 3]


@pytest.mark.rule("BL-8.25")
def test_in_the_canal_era_only_liverpool_takes_a_shipyard():
    game = Game().hand("liverpool", "birkenhead", "barrow_in_furness", "shipyard").mat("shipyard", 1)
    game.tile("wigan/0", "coal_mine", 2, cubes=3).links("liverpool-wigan")
    yards = {
        command.slot for command in game.offered() if isinstance(command, Build) and command.industry == "shipyard"
    }
    assert yards == {"liverpool/2"}


@pytest.mark.rule("BL-2.12")
def test_towns_without_cards_are_built_in_and_linked_like_any_other():
    assert "colne" not in components.deck(2)
    game = Game(2).hand("cotton_mill", "port").links("colne-yorkshire")
    game.play(Build(card="cotton_mill", industry="cotton_mill", slot="colne/0"))
    game.play(Network(card="port", links=("burnley-colne",)))
