"""Sections 11, 15 and 16: cards and where they build, an empty board, and farms."""

import pytest

from tests.domain.brass.birmingham.builder import Build, Game, Network, Pass, components


def coal_mine(card, slot):
    return Build(card=card, industry="coal_mine", slot=slot)


def brewery(card, slot):
    return Build(card=card, industry="brewery", slot=slot, iron=("market",))


def built(game):
    return {command for command in game.offered() if isinstance(command, Build)}


@pytest.mark.rule("BB-11.1")
def test_a_build_places_one_tile():
    game = Game().hand("dudley")
    game.play(coal_mine("dudley", "dudley/0"))
    assert list(game.state.board) == ["dudley/0"]
    assert len(game.player().mat["coal_mine"]) == 6


@pytest.mark.rule("BB-11.2")
def test_of_several_cards_that_would_do_the_player_chooses():
    game = Game(era="rail").hand("dudley", "coal_mine", "wild_location", "wild_industry", "stone")
    game.mat("coal_mine", 2).tile("dudley/1", "iron_works", 2)
    cards = {command.card for command in built(game) if command.slot == "dudley/0"}
    assert cards == {"dudley", "coal_mine", "wild_location", "wild_industry"}
    game.play(coal_mine("wild_location", "dudley/0"))
    assert game.player().hand == ["dudley", "coal_mine", "wild_industry", "stone"]


@pytest.mark.rule("BB-11.3")
def test_a_location_card_builds_any_industry_in_its_town_in_or_out_of_the_network():
    game = Game().hand("coalbrookdale").links("birmingham-oxford")
    slots = {(command.industry, command.slot) for command in built(game)}
    assert slots == {("brewery", "coalbrookdale/0"), ("coal_mine", "coalbrookdale/2")}
    game.refuse("BB-11.3", coal_mine("coalbrookdale", "dudley/0"))
    game.play(coal_mine("coalbrookdale", "coalbrookdale/2"))


@pytest.mark.rule("BB-11.4")
def test_a_wild_location_card_builds_in_any_town_out_of_the_network():
    game = Game().hand("wild_location").links("birmingham-oxford")
    game.play(coal_mine("wild_location", "leek/1"))


@pytest.mark.rule("BB-11.5")
def test_an_industry_card_builds_its_industry_in_the_network():
    game = Game().hand("coal_mine").links("birmingham-dudley")
    assert {(command.industry, command.slot) for command in built(game)} == {("coal_mine", "dudley/0")}
    game.refuse("BB-11.5", coal_mine("coal_mine", "leek/1"))
    game.refuse("BB-11.5", Build(card="coal_mine", industry="iron_works", slot="dudley/1", coal=("market",)))
    game.play(coal_mine("coal_mine", "dudley/0"))


@pytest.mark.rule("BB-11.6")
def test_a_wild_industry_card_builds_any_industry_in_the_network():
    game = Game().hand("wild_industry").links("birmingham-dudley", "birmingham-oxford")
    towns = {command.slot.split("/")[0] for command in built(game)}
    assert towns == {"birmingham", "dudley"}
    game.refuse("BB-11.6", coal_mine("wild_industry", "leek/1"))
    game.play(coal_mine("wild_industry", "dudley/0"))


@pytest.mark.rule("BB-11.7", "BB-15.1")
@pytest.mark.parametrize("card", ["brewery", "wild_industry"])
def test_with_nothing_on_the_board_an_industry_card_builds_anywhere(card):
    game = Game().hand(card)
    showing = {
        f"{place}/{number}"
        for place, slots in components.slots.items()
        for number, icons in enumerate(slots)
        if "brewery" in icons
    }
    assert {command.slot for command in built(game) if command.industry == "brewery"} == showing
    assert "farm_brewery_south/0" in showing
    game.play(brewery(card, "farm_brewery_south/0"))


@pytest.mark.rule("BB-11.8")
def test_all_other_requirements_apply_to_every_card():
    game = Game().hand("wild_location", "wild_industry", "dudley")
    for card in game.player().hand:
        game.refuse("BB-8.13", Build(card=card, industry="iron_works", slot="dudley/1", coal=("market",)))
        game.refuse("BB-12.8", Build(card=card, industry="brewery", slot="dudley/1", iron=("market",)))
    game.mat("coal_mine", 1).money(4)
    game.refuse("BB-1.14", coal_mine("wild_location", "dudley/0"))
    rail = Game(era="rail").hand("wild_industry")
    rail.refuse("BB-12.4", coal_mine("wild_industry", "dudley/0"))


@pytest.mark.rule("BB-15.1", "BB-15.4")
def test_the_exception_widens_the_place_only():
    game = Game(era="rail").hand("stone", "coal_mine").mat("coal_mine", 1)
    game.refuse("BB-8.10", Network(card="stone", links=("birmingham-dudley",), coal=("market",)))
    game.refuse("BB-12.4", coal_mine("coal_mine", "dudley/0"))
    game.money(4)
    game.refuse("BB-1.14", Network(card="stone", links=("birmingham-oxford",), coal=("market",)))
    game.money(6)
    game.play(Network(card="stone", links=("birmingham-oxford",), coal=("market",)))


