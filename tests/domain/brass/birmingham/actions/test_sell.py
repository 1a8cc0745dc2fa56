"""Sections 19 and 20: selling and merchant bonuses."""

import pytest

from domain.brass.model.facts import MatTile
from tests.domain.brass.birmingham.builder import Game, Sale, Sell, components


def sell(*sales):
    return Sell(card="stone", sales=sales)


def to_gloucester(slot, space=0, beer=None, bonus="coal_mine"):
    return Sale(slot=slot, merchant=f"gloucester/{space}", beer=beer or (f"gloucester/{space}",), bonus=bonus)


def birmingham(*levels, **options):
    """Manufacturers in Birmingham, connected to Gloucester and Oxford by an opponent's links."""
    game = Game(era="rail", **options).hand("stone", "leek").tile("derby/0", "brewery", 2, cubes=2)
    game.links("birmingham-worcester", "gloucester-worcester", "birmingham-oxford", owner=1)
    for number, level in zip((1, 3, 0), levels, strict=False):
        game.tile(f"birmingham/{number}", "manufacturer", level)
    return game


def offered(game):
    return [command for command in game.offered() if isinstance(command, Sell)]


@pytest.mark.rule("BB-19.1", "BB-19.11")
def test_works_are_sold_one_after_the_other():
    game = birmingham(2, 2)
    fact = game.play(sell(to_gloucester("birmingham/1"), to_gloucester("birmingham/3", 1, bonus="brewery")))
    assert [sold.slot for sold in fact.sales] == ["birmingham/1", "birmingham/3"]
    assert all(game.state.board[f"birmingham/{number}"].flipped for number in (1, 3))
    assert game.player().hand == ["leek"]
    assert game.state.actions_left == 1


@pytest.mark.rule("BB-19.1")
def test_only_ones_own_tiles_are_sold():
    game = birmingham().tile("birmingham/1", "manufacturer", 2, owner=1)
    game.refuse("BB-19.1", sell(to_gloucester("birmingham/1")))
    game.refuse("BB-19.1", sell(to_gloucester("birmingham/3")))


@pytest.mark.rule("BB-19.2", "BB-D.30")
def test_at_least_one_tile_must_be_sold():
    birmingham(2).refuse("BB-19.2", sell())


@pytest.mark.rule("BB-19.3")
def test_the_merchant_tile_must_show_the_industry_and_be_connected():
    game = birmingham(2)
    game.refuse("BB-19.3", sell(Sale(slot="birmingham/1", merchant="shrewsbury/0", beer=("shrewsbury/0",))))
    game.tile("worcester/0", "cotton_mill", 2)
    game.refuse("BB-19.3", sell(to_gloucester("worcester/0", 0)))
    game.refuse("BB-19.3", sell(Sale(slot="worcester/0", merchant="shrewsbury/0", beer=("shrewsbury/0",))))
    del game.state.links["birmingham-worcester"]
    game.refuse("BB-19.3", sell(to_gloucester("birmingham/1")))


@pytest.mark.rule("BB-19.4")
@pytest.mark.parametrize(
    ("slot", "industry"), [("birmingham/0", "cotton_mill"), ("birmingham/1", "manufacturer"), ("coventry/0", "pottery")]
)
def test_the_tile_with_all_three_icons_buys_each(slot, industry):
    game = birmingham().tile(slot, industry, 2).links("birmingham-coventry")
    game.play(sell(to_gloucester(slot, 1)))


@pytest.mark.rule("BB-19.5")
@pytest.mark.parametrize(("level", "barrels"), [(2, 1), (3, 0), (5, 2), (7, 0)])
def test_a_tile_needs_its_own_number_of_barrels(level, barrels):
    game = birmingham(level)
    assert components.tile("manufacturer", level).beer_to_sell == barrels
    for wrong in {0, 1, 2, 3} - {barrels}:
        rule = "BB-19.5" if barrels else "BB-19.8"
        game.refuse(rule, sell(Sale(slot="birmingham/1", merchant="gloucester/0", beer=("derby/0",) * wrong)))
    game.play(sell(Sale(slot="birmingham/1", merchant="gloucester/0", beer=("derby/0",) * barrels)))


@pytest.mark.rule("BB-19.6", "BB-D.31")
def test_at_most_one_barrel_is_the_merchants_and_it_belongs_to_its_space():
    game = birmingham(5)
    game.refuse("BB-19.6", sell(to_gloucester("birmingham/1", 0, ("gloucester/0", "gloucester/0"))))
    game.refuse("BB-19.6", sell(to_gloucester("birmingham/1", 0, ("gloucester/0", "gloucester/1"))))
    game.play(sell(to_gloucester("birmingham/1", 0, ("derby/0", "gloucester/0"))))
    assert game.state.merchants["gloucester/1"].barrel


