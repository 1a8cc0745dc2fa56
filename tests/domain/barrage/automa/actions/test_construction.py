"""Section TA-9: construction by an automa: its condition, its tile and its cost."""

import pytest

from domain.barrage.automa.actions.engineers import board
from domain.barrage.model.changes import Segment
from tests.domain.barrage.automa.builder import Game

BASE, ELEVATION, CONDUIT, POWERHOUSE = "1-1A-5", "6-3A-5", "5-10A-12", "8-8A-11"
"""Cards that build these with 2 engineers, without a restriction."""


def built(game):
    """Return the sites on which a turn built, including a raised dam."""
    before = {site: dam.level for site, dam in game.state.dams.items()} | game.state.built
    game.turn()
    after = {site: dam.level for site, dam in game.state.dams.items()} | game.state.built
    return [site for site in after if after[site] != before.get(site)]


# --------------------------------------------------------------------------------------------------------------------
# The conditions
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-9.1")
@pytest.mark.parametrize(
    ("structure", "card", "last"), [("base", BASE, 4), ("conduit", CONDUIT, 4), ("powerhouse", POWERHOUSE, 3)]
)
def test_a_piece_must_be_left(structure, card, last):
    for number, possible in ((last, True), (last + 1, False)):
        game = Game().tiles(f"basic-{structure}").cards(card)
        game.company().built[structure] = number
        assert bool(built(game)) is possible


@pytest.mark.rule("TA-9.1", "TA-9.12")
def test_an_elevation_goes_onto_your_own_dam_below_the_maximum_level():
    assert built(Game().tiles("basic-elevation").dam("B5L", 1).cards(ELEVATION)) == ["B5L"]
    assert built(Game().tiles("basic-elevation").dam("B5L", 2).cards(ELEVATION)) == ["B5L"]
    assert built(Game().tiles("basic-elevation").dam("B5L", 3).cards(ELEVATION)) == []
    assert built(Game().tiles("basic-elevation").dam("B5L", 1, owner=0).neutral("B8L", 1).cards(ELEVATION)) == []
    game = Game().tiles("basic-elevation").dam("B5L", 1).cards(ELEVATION)
    game.company().built["elevation"] = 5
    assert built(game) == []


@pytest.mark.rule("TA-9.2")
def test_a_tile_for_it_must_be_in_the_supply():
    assert built(Game().tiles("basic-elevation", "basic-conduit").cards(BASE)) == []
    assert built(Game().tiles().wheel(2, "basic-base").cards(BASE)) == []
    for tile in ("basic-base", "adv-base-1", "adv-wild-3"):
        assert built(Game().tiles(tile).cards(BASE)) == ["B1L"]


@pytest.mark.rule("TA-9.3", "TA-9.6", "TA-0.12", "TA-0.13")
@pytest.mark.parametrize(("excavators", "first"), [(2, None), (3, "B8L"), (4, "B5L"), (5, "B1L")])
def test_a_base_costs_3_4_or_5_excavators(excavators, first):
    game = Game().tiles("basic-base").has(excavators=excavators).wheel(3, "", excavators=9).cards(BASE)
    assert built(game) == ([first] if first else [])


@pytest.mark.rule("TA-9.3", "TA-9.6")
@pytest.mark.parametrize(("mixers", "sites"), [(1, []), (2, ["B8L"]), (3, ["B5L"]), (4, ["B1L"])])
def test_an_elevation_costs_2_3_or_4_mixers(mixers, sites):
    game = Game().tiles("basic-elevation").dam("B8L").dam("B5L").dam("B1L").has(mixers=mixers)
    assert built(game.cards(ELEVATION, BASE)) == sites


@pytest.mark.rule("TA-9.3", "TA-9.6")
@pytest.mark.parametrize(
    ("excavators", "sites"), [(1, []), (2, ["9A"]), (4, ["6B"]), (6, ["2A"]), (8, ["1B"]), (10, ["1A"])]
)
def test_a_conduit_costs_2_excavators_for_each_of_its_value(excavators, sites):
    """The criteria prefer the highest value; the code starts with 1A."""
    assert built(Game().tiles("basic-conduit").has(excavators=excavators).cards(CONDUIT, "1-1A-5")) == sites


@pytest.mark.rule("TA-9.3", "TA-9.6")
@pytest.mark.parametrize("own", [0, 1, 2, 3])
def test_a_powerhouse_costs_a_mixer_more_for_each_own_one(own):
    sites = ("P5-1", "P6-1", "P7-1")[:own]
    assert built(Game().tiles("basic-powerhouse").powerhouse(*sites).has(mixers=1 + own).cards(POWERHOUSE)) == []
    game = Game().tiles("basic-powerhouse").powerhouse(*sites).has(mixers=2 + own).cards(POWERHOUSE)
    assert len(built(game)) == 1
    assert game.company().mixers == 0


