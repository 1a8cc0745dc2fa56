"""Section 26: advanced technology tiles."""

import pytest

from domain.barrage.model.changes import EngineersPlaced
from domain.barrage.model.commands import Construct, Decline, FillDams, FulfilContract, Pass, Produce
from tests.domain.barrage.builder import Game


def build(structure, site, tile, **machineries):
    return Construct(structure=structure, site=site, tile=tile, **machineries)


def with_tile(*tiles, **options):
    return Game(**({"rules": "expert"} | options)).tiles(*tiles)


def engineers(facts):
    return sum(change.engineers for fact in facts for change in fact.changes if isinstance(change, EngineersPlaced))


@pytest.mark.rule("BA-26.1", "BA-26.2", "BA-26.3", "BA-9.10", "BA-26.7")
def test_a_tile_builds_adds_its_effect_and_comes_back_with_the_wheel():
    game = with_tile("adv-conduit-1").has(credits=0)
    game.play(build("conduit", "2A", "adv-conduit-1", excavators=6))
    assert game.company().credits == 6
    assert game.company().tiles == []
    game.has(credits=14).next_turn()
    game.use("WS-3/left")
    assert game.company().tiles == []
    game.next_turn()
    game.use("WS-1/left")
    game.next_turn()
    game.use("WS-1/right")
    assert game.company().tiles == ["adv-conduit-1"]
    game.next_turn()
    game.play(build("conduit", "3B", "adv-conduit-1", excavators=6))


@pytest.mark.rule("BA-26.4", "BA-26.6")
@pytest.mark.parametrize("before", [0, 1, 3])
def test_elevation_1_turns_the_wheel_once_per_elevation_the_new_one_included(before):
    game = with_tile("adv-elevation-1").named("germany").dam("B1L", 1).dam("B2L", min(3, 1 + before))
    if before > 2:
        game.dam("B3L", before - 1)
    elevations = game.company().built["elevation"]
    game.wheel(elevations + 2, "basic-base", 4)
    game.play(build("elevation", "B1L", "adv-elevation-1", mixers=4))
    assert "basic-base" in game.company().tiles
    assert game.company().built["elevation"] == elevations + 1


@pytest.mark.rule("BA-26.5", "BA-D.42")
def test_base_1_puts_a_drop_on_every_own_dam_without_water_or_none():
    def built():
        game = with_tile("adv-base-1").dam("B2L", 2, 0).dam("B3L", 1, 1).neutral("B4L").dam("B5L", 1, 0, owner=1)
        game.play(build("base", "B1L", "adv-base-1", excavators=5))
        return game

    game = built()
    assert game.offered() == {FillDams(), Decline()}
    game.play(FillDams())
    drops = {site: dam.drops for site, dam in game.state.dams.items()}
    assert drops == {"B1L": 1, "B2L": 1, "B3L": 1, "B4L": 0, "B5L": 0}
    without = built()
    without.play(Decline())
    assert without.state.dams["B1L"].drops == 0


@pytest.mark.rule("BA-26.8", "BA-8.9", "BA-9.3")
def test_powerhouse_1_needs_no_engineers_and_no_space():
    game = with_tile("adv-powerhouse-1", "basic-base").has(engineers=0)
    for number in range(1, 5):
        game.used(f"CN-{number}/0", seat=0)
    tower = build("powerhouse", "P7-1", "adv-powerhouse-1", mixers=2)
    game.refuse("BA-9.3", build("base", "B1L", "basic-base", excavators=5))
    assert {tower, Pass()} <= game.offered()
    assert engineers(game.play(tower)) == 0
    assert len(game.company().wheel) == 6
    assert game.company().wheel[-1].tile == "adv-powerhouse-1"


@pytest.mark.rule("BA-26.9", "BA-D.43")
def test_wild_1_pays_no_fee_for_a_red_site_but_for_a_red_space():
    game = with_tile("adv-wild-1", "basic-base").has(credits=3)
    game.play(build("base", "B1U", "adv-wild-1", excavators=5))
    assert game.company().credits == 3
    red = with_tile("adv-wild-1").has(credits=2)
    for number in range(1, 4):
        red.used(f"CN-{number}/0", seat=0)
    red.refuse("BA-8.4", build("base", "B1U", "adv-wild-1", excavators=5))
    red.has(credits=3).play(build("base", "B1U", "adv-wild-1", excavators=5))
    assert red.company().credits == 0


