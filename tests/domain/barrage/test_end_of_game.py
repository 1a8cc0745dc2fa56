"""Sections 22, 27 and 28: the end of the game, and scoring of bonus and objective tiles."""

import pytest

from domain.barrage import EDITION, ruleset, scoring
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import Count
from domain.barrage.engine.position import Position
from domain.barrage.model.commands import Pass
from domain.barrage.model.facts import BonusScored, GameEnded, ObjectiveScored, ResourcesScored, WaterScored
from domain.barrage.model.pending import Pending
from domain.barrage.narration.standing import standing
from domain.barrage.scoring import objective_points, ranked
from domain.game import IllegalMove
from tests.domain.barrage.builder import Game
from tests.domain.barrage.playing import facts_of_game, replay

PLACES = (15, 10, 5)


def count(game, name, seat=0):
    """The count of a tile for a seat."""
    return EDITION.all(Count)[name].of(Position(EDITION, game.state, seat))


def scored(game, follow):
    """The VP by seat that a part of the final scoring brings, and its fact."""
    course = Course(EDITION, game.state)
    follow(course, Pending(kind="scoring"))
    before = [company.vp for company in game.state.companies]
    return [company.vp - vp for company, vp in zip(course.state.companies, before, strict=True)], course.facts[-1]


# --------------------------------------------------------------------------------------------------------------------
# The end of the game
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BA-22.1")
def test_the_end_of_a_game_comes_in_order():
    kinds = [type(fact) for fact in facts_of_game(3, 2)]
    ending = [ObjectiveScored, ResourcesScored, WaterScored, GameEnded]
    assert kinds[-5:] == [BonusScored, *ending]


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((4, 3, 2), [15, 10, 5]),
        ((1, 5, 3, 4), [0, 15, 5, 10]),
        ((4, 4, 2), [13, 13, 5]),
        ((4, 2, 2, 1), [15, 8, 8, 0]),
        ((3, 3, 3), [10, 10, 10]),
        ((5, 3, 3, 3), [15, 5, 5, 5]),
        ((2, 2, 2, 2), [8, 8, 8, 8]),
        ((9, 8, 1, 1), [15, 10, 3, 3]),
    ],
)
@pytest.mark.rule("BA-22.2", "BA-22.3", "BA-D.14")
def test_objective_places_are_shared_by_the_tied(counts, points):
    assert objective_points(PLACES, counts) == points


@pytest.mark.rule("BA-22.4", "BA-D.16")
def test_a_count_of_0_takes_a_place():
    assert objective_points(PLACES, (2, 0)) == [15, 10]
    assert objective_points(PLACES, (0, 0)) == [13, 13]


@pytest.mark.rule("BA-22.2", "BA-22.4", "BA-28.1")
def test_the_objective_of_the_game_is_scored():
    game = Game(3).dam("B6U").powerhouse("P9-3").dam("B7U", owner=2)
    game.state.objective = "objective-red-sites"
    points, fact = scored(game, scoring.follow_objective)
    assert fact.counts == (2, 0, 1)
    assert points == [15, 5, 10]


@pytest.mark.rule("BA-22.5", "BA-X.25", "BA-1.3")
def test_five_resources_of_the_personal_supply_are_worth_a_point():
    game = Game().has(excavators=5, mixers=3, credits=7).has(1, excavators=2, mixers=2, credits=0)
    game.wheel(2, "basic-base", excavators=9, mixers=9, seat=1)
    assert scored(game, scoring.follow_resources)[0] == [3, 0]


@pytest.mark.rule("BA-22.6", "BA-X.26")
def test_drops_in_own_dams_are_worth_a_point():
    game = Game().dam("B6L", 2, 1).dam("B9L", 1, 1).dam("B5L", 3, 3, owner=1).neutral("B10L", 3, 3).drops(A=4)
    assert scored(game, scoring.follow_water)[0] == [2, 3]


@pytest.mark.rule("BA-22.7", "BA-D.49")
@pytest.mark.parametrize(
    ("first", "second", "places", "decided_by"),
    [
        ((50, 3), (40, 9), [(1, 0), (2, 1)], "points"),
        ((50, 3), (50, 9), [(1, 1), (2, 0)], "energy"),
        ((50, 33), (50, 31), [(1, 0), (2, 1)], "energy"),
        ((50, 9), (50, 9), [(1, 0), (1, 1)], "shared"),
    ],
)
def test_most_points_win_then_more_energy(first, second, places, decided_by):
    game = Game().has(vp=first[0], energy=first[1]).has(1, vp=second[0], energy=second[1])
    ranking, decided = ranked(game.state)
    assert [(place.place, place.seat) for place in ranking] == places
    assert decided == decided_by


