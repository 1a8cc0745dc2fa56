"""Section TA-25: advanced technology tiles of automas at High Voltage."""

import pytest

from domain.barrage.model.changes import Segment
from domain.barrage.model.facts import EffectFollowed
from tests.domain.barrage.automa.actions.test_construction import BASE, CONDUIT, DOWN, ELEVATION, POWERHOUSE, built
from tests.domain.barrage.automa.builder import Game

HIGH = "high_voltage"


def with_tile(*tiles, card=None, **options):
    """Return a game with only these tiles in the supply and a card for the structure of the first."""
    kinds = {"base": BASE, "elevation": ELEVATION, "conduit": CONDUIT, "powerhouse": POWERHOUSE, "building": DOWN}
    return Game(2, HIGH, **options).tiles(*tiles).cards(card or kinds[tiles[0].split("-")[1]])


def on_wheel(game):
    """The pieces put on the wheel."""
    (segment,) = (segment for segment in game.company().wheel if not segment.empty)
    return segment


# --------------------------------------------------------------------------------------------------------------------
# Which tile
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-25.3", "TA-9.7")
@pytest.mark.parametrize(
    ("tiles", "used"),
    [
        (("adv-base-1", "adv-wild-2", "basic-base"), "adv-wild-2"),
        (("adv-base-2", "adv-wild-2", "basic-base"), "adv-base-2"),
        (("adv-base-2", "adv-wild-3", "basic-base"), "adv-wild-3"),
    ],
)
def test_the_highest_level_and_the_special_tile_before_the_wild_one(tiles, used):
    game = with_tile(*tiles)
    game.turn()
    assert on_wheel(game).tile == used


@pytest.mark.rule("TA-25.4", "TA-9.7", "TA-0.12")
def test_the_tile_comes_before_the_site_and_its_effect_on_the_cost_counts():
    """With 5 excavators a conduit of value 4 can be paid with the tile of level 2 only, one of value 2 with any."""
    high = with_tile("adv-conduit-3", "adv-conduit-2", card="4-6B-10").has(excavators=5)
    assert built(high) == ["1A"]
    assert on_wheel(high) == Segment("adv-conduit-2", 5, 0)
    low = with_tile("adv-conduit-3", "adv-conduit-2").has(excavators=5)
    assert built(low) == ["6B"]
    assert on_wheel(low) == Segment("adv-conduit-3", 4, 0)


# --------------------------------------------------------------------------------------------------------------------
# Effects without choices
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-25.6", "TA-25.5")
def test_base_1_puts_a_drop_into_every_own_empty_dam_the_new_one_included():
    game = with_tile("adv-base-1").dam("B5L", 1, 0).dam("B6L", 2, 1).neutral("B8L", 3, 0).dam("B9L", 1, 0, owner=0)
    game.turn()
    drops = {site: dam.drops for site, dam in game.state.dams.items()}
    assert drops == {"B5L": 1, "B6L": 1, "B8L": 0, "B9L": 0, "B1L": 1}


@pytest.mark.rule("TA-25.6", "TA-15.6")
def test_base_2_produces_energy_for_every_base_that_fulfils_a_contract():
    game = (
        with_tile("adv-base-2").dam("B5L", 1, 1).dam("B6L", 1, 1).row(green=("green-13", "green-06"), yellow=(), red=())
    )
    game.turn()
    assert (game.company().energy, game.company().fulfilled) == (3, ["green-06"])


@pytest.mark.rule("TA-25.6", "TA-25.5")
def test_elevation_1_turns_the_wheel_for_every_elevation_the_new_one_included():
    game = with_tile("adv-elevation-1").dam("B5L", 2, 2).wheel(3, "basic-base").wheel(4, "basic-conduit")
    game.turn()
    assert game.company().tiles == ["basic-base"]


@pytest.mark.rule("TA-25.6")
def test_elevation_2_fills_the_raised_dam():
    game = with_tile("adv-elevation-2").dam("B5L", 2, 0)
    game.turn()
    assert (game.state.dams["B5L"].level, game.state.dams["B5L"].drops) == (3, 3)


@pytest.mark.rule("TA-25.6")
def test_elevation_3_scores_for_every_dam_of_level_2_or_3():
    game = with_tile("adv-elevation-3").dam("B1L", 1, 1).dam("B6L", 3, 3).dam("B8L", 1, 1).has(mixers=3)
    assert built(game) == ["B8L"]
    assert game.company().vp == 50 + 3 * 2


@pytest.mark.rule("TA-25.6", "TA-1.3")
def test_conduit_1_gives_points_for_twice_the_value():
    game = with_tile("adv-conduit-1").has(excavators=8)
    assert built(game) == ["1B"]
    assert (game.company().vp, game.company().credits) == (58, 0)


@pytest.mark.rule("TA-25.6", "TA-15.6")
def test_conduit_3_produces_energy_for_twice_the_value_that_fulfils_a_contract():
    game = with_tile("adv-conduit-3").has(excavators=8)
    game.turn()
    assert (game.company().energy, game.company().fulfilled) == (8, ["red-01"])


@pytest.mark.rule("TA-25.6")
def test_powerhouse_3_scores_for_every_powerhouse_the_new_one_included():
    game = with_tile("adv-powerhouse-3").powerhouse("P9-1")
    game.turn()
    assert game.company().vp == 56


@pytest.mark.rule("TA-25.6")
def test_wild_3_scores_for_every_advanced_tile():
    game = with_tile("adv-wild-3", "adv-conduit-1", card=BASE).wheel(4, "adv-elevation-1").wheel(5, "basic-conduit")
    game.turn()
    assert game.company().vp == 59


