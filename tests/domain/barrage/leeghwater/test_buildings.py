"""Sections LP-4, LP-5, LP-8 and LP-9: buildings, private buildings and their advanced tiles."""

import pytest

from domain.barrage.leeghwater.commands import PerformBuilding, PutOnDam, RetrieveMachinery, RetrieveTile, TakeWork
from domain.barrage.leeghwater.facts import BuildingsScored
from domain.barrage.model.changes import PutOnWheel
from domain.barrage.model.commands import (
    ChooseMachinery,
    Construct,
    Decline,
    EndTurn,
    FulfilContract,
    Pass,
    Produce,
    UseSpace,
)
from domain.barrage.model.pending import Pending
from tests.domain.barrage.leeghwater.builder import ROWS, Game
from tests.domain.barrage.test_bonus_and_objective import counted, each


def build(site, tile="basic-building", **machineries):
    return Construct(structure="building", site=site, tile=tile, **machineries)


def perform(building, number=1):
    return UseSpace(space=f"{building}/{number}")


# Building


@pytest.mark.rule("LP-4.2", "LP-4.3", "LP-X.2", "LP-4.1", "BA-9.7")
def test_a_building_costs_what_the_private_building_of_its_row_says():
    game = Game()
    game.refuse("BA-9.6", build("PB1-a", excavators=3, mixers=4))
    facts = game.play(build("PB1-a", excavators=2, mixers=1))
    (put,) = (change for change in facts[0].changes if isinstance(change, PutOnWheel))
    assert (put.tile, put.excavators, put.mixers) == ("basic-building", 2, 1)
    assert (game.company().wheel[-1].tile, game.company().engineers) == ("basic-building", 11)
    assert game.state.built["PB1-a"] == 0
    game.next_turn()
    game.tiles("basic-building").refuse("LP-4.2", build("PB1-a", excavators=2, mixers=1), 0)


@pytest.mark.rule("LP-4.2", "BA-D.45", "LP-8.1")
def test_a_wild_tile_builds_a_building_and_other_tiles_do_not():
    game = Game().tiles("adv-wild-1", "basic-base")
    game.refuse("BA-9.5", build("PB1-a", "basic-base", excavators=2, mixers=1))
    game.play(build("PB1-a", "adv-wild-1", excavators=2, mixers=1))


@pytest.mark.rule("LP-4.4", "BA-D.43")
def test_a_red_building_site_costs_three_credits_more():
    game = Game().tiles("basic-building", "adv-wild-1").has(credits=2)
    game.refuse("BA-5.9", build("PB1-c", excavators=2, mixers=1))
    assert build("PB1-c", "adv-wild-1", excavators=2, mixers=1) in game.offered()
    game.has(credits=3).play(build("PB1-c", excavators=2, mixers=1))
    assert game.company().credits == 0


@pytest.mark.rule("LP-4.5", "LP-4.6", "LP-4.8", "LP-1.3")
def test_one_building_of_a_company_in_each_row_but_several_companies():
    game = Game().building("PB1-a").building("PB1-b", owner=1)
    game.refuse("LP-4.5", build("PB1-c", excavators=2, mixers=1))
    game.play(build("PB2-a", excavators=3, mixers=4))
    all_five = Game().building("PB1-a", "PB2-a", "PB3-a", "PB4-a").tiles("basic-building")
    all_five.play(build("PB5-a", excavators=4, mixers=3))
    assert all_five.company().built["building"] == 5
    assert len(ROWS) == 5


@pytest.mark.rule("LP-4.7", "BA-D.44")
def test_buildings_reveal_no_income():
    game = Game().building("PB1-a")
    before = (game.company().vp, game.company().credits)
    (fact,) = game.play(build("PB2-a", excavators=3, mixers=4))
    assert (game.company().vp, game.company().credits) == before
    assert game.offered() == {EndTurn()}
    assert fact.opens[0].kind == "end_turn"


