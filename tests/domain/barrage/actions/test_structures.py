"""Section 5: sites and costs of structures."""

import pytest

from domain.barrage.model.commands import Construct, Produce, UseSpace
from tests.domain.barrage.builder import Game, components
from tests.domain.barrage.playing import moves


def construct(structure, site, excavators, mixers=0):
    """Build with the basic tile of the structure."""
    return Construct(structure=structure, site=site, tile=f"basic-{structure}", excavators=excavators, mixers=mixers)


def game(seats=3):
    """Return a game with companies and officers whose powers change no cost."""
    return Game(seats)


@pytest.mark.parametrize(("site", "excavators"), [("B4L", 5), ("B6L", 4), ("B9L", 3)])
@pytest.mark.rule("BA-5.1")
def test_a_base_costs_excavators_by_area(site, excavators):
    board = game()
    board.refuse("BA-9.6", construct("base", site, excavators - 1))
    board.refuse("BA-9.6", construct("base", site, excavators - 1, 1))
    board.play(construct("base", site, excavators))
    assert board.company().excavators == 40 - excavators
    assert board.company().wheel[5].excavators == excavators


@pytest.mark.rule("BA-5.1")
def test_a_base_needs_an_empty_site():
    for owner in (-1, 1):
        board = game().dam("B6L", 1, 0, owner)
        board.refuse("BA-5.1", construct("base", "B6L", 4))


@pytest.mark.rule("BA-5.2")
def test_one_own_base_in_a_basin_beside_dams_of_others():
    board = game().dam("B6U", owner=0).dam("B7U", owner=1).neutral("B9U", 3)
    board.refuse("BA-5.2", construct("base", "B6L", 4))
    board.decide(construct("base", "B7L", 4))
    board.decide(construct("base", "B9L", 3))


@pytest.mark.parametrize(("site", "mixers"), [("B4L", 4), ("B6L", 3), ("B9L", 2)])
@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.rule("BA-5.3")
def test_an_elevation_costs_mixers_by_area(site, mixers, level):
    board = game().dam(site, level)
    board.refuse("BA-9.6", construct("elevation", site, 0, mixers + 1))
    board.play(construct("elevation", site, 0, mixers))
    assert board.company().mixers == 40 - mixers
    assert board.state.dams[site].level == level + 1


@pytest.mark.rule("BA-5.3", "BA-5.4", "BA-1.5")
def test_only_an_own_dam_of_level_1_or_2_can_be_raised():
    board = game().dam("B4L", 3).dam("B6L", 1, 0, owner=1).neutral("B9L", 1)
    board.refuse("BA-5.4", construct("elevation", "B4L", 0, 4))
    board.refuse("BA-5.4", construct("elevation", "B6L", 0, 3))
    board.refuse("BA-5.4", construct("elevation", "B9L", 0, 2))
    board.refuse("BA-5.3", construct("elevation", "B8L", 0, 2))


@pytest.mark.parametrize(("site", "value"), [("9A", 1), ("6B", 2), ("5A", 3), ("1B", 4), ("4B", 5)])
@pytest.mark.rule("BA-5.5")
def test_a_conduit_costs_two_excavators_per_point(site, value):
    board = game()
    board.refuse("BA-9.6", construct("conduit", site, 2 * value - 1))
    board.play(construct("conduit", site, 2 * value))
    assert board.company().excavators == 40 - 2 * value
    assert board.state.built[site] == 0


@pytest.mark.rule("BA-5.5", "BA-X.13")
def test_a_conduit_of_value_4_costs_8_excavators_on_an_empty_site():
    board = game().conduit("1B", owner=1)
    board.decide(construct("conduit", "5B", 8))
    board.refuse("BA-5.5", construct("conduit", "1B", 8))


@pytest.mark.rule("BA-5.6")
def test_both_conduits_of_a_basin_may_be_own():
    board = game().conduit("9A")
    board.play(construct("conduit", "9B", 6))
    assert (board.state.built["9A"], board.state.built["9B"]) == (0, 0)


