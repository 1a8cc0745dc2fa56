"""Section TA-15: rewards, incomes and effects for automas."""

import pytest

from domain.barrage.automa.facts import AutomaDecided
from domain.barrage.model.changes import DropsPlaced, Gained
from domain.barrage.model.facts import IncomeGained
from tests.domain.barrage.automa.builder import Game, changes

DROPS = {"green": 1, "yellow": 2, "red": 3}


def rewarded(contract, criteria="1-1A-5", prepare=lambda game: game, **options):
    """The automa has produced, and fulfilled this contract."""
    colour = contract.partition("-")[0]
    game = Game(**options).tiles().neutral("B6U", 3, DROPS[colour]).conduit("6A").powerhouse("P9-1")
    row = {"green": ("green-01", ""), "yellow": ("", ""), "red": ("", "")} | {colour: (contract, "")}
    game.row(**row).cards({"green": "6-3A-5", "yellow": "8-4A-7", "red": "9-8B-12"}[colour], criteria)
    prepare(game)
    game.turn()
    assert game.company().fulfilled == [contract]
    return game


@pytest.mark.rule("TA-15.1", "TA-1.1", "TA-1.3")
@pytest.mark.parametrize(("contract", "vp"), [("green-03", 5), ("green-10", 6), ("red-12", 10)])
def test_credits_and_points_are_points(contract, vp):
    company = rewarded(contract).company()
    assert (company.vp, company.credits) == (50 + vp, 0)


@pytest.mark.rule("TA-15.2")
def test_machineries_come_from_the_general_supply():
    company = rewarded("yellow-03").company()
    assert (company.excavators, company.mixers, company.vp) == (40, 42, 53)
    assert rewarded("yellow-01").company().excavators == 42


@pytest.mark.rule("TA-15.3", "TA-11.4")
@pytest.mark.parametrize(
    ("supply", "after"), [((3, 3), (4, 4)), ((5, 1), (5, 3)), ((1, 5), (3, 5)), ((3, 2), (4, 3)), ((2, 3), (4, 3))]
)
def test_machineries_of_choice_one_after_the_other(supply, after):
    company = rewarded("green-02", prepare=lambda game: game.has(excavators=supply[0], mixers=supply[1])).company()
    assert (company.excavators, company.mixers) == after


@pytest.mark.rule("TA-15.4")
def test_rotations():
    turned = rewarded("green-14", prepare=lambda game: game.wheel(2, "basic-base").wheel(3, "basic-conduit"))
    assert sorted(turned.company().tiles) == ["basic-base", "basic-conduit"]
    assert rewarded("green-14").company().vp == 51


@pytest.mark.rule("TA-15.5")
def test_energy_steps_fulfil_no_contract():
    game = rewarded("green-04", prepare=lambda game: game.row(green=("green-04", ""), yellow=("yellow-01", "")))
    assert (game.company().energy, game.company().fulfilled) == (4 + 3, ["green-04"])


@pytest.mark.rule("TA-15.6", "TA-15.12")
def test_energy_that_can_fulfil_a_contract_fulfils_the_highest_within_its_own_reach():
    game = Game(expansion=True).tiles().works("work-b1").cards("7-3B-6").patents()
    game.row(green=("green-10", "green-13"), yellow=("yellow-11", "yellow-06"), red=("red-01", "red-12"))
    game.has(energy=9).turn()
    assert "yellow-06" in game.company().fulfilled
    assert game.company().energy == 15
    assert game.state.displays["yellow"][0] == "yellow-11"
    assert game.state.displays["yellow"][1] not in ("", "yellow-06")


@pytest.mark.rule("TA-15.6")
def test_without_a_contract_in_reach_only_the_marker_moves():
    game = Game(expansion=True).tiles().works("work-b1").cards("7-3B-6").patents()
    game.row(green=("", ""), yellow=("yellow-11", ""), red=("red-01", "")).turn()
    assert (game.company().energy, game.company().fulfilled) == (6, ["work-b1"])


@pytest.mark.rule("TA-15.7", "TA-15.13")
def test_drops_go_where_they_reach_own_dams_as_many_as_the_reward_has():
    game = rewarded("green-15", "3-2A-7", lambda game: game.dam("B7L", 1, 0).dam("B5L", 1, 0).dam("B8L", 1, 0))
    assert {site: dam.drops for site, dam in game.state.dams.items()} == {"B6U": 0, "B7L": 1, "B5L": 0, "B8L": 1}
    game = rewarded("green-05", "3-2A-7", lambda game: game.dam("B5L", 2, 0))
    assert game.state.headstreams == {"A": 0, "B": 2, "C": 0, "D": 0}


@pytest.mark.rule("TA-15.7")
def test_drops_of_no_use_are_not_placed():
    game = rewarded("green-05")
    assert sum(game.state.headstreams.values()) == 0
    game = rewarded("green-15", prepare=lambda game: game.dam("B5L", 1, 1))
    assert {site: dam.drops for site, dam in game.state.dams.items()} == {"B6U": 0, "B5L": 1}