@pytest.mark.rule("TA-9.4", "TA-9.8", "TA-X.12", "TA-16.1")
def test_the_only_place_left_is_taken_without_a_criterion():
    game = Game().tiles("basic-base").has(excavators=5)
    sites = [f"B{basin}{side}" for basin in range(1, 11) for side in "UL"]
    for site in sites[:-1]:
        game.dam(site, owner=0)
    assert built(game.cards(BASE)) == ["B10L"]
    game.dam("B10U")
    game.state.dams.pop("B10L")
    assert built(game.tiles("basic-base").cards(BASE)) == []


@pytest.mark.rule("TA-9.5")
def test_a_base_in_the_mountain_or_in_the_hills_only():
    mountain, hills = "4-2B-11", "2-1B-6"
    assert built(Game().tiles("basic-base").has(excavators=4).cards(mountain)) == []
    assert built(Game().tiles("basic-base").cards(mountain, "8-8A-11")) == ["B1L"]
    assert built(Game().tiles("basic-base").has(excavators=3).cards(hills)) == []
    assert built(Game().tiles("basic-base").cards(hills, "1-1A-5")) == ["B5L"]
    assert built(Game().tiles("basic-base").cards(hills, "8-8A-11")) == ["B5L"]


@pytest.mark.rule("TA-9.5", "TA-20.5")
def test_a_conduit_of_value_3_or_4_at_least():
    three, four = "1-5A-8", "4-6B-10"
    assert built(Game().tiles("basic-conduit").has(excavators=5).cards(three)) == []
    assert built(Game().tiles("basic-conduit").has(excavators=6).cards(three, "5-9A-8")) == ["9B"]
    assert built(Game().tiles("basic-conduit").has(excavators=7).cards(four)) == []
    assert built(Game().tiles("basic-conduit").has(excavators=8).cards(four, "5-9A-8")) == ["1B"]


@pytest.mark.rule("TA-9.6", "TA-1.2", "TA-X.1", "TA-9.10")
def test_points_never_prevent_building_on_a_red_site():
    game = Game().tiles("basic-base").has(vp=2, excavators=3)
    for basin in (8, 9, 10):
        game.dam(f"B{basin}L", owner=0)
    for basin in (9, 10):
        game.dam(f"B{basin}U", owner=0)
    assert built(game.cards(BASE)) == ["B8U"]
    assert (game.company().vp, game.company().excavators, game.company().credits) == (-1, 0, 0)


# --------------------------------------------------------------------------------------------------------------------
# The tile
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-9.7", "TA-1.10")
@pytest.mark.parametrize(
    ("tiles", "used"),
    [
        (("basic-base", "adv-base-1", "adv-wild-2", "adv-base-2"), "adv-base-2"),
        (("basic-base", "adv-base-1", "adv-wild-2"), "adv-wild-2"),
        (("adv-wild-3", "adv-base-2", "basic-base"), "adv-wild-3"),
        (("basic-base", "adv-base-1"), "adv-base-1"),
        (("basic-base", "adv-conduit-3"), "basic-base"),
    ],
)
def test_the_highest_level_first_and_the_special_tile_before_the_wild_one(tiles, used):
    game = Game().tiles(*tiles).cards(BASE)
    game.turn()
    assert [segment.tile for segment in game.company().wheel if not segment.empty] == [used]


@pytest.mark.rule("TA-1.10", "TA-24.1")
def test_the_effects_of_advanced_tiles_are_ignored():
    game = Game().tiles("adv-wild-3").cards(BASE)
    game.turn()
    assert game.company().vp == 50
    game = Game().tiles("adv-base-3").has(excavators=4).cards(BASE)
    assert built(game) == ["B5L"]
    assert (game.company().engineers, game.company().excavators) == (10, 0)


# --------------------------------------------------------------------------------------------------------------------
# Carrying out
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-9.9", "TA-9.18", "TA-2.5")
def test_tile_and_machineries_go_on_the_wheel_which_turns_once():
    game = Game().tiles("basic-base", "basic-elevation").has(excavators=6, mixers=0).cards(BASE)
    game.wheel(1, "basic-conduit", mixers=2).turn()
    company = game.company()
    assert company.wheel[-1] == Segment("basic-base", 5, 0)
    assert sorted(company.tiles) == ["basic-conduit", "basic-elevation"]
    assert (company.excavators, company.mixers, company.engineers) == (1, 2, 10)
    assert game.state.dams["B1L"].owner == game.seat
    assert game.acting == 0


@pytest.mark.rule("TA-9.10", "TA-1.3")
def test_an_elevation_on_a_red_site_costs_nothing_more():
    game = Game().tiles("basic-elevation").dam("B5U").cards(ELEVATION)
    assert built(game) == ["B5U"]
    assert game.company().vp == 50