@pytest.mark.rule("BA-26.10", "BA-26.4", "BA-12.8", "BA-26.20")
def test_base_2_produces_an_energy_per_base_which_may_fulfil_a_contract():
    game = with_tile("adv-base-2").named("italy").dam("B2L").dam("B3L").contracts("green-06", "green-11")
    game.powerhouse("P7-1", "P8-1", "P9-1")
    game.play(build("base", "B1L", "adv-base-2", excavators=5))
    assert game.company().energy == 3
    game.refuse("BA-12.1", FulfilContract(contract="green-11"))
    game.play(FulfilContract(contract="green-06"))
    assert game.company().energy == 3


@pytest.mark.rule("BA-26.11")
@pytest.mark.parametrize(("officer", "level", "drops"), [("wilhelm_adler", 1, 2), ("graziano_del_monte", 2, 4)])
def test_elevation_2_fills_the_raised_dam(officer, level, drops):
    game = with_tile("adv-elevation-2").named("germany", officer).dam("B1L", level, 1).dam("B2L", 2, 0)
    game.play(build("elevation", "B1L", "adv-elevation-2", mixers=4))
    assert game.state.dams["B1L"].drops == drops
    assert game.state.dams["B2L"].drops == 0


@pytest.mark.rule("BA-26.12")
def test_conduit_2_costs_five_excavators_at_most():
    game = with_tile("adv-conduit-2")
    game.refuse("BA-9.6", build("conduit", "1A", "adv-conduit-2", excavators=10))
    assert build("conduit", "9A", "adv-conduit-2", excavators=2) in game.offered()
    game.play(build("conduit", "1A", "adv-conduit-2", excavators=5))


@pytest.mark.rule("BA-26.12", "BA-D.41")
def test_conduit_2_and_mcdowell():
    game = with_tile("adv-conduit-2").named("usa", "jill_mcdowell")
    ways = {(c.excavators, c.mixers) for c in game.offered() if isinstance(c, Construct) and c.site == "1A"}
    assert ways == {(5, 0), (0, 5)}


@pytest.mark.rule("BA-26.13")
def test_powerhouse_2_may_produce_at_once_with_two_more():
    game = with_tile("adv-powerhouse-2").dam("B6U", 1, 1).conduit("6B").powerhouse("P8-1")
    facts = game.play(build("powerhouse", "P7-1", "adv-powerhouse-2", mixers=3))
    assert engineers(facts) == 1
    assert Decline() in game.offered()
    (produced, *_) = game.play(Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=1))
    assert produced.energy == 2 + 2 + 1
    italy = with_tile("adv-powerhouse-2").named("italy", "viktor_fiesler").dam("B6U", 1, 1).conduit("6B")
    italy.powerhouse("P8-1", "P9-1").play(build("powerhouse", "P7-1", "adv-powerhouse-2", mixers=4))
    italy.play(Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=1))
    assert italy.company().energy == 4 + 2 + 1 + 3


@pytest.mark.rule("BA-26.13")
def test_without_water_there_is_nothing_to_produce():
    game = with_tile("adv-powerhouse-2")
    game.play(build("powerhouse", "P7-1", "adv-powerhouse-2", mixers=2))
    assert game.state.pending[-1].kind == "end_turn"


@pytest.mark.rule("BA-26.14", "BA-D.41")
def test_wild_2_lets_any_mix_of_machineries_pay():
    game = with_tile("adv-wild-2")
    ways = {(c.excavators, c.mixers) for c in game.offered() if isinstance(c, Construct) and c.site == "B8L"}
    assert ways == {(3, 0), (2, 1), (1, 2), (0, 3)}
    game.refuse("BA-9.6", build("base", "B8L", "adv-wild-2", excavators=2, mixers=2))
    game.play(build("powerhouse", "P7-1", "adv-wild-2", excavators=1, mixers=1))
    mcdowell = with_tile("adv-wild-2").named("usa", "jill_mcdowell")
    ways = {(c.excavators, c.mixers) for c in mcdowell.offered() if isinstance(c, Construct) and c.site == "6B"}
    assert ways == {(4, 0), (3, 1), (2, 2), (1, 3), (0, 4), (0, 2)}