@pytest.mark.rule("TA-25.6", "TA-28.1")
def test_building_3_scores_the_buildings_points_at_once():
    game = with_tile("adv-building-3", expansion=True)
    assert built(game) == ["PB1-a"]
    assert game.company().vp == 53


# --------------------------------------------------------------------------------------------------------------------
# Without engineers
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-25.7")
def test_powerhouse_1_and_base_3_need_no_engineers_and_base_3_no_excavators():
    game = with_tile("adv-powerhouse-1")
    assert built(game) == ["P5-1"]
    assert (game.company().engineers, game.crews) == (12, {})
    game = with_tile("adv-base-3").has(excavators=0)
    assert built(game) == ["B1L"]
    assert (game.company().engineers, game.crews) == (12, {})
    assert on_wheel(game) == Segment("adv-base-3", 0, 0)


@pytest.mark.rule("TA-25.7", "TA-1.12")
def test_an_automa_without_engineers_passes_with_such_a_tile_too():
    game = with_tile("adv-base-3").has(engineers=0)
    game.turn()
    assert game.company().passed
    assert game.state.dams == {}


# --------------------------------------------------------------------------------------------------------------------
# Handled otherwise
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-25.8")
def test_conduit_2_prefers_value_3_or_more():
    """If dams come first, the conduits of the automa's dam in basin 10 are worth 2 and 1."""
    assert built(with_tile("basic-conduit", card=CONDUIT).dam("B10L", 1, 1).cards(CONDUIT, "1-5A-8")) == ["10A"]
    assert built(with_tile("adv-conduit-2").dam("B10L", 1, 1).cards(CONDUIT, "1-5A-8")) == ["1A"]


@pytest.mark.rule("TA-25.8")
def test_but_not_before_the_last_piece_of_a_system_nor_where_there_is_none():
    game = with_tile("adv-conduit-2").dam("B10L", 1, 1).powerhouse("P11-1")
    assert built(game.cards(CONDUIT, "1-5A-8")) == ["10A"]
    assert built(with_tile("adv-conduit-2").has(excavators=4).cards(CONDUIT, "1-1A-5")) == ["6B"]


@pytest.mark.rule("TA-25.9", "TA-6.5")
def test_powerhouse_2_always_produces_at_once():
    game = with_tile("adv-powerhouse-2").dam("B5L", 2, 2).conduit("5A").has(energy=20)
    game.row(green=("", ""), yellow=("", ""), red=("red-01", ""))
    assert "P8-1" in built(game)
    assert (game.company().energy, game.company().fulfilled) == (20 + 3 * 2 + 2, ["red-01"])
    assert game.state.dams["B5L"].drops == 0
    assert not any(space.startswith("TS") for space in game.crews)


@pytest.mark.rule("TA-25.9", "TA-6.7")
def test_it_produces_with_the_best_system_even_without_a_contract():
    game = with_tile("adv-powerhouse-2").dam("B6U", 3, 3).conduit("6A").powerhouse("P9-1").has(energy=30)
    game.row(green=("", ""), yellow=("", ""), red=("", ""))
    game.turn()
    assert game.company().energy == 30 + 3 * 4 + 2 + 1
    dry = with_tile("adv-powerhouse-2")
    assert not any(isinstance(fact, EffectFollowed) and fact.changes for fact in dry.turn())
    assert dry.company().energy == 0


@pytest.mark.rule("TA-25.10")
def test_building_1_scores_the_buildings_points_instead_of_using_it():
    game = with_tile("adv-building-1", expansion=True).building("PB1-a")
    assert built(game) == ["PB2-a"]
    assert (game.company().vp, game.company().credits) == (56, 0)


@pytest.mark.rule("TA-25.11")
@pytest.mark.parametrize(
    ("supply", "site", "paid"),
    [
        ((9, 5), "PB1-a", (0, 1)),
        ((5, 9), "PB1-a", (2, 0)),
        ((5, 5), "PB1-a", (2, 0)),
        ((1, 9), None, None),
        ((9, 0), None, None),
        ((2, 2), "PB1-a", (2, 0)),
    ],
)
def test_building_2_asks_for_the_machinery_of_which_there_are_fewer_only(supply, site, paid):
    game = with_tile("adv-building-2", expansion=True).has(excavators=supply[0], mixers=supply[1])
    assert built(game) == ([site] if site else [])
    if paid:
        assert on_wheel(game) == Segment("adv-building-2", *paid)


@pytest.mark.rule("TA-25.12", "TA-16.11")
def test_wild_1_takes_the_red_space_of_the_basin_for_nothing():
    game = with_tile("adv-wild-1", card=BASE)
    assert built(game) == ["B1U"]
    assert game.company().vp == 50
    taken = with_tile("adv-wild-1", card=BASE).neutral("B1U")
    assert built(taken) == ["B1L"]


@pytest.mark.rule("TA-25.12")
def test_wild_1_changes_nothing_for_a_powerhouse_but_the_surcharge():
    assert built(with_tile("adv-wild-1", card=POWERHOUSE).cards(POWERHOUSE, "8-8A-11")) == ["P11-1"]
    game = with_tile("adv-wild-1", card=POWERHOUSE).powerhouse("P11-1", "P11-2", owner=0)
    assert built(game.cards(POWERHOUSE, "8-8A-11")) == ["P11-3"]
    assert game.company().vp == 50


@pytest.mark.rule("TA-25.13")
@pytest.mark.parametrize(("supply", "paid"), [((9, 9), (5, 0)), ((3, 9), (3, 2)), ((0, 9), (0, 5))])
def test_wild_2_spends_the_usual_machineries_first(supply, paid):
    game = with_tile("adv-wild-2", card=BASE).has(excavators=supply[0], mixers=supply[1])
    assert built(game) == ["B1L"]
    assert on_wheel(game) == Segment("adv-wild-2", *paid)
