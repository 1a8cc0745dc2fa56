"""Section 13: cost and completion of a build."""

import pytest

from tests.domain.brass.birmingham.builder import Build, Game, Network, Pass, components


def mine(card="dudley", slot="dudley/0", **sources):
    return Build(card=card, industry="coal_mine", slot=slot, **sources)


@pytest.mark.rule("BB-13.1", "BB-D.21")
def test_cubes_moved_to_the_market_bring_money_too_late_for_the_same_build():
    game = Game().hand("dudley").links("birmingham-dudley", "birmingham-oxford").money(5)
    works = Build(card="dudley", industry="iron_works", slot="dudley/1", coal=("market",))
    game.refuse("BB-13.4", works)
    game.money(6)
    game.play(works)
    assert game.player().money == 2
    assert game.player().spent == 6


@pytest.mark.rule("BB-13.1", "BB-D.21")
def test_the_new_tile_gives_no_cubes_for_itself_and_coal_bought_makes_room_for_none_of_its_own():
    game = Game(era="rail").hand("dudley").mat("coal_mine", 3).markets(iron=10)
    fact = game.play(mine(iron=("market",)))
    assert fact.iron[0].price == 1
    assert game.state.board["dudley/0"].cubes == 4
    assert [tile.coal for tile in components.tiles["coal_mine"]] == [0, 0, 0, 0]
    assert [tile.iron for tile in components.tiles["iron_works"]] == [0, 0, 0, 0]


@pytest.mark.rule("BB-13.2")
def test_the_price_of_the_tile_is_paid():
    game = Game().hand("worcester", "coventry").mat("pottery", 2).links("birmingham-oxford", "birmingham-coventry")
    game.play(Build(card="worcester", industry="cotton_mill", slot="worcester/0"))
    assert game.player().money == 200 - 12
    game.play(Build(card="coventry", industry="pottery", slot="coventry/0", coal=("market",)))
    assert game.player().money == 200 - 12 - 0 - 1


@pytest.mark.rule("BB-13.3")
def test_coal_and_iron_of_the_tile_are_consumed():
    game = Game(era="rail").hand("worcester").mat("cotton_mill", 3).links("gloucester-worcester")
    fact = game.play(
        Build(card="worcester", industry="cotton_mill", slot="worcester/0", coal=("market",), iron=("market",))
    )
    assert (len(fact.coal), len(fact.iron)) == (1, 1)
    assert (game.state.coal_market, game.state.iron_market) == (12, 7)
    assert game.player().spent == 16 + 1 + 2


@pytest.mark.rule("BB-13.4", "BB-D.21")
def test_the_whole_must_be_affordable_before_anything_is_gained():
    game = Game(era="rail").hand("worcester").mat("cotton_mill", 3).links("gloucester-worcester").money(18)
    mill = Build(card="worcester", industry="cotton_mill", slot="worcester/0", coal=("market",), iron=("market",))
    game.refuse("BB-13.4", mill)
    game.money(19)
    game.play(mill)
    assert game.player().money == 0


@pytest.mark.rule("BB-13.5")
@pytest.mark.parametrize(("level", "cubes"), [(1, 2), (2, 3), (3, 4), (4, 5)])
def test_a_coal_mine_gets_its_cubes(level, cubes):
    game = Game().hand("dudley").mat("coal_mine", level)
    game.play(mine(iron=("market",) * components.tile("coal_mine", level).iron))
    assert game.state.board["dudley/0"].cubes == cubes


@pytest.mark.rule("BB-13.5")
@pytest.mark.parametrize(("level", "cubes"), [(1, 4), (2, 4), (3, 5), (4, 6)])
def test_iron_works_get_their_cubes(level, cubes):
    game = Game().hand("dudley").mat("iron_works", level).markets(iron=10).tile("dudley/0", "coal_mine", cubes=2)
    game.state.board["dudley/0"].owner = 1
    game.play(Build(card="dudley", industry="iron_works", slot="dudley/1", coal=("dudley/0",)))
    assert game.state.board["dudley/1"].cubes == cubes


@pytest.mark.rule("BB-13.6")
@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize(("era", "barrels"), [("canal", 1), ("rail", 2)])
def test_the_barrels_of_a_brewery_depend_on_the_era_only(era, barrels, level):
    game = Game(era=era).hand("stone").mat("brewery", level)
    game.play(Build(card="stone", industry="brewery", slot="stone/0", iron=("market",)))
    assert game.state.board["stone/0"].cubes == barrels