@pytest.mark.rule("BA-22.7")
def test_a_finished_game_has_its_ranking():
    state = replay(facts_of_game(4, 1))
    points = [company.vp for company in state.companies]
    assert standing(state).points == points
    assert [place.points for place in standing(state).ranking] == sorted(points, reverse=True)
    assert ruleset.to_act(state) == ()
    for seat in range(4):
        with pytest.raises(IllegalMove) as refused:
            ruleset.decide(state, seat, Pass())
        assert refused.value.rule == "BA-22.7"


# --------------------------------------------------------------------------------------------------------------------
# Scoring
# --------------------------------------------------------------------------------------------------------------------


def built_up():
    """Seat 0: dams of level 2 in basin 6 and 1 in basin 9, conduits 6A, 9A and 4B, powerhouses in 9 and 12."""
    game = Game(3).dam("B6U", 2).dam("B9L").conduit("6A", "9A", "4B").powerhouse("P9-3", "P12-1")
    game.dam("B10L", 3, owner=1).conduit("6B", owner=1).powerhouse("P7-1", owner=1)
    return game.neutral("B1L", 1, 1)


@pytest.mark.rule("BA-27.1")
def test_fulfilled_contracts_of_any_kind_count():
    game = Game()
    game.company().fulfilled = ["start-1", "green-02", "red-09", "national-4", "work-a1"]
    game.contracts("green-03")
    assert count(game, "contracts") == 4


@pytest.mark.rule("BA-27.2", "BA-27.3", "BA-27.4", "BA-27.5")
def test_structures_on_the_map_count():
    game = built_up()
    names = ("bases", "elevations", "conduits", "powerhouses")
    assert [count(game, name) for name in names] == [2, 1, 3, 2]
    assert [count(game, name, 1) for name in names] == [1, 2, 1, 1]
    assert [count(game, name, 2) for name in names] == [0, 0, 0, 0]


@pytest.mark.rule("BA-27.6")
def test_advanced_tiles_in_supply_and_on_the_wheel_count():
    game = Game().tiles("basic-base", "adv-wild-1", "adv-base-3", "special-anton").wheel(2, "adv-conduit-2")
    game.wheel(3, "basic-wild")
    assert count(game, "advanced_tiles") == 3


@pytest.mark.rule("BA-28.1")
def test_bases_and_powerhouses_on_red_sites_count():
    assert count(built_up(), "red_sites") == 2
    assert count(built_up(), "red_sites", 1) == 0


@pytest.mark.rule("BA-28.2", "BA-28.4", "BA-28.7")
def test_structures_of_the_strongest_and_the_weakest_area_count():
    """In the mountains stands conduit 4B alone; in the hills three pieces; in the plains four."""
    game = built_up()
    assert (count(game, "strongest_area"), count(game, "weakest_area")) == (4, 1)
    assert (count(game, "strongest_area", 1), count(game, "weakest_area", 1)) == (3, 0)


@pytest.mark.rule("BA-28.3")
def test_bases_joined_by_an_own_conduit_to_an_own_powerhouse_count():
    game = built_up()
    assert count(game, "connected_bases") == 1
    game.powerhouse("P11-1")
    assert count(game, "connected_bases") == 2
    assert count(game, "connected_bases", 1) == 0


@pytest.mark.rule("BA-28.3")
def test_two_bases_joined_to_one_powerhouse_both_count():
    game = Game().dam("B5L").dam("B2L").conduit("5B", "2B").powerhouse("P10-1")
    assert count(game, "connected_bases") == 2
    foreign = Game().dam("B5L").conduit("5B", owner=1).powerhouse("P10-1")
    assert count(foreign, "connected_bases") == 0


@pytest.mark.rule("BA-28.5", "BA-28.6", "BA-28.7")
def test_basins_with_structures_count():
    game = built_up()
    assert (count(game, "basins_with_1"), count(game, "basins_with_3")) == (4, 2)
    assert (count(game, "basins_with_1", 1), count(game, "basins_with_3", 1)) == (3, 1)


@pytest.mark.rule("BA-28.6")
def test_the_lowest_basins_never_hold_three_structures():
    game = Game().powerhouse("P11-1", "P12-1").conduit("9A", "10B", "8A")
    assert count(game, "basins_with_3") == 0
    assert count(game, "basins_with_1") == 5
