"""Sections 4 and 19: water on the map, and the water flow phase."""

from itertools import permutations

import pytest

from domain.barrage import EDITION, rounds, water
from domain.barrage.engine.course import Course
from domain.barrage.model.changes import DropFlowed
from domain.barrage.model.commands import Construct, PlaceDrop, Produce, UseSpace
from domain.barrage.model.pending import Pending
from tests.domain.barrage.builder import Game


def quiet(seats=3):
    """A game in which no company power affects the water."""
    game = Game(seats)
    for seat, company in enumerate(("germany", "italy", "france")[:seats]):
        game.named(company, "wilhelm_adler", seat)
    return game


def flow(game):
    """The facts of a water flow phase, and the position after it."""
    course = Course(EDITION, game.state)
    water.flow_all(course, Pending(kind="flow"))
    return course.facts[-1], course.state


def held(state):
    """The drops in dams."""
    return {site: dam.drops for site, dam in state.dams.items()}


def place(game, headstream):
    """A drop that flows at once."""
    game.play(UseSpace(space="WM-1/left"), PlaceDrop(headstream=headstream))
    return held(game.state)


@pytest.mark.rule("BA-4.6", "BA-4.10", "BA-19.1")
def test_after_the_flow_every_drop_rests_in_a_dam_or_has_left_the_map():
    game = quiet().drops(A=3, B=2, C=1, D=4).dam("B1L").dam("B10U", 2, owner=1).neutral("B5L", 2, 1)
    fact, state = flow(game)
    assert set(state.headstreams.values()) == {0}
    assert held(state) == {"B1L": 1, "B10U": 2, "B5L": 2}
    left = [change for change in fact.changes if not change.stop]
    assert len(left) == 10 - 4
    assert {change.basins[-1] for change in left} == {11, 12}


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.rule("BA-4.7")
def test_a_dam_holds_as_many_drops_as_its_level(level):
    _, state = flow(quiet().drops(C=5).dam("B3L", level))
    assert held(state) == {"B3L": level}


@pytest.mark.rule("BA-4.8")
def test_a_drop_meets_the_upper_base_site_first_then_the_lower_one_then_the_next_basin():
    game = quiet().dam("B6U").dam("B6L", owner=1).dam("B10U", owner=2).powerhouse("P6-1", "P10-1")
    stops = []
    for _ in range(4):
        stops.append(place(game, "C"))
        game.state.spaces.clear()
        game.next_turn()
    assert stops[0] == {"B6U": 1, "B6L": 0, "B10U": 0}
    assert stops[1] == {"B6U": 1, "B6L": 1, "B10U": 0}
    assert stops[2] == stops[3] == {"B6U": 1, "B6L": 1, "B10U": 1}


@pytest.mark.rule("BA-4.9", "BA-X.6")
def test_a_full_dam_lets_a_drop_pass():
    _, state = flow(quiet().drops(B=2).neutral("B2L", 2, 1).dam("B9L", 2))
    assert held(state) == {"B2L": 2, "B9L": 1}


@pytest.mark.parametrize("headstream", ["A", "B", "C", "D"])
@pytest.mark.rule("BA-4.10", "BA-4.5")
def test_without_dams_every_river_leaves_the_map(headstream):
    fact, _ = flow(quiet().drops(**{headstream: 1}))
    (change,) = fact.changes
    rivers = {"A": (1, 8, 11), "B": (2, 5, 9, 11), "C": (3, 6, 10, 12), "D": (4, 7, 10, 12)}
    assert (change.stop, change.basins) == ("", rivers[headstream])


@pytest.mark.rule("BA-4.11")
def test_all_dams_hold_and_overflow_alike():
    for owner in (-1, 0, 2):
        _, state = flow(quiet().drops(D=5).dam("B7L", 2, 1, owner).dam("B10L", 3, 0, owner))
        assert held(state) == {"B7L": 2, "B10L": 3}


@pytest.mark.rule("BA-4.12", "BA-19.2")
def test_drops_in_dams_do_not_move_in_the_flow():
    game = quiet().dam("B1L", 2, 2).dam("B8U", 1, 0).neutral("B5L", 2, 1)
    fact, state = flow(game)
    assert fact.changes == ()
    assert held(state) == held(game.state)