@pytest.mark.rule("BB-13.7", "BB-13.10", "BB-28.4")
def test_a_connected_coal_mine_sells_to_the_market_at_once():
    game = Game().hand("dudley").links("birmingham-dudley", "birmingham-oxford", owner=1)
    fact = game.play(mine())
    assert fact.moved == (1,)
    assert game.state.coal_market == 14
    assert game.state.board["dudley/0"].cubes == 1
    assert game.player().money == 200 - 5 + 1


@pytest.mark.rule("BB-13.7", "BB-2.10")
def test_a_merchant_location_without_tiles_will_do():
    game = Game(2).hand("wild_location").links("stoke_on_trent-warrington", "stoke_on_trent-stone", owner=1)
    assert game.play(mine("wild_location", "stone/1")).moved == (1,)


@pytest.mark.rule("BB-13.8", "BB-28.3")
def test_iron_works_sell_without_connection():
    game = Game().hand("dudley").tile("dudley/0", "coal_mine", 1, owner=1, cubes=2)
    fact = game.play(Build(card="dudley", industry="iron_works", slot="dudley/1", coal=("dudley/0",)))
    assert fact.moved == (1, 1)
    assert game.state.iron_market == 10
    assert game.state.board["dudley/1"].cubes == 2
    assert not game.state.board["dudley/1"].flipped


@pytest.mark.rule("BB-13.9", "BB-13.10")
def test_as_many_cubes_as_possible_fill_the_dearest_spaces_first():
    game = Game().hand("dudley").mat("coal_mine", 2).markets(coal=12)
    game.links("birmingham-dudley", "birmingham-oxford", owner=1)
    fact = game.play(mine())
    assert fact.moved == (1, 1)
    assert game.state.board["dudley/0"].cubes == 1
    low = Game().hand("dudley").mat("coal_mine", 2).markets(coal=9)
    low.links("birmingham-dudley", "birmingham-oxford", owner=1)
    assert low.play(mine()).moved == (3, 2, 2)
    assert low.state.board["dudley/0"].cubes == 0


@pytest.mark.rule("BB-13.11", "BB-28.5")
def test_a_tile_that_moves_its_last_cube_flips_at_once():
    game = Game().hand("dudley").mat("coal_mine", 2).markets(coal=0)
    game.links("birmingham-dudley", "birmingham-oxford", owner=1)
    fact = game.play(mine())
    assert fact.moved == (7, 7, 6)
    assert game.state.board["dudley/0"].flipped
    assert game.player().income_space == 17
    assert game.player().money == 200 - 7 + 20


@pytest.mark.rule("BB-13.11")
def test_own_coal_used_for_the_works_flips_before_the_works_does():
    game = Game(era="rail").hand("dudley").mat("iron_works", 2).markets(iron=0)
    game.tile("dudley/0", "coal_mine", 2, cubes=1)
    fact = game.play(Build(card="dudley", industry="iron_works", slot="dudley/1", coal=("dudley/0",)))
    assert (fact.coal[0].flip.income_from, fact.coal[0].flip.income_to) == (10, 17)
    assert (fact.flip.income_from, fact.flip.income_to) == (17, 20)
    assert game.player().income_space == 20


@pytest.mark.rule("BB-13.12", "BB-13.13")
def test_cubes_are_moved_during_the_build_only():
    game = Game().hand("dudley", "stone").markets(coal=5)
    assert game.play(mine()).moved == ()
    assert game.state.board["dudley/0"].cubes == 2
    game.links("birmingham-oxford", owner=1)
    game.play(Network(card="stone", links=("birmingham-dudley",)))
    assert game.state.board["dudley/0"].cubes == 2
    assert game.state.coal_market == 5


@pytest.mark.rule("BB-13.12")
def test_space_that_becomes_free_later_draws_no_cubes():
    game = Game().hand("dudley", "stone").links("birmingham-dudley", "birmingham-oxford", owner=1).markets(coal=14)
    assert game.play(mine()).moved == ()
    game.markets(coal=3)
    game.play(Pass(card="stone"))
    assert (game.state.board["dudley/0"].cubes, game.state.coal_market) == (2, 3)


@pytest.mark.rule("BB-13.14")
def test_building_brings_neither_income_nor_points():
    game = Game().hand("worcester")
    game.play(Build(card="worcester", industry="cotton_mill", slot="worcester/0"))
    assert (game.player().income_space, game.player().points) == (10, 0)


@pytest.mark.rule("BB-D.43")
def test_manufacturer_4_costs_8_pounds():
    game = Game().hand("birmingham").mat("manufacturer", 4)
    game.play(Build(card="birmingham", industry="manufacturer", slot="birmingham/1", iron=("market",)))
    assert game.player().money == 200 - 8 - 2