@pytest.mark.rule("TA-9.10")
def test_a_red_powerhouse_site_costs_3_points():
    game = Game().tiles("basic-powerhouse").cards(POWERHOUSE)
    for site in ("P5-1", "P6-1", "P7-1"):
        game.powerhouse(site, owner=0)
    for basin in range(8, 13):
        game.powerhouse(f"P{basin}-1").state.built[f"P{basin}-1"] = 0
    game.company().built["powerhouse"] = 1
    assert built(game) == ["P5-2"]
    assert game.company().vp == 47


@pytest.mark.rule("TA-9.11", "TA-15.14", "TA-1.3")
def test_a_newly_opened_income_is_received_at_once():
    game = Game().named("italy", "").dam("B8L").tiles("basic-base").has(excavators=5).cards(BASE)
    assert built(game) == ["B1L"]
    assert (game.company().vp, game.company().credits) == (53, 0)


# --------------------------------------------------------------------------------------------------------------------
# Buildings
# --------------------------------------------------------------------------------------------------------------------

DOWN, UP = "5-9A-8", "10-10B-12"


def buildings(card, **options):
    """Nothing but a building can be built; from the top the rows cost 2E 1M, 3E 4M, 4E 1M, 6E 2M and 4E 3M."""
    return Game(expansion=True, **options).tiles("basic-building").cards(card).works()


@pytest.mark.rule("TA-9.13", "TA-9.15", "TA-28.1", "TA-28.2")
@pytest.mark.parametrize(("card", "site"), [(DOWN, "PB1-a"), (UP, "PB5-a")])
def test_a_building_at_the_first_tile_in_the_direction_of_the_arrow(card, site):
    game = buildings(card)
    assert built(game) == [site]
    assert game.company().engineers == 11


@pytest.mark.rule("TA-9.13")
@pytest.mark.parametrize(("card", "site"), [(DOWN, "PB2-a"), (UP, "PB4-a")])
def test_tiles_with_an_own_building_are_passed_over(card, site):
    assert built(buildings(card).building("PB1-c", "PB5-c")) == [site]


@pytest.mark.rule("TA-9.13")
@pytest.mark.parametrize(("card", "site"), [(DOWN, "PB3-a"), (UP, "PB3-a")])
def test_tiles_that_cannot_be_paid_are_passed_over(card, site):
    assert built(buildings(card).building("PB1-c").has(excavators=4, mixers=1)) == [site]


@pytest.mark.rule("TA-9.13")
def test_tiles_without_an_empty_site_are_passed_over():
    game = buildings(DOWN, seats=4)
    for site in ("PB1-a", "PB1-b", "PB1-c", "PB1-d"):
        game.building(site, owner=0)
    assert built(game) == ["PB2-a"]


@pytest.mark.rule("TA-9.14")
def test_the_automa_takes_the_first_site_that_is_not_red_or_else_a_red_one_for_3_points():
    assert built(buildings(DOWN, seats=4).building("PB1-a", owner=0)) == ["PB1-b"]
    game = buildings(DOWN, seats=4).building("PB1-a", owner=0).building("PB1-b", owner=2)
    assert built(game) == ["PB1-c"]
    assert game.company().vp == 47
    two = buildings(DOWN).building("PB1-a", owner=0)
    assert built(two) == ["PB1-c"]


@pytest.mark.rule("TA-9.15")
def test_a_building_needs_a_tile_for_buildings_or_a_wild_one():
    assert built(buildings(DOWN).tiles("basic-conduit")) == []
    game = buildings(DOWN).tiles("adv-wild-1").has(excavators=2, mixers=1)
    assert built(game) == ["PB1-a"]
    assert game.company().wheel[-1] == Segment("adv-wild-1", 2, 1)


@pytest.mark.rule("TA-9.16")
def test_an_automa_never_uses_a_private_building():
    game = buildings(UP).building("PB1-a", "PB2-a", "PB3-a", "PB4-a", "PB5-a").has(engineers=12)
    for card in (UP, DOWN, "4-2B-11", "8-8A-11"):
        game.cards(card).turn()
    assert {space[:2] for space in game.crews} <= {"MS", "BK", "PO", "WS", "CO"}


@pytest.mark.rule("TA-9.17")
def test_the_left_space_of_a_tile_that_an_automa_activates_is_closed_to_all_players():
    game = buildings(DOWN).building("PB3-c", owner=0)
    left, right = "energy_relay_field/1", "energy_relay_field/2"
    assert game.can_use(left, seat=0)
    game.building("PB1-a", "PB2-a")
    game.cards(DOWN)
    assert built(game) == ["PB3-a"]
    assert not game.can_use(left, seat=0)
    assert game.can_use(right, seat=0)


@pytest.mark.rule("TA-9.9", "TA-4.4")
def test_the_engineers_of_a_building_stand_on_the_company_board():
    game = buildings(DOWN)
    game.turn()
    assert game.crews == {board(game.seat): 1}