@pytest.mark.parametrize(("there", "mixers"), [((), 2), (("P5-1",), 3), (("P5-1", "P6-1"), 4)])
@pytest.mark.rule("BA-5.7")
def test_every_powerhouse_costs_a_mixer_more(there, mixers):
    board = game().powerhouse(*there).powerhouse("P8-1", owner=1)
    board.refuse("BA-9.6", construct("powerhouse", "P9-1", 0, mixers - 1))
    board.play(construct("powerhouse", "P9-1", 0, mixers))
    assert board.company().mixers == 40 - mixers


@pytest.mark.rule("BA-5.7")
def test_the_fourth_powerhouse_costs_5_and_needs_an_empty_site():
    board = game().powerhouse("P5-1", "P6-1", "P7-1").powerhouse("P8-1", owner=1)
    board.refuse("BA-5.7", construct("powerhouse", "P8-1", 0, 5))
    board.play(construct("powerhouse", "P9-1", 0, 5))


@pytest.mark.rule("BA-5.8")
def test_one_own_powerhouse_in_a_basin():
    board = game().powerhouse("P8-1").powerhouse("P9-2", owner=1)
    board.refuse("BA-5.8", construct("powerhouse", "P8-2", 0, 3))
    board.decide(construct("powerhouse", "P9-1", 0, 3))


@pytest.mark.parametrize(
    "red", [construct("base", "B6U", 4), construct("powerhouse", "P9-3", 0, 2)], ids=["base", "powerhouse"]
)
@pytest.mark.rule("BA-5.9")
def test_a_red_site_costs_three_credits(red):
    board = game().has(credits=2)
    board.refuse("BA-5.9", red)
    board.has(credits=3).play(red)
    assert board.company().credits == 0


@pytest.mark.rule("BA-5.9")
def test_an_elevation_on_a_red_site_costs_no_credits():
    board = game().dam("B6U").has(credits=0)
    board.play(construct("elevation", "B6U", 0, 3))
    assert board.company().credits == 0


@pytest.mark.rule("BA-5.10", "BA-11.1")
def test_a_conduit_connects_the_dams_of_its_basin_with_the_powerhouses_of_the_other():
    board = game().dam("B9U", 1, 1).neutral("B9L", 3, 1).dam("B6L", 1, 1).conduit("9B").powerhouse("P12-1", "P9-1")
    board.powerhouse("P11-1").use("TS-0/left")
    for dam in ("B9U", "B9L"):
        board.decide(Produce(dam=dam, conduit="9B", powerhouse="P12-1", drops=1))
        board.refuse("BA-5.10", Produce(dam=dam, conduit="9B", powerhouse="P9-1", drops=1))
        board.refuse("BA-5.10", Produce(dam=dam, conduit="9B", powerhouse="P11-1", drops=1))
    board.refuse("BA-5.10", Produce(dam="B6L", conduit="9B", powerhouse="P12-1", drops=1))


@pytest.mark.rule("BA-5.11")
def test_pieces_leave_the_board_type_by_type():
    board = game()
    board.play(construct("base", "B9L", 3))
    board.next_turn().play(construct("conduit", "9A", 2))
    assert board.company().built == {"base": 1, "elevation": 0, "conduit": 1, "powerhouse": 0}


@pytest.mark.rule("BA-5.12")
def test_structures_are_never_moved_or_removed():
    dams, built = {}, {}
    for state, *_ in moves(3, 6):
        assert all(state.dams[site].owner == owner and state.dams[site].level >= n for site, (owner, n) in dams.items())
        assert built.items() <= state.built.items()
        dams = {site: (dam.owner, dam.level) for site, dam in state.dams.items()}
        built = dict(state.built)
    assert built


@pytest.mark.rule("BA-9.4", "BA-X.12")
def test_the_first_construction_of_a_round_stands_on_the_first_space():
    board = game()
    board.play(construct("base", "B6L", 4))
    assert board.state.spaces["CN-1/0"][0].engineers == 1
    assert board.company().wheel[5].tile == "basic-base"
    assert components.base_site["B6L"].basin == 6
    assert "basic-base" not in board.company().tiles


@pytest.mark.rule("BA-8.2")
def test_a_turn_is_one_action():
    board = game()
    board.use("WS-1/left")
    board.refuse("BA-8.2", UseSpace(space="WS-1/right"))
