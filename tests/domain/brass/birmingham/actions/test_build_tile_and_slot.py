"""Section 12: the tile and the slot of a build."""

import pytest

from tests.domain.brass.birmingham.builder import Build, Develop, Game, Sale, Sell, components


def slots(game, industry):
    return {command.slot for command in game.offered() if isinstance(command, Build) and command.industry == industry}


@pytest.mark.rule("BB-12.1")
def test_the_lowest_tile_left_is_built():
    game = Game().hand("dudley", "cannock")
    assert game.play(Build(card="dudley", industry="coal_mine", slot="dudley/0")).level == 1
    assert game.play(Build(card="cannock", industry="coal_mine", slot="cannock/1")).level == 2
    assert game.player().mat["coal_mine"] == [2, 3, 3, 4, 4]


@pytest.mark.rule("BB-12.1")
def test_an_empty_stack_builds_nothing():
    game = Game().hand("dudley").mat("coal_mine")
    game.refuse("BB-12.1", Build(card="dudley", industry="coal_mine", slot="dudley/0"))
    game.refuse("BB-12.1", Build(card="dudley", industry="shipyard", slot="dudley/0"))


@pytest.mark.rule("BB-12.2", "BB-12.4")
def test_a_tile_of_the_other_era_blocks_its_stack_until_it_is_developed():
    game = Game(era="rail").hand("dudley", "stone").mat("coal_mine", 1, 2)
    mine = Build(card="dudley", industry="coal_mine", slot="dudley/0")
    game.refuse("BB-12.4", mine)
    game.play(Develop(card="stone", industries=("coal_mine",), iron=("market",)))
    assert game.play(mine).level == 2


@pytest.mark.rule("BB-12.3")
def test_pottery_5_and_brewery_4_wait_for_the_rail_era():
    for industry, level, slot, coal, iron in (
        ("pottery", 5, "coventry/0", ("market",) * 2, ()),
        ("brewery", 4, "nuneaton/0", (), ("market",)),
    ):
        card = slot.split("/")[0]
        command = Build(card=card, industry=industry, slot=slot, coal=coal, iron=iron)
        lines = ("birmingham-oxford", "birmingham-coventry")
        Game().hand(card).links(*lines).mat(industry, level).refuse("BB-12.3", command)
        Game(era="rail").hand(card).links(*lines).mat(industry, level).play(command)


@pytest.mark.rule("BB-12.4")
@pytest.mark.parametrize("industry", ["cotton_mill", "manufacturer", "coal_mine", "iron_works", "brewery"])
def test_level_1_tiles_are_not_built_in_the_rail_era(industry):
    canal_only = [tile.level for tile in components.tiles[industry] if "rail" not in tile.eras]
    assert canal_only == [1]
    game = Game(era="rail").hand("wild_industry").links("birmingham-oxford").mat(industry, 1)
    assert slots(game, industry) == set()
    game.refuse("BB-12.4", Build(card="wild_industry", industry=industry, slot="birmingham/0"))


@pytest.mark.rule("BB-12.5")
@pytest.mark.parametrize("era", ["canal", "rail"])
def test_pottery_1_may_be_built_in_both_eras(era):
    game = Game(era=era).hand("coventry")
    game.play(Build(card="coventry", industry="pottery", slot="coventry/0", iron=("market",)))


@pytest.mark.rule("BB-12.6")
def test_in_the_canal_era_one_has_one_tile_in_a_location():
    game = Game().hand("coalbrookdale").tile("coalbrookdale/0", "brewery", 1, cubes=1)
    mine = Build(card="coalbrookdale", industry="coal_mine", slot="coalbrookdale/2")
    game.refuse("BB-12.6", mine)
    game.tile("coalbrookdale/0", "brewery", 1, owner=1, cubes=1)
    game.play(mine)


@pytest.mark.rule("BB-12.7")
def test_in_the_rail_era_one_may_have_several():
    game = Game(era="rail").hand("coalbrookdale").tile("coalbrookdale/0", "brewery", 2, cubes=1).mat("coal_mine", 2)
    game.tile("coalbrookdale/1", "iron_works", 2, cubes=1)
    game.play(Build(card="coalbrookdale", industry="coal_mine", slot="coalbrookdale/2"))


@pytest.mark.rule("BB-12.8")
def test_the_slot_must_show_the_icon():
    game = Game().hand("dudley")
    game.refuse("BB-12.8", Build(card="dudley", industry="coal_mine", slot="dudley/1"))
    game.refuse("BB-12.8", Build(card="dudley", industry="coal_mine", slot="dudley/2"))
    game.refuse("BB-12.8", Build(card="dudley", industry="coal_mine", slot="london/0"))
    game.refuse("BB-12.8", Build(card="dudley", industry="coal_mine", slot="dudley"))


@pytest.mark.rule("BB-12.9", "BB-12.10")
def test_a_slot_with_only_this_icon_is_preferred_to_a_shared_one():
    game = Game().hand("cannock")
    assert slots(game, "coal_mine") == {"cannock/1"}
    game.refuse("BB-12.9", Build(card="cannock", industry="coal_mine", slot="cannock/0"))
    game.tile("cannock/1", "coal_mine", 1, owner=1, cubes=2)
    assert slots(game, "coal_mine") == {"cannock/0"}
    game.play(Build(card="cannock", industry="coal_mine", slot="cannock/0"))


@pytest.mark.rule("BB-12.11", "BB-D.20")
def test_among_equal_slots_the_player_chooses():
    game = Game().hand("tamworth")
    assert slots(game, "coal_mine") == {"tamworth/0", "tamworth/1"}
    worcester = Game().hand("worcester")
    assert slots(worcester, "cotton_mill") == {"worcester/0", "worcester/1"}
    game.play(Build(card="tamworth", industry="coal_mine", slot="tamworth/1"))


@pytest.mark.rule("BB-12.12")
def test_without_an_empty_slot_of_the_icon_nothing_is_built():
    game = Game().hand("redditch").tile("redditch/0", "manufacturer", 1, owner=1)
    assert slots(game, "coal_mine") == set()
    game.refuse("BB-14.1", Build(card="redditch", industry="coal_mine", slot="redditch/0"))
    game.refuse("BB-12.8", Build(card="redditch", industry="coal_mine", slot="redditch/1"))


@pytest.mark.rule("BB-12.13")
def test_a_slot_holds_one_tile():
    game = Game(era="rail").hand("dudley").mat("coal_mine", 2).tile("dudley/0", "coal_mine", 2, cubes=1)
    game.refuse("BB-14.2", Build(card="dudley", industry="coal_mine", slot="dudley/0"))


@pytest.mark.rule("BB-12.14")
def test_merchant_locations_have_no_slots():
    game = Game().hand("wild_location", "wild_industry").links("birmingham-oxford")
    for card in game.player().hand:
        game.refuse("BB-12.14", Build(card=card, industry="coal_mine", slot="oxford/0"))


@pytest.mark.rule("BB-12.15")
def test_the_tile_is_placed_unflipped():
    game = Game().hand("worcester")
    game.play(Build(card="worcester", industry="cotton_mill", slot="worcester/0"))
    assert not game.state.board["worcester/0"].flipped
    game.links("gloucester-worcester").hand("stone")
    game.state.merchants["gloucester/0"].tile = "cotton_1"
    sale = Sale(slot="worcester/0", merchant="gloucester/0", beer=("gloucester/0",), bonus="coal_mine")
    game.play(Sell(card="stone", sales=(sale,)))
    assert game.state.board["worcester/0"].flipped
