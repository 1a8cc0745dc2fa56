"""Sections TA-10 to TA-14: workshop, machinery shop, patent office, external works and bank."""

import pytest

from domain.barrage.leeghwater.setup import WORKS
from domain.barrage.model.changes import Segment
from tests.domain.barrage.automa.builder import Game

# --------------------------------------------------------------------------------------------------------------------
# Workshop
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-10.1", "TA-X.13")
@pytest.mark.parametrize(
    ("segment", "possible"),
    [(Segment(), False), (Segment("basic-base"), True), (Segment(excavators=1), True), (Segment(mixers=1), True)],
)
def test_something_must_be_on_the_wheel(segment, possible):
    game = Game().tiles().cards("2-1B-6")
    game.company().wheel[4] = segment
    game.turn()
    assert ("WS-1/left" in game.crews) is possible
    assert game.company().vp == (48 if possible else 47)


@pytest.mark.rule("TA-10.2", "TA-10.3")
@pytest.mark.parametrize(
    ("card", "engineers", "steps", "vp"), [("2-1B-6", 1, 2, 2), ("6-3A-5", 2, 3, 5), ("6-7A-10", 1, 1, 0)]
)
def test_the_wheel_turns_step_by_step_for_the_points_of_the_card(card, engineers, steps, vp):
    game = Game().tiles().cards(card).has(excavators=0, mixers=0)
    for segment in range(1, 5):
        game.wheel(segment, "", excavators=segment, mixers=1)
    game.turn()
    company = game.company()
    assert game.crews == {"WS-1/left": engineers}
    assert (company.excavators, company.mixers) == (sum(range(1, steps + 1)), steps)
    assert company.wheel[1] == Segment("", 1 + steps, 1)
    assert (company.vp, company.engineers) == (50 - vp, 12 - engineers)


@pytest.mark.rule("TA-10.4")
def test_the_left_half_of_the_divided_cell_is_one_rotation_for_nothing():
    game = Game().tiles().patents().cards("8-8A-11").wheel(1, "basic-base").wheel(2, "basic-conduit")
    game.turn()
    assert (game.crews, game.company().vp) == ({"WS-1/left": 1}, 50)
    assert game.company().tiles == ["basic-base"]
    idle = Game().tiles().patents().cards("8-8A-11")
    idle.turn()
    assert (idle.crews, idle.company().vp) == ({"BK": 1}, 51)


# --------------------------------------------------------------------------------------------------------------------
# Machinery shop
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-11.2", "TA-11.3", "TA-X.14")
@pytest.mark.parametrize(
    ("card", "engineers", "vp", "gained"),
    [
        ("4-2B-11", 1, 2, (1, 0)),
        ("9-4B-12", 1, 3, (0, 1)),
        ("4-6B-10", 2, 4, (2, 0)),
        ("10-10B-12", 2, 5, (1, 1)),
    ],
)
def test_points_are_paid_for_the_machineries_of_the_card(card, engineers, vp, gained):
    game = Game().tiles().cards(card).has(excavators=4, mixers=4)
    game.turn()
    company = game.company()
    assert game.crews["MS-E/left"] == engineers
    assert (company.excavators - 4, company.mixers - 4) == gained
    assert company.vp == 50 - vp


@pytest.mark.rule("TA-11.1")
@pytest.mark.parametrize("card", ["4-2B-11", "9-4B-12", "4-6B-10", "10-10B-12", "1-1A-5"])
def test_it_is_closed_in_the_last_round(card):
    for round_, is_open in ((4, True), (5, False)):
        game = Game().tiles().cards(card)
        game.round(round_)
        game.turn()
        assert ("MS-E/left" in game.crews) is is_open
        assert ("BK" in game.crews) is not is_open


@pytest.mark.rule("TA-11.4", "TA-11.5", "TA-X.20")
@pytest.mark.parametrize(
    ("supply", "gained"), [((3, 3), (4, 3)), ((3, 2), (3, 3)), ((2, 3), (3, 3)), ((0, 0), (1, 0)), ((9, 1), (9, 2))]
)
def test_a_machinery_of_choice_is_the_one_of_which_there_are_fewer(supply, gained):
    excavators, mixers = supply
    game = Game().tiles().cards("1-1A-5").has(excavators=excavators, mixers=mixers)
    game.turn()
    assert (game.company().excavators, game.company().mixers) == gained
    assert game.crews == {"MS-E/left": 1}
    assert game.company().vp == 47


@pytest.mark.rule("TA-11.4", "TA-0.13")
def test_the_wheel_does_not_count():
    game = Game().tiles().cards("7-3B-6").has(excavators=3, mixers=2, engineers=1)
    game.wheel(3, "", mixers=9)
    game.turn()
    assert "WS-1/left" in game.crews
    game = Game().tiles().cards("4-2B-11").has(excavators=3, mixers=2)
    contracts = game.dam("B6U", 3, 3).conduit("6A").powerhouse("P9-1").row(green=("green-02", ""), yellow=(), red=())
    contracts.wheel(3, "", mixers=9).turn()
    assert (game.company().excavators, game.company().mixers) == (4, 3)


@pytest.mark.rule("TA-11.5", "TA-X.21", "TA-11.1")
def test_in_the_last_round_the_bank_half_is_used():
    game = Game().tiles().cards("1-1A-5")
    game.round(5)
    game.turn()
    assert (game.crews, game.company().vp) == ({"BK": 1}, 51)


# --------------------------------------------------------------------------------------------------------------------
# Patent office
# --------------------------------------------------------------------------------------------------------------------