@pytest.mark.rule("LP-2.7", "BA-D.5")
@pytest.mark.parametrize(("seats", "blocked"), [(2, {1, 2, 3, 4, 5}), (3, {3, 4, 5}), (4, set())])
def test_building_sites_for_more_players_are_blocked(seats, blocked):
    game = Game(seats)
    found = {
        row
        for row in range(1, 6)
        if not any(c.site == f"PB{row}-b" for c in game.offered() if isinstance(c, Construct))
    }
    assert found == blocked
    if blocked:
        game.refuse("LP-2.7", build(f"PB{max(blocked)}-b", excavators=4, mixers=3))


# Their actions


@pytest.mark.rule("LP-5.1", "LP-5.2", "LP-X.1")
def test_only_activated_buildings_can_be_used_and_the_right_spaces_cost_more():
    game = Game().building("PB3-a").building("PB3-c", owner=1).has(credits=9)
    game.refuse("LP-5.1", perform("financial_division"))
    game.used("energy_relay_field/1", seat=1)
    game.refuse("BA-8.6", perform("energy_relay_field"))
    game.play(perform("energy_relay_field", 2))
    assert game.company().credits == 9 - 3 - 1
    assert game.company().energy == 4


@pytest.mark.rule("LP-5.3")
def test_each_private_building_once_in_a_round():
    game = Game().building("PB2-a").used("financial_division/1", seat=0)
    game.refuse("LP-5.3", perform("financial_division", 2))
    game.state.spaces.clear()
    game.play(perform("financial_division", 2))
    assert (game.company().credits, game.company().engineers) == (45, 10)


@pytest.mark.rule("LP-5.4")
def test_the_printed_cost_is_paid_too():
    game = Game().building("PB3-a").has(credits=0)
    game.refuse("BA-10.3", perform("energy_relay_field"))
    game.has(credits=3).refuse("BA-10.3", perform("energy_relay_field", 2))
    game.has(credits=1).play(perform("energy_relay_field"))
    assert game.company().credits == 0


@pytest.mark.rule("LP-5.6", "LP-5.5", "BA-D.60")
def test_cofferdam_puts_a_drop_on_a_neutral_or_own_dam_with_room():
    game = Game().building("PB1-a").named("usa", "wilhelm_adler").dam("B1L", 1, 1).dam("B2L", 2, 1).neutral("B5L", 2)
    game.dam("B3L", 1, owner=1)
    game.play(perform("cofferdam"))
    assert game.offered() == {PutOnDam(dam="B2L"), PutOnDam(dam="B5L")}
    game.refuse("LP-5.6", PutOnDam(dam="B1L"))
    game.refuse("LP-5.5", PutOnDam(dam="B3L"))
    game.play(PutOnDam(dam="B5L"))
    assert game.state.dams["B5L"].drops == 1
    full = Game().building("PB1-a")
    full.refuse("BA-8.5", perform("cofferdam"))


@pytest.mark.rule("LP-5.5", "BA-D.59")
def test_development_office_takes_a_tile_back_without_its_machineries():
    game = Game().rows("development_office").building("PB1-a").tiles().wheel(3, "basic-base", 5).wheel(0, "adv-wild-1")
    game.play(perform("development_office"))
    game.refuse("LP-5.5", RetrieveTile(tile="basic-conduit"))
    game.play(RetrieveTile(tile="basic-base"))
    assert game.company().tiles == ["basic-base"]
    assert (game.company().wheel[3].tile, game.company().wheel[3].excavators) == ("", 5)
    Game().rows("development_office").building("PB1-a").refuse("BA-8.5", perform("development_office"))