@pytest.mark.rule("TA-15.8", "TA-15.13")
def test_a_structure_is_placed_by_the_same_selection_for_nothing():
    game = rewarded("green-12")
    assert "B8L" in game.state.dams
    assert (game.company().excavators, game.company().engineers) == (40, 10)
    assert all(segment.empty for segment in game.company().wheel)
    assert rewarded("green-11", "4-6B-10").company().built["conduit"] == 2
    assert "P10-1" in rewarded("yellow-02", "4-6B-10").state.built


@pytest.mark.rule("TA-15.8")
def test_a_red_site_still_costs_3_points():
    game = rewarded("green-12", "2-5B-9")
    assert "B8U" in game.state.dams
    assert game.company().vp == 47


@pytest.mark.rule("TA-15.8")
def test_a_structure_that_cannot_be_placed_is_lost():
    def used_up(game):
        game.company().built["base"] = 5

    assert set(rewarded("green-12", prepare=used_up).state.dams) == {"B6U"}


@pytest.mark.rule("TA-15.9")
def test_two_elevations_one_after_the_other():
    game = Game(expansion=True).tiles().works("work-b2").cards("7-3B-6", "8-8A-11").patents()
    game.dam("B9L", 2, 2).dam("B10L", 3, 3).dam("B2L", 1, 1).turn()
    assert {site: dam.level for site, dam in game.state.dams.items()} == {"B9L": 3, "B10L": 3, "B2L": 2}


@pytest.mark.rule("TA-15.10", "TA-15.12")
@pytest.mark.parametrize(
    ("work", "row", "fulfilled"),
    [
        ("work-a1", {"green": ("green-10", "green-13"), "yellow": ("yellow-01", "")}, "green-13"),
        ("work-a1", {"green": ("green-11", "green-13"), "yellow": ("yellow-01", "")}, "green-13"),
        ("work-c3", {"green": ("green-10", ""), "red": ("red-12", "red-11")}, "red-11"),
        ("work-c3", {"green": ("green-10", ""), "red": ("red-12", "red-01")}, "red-12"),
        ("work-a1", {"green": ("", ""), "yellow": ("yellow-01", "")}, None),
    ],
)
def test_a_contract_without_energy(work, row, fulfilled):
    game = Game(expansion=True).tiles().works(work).cards("7-3B-6").patents()
    game.row(**({"green": ("", ""), "yellow": ("", ""), "red": ("", "")} | row)).turn()
    assert set(game.company().fulfilled) == {work, fulfilled} - {None}
    assert game.company().energy == 0
    shown = [contract for colour in ("green", "yellow", "red") for contract in game.state.displays[colour]]
    assert fulfilled not in shown


@pytest.mark.rule("TA-15.11")
@pytest.mark.parametrize(
    ("tiles", "taken"),
    [
        (("adv-base-1", "adv-conduit-2", "adv-wild-2"), "adv-conduit-2"),
        (("adv-base-1", "adv-wild-3", "adv-conduit-2"), "adv-wild-3"),
    ],
)
def test_an_advanced_tile_of_the_highest_level_the_first_on_a_tie(tiles, taken):
    game = Game(expansion=True).tiles().works("work-a5").cards("7-3B-6").patents(*tiles)
    game.turn()
    assert game.company().tiles == [taken]


@pytest.mark.rule("TA-15.13")
def test_the_parts_of_a_reward_come_in_their_order():
    """The elevation makes room for the second drop."""
    game = rewarded("red-10", prepare=lambda game: game.dam("B5L", 1, 1))
    assert game.state.dams["B5L"].level == 2
    assert game.state.dams["B5L"].drops == 2


@pytest.mark.rule("TA-15.14", "TA-9.11", "TA-3.1")
def test_an_income_is_received_when_it_opens_and_in_every_income_phase():
    game = Game().named("germany", "").dam("B8L", 1, 1).tiles("basic-base")
    game.cards("1-1A-5").turn()
    assert game.company().vp == 53
    (fact,) = [fact for fact in game.rest() if isinstance(fact, IncomeGained)]
    assert (fact.seat, changes([fact], Gained)) == (game.seat, [Gained(seat=game.seat, vp=3)])


@pytest.mark.rule("TA-15.15")
@pytest.mark.parametrize(("beside", "headstream"), [("", "A"), ("3-2A-7", "C"), ("8-4A-7", "B")])
def test_the_card_beside_the_pile_serves_in_the_income_phase(beside, headstream):
    game = Game(expansion=True).named("netherlands", "").dam("B8L", 3).dam("B5L", 3).dam("B6L", 3).lay_beside(beside)
    game.company().built.update(base=2, elevation=0)
    placed = changes([fact for fact in game.rest() if isinstance(fact, AutomaDecided)], DropsPlaced)
    assert {change.headstream for change in placed} == {headstream}
    assert sum(change.drops for change in placed) == 2
