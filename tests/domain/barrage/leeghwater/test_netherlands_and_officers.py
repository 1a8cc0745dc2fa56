"""Sections LP-6 and LP-7: the Netherlands, and the officers of the expansion."""

import pytest

from domain.barrage import ruleset
from domain.barrage.leeghwater.commands import PayWork, PerformBuilding, PutOnDam, TakeExtraTurn
from domain.barrage.leeghwater.setup import WORKS
from domain.barrage.model.changes import ContractLimitSet, EngineersPlaced, Paid, PutOnWheel
from domain.barrage.model.commands import (
    BuildFree,
    ChooseMachinery,
    Construct,
    CopyOfficer,
    Decline,
    DiscardContract,
    EndTurn,
    FulfilContract,
    Produce,
    TakeContract,
    UseSpace,
)
from tests.domain.barrage.builder import components
from tests.domain.barrage.leeghwater.builder import Game
from tests.domain.barrage.test_rounds import finish_round

BASE = Construct(structure="base", site="B1L", tile="basic-base", excavators=5)


# The Netherlands


def dutch(powerhouses=3):
    game = Game().named("netherlands", "wilhelm_adler").dam("B6U", 2, 2).conduit("6B")
    return game.powerhouse(*("P7-1", "P8-1", "P9-1", "P11-1")[:powerhouses])


def produce(game, drops=1, space="TS-0/left"):
    return game.play(UseSpace(space=space), Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=drops))


@pytest.mark.rule("LP-6.1", "BA-24.1")
def test_their_incomes():
    (board,) = (company for company in components.leeghwater.companies if company.id == "netherlands")
    shown = {
        structure: {piece: [effect.name for effect in reward] for piece, reward in incomes.items()}
        for structure, incomes in (
            ("base", board.income.base),
            ("elevation", board.income.elevation),
            ("conduit", board.income.conduit),
        )
    }
    assert shown == {
        "base": {2: ["water_delayed"], 4: ["rotate_wheel"], 5: ["vp"]},
        "elevation": {2: ["credits"], 4: ["vp", "water_immediate"], 5: ["vp"]},
        "conduit": {2: ["energy_steps"], 4: ["machinery"], 5: ["vp"]},
    }


@pytest.mark.rule("LP-6.2")
@pytest.mark.parametrize(("powerhouses", "bonus"), [(1, 0), (2, 1), (4, 3)])
def test_all_players_may_get_the_production_bonus(powerhouses, bonus):
    assert produce(dutch(powerhouses))[1].energy == 2 + bonus


@pytest.mark.rule("LP-6.3", "LP-6.4", "BA-D.28", "BA-D.60")
def test_after_a_production_a_drop_may_go_onto_another_own_dam_with_room():
    game = dutch().dam("B1L", 1, 1).dam("B2L", 1, 0).dam("B3L", 1, owner=1).neutral("B8L", 3)
    produce(game)
    assert game.offered() == {PutOnDam(dam="B2L"), Decline()}
    for dam in ("B6U", "B1L", "B3L", "B8L"):
        game.refuse("LP-6.4", PutOnDam(dam=dam))
    game.play(PutOnDam(dam="B2L"))
    assert game.state.dams["B2L"].drops == 1
    assert game.offered() == {EndTurn()}


@pytest.mark.rule("LP-6.3")
def test_not_without_the_third_powerhouse_and_never_by_force():
    game = dutch(2).dam("B2L")
    produce(game)
    assert game.offered() == {EndTurn()}
    declined = dutch().dam("B2L")
    produce(declined)
    declined.play(Decline())
    assert declined.state.dams["B2L"].drops == 0


@pytest.mark.rule("LP-6.4", "BA-D.28")
def test_with_a_neutral_dam_used_any_own_dam_will_do():
    game = dutch().neutral("B6L", 2, 1)
    game.play(UseSpace(space="TS-0/left"), Produce(dam="B6L", conduit="6B", powerhouse="P7-1", drops=1))
    assert game.offered() == {EndTurn()}
    game = dutch().neutral("B6L", 2, 1)
    game.state.dams["B6U"].drops = 1
    game.play(UseSpace(space="TS-0/left"), Produce(dam="B6L", conduit="6B", powerhouse="P7-1", drops=1))
    assert PutOnDam(dam="B6U") in game.offered()