@pytest.mark.rule("BA-26.15", "BA-8.9")
def test_base_3_needs_neither_engineers_nor_excavators():
    game = with_tile("adv-base-3").has(engineers=0, excavators=0, credits=3)
    game.refuse("BA-9.6", build("base", "B1L", "adv-base-3", excavators=5))
    facts = game.play(build("base", "B1U", "adv-base-3"))
    assert engineers(facts) == 0
    assert game.company().credits == 0
    assert game.company().wheel[-1].tile == "adv-base-3"
    with_tile("adv-base-3").has(credits=2).refuse("BA-5.9", build("base", "B1U", "adv-base-3"))


@pytest.mark.rule("BA-26.16", "BA-26.4")
def test_elevation_3_scores_every_raised_dam():
    game = with_tile("adv-elevation-3").dam("B1L", 1).dam("B2L", 3).dam("B3L", 1).dam("B4L", 2, owner=1)
    game.play(build("elevation", "B1L", "adv-elevation-3", mixers=4))
    assert game.company().vp == 10 + 6


@pytest.mark.rule("BA-26.17", "BA-26.20", "BA-D.23", "BA-D.24", "BA-12.8")
def test_conduit_3_produces_twice_its_value_without_any_bonus():
    game = with_tile("adv-conduit-3").named("france", "viktor_fiesler").powerhouse("P7-1", "P8-1", "P9-1")
    game.contracts("yellow-11", "red-01")
    game.state.displays["national"] = ["national-1"]
    game.play(build("conduit", "1B", "adv-conduit-3", excavators=8))
    assert game.company().energy == 8
    assert FulfilContract(contract="yellow-11") in game.offered()
    small = with_tile("adv-conduit-3").named("usa", "viktor_fiesler")
    small.play(build("conduit", "9A", "adv-conduit-3", excavators=2))
    assert small.company().energy == 2


@pytest.mark.rule("BA-12.8", "BA-26.17", "BA-D.24", "BA-24.12")
def test_energy_of_a_tile_may_fulfil_a_national_contract():
    def built(company):
        game = with_tile("adv-conduit-3").named(company).powerhouse("P7-1", "P8-1", "P9-1")
        game.state.displays["national"] = ["national-1"]
        game.play(build("conduit", "1A", "adv-conduit-3", excavators=10))
        assert game.company().energy == 10
        return game

    france = built("france")
    france.play(FulfilContract(contract="national-1"))
    assert france.company().fulfilled == ["national-1"]
    built("usa").refuse("BA-8.2", FulfilContract(contract="national-1"))


@pytest.mark.rule("BA-26.18", "BA-X.5")
@pytest.mark.parametrize("before", [0, 2])
def test_powerhouse_3_scores_three_for_each_powerhouse(before):
    game = with_tile("adv-powerhouse-3").powerhouse(*("P8-1", "P9-1")[:before])
    game.play(build("powerhouse", "P7-1", "adv-powerhouse-3", mixers=2 + before))
    assert game.company().vp == 10 + 3 * (before + 1)


@pytest.mark.rule("BA-26.19", "BA-D.39")
def test_wild_3_scores_three_for_each_advanced_tile_owned():
    game = with_tile("adv-wild-3", "adv-base-1", "basic-base", "special-anton").wheel(4, "adv-conduit-1")
    game.play(build("base", "B1L", "adv-wild-3", excavators=5))
    assert game.company().vp == 10 + 9


@pytest.mark.rule("BA-26.20", "BA-24.8")
def test_energy_of_a_tile_is_no_production_action():
    game = with_tile("adv-conduit-3").named("germany").dam("B6U", 1, 1).conduit("6B")
    game.powerhouse("P7-1", "P8-1", "P9-1")
    game.play(build("conduit", "9A", "adv-conduit-3", excavators=2))
    assert game.company().energy == 2
    assert game.state.pending[-1].kind == "end_turn"