@pytest.mark.rule("BB-15.1")
@pytest.mark.parametrize("presence", ["tile", "link"])
def test_a_tile_or_a_link_ends_the_exception(presence):
    game = Game().hand("coal_mine", "stone")
    if presence == "tile":
        game.tile("leek/0", "cotton_mill", 1, flipped=True)
    else:
        game.links("leek-stoke_on_trent")
    game.refuse("BB-11.5", coal_mine("coal_mine", "dudley/0"))
    game.refuse("BB-17.7", Network(card="stone", links=("birmingham-dudley",)))


@pytest.mark.rule("BB-15.2", "BB-D.26", "BB-25.10")
def test_it_can_come_true_again_at_the_start_of_the_rail_era():
    game = Game().links("birmingham-oxford").tile("dudley/0", "coal_mine", 1, cubes=2).last_round()
    game.end_round()
    assert game.state.era == "rail"
    assert game.state.board == {} == game.state.links
    game.hand("coal_mine", "stone").mat("coal_mine", 2)
    game.play(coal_mine("coal_mine", "cannock/1"))
    game.refuse("BB-17.7", Network(card="stone", links=("birmingham-oxford",), coal=("market",)))


@pytest.mark.rule("BB-15.2", "BB-D.26")
def test_the_test_is_made_at_each_action():
    game = Game().hand("coal_mine", "coal_mine").mat("coal_mine", 1, 2)
    game.play(coal_mine("coal_mine", "dudley/0"))
    game.refuse("BB-11.5", coal_mine("coal_mine", "cannock/1"))
    del game.state.board["dudley/0"]
    game.play(coal_mine("coal_mine", "cannock/1"))


@pytest.mark.rule("BB-15.3")
def test_tiles_of_others_do_not_matter():
    game = Game().hand("coal_mine").tile("dudley/0", "coal_mine", 1, owner=1, cubes=2)
    game.links("birmingham-oxford", owner=1)
    game.play(coal_mine("coal_mine", "cannock/1"))


@pytest.mark.rule("BB-16.1")
def test_two_farms_with_one_slot_for_a_brewery_each():
    assert {farm.id: farm.slots for farm in components.farms} == {
        "farm_brewery_north": (("brewery",),),
        "farm_brewery_south": (("brewery",),),
    }
    game = Game().hand("wild_industry")
    game.refuse("BB-12.8", coal_mine("wild_industry", "farm_brewery_north/0"))


@pytest.mark.rule("BB-16.2")
def test_farms_need_a_brewery_card_or_a_wild_industry_card():
    game = Game().hand("brewery", "wild_industry", "wild_location", "cannock")
    farm = "farm_brewery_north/0"
    assert {command.card for command in built(game) if command.slot == farm} == {"brewery", "wild_industry"}
    game.refuse("BB-16.2", brewery("cannock", farm))
    game.refuse("BB-4.13", brewery("wild_location", farm))
    game.play(brewery("brewery", farm))


@pytest.mark.rule("BB-16.3")
def test_a_farm_must_be_in_the_network():
    game = Game().hand("brewery", "wild_industry", "stone").links("cannock-stafford")
    for card in ("brewery", "wild_industry"):
        game.refuse("BB-16.3", brewery(card, "farm_brewery_north/0"))
    game.play(Network(card="stone", links=("cannock-farm_brewery_north",)))
    game.play(brewery("brewery", "farm_brewery_north/0"))


@pytest.mark.rule("BB-16.4")
def test_the_northern_farm_has_its_own_line_to_cannock():
    lines = [line for line in components.lines if "farm_brewery_north" in line.ends]
    assert [line.ends for line in lines] == [("cannock", "farm_brewery_north")]


@pytest.mark.rule("BB-16.5", "BB-16.6", "BB-D.15", "BB-17.2")
def test_the_southern_farm_is_served_by_the_line_between_kidderminster_and_worcester():
    lines = [line for line in components.lines if "farm_brewery_south" in line.ends]
    assert [line.id for line in lines] == ["kidderminster-worcester"]
    game = Game().hand("brewery", "stone").links("kidderminster-worcester")
    game.refuse("BB-17.2", Network(card="stone", links=("kidderminster-worcester",)))
    game.play(brewery("brewery", "farm_brewery_south/0"))


@pytest.mark.rule("BB-16.7", "BB-D.15")
def test_from_a_brewery_on_the_southern_farm_the_line_may_be_used():
    game = Game().hand("stone", "stone").tile("farm_brewery_south/0", "brewery", 1, cubes=1)
    game.play(Network(card="stone", links=("kidderminster-worcester",)))
    game.play(Pass(card="stone"))