# Leslie Spencer


@pytest.mark.rule("LP-7.2", "LP-7.3", "LP-7.1")
def test_leslie_may_put_the_machineries_of_a_work_onto_her_wheel():
    game = Game().named("usa", "leslie_spencer").tiles("special-leslie").works("work-b4")
    game.play(UseSpace(space="EW-1"))
    assert game.company().engineers == 10
    assert game.offered() == {PayWork(onto_wheel=True), PayWork(onto_wheel=False)}
    (fact,) = game.play(PayWork(onto_wheel=True))
    (put,) = (change for change in fact.changes if isinstance(change, PutOnWheel))
    assert (put.tile, put.excavators) == ("special-leslie", 3)
    assert game.company().wheel[-1].tile == "special-leslie"
    assert (game.company().excavators, game.company().vp, game.company().energy) == (37, 15, 6)
    assert game.company().fulfilled == ["work-b4"]
    assert not [space for space in game.state.spaces if space.startswith("CN")]


@pytest.mark.rule("LP-7.2", "LP-7.3")
def test_or_discard_them_and_must_while_the_tile_is_on_the_wheel():
    game = Game().named("usa", "leslie_spencer").tiles("special-leslie").works("work-b4", "work-b4")
    (*_, fact) = game.play(UseSpace(space="EW-1"), PayWork(onto_wheel=False))
    assert [change.excavators for change in fact.changes if isinstance(change, Paid)] == [3]
    assert game.company().tiles == ["special-leslie"]
    busy = Game().named("usa", "leslie_spencer").tiles().wheel(3, "special-leslie", 3).works("work-b4")
    (fact,) = busy.play(UseSpace(space="EW-1"))
    assert [change.excavators for change in fact.changes if isinstance(change, Paid)] == [3]


@pytest.mark.rule("LP-7.2", "BA-25.7", "BA-9.5")
def test_leslies_tile_builds_nothing():
    game = Game().named("usa", "leslie_spencer").tiles("special-leslie").wheel(3, "basic-base", 5)
    copying = Construct(structure="base", site="B1L", tile="special-leslie", copies="basic-base", excavators=5)
    game.refuse("BA-25.7", copying)
    assert not any(isinstance(command, Construct) for command in game.offered())
    borrowed = sekibo("leslie_spencer").tiles().wheel(3, "basic-base", 5)
    borrowed.play(copy("leslie_spencer"))
    borrowed.refuse("BA-25.7", Construct(structure="base", site="B1L", copies="basic-base", excavators=5))


@pytest.mark.rule("LP-7.2", "BA-25.7")
def test_krylovs_tile_cannot_be_used_for_works():
    game = Game().named("usa", "anton_krylov").tiles("special-anton").works("work-b4")
    (fact,) = game.play(UseSpace(space="EW-1"))
    assert [change.excavators for change in fact.changes if isinstance(change, Paid)] == [3]
    assert game.company().tiles == ["special-anton"]
    assert all(segment.empty for segment in game.company().wheel)


# Margot Fouche


@pytest.mark.rule("LP-7.4", "BA-D.46")
def test_margot_performs_an_activated_building_on_her_own_space():
    game = Game().named("usa", "margot_fouche").building("PB2-a", "PB3-a").used("financial_division/1", seat=0)
    game.play(UseSpace(space="MG-1"))
    assert game.company().engineers == 11
    game.refuse("LP-7.4", PerformBuilding(building="wind_farm"))
    game.play(PerformBuilding(building="financial_division"))
    assert game.company().credits == 45
    game.next_turn().refuse("BA-8.6", UseSpace(space="MG-1"))
    game.refuse("LP-5.3", UseSpace(space="financial_division/2"))
    assert UseSpace(space="energy_relay_field/1") in game.offered()