def patents(*tiles, structure="base", **options):
    """These tiles lie in the patent office, and the card asks for one for this structure."""
    card = {"base": "3-2A-7", "elevation": "8-4A-7", "conduit": "3-6A-9", "powerhouse": "8-8A-11"}[structure]
    return Game(**options).tiles().patents(*tiles).cards(card)


@pytest.mark.rule("TA-12.1", "TA-12.2", "TA-X.15", "TA-5.8")
@pytest.mark.parametrize("structure", ["base", "elevation", "conduit", "powerhouse"])
def test_an_advanced_tile_costs_one_engineer_and_2_points(structure):
    game = patents(f"adv-{structure}-2", structure=structure)
    game.turn()
    assert game.company().tiles == [f"adv-{structure}-2"]
    assert game.company().vp == 48
    assert game.crews["PO-1"] == 1


@pytest.mark.rule("TA-12.1", "TA-5.5")
def test_without_a_tile_for_it_or_a_wild_one_nothing_is_taken():
    game = patents("adv-elevation-1", "adv-conduit-1", "adv-powerhouse-1")
    game.turn()
    assert game.company().tiles == []
    assert "PO-1" not in game.crews


@pytest.mark.rule("TA-12.3", "TA-4.6")
def test_its_engineer_stands_on_the_first_free_space_whichever_tile_it_takes():
    game = patents("adv-elevation-1", "adv-conduit-1", "adv-base-1")
    game.turn()
    assert (game.crews["PO-1"], game.company().tiles) == (1, ["adv-base-1"])
    assert "PO-3" not in game.crews
    game = patents("adv-base-1", "adv-conduit-1", "adv-elevation-1").used("PO-1")
    game.turn()
    assert (game.crews["PO-2"], game.company().tiles) == (1, ["adv-base-1"])


@pytest.mark.rule("TA-12.4")
@pytest.mark.parametrize(
    ("tiles", "taken"),
    [
        (("adv-base-1", "adv-base-3", "adv-wild-3"), "adv-base-3"),
        (("adv-base-1", "adv-wild-3", "adv-wild-2"), "adv-base-1"),
        (("adv-wild-1", "adv-wild-3", "adv-conduit-3"), "adv-wild-3"),
        (("adv-wild-1", "adv-elevation-2", "adv-conduit-3"), "adv-wild-1"),
    ],
)
def test_the_highest_level_and_a_wild_tile_only_for_want_of_another(tiles, taken):
    game = patents(*tiles)
    game.turn()
    assert game.company().tiles == [taken]


@pytest.mark.rule("TA-12.5")
def test_the_tile_can_be_used_from_the_next_construction_on_and_its_slot_is_empty_for_the_round():
    game = patents("adv-base-1", "adv-conduit-1", "adv-elevation-1")
    game.turn()
    assert game.state.displays["patents"] == ["", "adv-conduit-1", "adv-elevation-1"]
    game.cards("1-1A-5").turn()
    assert game.company().wheel[-1].tile == "adv-base-1"
    game.rest()
    assert all(game.state.displays["patents"])


# --------------------------------------------------------------------------------------------------------------------
# External works
# --------------------------------------------------------------------------------------------------------------------

OFFER = ("work-a2", "work-b3", "work-b4")
"""For 1 mixer, for 3 mixers, for 3 excavators."""


def works(card, **supply):
    return Game(expansion=True).tiles().works(*OFFER).patents().cards(card).has(**supply)


@pytest.mark.rule("TA-13.1", "TA-13.2", "TA-X.16", "TA-28.1")
@pytest.mark.parametrize(
    ("card", "supply", "done"),
    [
        ("1-1A-5", (9, 9), "work-a2"),
        ("6-3A-5", (9, 9), "work-b3"),
        ("7-3B-6", (9, 9), "work-b4"),
        ("7-3B-6", (2, 9), "work-b3"),
        ("6-3A-5", (9, 2), "work-b4"),
        ("6-3A-5", (2, 2), "work-a2"),
        ("6-3A-5", (2, 0), None),
    ],
)
def test_the_first_work_in_the_printed_order_that_can_be_paid(card, supply, done):
    game = works(card, excavators=supply[0], mixers=supply[1])
    game.turn()
    assert [item for item in game.company().fulfilled if item.startswith("work")] == ([done] if done else [])


@pytest.mark.rule("TA-13.3", "TA-13.4")
def test_two_engineers_stand_beside_the_work_and_its_machineries_are_gone():
    game = works("7-3B-6", excavators=5, mixers=0)
    game.turn()
    company = game.company()
    assert game.crews["EW-3"] == 2
    assert (company.excavators, company.mixers, company.fulfilled) == (2, 0, ["work-b4"])
    assert (company.vp, company.energy) == (55, 6)
    assert all(segment.empty for segment in company.wheel)
    assert "work-b4" not in game.state.displays[WORKS]


@pytest.mark.rule("TA-13.3", "TA-4.9")
def test_a_work_is_done_even_if_its_space_is_occupied():
    game = works("7-3B-6", excavators=5, mixers=0).used("EW-3")
    game.turn()
    assert game.company().fulfilled == ["work-b4"]
    assert game.company().engineers == 10


# --------------------------------------------------------------------------------------------------------------------
# Bank
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-14.1", "TA-14.2")
def test_the_bank_gives_a_point():
    game = Game().tiles().patents().cards("8-8A-11")
    game.turn()
    assert (game.crews, game.company().vp, game.company().engineers) == ({"BK": 1}, 51, 11)
    assert game.acting == 0
