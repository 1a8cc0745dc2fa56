"""Section LP-3: external works."""

import pytest

from domain.barrage.leeghwater.commands import TakeTile
from domain.barrage.leeghwater.setup import WORKS
from domain.barrage.model.changes import Paid
from domain.barrage.model.commands import (
    BuildFree,
    ChooseMachinery,
    Decline,
    EndTurn,
    FulfilContract,
    Pass,
    PlaceDrop,
    UseSpace,
)
from domain.barrage.model.facts import ActionsBegan, IncomeGained, Lapsed
from tests.domain.barrage.builder import components
from tests.domain.barrage.leeghwater.builder import Game
from tests.domain.barrage.test_bonus_and_objective import counted, each
from tests.domain.barrage.test_rounds import finish_round, of_kind


def spaces(game):
    return sorted(
        command.space for command in game.offered() if isinstance(command, UseSpace) and "EW" in command.space
    )


def use(number):
    return UseSpace(space=f"EW-{number}")


@pytest.mark.rule("LP-3.1", "LP-3.2", "LP-3.3", "LP-3.5", "BA-D.57")
def test_a_work_costs_machineries_brings_its_reward_and_leaves_the_slot_empty():
    game = Game().works("work-b4", "work-a2", "work-a3").has(excavators=5, mixers=5).wheel(2, "", 9, 9)
    facts = game.play(use(1))
    assert [change.excavators for change in facts[0].changes if isinstance(change, Paid)] == [3]
    company = game.company()
    assert (company.excavators, company.mixers, company.engineers) == (2, 5, 10)
    assert (company.vp, company.energy) == (15, 6)
    assert company.fulfilled == ["work-b4"]
    assert game.state.displays[WORKS] == ["", "work-a2", "work-a3"]
    game.next_turn()
    game.refuse("BA-8.6", use(1))
    game.state.spaces.clear()
    game.refuse("LP-3.4", use(1))


@pytest.mark.rule("LP-3.2", "LP-3.3", "BA-12.8")
def test_machineries_of_both_kinds_are_discarded_and_energy_of_a_work_may_fulfil_a_contract():
    game = Game().works("work-b1").has(excavators=3, mixers=3).contracts("yellow-06", "yellow-12")
    game.play(use(1))
    assert (game.company().excavators, game.company().mixers) == (3 - 2, 3 - 1)
    assert all(segment.empty for segment in game.company().wheel)
    assert (game.company().credits, game.company().energy) == (45, 6)
    assert game.offered() == {FulfilContract(contract="yellow-06"), Decline()}


@pytest.mark.rule("LP-3.4", "LP-3.2")
def test_machineries_on_the_wheel_do_not_pay():
    game = Game().works("work-b4", "work-a2", "work-b1").has(excavators=2, mixers=0).wheel(2, "", 9, 9)
    for number in (1, 2, 3):
        game.refuse("LP-3.4", use(number))
    game.has(mixers=1)
    assert spaces(game) == ["EW-2", "EW-3"]


@pytest.mark.rule("LP-3.6", "LP-3.8")
def test_a_contract_of_any_requirement_without_energy():
    game = Game().works("work-c3").contracts("red-12", "start-1")
    game.state.displays["national"] = ["national-1"]
    game.play(use(1))
    game.refuse("LP-3.8", FulfilContract(contract="national-1"))
    assert {FulfilContract(contract="start-1"), Decline()} <= game.offered()
    game.play(FulfilContract(contract="red-12"))
    assert (game.company().vp, game.company().credits) == (10 + 5 + 7, 43)


@pytest.mark.rule("LP-3.7", "BA-D.48", "BA-D.23")
def test_a_contract_with_a_printed_requirement_of_four_at_most():
    game = Game().named("france").powerhouse("P7-1", "P8-1", "P9-1").works("work-a1")
    game.contracts("yellow-03", "start-4", "green-03")
    game.play(use(1))
    game.refuse("LP-3.7", FulfilContract(contract="yellow-03"))
    assert {FulfilContract(contract="start-4"), FulfilContract(contract="green-03")} <= game.offered()
    game.play(FulfilContract(contract="start-4"), ChooseMachinery(excavators=1))
    assert game.company().fulfilled == ["work-a1", "start-4"]


@pytest.mark.rule("LP-3.8")
def test_without_a_suitable_contract_that_part_is_lost():
    game = Game().works("work-a1").contracts("red-12")
    game.play(use(1))
    assert game.company().credits == 43
    assert game.offered() == {EndTurn()}