@pytest.mark.rule("LP-7.4")
def test_other_companies_and_companies_without_a_building_cannot_use_it():
    Game().building("PB2-a").refuse("LP-7.4", UseSpace(space="MG-1"))
    game = Game().named("usa", "margot_fouche")
    assert UseSpace(space="MG-1") not in game.offered()
    game.refuse("BA-25.10", CopyOfficer(space="MG-1", officer="graziano_del_monte"))
    poor = Game().named("usa", "margot_fouche").building("PB3-a").has(credits=0)
    assert UseSpace(space="MG-1") not in poor.offered()


# Simone Luciani


@pytest.mark.rule("LP-7.5", "BA-12.9")
def test_simone_holds_four_contracts():
    game = Game().named("usa", "simone_luciani").contracts("start-1", "start-2", "start-3")
    on_offer = game.state.displays["green"]
    game.play(UseSpace(space="CO-1/left"), TakeContract(contract=on_offer[0]))
    assert game.offered() == {EndTurn()}
    assert len(game.company().contracts) == 4
    usual = Game().contracts("start-1", "start-2", "start-3")
    usual.play(UseSpace(space="CO-1/left"), TakeContract(contract=usual.state.displays["green"][0]))
    assert len(usual.offered()) == 4
    assert DiscardContract(contract="start-1") in usual.offered()


@pytest.mark.rule("LP-7.6", "BA-D.25")
def test_one_production_of_simone_fulfils_several_contracts():
    game = Game().named("usa", "simone_luciani").dam("B1L", 3, 3).conduit("1A").powerhouse("P8-1")
    game.contracts("green-03", "yellow-03", "red-12")
    game.state.displays["national"] = ["national-1"]
    game.play(UseSpace(space="TS-P2/left"), Produce(dam="B1L", conduit="1A", powerhouse="P8-1", drops=3))
    assert game.company().energy == 17
    game.play(FulfilContract(contract="red-12"))
    game.refuse("BA-12.1", FulfilContract(contract="national-1"))
    game.play(FulfilContract(contract="yellow-03"))
    game.play(FulfilContract(contract="green-03"))
    assert game.company().fulfilled == ["red-12", "yellow-03", "green-03"]


@pytest.mark.rule("TA-D.52", "LP-7.6", "BA-23.9")
def test_simone_chooses_the_machinery_of_one_reward_before_the_next_contract():
    game = Game().named("usa", "simone_luciani").dam("B5U", 3, 3).conduit("5A").powerhouse("P8-1")
    game.contracts("yellow-09", "green-06").has(excavators=4, mixers=3)
    game.play(UseSpace(space="TS-P2/left"), Produce(dam="B5U", conduit="5A", powerhouse="P8-1", drops=3))
    game.play(FulfilContract(contract="yellow-09"))
    assert (game.company().excavators, game.company().mixers) == (4, 3)
    game.refuse("BA-23.1", FulfilContract(contract="green-06"))
    game.play(ChooseMachinery(excavators=1), FulfilContract(contract="green-06"))
    assert (game.company().excavators, game.company().mixers) == (6, 4)


@pytest.mark.rule("LP-7.6", "BA-D.25", "BA-24.12")
def test_france_lowers_each_of_them():
    game = Game().named("france", "simone_luciani").dam("B1L", 1, 1).conduit("1A").powerhouse("P8-1", "P7-1", "P9-1")
    game.contracts("green-06", "yellow-11", "green-13")
    game.play(UseSpace(space="TS-0/left"), Produce(dam="B1L", conduit="1A", powerhouse="P8-1", drops=1))
    assert game.company().energy == 6
    game.play(FulfilContract(contract="yellow-11"), FulfilContract(contract="green-13"))
    game.play(FulfilContract(contract="green-06"))
    assert len(game.company().fulfilled) == 3