@pytest.mark.rule("BB-19.7")
def test_taking_the_merchants_barrel_is_optional():
    game = birmingham(2)
    fact = game.play(sell(Sale(slot="birmingham/1", merchant="gloucester/0", beer=("derby/0",))))
    assert fact.sales[0].bonus is None
    assert game.state.merchants["gloucester/0"].barrel


@pytest.mark.rule("BB-19.8", "BB-D.31")
def test_a_tile_that_needs_no_beer_brings_no_bonus():
    game = birmingham(3)
    game.refuse("BB-19.8", sell(to_gloucester("birmingham/1")))
    game.refuse("BB-20.1", sell(Sale(slot="birmingham/1", merchant="gloucester/0", bonus="coal_mine")))
    game.play(sell(Sale(slot="birmingham/1", merchant="gloucester/0")))
    assert game.player().income_space == 14


@pytest.mark.rule("BB-19.9")
def test_the_bonus_is_received_at_once_before_the_next_sale():
    game = birmingham(2, 2).mat("brewery", 1).mat("coal_mine", 2)
    for industry in ("cotton_mill", "manufacturer", "iron_works"):
        game.mat(industry)
    twice = sell(to_gloucester("birmingham/1"), to_gloucester("birmingham/3", 1))
    game.refuse("BB-20.2", twice)
    game.play(sell(to_gloucester("birmingham/1"), to_gloucester("birmingham/3", 1, bonus="brewery")))


@pytest.mark.rule("BB-19.10")
def test_the_tile_flips_and_income_advances():
    game = birmingham(6)
    fact = game.play(sell(to_gloucester("birmingham/1")))
    assert (fact.sales[0].flip.income_from, fact.sales[0].flip.income_to) == (10, 16)
    assert game.player().income_space == 16


@pytest.mark.rule("BB-19.11")
def test_one_may_stop_after_any_number_of_tiles():
    game = birmingham(2, 2)
    numbers = {len(command.sales) for command in offered(game)}
    assert numbers == {1, 2}


@pytest.mark.rule("BB-19.12")
def test_a_merchant_tile_buys_any_number_but_its_barrel_is_there_once():
    game = birmingham(2, 2)
    brewery = Sale(slot="birmingham/3", merchant="gloucester/0", beer=("derby/0",))
    game.refuse("BB-19.12", sell(to_gloucester("birmingham/1"), to_gloucester("birmingham/3")))
    game.play(sell(to_gloucester("birmingham/1"), brewery))


@pytest.mark.rule("BB-19.13")
def test_a_brewery_emptied_on_the_way_flips_at_once_and_gives_no_more():
    game = birmingham(2, 2).tile("derby/0", "brewery", 2, cubes=1)
    one = Sale(slot="birmingham/1", merchant="gloucester/0", beer=("derby/0",))
    other = Sale(slot="birmingham/3", merchant="gloucester/0", beer=("derby/0",))
    game.refuse("BB-10.9", sell(one, other))
    fact = game.play(sell(one, to_gloucester("birmingham/3")))
    assert fact.sales[0].beer[0].flip.income_to == 15
    assert game.state.board["derby/0"].flipped
    assert game.player().income_space == 10 + 5 + 1 + 1


@pytest.mark.rule("BB-19.14")
def test_in_the_canal_era_nothing_is_sold_from_uttoxeter():
    assert not any("uttoxeter" in line.ends for line in components.lines_of["canal"])
    game = Game(4).hand("stone").tile("uttoxeter/0", "manufacturer", 1)
    for line in components.lines_of["canal"]:
        game.links(line.id, owner=1)
    game.refuse("BB-19.3", sell(to_gloucester("uttoxeter/0")))


@pytest.mark.rule("BB-19.15", "BB-2.11")
def test_spaces_without_a_tile_and_blank_tiles_buy_nothing():
    game = Game(2).hand("stone").tile("stoke_on_trent/0", "cotton_mill", 1).links("stoke_on_trent-warrington")
    game.refuse("BB-19.15", sell(Sale(slot="stoke_on_trent/0", merchant="warrington/0", beer=("warrington/0",))))
    assert offered(game) == []
    blank = birmingham(3)
    blank.refuse("BB-2.11", sell(Sale(slot="birmingham/1", merchant="oxford/0")))


@pytest.mark.rule("BB-19.16", "BB-25.12")
def test_works_left_unflipped_may_be_sold_in_the_rail_era():
    game = Game().tile("worcester/0", "cotton_mill", 2).last_round()
    game.end_round()
    game.hand("stone").links("gloucester-worcester")
    game.play(sell(to_gloucester("worcester/0", 1)))


# 20. Merchant bonuses


def three_players():
    """Return a game with a mill of the seat in Stoke-on-Trent and the merchants of four players."""
    return Game(4).hand("stone").tile("stoke_on_trent/0", "cotton_mill", 1).links("stoke_on_trent-warrington")