@pytest.mark.rule("LP-5.7", "BA-D.59")
def test_research_lab_takes_half_of_a_segments_machineries_back():
    game = Game().rows("research_lab").building("PB1-a").has(excavators=0, mixers=0)
    game.wheel(2, "basic-base", 3, 2).wheel(4, "", 1)
    game.play(perform("research_lab"))
    assert game.offered() == {RetrieveMachinery(segment=2, excavators=each) for each in (0, 1, 2)}
    game.refuse("LP-5.7", RetrieveMachinery(segment=4, excavators=0))
    game.refuse("LP-5.7", RetrieveMachinery(segment=2, excavators=3))
    game.play(RetrieveMachinery(segment=2, excavators=1))
    Game().rows("research_lab").building("PB1-a").wheel(4, "basic-base", 1).refuse("BA-8.5", perform("research_lab"))
    segment = game.company().wheel[2]
    assert (segment.tile, segment.excavators, segment.mixers) == ("basic-base", 2, 1)
    assert (game.company().excavators, game.company().mixers) == (1, 1)


@pytest.mark.rule("LP-5.8", "BA-D.46", "BA-D.47", "LP-3.12")
def test_loan_agency_pays_two_credits_for_each_machinery_of_a_work():
    game = Game().rows("loan_agency").building("PB1-a").works("work-b1", "", "work-c3").has(credits=11, excavators=0)
    game.named("usa", "leslie_spencer").tiles("special-leslie")
    game.play(perform("loan_agency"))
    assert game.offered() == {TakeWork(work="work-b1")}
    game.refuse("LP-5.4", TakeWork(work="work-c3"))
    game.refuse("LP-5.8", TakeWork(work="work-a1"))
    game.play(TakeWork(work="work-b1"))
    assert game.company().credits == 11 - 6 + 5
    assert game.company().fulfilled == ["work-b1"]
    assert game.state.displays["works"] == ["", "", "work-c3"]
    assert "EW-1" not in game.state.spaces
    poor = Game().rows("loan_agency").building("PB1-a").works("work-b1", "", "").has(credits=5)
    poor.refuse("BA-8.5", perform("loan_agency"))
    poor.has(credits=6).play(perform("loan_agency"), TakeWork(work="work-b1"))
    assert poor.company().credits == 5


@pytest.mark.rule("LP-5.5", "BA-23.1")
def test_robot_factory_brings_two_machineries_of_choice():
    game = Game().rows("robot_factory").building("PB1-a").has(excavators=0, mixers=0)
    game.play(perform("robot_factory"), ChooseMachinery(excavators=1))
    company = game.company()
    assert (company.excavators, company.mixers, company.credits, company.engineers) == (1, 1, 39, 10)


@pytest.mark.rule("LP-5.5", "BA-D.30")
def test_control_station_is_a_production_action_with_three_more():
    game = Game().named("italy").building("PB5-a").dam("B6U", 1, 1).conduit("6B").powerhouse("P7-1", "P8-1", "P9-1")
    game.play(perform("control_station"), Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=1))
    assert game.company().energy == 2 + 3 + 1 + 3


@pytest.mark.rule("LP-5.9", "BA-12.8", "BA-26.20")
def test_the_wind_farm_is_not_a_production_action_but_may_fulfil_a_contract():
    game = (
        Game().named("italy").building("PB4-a").powerhouse("P7-1", "P8-1", "P9-1").contracts("yellow-03", "yellow-06")
    )
    game.play(perform("wind_farm"))
    assert game.company().energy == 5
    game.refuse("BA-12.1", FulfilContract(contract="yellow-06"))
    game.play(FulfilContract(contract="yellow-03"))
    assert game.company().energy == 5


@pytest.mark.rule("LP-5.9", "BA-26.20", "LP-6.3")
def test_wind_farm_calls_no_power_of_the_netherlands_and_no_bonus():
    game = Game().named("netherlands", "viktor_fiesler").building("PB4-a").dam("B6L")
    game.powerhouse("P7-1", "P8-1", "P9-1", "P11-1").play(perform("wind_farm"))
    assert game.company().energy == 5
    assert game.offered() == {EndTurn()}