@pytest.mark.rule("BA-24.14", "BA-24.12", "LP-7.6")
def test_a_powerhouse_that_a_contract_brings_lowers_what_the_next_one_requires():
    def fulfilled():
        game = Game().named("france", "simone_luciani").dam("B1U", 3, 3).conduit("1A").powerhouse("P8-1", "P7-1")
        game.contracts("yellow-02")
        game.state.displays["national"] = ["national-1", "national-3", ""]
        game.play(UseSpace(space="TS-0/left"), Produce(dam="B1U", conduit="1A", powerhouse="P8-1", drops=3))
        assert game.company().energy == 16
        game.play(FulfilContract(contract="yellow-02"))
        return game

    game = fulfilled()
    game.play(BuildFree(structure="powerhouse", site="P9-1"))
    game.play(FulfilContract(contract="national-1"))
    assert game.company().fulfilled == ["yellow-02", "national-1"]
    declined = fulfilled()
    declined.play(Decline())
    assert declined.offered() == {EndTurn()}


@pytest.mark.rule("BA-24.13", "LP-7.6", "BA-D.25")
def test_a_requirement_is_never_below_zero():
    """It neither frees nor uses energy: the requirements of the others must still add up to the production."""
    game = Game().named("france", "simone_luciani").dam("B6U", 1, 1).conduit("6B").powerhouse("P7-1", "P8-1", "P9-1")
    game.contracts("green-01", "yellow-11", "yellow-06", "green-02")
    game.play(UseSpace(space="TS-0/left"), Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=1))
    assert game.company().energy == 3
    game.play(FulfilContract(contract="green-01"))
    game.refuse("BA-12.1", FulfilContract(contract="yellow-11"))
    game.play(FulfilContract(contract="yellow-06"))
    game.play(Decline())
    assert game.offered() == {FulfilContract(contract="green-02"), Decline()}


@pytest.mark.rule("LP-7.6", "BA-26.20")
def test_energy_from_other_actions_fulfils_one_contract_only():
    game = Game().named("usa", "simone_luciani").building("PB4-a").contracts("green-03", "green-02")
    game.play(UseSpace(space="wind_farm/1"), FulfilContract(contract="green-03"))
    assert game.offered() == {EndTurn()}


# Tommaso Battista


@pytest.mark.rule("LP-7.7", "BA-D.56")
def test_the_architect_alone_on_a_space_for_one_engineer_grants_another_turn():
    game = Game().named("usa", "tommaso_battista")
    game.play(BASE)
    assert game.offered() == {EndTurn(), TakeExtraTurn()}
    assert ruleset.confirmation(game.state) is None
    game.play(TakeExtraTurn())
    assert game.acting == 0
    game.play(UseSpace(space="WM-1/left"))
    assert game.company().engineers == 10
    game.refuse("BA-23.3", EndTurn())


@pytest.mark.rule("LP-7.7")
@pytest.mark.parametrize("space", ["WS-1/left", "MS-E/right", "energy_relay_field/1", "energy_relay_field/2"])
def test_every_space_for_one_engineer_will_do(space):
    game = Game().named("usa", "tommaso_battista").building("PB3-a")
    game.play(UseSpace(space=space))
    assert game.offered() == {EndTurn(), TakeExtraTurn()}


@pytest.mark.rule("LP-7.7")
def test_once_a_round():
    game = Game().named("usa", "tommaso_battista")
    game.play(BASE, TakeExtraTurn(), UseSpace(space="CO-1/left"))
    game.play(TakeContract(contract=game.state.displays["green"][0]))
    assert game.offered() == {EndTurn()}
    assert ruleset.confirmation(game.state) == EndTurn()
    game.refuse("LP-7.7", TakeExtraTurn())


@pytest.mark.rule("LP-7.7", "BA-21.4")
def test_in_the_next_round_again():
    game = Game(2).named("usa", "tommaso_battista")
    game.play(BASE, TakeExtraTurn(), UseSpace(space="WS-1/left"), EndTurn())
    finish_round(game)
    while game.acting != 0:
        game.play(UseSpace(space="BK", engineers=1), EndTurn())
    game.play(UseSpace(space="WS-1/left"))
    assert game.offered() == {EndTurn(), TakeExtraTurn()}


@pytest.mark.rule("BA-17.3", "BA-D.56")
def test_contracts_are_on_offer_again_before_the_other_turn():
    game = Game().named("usa", "tommaso_battista")
    taken, following = game.state.displays["green"][0], game.state.piles["green"][0]
    game.play(UseSpace(space="CO-1/left"), TakeContract(contract=taken))
    (fact,) = game.play(TakeExtraTurn())
    assert game.state.displays["green"][0] == following
    assert ruleset.reveals(fact)
    game.play(UseSpace(space="CO-1/right"), TakeContract(contract=following))
    assert game.company().contracts == [taken, following]