@pytest.mark.rule("BB-20.1")
def test_a_bonus_comes_only_with_the_merchants_barrel_and_once():
    game = birmingham(2, 2)
    beer = ("derby/0",)
    game.refuse("BB-20.1", sell(to_gloucester("birmingham/1", beer=beer)))
    before = game.player().mat["coal_mine"].copy()
    game.play(sell(Sale(slot="birmingham/1", merchant="gloucester/0", beer=beer)))
    assert game.player().mat["coal_mine"] == before


@pytest.mark.rule("BB-19.12", "BB-20.1")
def test_a_barrel_that_one_action_took_is_gone_for_the_next():
    game = birmingham(2, 2).hand("stone", "stone")
    game.play(sell(to_gloucester("birmingham/1")))
    assert not game.state.merchants["gloucester/0"].barrel
    game.refuse("BB-19.12", sell(to_gloucester("birmingham/3")))
    game.play(sell(Sale(slot="birmingham/3", merchant="gloucester/0", beer=("derby/0",))))


@pytest.mark.rule("BB-20.2", "BB-20.3", "BB-D.32")
def test_gloucester_develops_a_tile_without_iron():
    game = birmingham(2).tile("redditch/1", "iron_works", 2, cubes=3)
    fact = game.play(sell(to_gloucester("birmingham/1", bonus="cotton_mill")))
    assert fact.sales[0].bonus.developed == MatTile("cotton_mill", 1)
    assert game.player().mat["cotton_mill"][:3] == [1, 1, 2]
    assert game.state.board["redditch/1"].cubes == 3
    assert (game.state.iron_market, game.player().money) == (8, 200)


@pytest.mark.rule("BB-20.2")
def test_the_industry_of_the_bonus_is_chosen():
    choices = {command.sales[0].bonus for command in offered(birmingham(2)) if command.sales[0].beer[0] != "derby/0"}
    assert choices == {"cotton_mill", "manufacturer", "coal_mine", "iron_works", "brewery"}
    birmingham(2).refuse("BB-20.2", sell(to_gloucester("birmingham/1", bonus="shipyard")))
    birmingham(2).mat("coal_mine").refuse("BB-20.2", sell(to_gloucester("birmingham/1")))


@pytest.mark.rule("BB-20.4")
def test_a_pottery_with_a_light_bulb_is_not_chosen():
    birmingham(2).refuse("BB-20.4", sell(to_gloucester("birmingham/1", bonus="pottery")))
    birmingham(2).mat("pottery", 2).play(sell(to_gloucester("birmingham/1", bonus="pottery")))


@pytest.mark.rule("BB-20.5", "BB-D.33")
def test_the_development_is_required_if_possible_and_else_lost():
    birmingham(2).refuse("BB-20.5", sell(to_gloucester("birmingham/1", bonus=None)))
    game = birmingham(2)
    for industry in game.player().mat:
        game.mat(industry)
    game.mat("pottery", 3)
    fact = game.play(sell(to_gloucester("birmingham/1", bonus=None)))
    assert fact.sales[0].bonus.developed is None
    assert game.player().mat["pottery"] == [3]


@pytest.mark.rule("BB-20.6")
def test_oxford_advances_income_by_two_track_spaces():
    game = birmingham(2)
    game.state.merchants["oxford/0"].tile = "manufacturer_1"
    game.state.merchants["oxford/0"].barrel = True
    fact = game.play(sell(Sale(slot="birmingham/1", merchant="oxford/0", beer=("oxford/0",))))
    assert (fact.sales[0].bonus.income.income_from, fact.sales[0].bonus.income.income_to) == (10, 12)
    assert game.player().income_space == 13
    other = birmingham(2)
    other.state.merchants["oxford/0"].tile, other.state.merchants["oxford/0"].barrel = "manufacturer_1", True
    developing = Sale(slot="birmingham/1", merchant="oxford/0", beer=("oxford/0",), bonus="coal_mine")
    other.refuse("BB-20.2", sell(developing))


@pytest.mark.rule("BB-20.7")
def test_shrewsbury_brings_4_points_and_nottingham_3():
    game = Game(4).hand("stone", "leek").links("coalbrookdale-shrewsbury", "coalbrookdale-kidderminster")
    game.links("belper-derby", "derby-nottingham")
    game.tile("kidderminster/1", "cotton_mill", 1).tile("belper/0", "manufacturer", 1)
    game.play(sell(Sale(slot="kidderminster/1", merchant="shrewsbury/0", beer=("shrewsbury/0",))))
    assert game.player().points == 4
    sale = Sale(slot="belper/0", merchant="nottingham/0", beer=("nottingham/0",))
    game.play(Sell(card="leek", sales=(sale,)))
    assert game.player().points == 7


@pytest.mark.rule("BB-20.8")
def test_warrington_brings_5_pounds():
    game = three_players()
    game.play(sell(Sale(slot="stoke_on_trent/0", merchant="warrington/0", beer=("warrington/0",))))
    assert game.player().money == 205
