"""Sections 27 and 28: scoring of bonus tiles and objective tiles."""

import pytest

from domain.barrage import EDITION
from domain.barrage.engine.parts import Count
from domain.barrage.engine.position import Position
from tests.domain.barrage.builder import Game, components

BONUS_TILES = (*components.bonus_tiles, *components.leeghwater.bonus_tiles)


def counted(tile, game, seat=0):
    """The count of a bonus or objective tile for a seat."""
    known = {each.id: each for each in (*BONUS_TILES, *components.objective_tiles)}
    return EDITION.all(Count)[known[tile].counts].of(Position(EDITION, game.state, seat))


def each(tile):
    return next(bonus.vp_each for bonus in BONUS_TILES if bonus.id == tile)


@pytest.mark.rule("BA-27.1")
def test_fulfilled_contracts_of_any_kind():
    game = Game().contracts("green-01", "start-1")
    game.company().fulfilled = ["start-2", "green-02", "national-1"]
    assert counted("bonus-contracts", game) == 3
    assert each("bonus-contracts") == 2


@pytest.mark.rule("BA-27.2", "BA-27.3", "BA-27.4", "BA-27.5")
def test_structures_on_the_map():
    game = Game().dam("B1L", 3).dam("B5U", 2).conduit("1A", "2A", "3A").powerhouse("P7-1")
    game.dam("B2L", 2, owner=1).conduit("4A", owner=1).powerhouse("P8-1", "P9-1", owner=1).neutral("B8L", 3)
    tiles = ("bonus-bases", "bonus-elevations", "bonus-conduits", "bonus-powerhouses")
    assert [counted(tile, game) for tile in tiles] == [2, 3, 3, 1]
    assert [counted(tile, game, 1) for tile in tiles] == [1, 1, 1, 2]
    assert [each(tile) for tile in tiles] == [4, 4, 4, 5]


@pytest.mark.rule("BA-27.6")
def test_advanced_tiles_in_the_supply_and_on_the_wheel():
    game = Game(rules="expert").tiles("basic-base", "adv-base-1", "adv-wild-2", "special-anton")
    game.wheel(2, "adv-conduit-3", 4).wheel(3, "basic-conduit", 4)
    assert counted("bonus-advanced-tiles", game) == 3
    assert each("bonus-advanced-tiles") == 4


@pytest.mark.rule("BA-28.1")
def test_red_sites():
    game = Game().dam("B1U", 3).dam("B2L").dam("B3U", owner=1).conduit("1A").powerhouse("P7-2", "P8-1", "P10-3")
    assert counted("objective-red-sites", game) == 3


@pytest.mark.rule("BA-28.2", "BA-28.4", "BA-28.7")
def test_the_area_with_most_and_the_area_with_fewest_structures():
    game = Game().dam("B1L", 3).conduit("1A", "5A").powerhouse("P8-1").neutral("B9L", 3)
    assert counted("objective-most-area", game) == 4
    assert counted("objective-least-area", game) == 1
    assert counted("objective-least-area", Game().dam("B1L")) == 0
    assert counted("objective-most-area", Game()) == 0


@pytest.mark.rule("BA-28.3")
def test_connected_bases():
    game = Game().dam("B6U").dam("B6L", owner=1).dam("B1L").dam("B9L").conduit("6B", "1A").conduit("9A", owner=1)
    game.powerhouse("P7-1", "P11-1").powerhouse("P8-1", owner=1)
    assert counted("objective-connected", game) == 1
    two = Game().dam("B2L").dam("B3L").conduit("2A", "3B").powerhouse("P6-1")
    assert counted("objective-connected", two) == 2


@pytest.mark.rule("BA-28.5", "BA-28.7")
def test_basins_with_a_structure():
    game = Game().dam("B1L", 3).conduit("1A", "2A").powerhouse("P8-1", "P12-1").conduit("3A", owner=1)
    assert counted("objective-basins-1", game) == 4


@pytest.mark.rule("BA-28.6", "BA-28.7", "BA-D.17")
def test_basins_with_three_structures():
    game = Game().dam("B1L", 1).conduit("1A", "1B").dam("B5U", 3).powerhouse("P11-1").dam("B8L", 2).powerhouse("P9-1")
    assert counted("objective-basins-3", game) == 2


@pytest.mark.rule("BA-28.6")
def test_the_lowest_basins_never_hold_three():
    lowest = [basin.id for basin in components.basins if basin.downstream is None]
    assert not [site.id for site in components.base_sites if site.basin in lowest]
    assert not [site.id for site in components.conduit_sites if site.basin in lowest]