@pytest.mark.rule("LP-7.8", "BA-D.35")
def test_not_in_the_bank_and_not_among_others():
    game = Game().named("usa", "tommaso_battista")
    game.play(UseSpace(space="BK", engineers=1))
    game.refuse("LP-7.7", TakeExtraTurn())
    two = Game().named("usa", "tommaso_battista").works("work-b4")
    two.play(UseSpace(space="EW-1"))
    two.refuse("LP-7.7", TakeExtraTurn())
    second = Game().named("usa", "tommaso_battista").used("CN-1/0", seat=0)
    second.play(BASE)
    second.refuse("LP-7.7", TakeExtraTurn())
    none = Game().named("usa", "tommaso_battista").tiles("adv-base-3")
    none.play(Construct(structure="base", site="B1L", tile="adv-base-3"))
    none.refuse("LP-7.7", TakeExtraTurn())
    nobody = Game()
    nobody.play(BASE)
    nobody.refuse("LP-7.7", TakeExtraTurn())


# Mahiri Sekibo copies them


def sekibo(officer):
    game = Game().named("usa", "mahiri_sekibo").named("germany", officer, seat=1)
    game.state.spare_officers = []
    return game


def copy(officer):
    return CopyOfficer(space="MH-1", officer=officer)


@pytest.mark.rule("LP-7.9")
def test_copying_leslie_puts_machineries_onto_the_wheel_without_a_tile():
    game = sekibo("leslie_spencer").works("work-b4")
    (*_, fact) = game.play(copy("leslie_spencer"), UseSpace(space="EW-1"), PayWork(onto_wheel=True))
    (put,) = (change for change in fact.changes if isinstance(change, PutOnWheel))
    assert (put.tile, put.excavators) == ("", 3)
    assert game.company().wheel[-1].excavators == 3
    assert game.state.displays[WORKS][0] == ""
    mixers = sekibo("leslie_spencer").works("work-b3")
    mixers.play(copy("leslie_spencer"), UseSpace(space="EW-1"), PayWork(onto_wheel=True))
    assert (mixers.company().mixers, mixers.company().wheel[-1].mixers) == (37, 3)


@pytest.mark.rule("LP-7.10")
def test_copying_margot_uses_an_engineer_in_the_bank_for_no_credit():
    game = sekibo("margot_fouche").building("PB2-a")
    happened = game.play(copy("margot_fouche"), UseSpace(space="BK/MG-1"))
    placed = [(c.space, c.engineers) for fact in happened for c in fact.changes if isinstance(c, EngineersPlaced)]
    assert placed == [("MH-1", 1), ("BK", 1)]
    assert game.company().credits == 40
    game.play(PerformBuilding(building="financial_division"))
    assert game.company().credits == 45


@pytest.mark.rule("LP-7.4", "LP-7.10")
def test_margot_uses_her_own_space_and_a_copier_the_one_in_the_bank():
    hers, in_the_bank = UseSpace(space="MG-1"), UseSpace(space="BK/MG-1")
    margot = Game().named("usa", "margot_fouche").building("PB2-a")
    margot.refuse("LP-7.4", in_the_bank)
    game = sekibo("margot_fouche").building("PB2-a")
    game.refuse("LP-7.4", in_the_bank)
    game.play(copy("margot_fouche"))
    game.refuse("LP-7.4", hers)
    assert in_the_bank in game.offered()