@pytest.mark.rule("LP-5.10", "LP-5.4")
def test_customer_office_fulfils_an_own_contract_never_a_national_one():
    game = Game().rows("customer_office").building("PB1-a").contracts("red-12")
    game.state.displays["national"] = ["national-1"]
    game.play(perform("customer_office"))
    game.refuse("LP-3.8", FulfilContract(contract="national-1"))
    assert game.offered() == {FulfilContract(contract="red-12")}
    game.play(FulfilContract(contract="red-12"))
    assert game.company().credits == 40 - 3 + 3
    none = Game().rows("customer_office").building("PB1-a").contracts()
    none.state.displays["national"] = ["national-1"]
    none.refuse("BA-8.5", perform("customer_office"))


# Advanced tiles


@pytest.mark.rule("LP-8.2", "LP-8.1", "BA-D.46")
def test_building_1_performs_the_building_at_once():
    game = Game().tiles("adv-building-1").has(credits=9)
    game.play(build("PB3-a", "adv-building-1", excavators=4, mixers=1))
    assert game.offered() == {PerformBuilding(building="energy_relay_field"), Decline()}
    game.play(PerformBuilding(building="energy_relay_field"))
    assert (game.company().energy, game.company().credits, game.company().engineers) == (4, 8, 11)
    game.next_turn()
    assert perform("energy_relay_field") in game.offered()


@pytest.mark.rule("LP-8.3", "LP-8.1", "BA-25.6")
def test_building_2_pays_excavators_or_mixers_only():
    game = Game().tiles("adv-building-2")
    ways = {(c.excavators, c.mixers) for c in game.offered() if isinstance(c, Construct) and c.site == "PB2-a"}
    assert ways == {(3, 0), (0, 4)}
    game.play(build("PB2-a", "adv-building-2", excavators=3))
    jordan = Game().named("usa", "solomon_p_jordan").tiles("adv-building-2").has(excavators=0, mixers=0, credits=9)
    jordan.play(build("PB2-a", "adv-building-2"))
    assert jordan.company().credits == 0


@pytest.mark.rule("LP-8.4", "LP-9.4")
def test_building_3_scores_the_building_at_once_and_it_scores_again():
    game = Game(2).tiles("adv-building-3")
    game.play(build("PB2-a", "adv-building-3", excavators=3, mixers=4))
    assert game.company().vp == 16
    scored = last_round(game)
    assert sum(change.vp for change in scored.changes if change.seat == 0) == 6


def last_round(game):
    """All seats pass in round 5; the score of the buildings."""
    game.state.round = 5
    game.state.pending = [each for each in game.state.pending if each.kind != "end_round"]
    at = next(number for number, each in enumerate(game.state.pending) if each.kind == "energy")
    endings = [Pending(kind=kind) for kind in ("finish", "buildings", "water", "resources", "objective")]
    game.state.pending[:at] = [*endings, *[each for each in game.state.pending[:at] if each.kind == "bonus"]]
    for company in game.state.companies:
        company.engineers = 0
    happened = game.play(EndTurn()) if game.state.pending[-1].kind == "end_turn" else []
    while not game.state.finished:
        happened += game.play(Pass() if game.state.pending[-1].kind == "turn" else EndTurn())
    return next(fact for fact in happened if isinstance(fact, BuildingsScored))


@pytest.mark.rule("LP-9.4")
def test_every_activated_building_scores_at_the_end():
    game = Game(2).building("PB1-a", "PB5-a").building("PB1-c", owner=1)
    scored = last_round(game)
    assert {change.seat: change.vp for change in scored.changes} == {0: 8, 1: 3}


@pytest.mark.rule("BA-28.7", "BA-D.58")
def test_buildings_count_for_no_objective():
    game = Game().building("PB1-c", "PB2-a", "PB3-a").dam("B6L")
    tiles = ("objective-red-sites", "objective-most-area", "objective-basins-1")
    assert [counted(tile, game) for tile in tiles] == [0, 1, 1]


@pytest.mark.rule("LP-9.2")
def test_buildings_count_for_their_bonus_tile():
    assert counted("bonus-buildings", Game().building("PB1-a", "PB2-a")) == 2
    assert each("bonus-buildings") == 4