@pytest.mark.rule("LP-3.9")
def test_an_advanced_tile_of_the_patent_office():
    game = Game().works("work-a5")
    game.state.displays["patents"] = ["adv-base-1", "", "adv-wild-1"]
    game.play(use(1))
    game.refuse("LP-3.9", TakeTile(tile="adv-conduit-1"))
    game.play(TakeTile(tile="adv-wild-1"))
    assert "adv-wild-1" in game.company().tiles
    assert game.state.displays["patents"] == ["adv-base-1", "", ""]
    assert (game.company().credits, game.company().engineers) == (44, 10)


@pytest.mark.rule("LP-3.10", "BA-23.4", "BA-23.5")
def test_free_structures_still_pay_for_red_sites():
    game = Game().works("work-a4").has(credits=2)
    game.play(use(1), BuildFree(structure="powerhouse", site="P7-2"))
    assert game.company().credits == 2 + 2 - 3
    assert game.state.built["P7-2"] == 0
    plains = Game().works("work-a3")
    plains.play(use(1))
    plains.refuse("BA-23.6", BuildFree(structure="base", site="B1L"))
    plains.play(BuildFree(structure="base", site="B8L"))
    conduit = Game().works("work-b3")
    conduit.play(use(1))
    conduit.refuse("BA-23.6", BuildFree(structure="conduit", site="1A"))
    conduit.play(BuildFree(structure="conduit", site="1B"))


@pytest.mark.rule("LP-3.11")
def test_two_elevations_on_one_dam_or_on_two_or_fewer():
    game = Game().works("work-b2").dam("B1L", 1).dam("B2L", 3)
    game.play(use(1))
    game.refuse("BA-5.4", BuildFree(structure="elevation", site="B2L"))
    game.play(BuildFree(structure="elevation", site="B1L"))
    assert Decline() in game.offered()
    game.play(BuildFree(structure="elevation", site="B1L"))
    assert game.state.dams["B1L"].level == 3
    fewer = Game().works("work-b2").dam("B1L", 1)
    fewer.play(use(1), BuildFree(structure="elevation", site="B1L"), Decline())
    assert fewer.state.dams["B1L"].level == 2


@pytest.mark.rule("LP-3.12", "BA-27.1", "LP-9.1")
def test_a_work_does_not_count_as_a_contract():
    game = Game()
    game.company().fulfilled = ["work-a1", "work-b1", "green-01"]
    assert counted("bonus-contracts", game) == 1
    assert counted("bonus-external-works", game) == 2
    assert each("bonus-external-works") == 5


@pytest.mark.rule("LP-9.3", "BA-21.5")
def test_at_the_end_of_a_round_new_works_lie_out():
    game = Game(2).works("work-a1", "", "work-a3")
    game.state.piles[WORKS] = ["work-a4", "work-b1", "work-b2", "work-c1"]
    game.has(engineers=0).has(engineers=0, seat=1).play(Pass(), EndTurn(), Pass(), EndTurn())
    assert game.state.round == 2
    assert game.state.displays[WORKS] == ["work-a4", "work-b1", "work-b2"]
    assert game.state.piles[WORKS] == ["work-c1"]


@pytest.mark.rule("LP-2.8", "LP-4.7", "BA-7.2", "BA-7.6")
def test_a_round_with_the_expansion_begins_as_every_other_does():
    game = Game(2).named("netherlands").building("PB1-a", "PB2-a", "PB3-a", "PB4-a", "PB5-a")
    game.company().built["elevation"] = 2
    tiles = {stream: components.headstream_tile[tile].water[1] for stream, tile in game.state.headstream_tiles.items()}
    facts = finish_round(game)
    (income,) = of_kind(facts, IncomeGained)
    assert [(change.seat, change.credits, change.vp) for change in income.changes] == [(0, 3, 0)]
    assert income.opens == ()
    (began,) = of_kind(facts, ActionsBegan)
    assert {change.headstream: change.drops for change in began.changes} == {s: n for s, n in tiles.items() if n}


@pytest.mark.rule("LP-1.1", "BA-23.3", "BA-23.9")
def test_rewards_of_works_are_read_like_all_others():
    game = Game().works("work-b5").wheel(2, "basic-wild")
    game.play(use(1), PlaceDrop(headstream="A"))
    assert "basic-wild" not in game.company().tiles
    game.play(PlaceDrop(headstream="B"))
    assert "basic-wild" in game.company().tiles
    assert (game.state.headstreams["A"], game.state.headstreams["B"]) == (1, 1)


@pytest.mark.rule("LP-3.11", "BA-5.4")
def test_an_elevation_that_finds_no_dam_is_lost():
    game = Game().named("germany").works("work-b2").dam("B1L", 2)
    happened = game.play(use(1), BuildFree(structure="elevation", site="B1L"))
    assert isinstance(happened[-1], Lapsed)
    assert game.offered() == {EndTurn()}