@pytest.mark.rule("LP-7.11", "BA-D.37")
def test_copying_simone_to_take_contracts_keeps_four_until_one_is_fulfilled():
    game = sekibo("simone_luciani").contracts("start-1", "start-2", "start-3")
    game.dam("B6U", 2, 2).conduit("6B").powerhouse("P7-1")
    game.play(copy("simone_luciani"), UseSpace(space="CO-1/left"))
    game.play(TakeContract(contract=game.state.displays["green"][0]))
    assert game.offered() == {EndTurn()}
    game.next_turn()
    assert len(game.company().contracts) == 4
    produce(game, 2)
    (fulfilled, *_) = game.play(FulfilContract(contract="start-3"))
    assert ContractLimitSet(seat=0) in fulfilled.changes
    game.next_turn()
    game.state.spaces.clear()
    game.play(UseSpace(space="CO-1/left"), TakeContract(contract=game.state.displays["green"][0]))
    assert any(isinstance(command, DiscardContract) for command in game.offered())


@pytest.mark.rule("LP-7.11", "BA-D.37")
def test_three_contracts_after_copying_simone_allow_a_fourth_later():
    game = sekibo("simone_luciani").contracts("start-1", "start-2")
    (_, used, *_) = game.play(copy("simone_luciani"), UseSpace(space="CO-1/left"))
    assert ContractLimitSet(seat=0, limit=4) in used.changes
    game.play(TakeContract(contract=game.state.displays["green"][0]))
    game.next_turn()
    game.play(UseSpace(space="CO-1/right"), TakeContract(contract=game.state.displays["red"][0]))
    assert game.offered() == {EndTurn()}
    assert len(game.company().contracts) == 4


@pytest.mark.rule("LP-7.11", "BA-D.37")
def test_without_a_contract_in_that_turn_three_may_be_held():
    game = sekibo("simone_luciani").contracts("start-1", "start-2", "start-3")
    game.play(copy("simone_luciani"), UseSpace(space="WS-1/left"))
    game.next_turn()
    game.play(UseSpace(space="CO-1/left"), TakeContract(contract=game.state.displays["red"][0]))
    assert {type(command) for command in game.offered()} == {DiscardContract}


@pytest.mark.rule("LP-7.11", "BA-D.37")
def test_a_national_contract_ends_the_limit_too():
    game = sekibo("simone_luciani").contracts("start-1", "start-2")
    game.dam("B1L", 3, 3).conduit("1A").powerhouse("P8-1")
    game.state.displays["national"] = ["national-1"]
    game.play(copy("simone_luciani"), UseSpace(space="CO-1/left"))
    game.play(TakeContract(contract=game.state.displays["green"][0]))
    game.next_turn()
    game.play(UseSpace(space="TS-P2/left"), Produce(dam="B1L", conduit="1A", powerhouse="P8-1", drops=3))
    (fulfilled, *_) = game.play(FulfilContract(contract="national-1"))
    assert ContractLimitSet(seat=0) in fulfilled.changes


@pytest.mark.rule("LP-7.11")
def test_copying_simone_at_the_turbine_station_fulfils_several():
    game = sekibo("simone_luciani").contracts("green-03", "green-02").dam("B6U", 2, 2).conduit("6B").powerhouse("P7-1")
    game.play(copy("simone_luciani"))
    produce(game, 2)
    game.play(FulfilContract(contract="green-03"), FulfilContract(contract="green-02"))
    assert game.company().fulfilled == ["green-03", "green-02"]


@pytest.mark.rule("LP-7.11")
def test_a_production_of_a_private_building_fulfils_one_even_so():
    game = sekibo("simone_luciani").contracts("green-03", "green-02").dam("B6U", 2, 2).conduit("6B").powerhouse("P7-1")
    game.building("PB5-a")
    game.play(copy("simone_luciani"))
    produce(game, 2, space="control_station/1")
    game.play(FulfilContract(contract="green-03"))
    assert not any(isinstance(command, FulfilContract) for command in game.offered())


@pytest.mark.rule("LP-7.12", "BA-D.36")
def test_copying_tommaso_grants_another_turn_without_another_copy():
    game = sekibo("tommaso_battista")
    game.play(copy("tommaso_battista"), BASE, TakeExtraTurn())
    assert game.acting == 0
    game.refuse("BA-25.12", CopyOfficer(space="MH-2", officer="tommaso_battista"))
    game.play(UseSpace(space="CO-1/left"))
    game.play(TakeContract(contract=game.state.displays["green"][0]))
    assert game.offered() == {EndTurn()}