@pytest.mark.rule("BA-4.12", "BA-11.13")
def test_drops_move_when_a_production_uses_them():
    game = quiet().dam("B5L", 2, 2).conduit("5A").powerhouse("P8-1").dam("B8L", 3, 1, owner=1)
    game.play(UseSpace(space="TS-0/left"), Produce(dam="B5L", conduit="5A", powerhouse="P8-1", drops=2))
    assert held(game.state) == {"B5L": 0, "B8L": 3}


@pytest.mark.rule("BA-4.13")
def test_raising_a_dam_adds_room_and_moves_nothing():
    game = quiet().dam("B1U", 1, 1).dam("B1L", 1, 1, owner=1)
    game.play(Construct(structure="elevation", site="B1U", tile="basic-elevation", mixers=4))
    assert held(game.state) == {"B1U": 1, "B1L": 1}
    game.next_turn()
    assert place(game, "A") == {"B1U": 2, "B1L": 1}


@pytest.mark.rule("BA-4.14", "BA-7.7")
def test_a_headstream_holds_any_number_of_drops_until_the_flow():
    game = quiet().drops(A=30)
    game.play(UseSpace(space="WM-2/left"), PlaceDrop(headstream="A"), PlaceDrop(headstream="A"))
    assert game.state.headstreams["A"] == 32


@pytest.mark.rule("BA-4.15", "BA-19.1")
def test_the_resting_place_of_drops_does_not_depend_on_the_order():
    def position():
        game = quiet().drops(A=2, B=3, C=2, D=3).dam("B8L", 1).dam("B5L", 2, 1).neutral("B10L", 3, 1)
        return game.dam("B7U", 1, 0, owner=1).dam("B9U", 1, 0, owner=2)

    fact, state = flow(position())
    starts = [change.start for change in fact.changes if isinstance(change, DropFlowed)]
    assert starts == [*"AABBBCCDDD"]
    for order in permutations("ABCD"):
        course = Course(EDITION, position().state)
        waiting = dict(course.state.headstreams)
        for headstream in order:
            for _ in range(waiting[headstream]):
                water.flow_from_headstream(course, headstream)
        assert held(course.state) == held(state)


@pytest.mark.rule("BA-X.18")
def test_a_used_drop_flows_past_a_full_dam_into_the_next_one():
    game = quiet().dam("B6U", 1, 1).conduit("6A").powerhouse("P9-1").dam("B9U", 1, 1).dam("B9L", 1, 0, owner=1)
    game.play(UseSpace(space="TS-0/left"), Produce(dam="B6U", conduit="6A", powerhouse="P9-1", drops=1))
    assert held(game.state) == {"B6U": 0, "B9U": 1, "B9L": 1}


@pytest.mark.rule("BA-X.20", "BA-19.1")
def test_the_rulebooks_example_of_the_water_flow():
    """Drops 1 and 2 pass a full mountain dam; one stays in the plains. Of 3 to 5 one stays in each dam below."""
    game = quiet().drops(A=2, C=3).dam("B1L", 1, 1).dam("B8L", 3, 2)
    game.dam("B3L", 2, 1, owner=1).dam("B6U", 2, 1, owner=1).neutral("B6L", 2, 1)
    fact, state = flow(game)
    assert [change.stop for change in fact.changes] == ["B8L", "", "B3L", "B6U", "B6L"]
    assert held(state) == {"B1L": 1, "B8L": 3, "B3L": 2, "B6U": 2, "B6L": 2}


@pytest.mark.rule("BA-19.3", "BA-6.1", "BA-6.2", "BA-6.3", "BA-22.1", "BA-7.6")
def test_the_last_round_has_a_flow_and_no_new_drops_and_ends_the_game():
    def stages(number):
        game = quiet()
        game.state.round = number
        course = Course(EDITION, game.state)
        rounds.follow_actions(course, Pending(kind="actions"))
        return course.facts[-1], [pending.kind for pending in course.facts[-1].opens]

    usual = ["turn", "flow", "energy", "bonus"]
    assert [stages(number)[1] for number in range(1, 5)] == [[*usual, "end_round"]] * 4
    last, kinds = stages(5)
    assert kinds == [*usual, "objective", "resources", "water", "finish"]
    assert last.changes == ()
    assert any(stages(number)[0].changes for number in range(1, 5))
