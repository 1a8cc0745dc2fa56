"""Section TA-21: scoring of automas, and its consequences."""

import pytest

from domain.barrage.model.changes import Gained
from domain.barrage.model.facts import BonusScored, EnergyScored, ObjectiveScored, ResourcesScored, WaterScored
from tests.domain.barrage.automa.builder import Game, changes, components


def points(game, kind):
    """The VP by seat that a part of the scoring brings, when all seats have passed."""
    facts = [fact for fact in game.rest() if isinstance(fact, kind)]
    gained = changes(facts, Gained)
    return [sum(change.vp for change in gained if change.seat == seat) for seat in range(len(game.state.companies))]


@pytest.mark.rule("TA-21.1", "TA-1.3")
@pytest.mark.parametrize(("energy", "vp"), [(7, 6 + 4), (3, 2 + 2), (29, 6 + 8)])
def test_places_on_the_energy_track_and_its_credits_as_points(energy, vp):
    game = Game().has(energy=energy).has(seat=0, energy=5)
    assert points(game, EnergyScored)[game.seat] == vp
    assert game.company().credits == 0


@pytest.mark.rule("TA-21.2", "TA-1.3", "TA-X.25")
def test_at_no_energy_credits_and_points_cancel_out():
    game = Game()
    assert points(game, EnergyScored)[game.seat] == 0
    assert game.company().vp == 50


@pytest.mark.rule("TA-21.1", "TA-21.3", "TA-6.15")
@pytest.mark.parametrize(
    ("tile", "each"),
    [
        ("bonus-bases", 4),
        ("bonus-elevations", 4),
        ("bonus-conduits", 4),
        ("bonus-powerhouses", 5),
        ("bonus-contracts", 2),
        ("bonus-advanced-tiles", 4),
        ("bonus-external-works", 5),
        ("bonus-buildings", 4),
    ],
)
def test_the_bonus_tile_counts_what_an_automa_has(tile, each):
    game = Game(expansion=True).has(energy=6).dam("B5L", 2).dam("B8L", 2).conduit("5A", "8A").building("PB1-a", "PB2-a")
    game.powerhouse("P11-1", "P12-1").tiles("adv-base-1").wheel(3, "adv-wild-2")
    game.company().fulfilled = ["green-01", "national-1", "work-a1", "work-b1"]
    game.state.bonus_tiles[0] = tile
    assert points(game, BonusScored)[game.seat] == 2 * each


@pytest.mark.rule("TA-21.4", "TA-2.6")
def test_the_new_turn_order_goes_by_energy():
    game = Game(3, "normal", "normal").has(energy=9).has(2, energy=2).has(seat=0, energy=5)
    game.rest()
    assert game.state.turn_order == [2, 0, 1]


# --------------------------------------------------------------------------------------------------------------------
# The end of the game
# --------------------------------------------------------------------------------------------------------------------


def objective(*counts, levels=("normal",)):
    """Return the points by seat for the objective tile, with this number of red sites; automas have the last seats."""
    game = Game(len(counts), *levels)
    game.state.objective = "objective-red-sites"
    sites = iter([site.id for site in components.powerhouse_sites if site.red])
    for seat, count in enumerate(counts):
        for _ in range(count):
            game.powerhouse(next(sites), owner=seat)
    return points(game.round(5), ObjectiveScored)


@pytest.mark.rule("TA-1.11", "TA-21.5", "TA-X.22")
def test_an_automa_scores_20_15_or_10_for_the_objective():
    assert objective(1, 2) == [10, 20]
    assert objective(2, 1) == [15, 15]
    assert objective(3, 2, 1) == [15, 10, 10]
    assert objective(3, 1, 2, 4, levels=("normal", "normal")) == [10, 0, 10, 20]


@pytest.mark.rule("TA-21.5")
@pytest.mark.parametrize(
    ("counts", "levels", "expected"),
    [
        ((2, 2), ("normal",), [13, 18]),
        ((1, 2, 2), ("normal", "normal"), [5, 18, 18]),
        ((2, 2, 1), ("normal",), [13, 13, 10]),
        ((3, 1, 1, 1), ("normal",), [15, 5, 5, 8]),
        ((1, 1, 1, 1), ("normal", "normal"), [8, 8, 11, 11]),
    ],
)
def test_tied_players_share_the_points_by_their_own_table(counts, levels, expected):
    assert objective(*counts, levels=levels) == expected


@pytest.mark.rule("TA-21.6")
@pytest.mark.parametrize(("machineries", "vp"), [((2, 2), 0), ((2, 3), 1), ((9, 5), 2), ((10, 5), 3)])
def test_a_point_for_every_5_machineries_in_the_supply(machineries, vp):
    game = Game().has(excavators=machineries[0], mixers=machineries[1]).wheel(2, "", excavators=9).round(5)
    assert points(game, ResourcesScored)[game.seat] == vp


@pytest.mark.rule("TA-21.7")
def test_a_point_for_every_drop_in_own_dams():
    game = Game().dam("B5L", 3, 2).dam("B8L", 1, 1).neutral("B9L", 3, 1).dam("B10L", 3, 3, owner=0).round(5)
    assert points(game, WaterScored)[game.seat] == 3


@pytest.mark.rule("TA-21.7", "TA-28.3")
def test_private_buildings_score_at_the_end():
    """Row 1 is the cofferdam (3 VP), row 2 the financial division (6 VP)."""
    with_buildings = Game(expansion=True).building("PB1-a", "PB2-a").round(5)
    without = Game(expansion=True).round(5)
    for game in (with_buildings, without):
        game.state.objective = "objective-red-sites"
        game.rest()
    assert with_buildings.company().vp - without.company().vp == 3 + 6


@pytest.mark.rule("TA-21.7")
def test_more_energy_breaks_a_tie():
    def played(ahead):
        game = Game().has(energy=7).has(seat=0, energy=8, vp=50 - ahead).round(5)
        game.state.objective = "objective-red-sites"
        game.rest()
        return game

    first = played(0)
    tied = played(first.company(0).vp - first.company().vp)
    assert tied.company().vp == tied.company(0).vp
    assert [(place.seat, place.place) for place in tied.state.ranking] == [(0, 1), (tied.seat, 2)]
