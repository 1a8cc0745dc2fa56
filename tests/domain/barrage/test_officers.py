"""Section 25: the executive officers."""

import pytest

from domain.barrage.model.changes import EngineersPlaced, Paid, PutOnWheel
from domain.barrage.model.commands import Construct, CopyOfficer, EndTurn, Pass, PlaceDrop, Produce, UseSpace
from tests.domain.barrage.builder import Game, components
from tests.domain.barrage.playing import set_up


def put(facts):
    """The pieces that a construction put on the wheel."""
    (change,) = (change for fact in facts for change in fact.changes if isinstance(change, PutOnWheel))
    return change.tile, change.excavators, change.mixers


def base(site="B1L", **more):
    return Construct(structure="base", site=site, tile="basic-base", **more)


@pytest.mark.rule("BA-25.1", "BA-25.2")
@pytest.mark.parametrize("site", ["B1L", "B5L", "B8L"])
def test_adlers_bases_cost_three_excavators_everywhere(site):
    game = Game().named("usa", "wilhelm_adler").dam("B2L")
    game.refuse("BA-9.6", Construct(structure="elevation", site="B2L", tile="basic-elevation", mixers=3))
    game.play(base(site, excavators=3))


@pytest.mark.rule("BA-25.3", "BA-4.7")
def test_del_montes_dams_of_level_3_hold_four_drops():
    game = Game().dam("B1L", 3, 3).dam("B2L", 2, 2).dam("B3L", 1, 1).dam("B4L", 3, 3, owner=1)
    game.named("germany", "viktor_fiesler", seat=1)
    for headstream in "ABCD":
        game.state.spaces.clear()
        game.play(UseSpace(space="WM-1/left"), PlaceDrop(headstream=headstream))
        game.next_turn()
    assert {site: dam.drops for site, dam in game.state.dams.items()} == {"B1L": 4, "B2L": 2, "B3L": 1, "B4L": 3}


@pytest.mark.rule("BA-25.3", "BA-4.7", "BA-4.11")
def test_a_neutral_dam_of_level_3_holds_three_drops_for_all_players():
    game = Game().neutral("B8L", 3, 3)
    assert {company.officer for company in game.state.companies} == {"graziano_del_monte"}
    game.play(UseSpace(space="WM-1/left"), PlaceDrop(headstream="A"))
    assert game.state.dams["B8L"].drops == 3


@pytest.mark.rule("BA-25.4")
@pytest.mark.parametrize(("drops", "energy"), [(1, 4), (2, 4), (3, 6)])
def test_fiesler_takes_at_least_four_before_bonus_and_malus(drops, energy):
    game = Game().named("usa", "viktor_fiesler").dam("B6U", 3, 3).conduit("6B").powerhouse("P7-1")
    game.play(UseSpace(space="TS-M2/left"))
    (fact, *_) = game.play(Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=drops))
    assert fact.energy == energy - 2


@pytest.mark.rule("BA-25.4", "BA-24.9", "BA-D.26")
def test_fiesler_does_not_help_the_second_production():
    game = Game().named("germany", "viktor_fiesler").dam("B6U", 2, 2).conduit("6B", "6A")
    game.powerhouse("P7-1", "P8-1", "P9-1")
    game.play(UseSpace(space="TS-0/left"), Produce(dam="B6U", conduit="6A", powerhouse="P9-1", drops=1))
    (second,) = (fact for fact in game.play(Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=1))[:1])
    assert second.energy == 2


@pytest.mark.rule("BA-25.5")
def test_mcdowell_pays_a_conduit_with_excavators_or_with_mixers_never_with_both():
    def conduit(**paid):
        return Construct(structure="conduit", site="2A", tile="basic-conduit", **paid)

    game = Game().named("usa", "jill_mcdowell")
    game.refuse("BA-9.6", conduit(excavators=2, mixers=2))
    game.refuse("BA-9.6", conduit(mixers=6))
    assert {conduit(excavators=6), conduit(mixers=3)} <= game.offered()
    assert put(game.play(conduit(mixers=3))) == ("basic-conduit", 0, 3)
    Game().refuse("BA-9.6", conduit(mixers=3))


@pytest.mark.rule("BA-25.6")
def test_jordan_replaces_machineries_by_three_credits_each():
    game = Game().named("usa", "solomon_p_jordan").has(credits=15, excavators=2)
    game.refuse("BA-9.6", base(excavators=3))
    assert {base(), base(excavators=1), base(excavators=2)} <= game.offered()
    facts = game.play(base(excavators=2))
    assert game.company().credits == 15 - 9
    assert put(facts) == ("basic-base", 2, 0)
    all_of_it = Game().named("usa", "solomon_p_jordan").has(credits=15)
    all_of_it.play(base())
    assert all_of_it.company().credits == 0
    assert all_of_it.company().wheel[-1].tile == "basic-base"
    poor = Game().named("usa", "solomon_p_jordan").has(credits=14)
    poor.refuse("BA-25.6", base())


@pytest.mark.rule("BA-25.6")
def test_jordan_replaces_mixers_too_as_many_as_he_wants():
    def powerhouse(mixers):
        return Construct(structure="powerhouse", site="P9-1", tile="basic-powerhouse", mixers=mixers)

    game = Game().named("usa", "solomon_p_jordan").powerhouse("P8-1").has(credits=9, mixers=2)
    game.refuse("BA-9.6", powerhouse(3))
    assert {powerhouse(0), powerhouse(1), powerhouse(2)} <= game.offered()
    game.play(powerhouse(1))
    assert (game.company().credits, game.company().mixers) == (9 - 2 * 3, 1)
    assert game.company().wheel[-1].mixers == 1


# Anton Krylov


def krylov(*others):
    return Game(rules="expert").named("usa", "anton_krylov").tiles("special-anton", *others)


def copying(copies, structure="base", site="B1L", **more):
    return Construct(structure=structure, site=site, tile="special-anton", copies=copies, **more)


@pytest.mark.rule("BA-25.7", "BA-25.8")
def test_krylovs_tile_copies_one_that_lies_on_his_wheel():
    game = krylov().wheel(3, "basic-base", 4)
    game.refuse("BA-25.8", copying("basic-conduit", "conduit", "2A", excavators=6))
    game.refuse("BA-25.8", Construct(structure="base", site="B1L", tile="special-anton", excavators=5))
    facts = game.play(copying("basic-base", excavators=5))
    assert put(facts) == ("special-anton", 5, 0)
    assert [segment.tile for segment in game.company().wheel] == ["", "", "basic-base", "", "", "special-anton"]
    krylov().refuse("BA-25.8", copying("basic-base", excavators=5))
    other = Game(rules="expert").tiles("special-anton").wheel(3, "basic-base", 4)
    other.refuse("BA-25.7", copying("basic-base", excavators=5))


@pytest.mark.rule("BA-25.8")
def test_no_other_tile_of_krylov_copies_and_his_own_must_be_put_in():
    game = krylov("basic-conduit").wheel(3, "basic-base", 4)
    for tile in ("basic-conduit", ""):
        game.refuse("BA-25.8", Construct(structure="base", site="B1L", tile=tile, copies="basic-base", excavators=5))
    game.tiles("basic-conduit").refuse("BA-25.8", copying("basic-base", excavators=5))
    game.refuse("BA-25.8", Construct(structure="base", site="B1L", copies="basic-base", excavators=5))


@pytest.mark.rule("BA-25.7", "BA-25.9", "BA-D.39", "BA-26.2")
def test_effects_and_costs_of_the_copied_tile_apply():
    game = krylov().wheel(3, "adv-base-3").has(engineers=0)
    facts = game.play(copying("adv-base-3"))
    assert put(facts) == ("special-anton", 0, 0)
    assert not [change for fact in facts for change in fact.changes if isinstance(change, EngineersPlaced)]
    game = krylov().wheel(3, "adv-conduit-1").has(credits=0)
    game.play(copying("adv-conduit-1", "conduit", "2A", excavators=6))
    assert game.company().credits == 6


# Mahiri Sekibo


def sekibo(*officers, **options):
    """Return a game in which seat 0 has Mahiri Sekibo, who may copy these officers."""
    game = Game(2, **({"rules": "expert"} | options)).named("usa", "mahiri_sekibo")
    game.named("germany", officers[0], seat=1)
    game.state.spare_officers = list(officers[1:])
    return game


def copy(officer, space="MH-1"):
    return CopyOfficer(space=space, officer=officer)


@pytest.mark.rule("BA-25.10", "BA-25.11", "BA-25.16", "BA-D.61")
def test_sekibo_copies_a_power_for_this_turn_and_then_takes_an_action():
    game = sekibo("wilhelm_adler")
    facts = game.play(copy("wilhelm_adler"))
    assert [change.engineers for change in facts[0].changes if isinstance(change, EngineersPlaced)] == [1]
    assert game.company().engineers == 11
    game.refuse("BA-8.2", EndTurn())
    game.play(base(excavators=3))
    game.next_turn()
    assert game.company().copied == ""
    game.tiles("basic-base").refuse("BA-9.6", base("B2L", excavators=3))


@pytest.mark.rule("BA-25.10", "BA-8.4")
def test_each_space_once_a_round_and_the_right_one_is_red():
    game = sekibo("wilhelm_adler", "viktor_fiesler", "jill_mcdowell").used("MH-1", seat=0).has(credits=2)
    game.refuse("BA-25.10", copy("wilhelm_adler"))
    game.refuse("BA-8.4", copy("wilhelm_adler", "MH-2"))
    game.has(credits=3)
    facts = game.play(copy("wilhelm_adler", "MH-2"))
    assert [change.credits for change in facts[0].changes if isinstance(change, Paid)] == [3]
    Game().refuse("BA-25.10", copy("graziano_del_monte"))


@pytest.mark.rule("BA-25.11")
def test_the_action_after_it_must_be_possible():
    game = sekibo("wilhelm_adler").has(engineers=1)
    game.refuse("BA-25.11", copy("wilhelm_adler"))
    game.has(engineers=2).play(copy("wilhelm_adler"))
    game.refuse("BA-8.8", Pass())
    assert UseSpace(space="BK", engineers=1) in game.offered()


@pytest.mark.rule("BA-25.11", "BA-26.8")
def test_an_action_without_engineers_will_not_do_after_it():
    bare = Construct(structure="base", site="B1L", tile="adv-base-3")
    game = sekibo("wilhelm_adler").has(engineers=2).tiles("adv-base-3")
    assert bare in game.offered()
    game.play(copy("wilhelm_adler"))
    game.refuse("BA-25.11", bare)
    game.has(engineers=1).play(UseSpace(space="BK", engineers=1))
    last = sekibo("wilhelm_adler").has(engineers=1).tiles("adv-base-3")
    last.refuse("BA-25.11", copy("wilhelm_adler"))
    last.play(bare)


def test_seats_that_copied_with_their_last_engineer_before_the_rule_can_continue():
    game = sekibo("wilhelm_adler").has(engineers=2).tiles("adv-base-3")
    game.play(copy("wilhelm_adler"))
    game.has(engineers=0)
    game.refuse("BA-25.11", Pass())
    game.play(Construct(structure="base", site="B1L", tile="adv-base-3"))


@pytest.mark.rule("BA-25.12", "BA-D.36")
def test_one_copy_in_a_turn():
    game = sekibo("wilhelm_adler", "viktor_fiesler", "jill_mcdowell")
    game.play(copy("wilhelm_adler"))
    game.refuse("BA-25.12", copy("viktor_fiesler", "MH-2"))


@pytest.mark.rule("BA-25.13")
def test_copying_krylov_needs_no_tile():
    game = sekibo("anton_krylov").tiles().wheel(3, "basic-base", 4)
    game.play(copy("anton_krylov"))
    bare = Construct(structure="base", site="B1L", copies="basic-base", excavators=5)
    facts = game.play(bare)
    assert put(facts) == ("", 5, 0)
    assert (game.company().wheel[-1].tile, game.company().wheel[-1].excavators) == ("", 5)
    assert game.company().wheel[2].tile == "basic-base"


@pytest.mark.rule("BA-25.13", "BA-25.9")
def test_copying_krylov_brings_the_effect_of_the_tile():
    game = sekibo("anton_krylov").tiles().wheel(3, "adv-conduit-1").wheel(4, "adv-base-3").has(credits=0)
    game.play(copy("anton_krylov"))
    game.refuse("BA-25.11", Construct(structure="base", site="B1L", copies="adv-base-3"))
    game.play(Construct(structure="conduit", site="2A", copies="adv-conduit-1", excavators=6))
    assert game.company().credits == 6


@pytest.mark.rule("BA-25.14", "BA-D.38")
def test_copying_del_monte_gives_room_for_a_fourth_drop_in_this_turn():
    game = sekibo("graziano_del_monte").dam("B1L", 3, 3).named("germany", "graziano_del_monte", seat=1)
    game.play(UseSpace(space="WM-1/left"), PlaceDrop(headstream="A"))
    game.next_turn()
    assert game.state.dams["B1L"].drops == 3
    game.play(copy("graziano_del_monte"), UseSpace(space="WM-1/right"), PlaceDrop(headstream="A"))
    assert game.state.dams["B1L"].drops == 4
    game.next_turn()
    game.state.spaces.clear()
    game.play(UseSpace(space="WM-1/left"), PlaceDrop(headstream="A"))
    assert game.state.dams["B1L"].drops == 4


@pytest.mark.rule("BA-25.16")
def test_copying_the_others_gives_their_power():
    officers = ("viktor_fiesler", "jill_mcdowell", "solomon_p_jordan")
    fiesler = sekibo(*officers).dam("B6U", 1, 1).conduit("6B").powerhouse("P7-1")
    fiesler.play(copy("viktor_fiesler"), UseSpace(space="TS-0/left"))
    assert fiesler.play(Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=1))[0].energy == 4
    mcdowell = sekibo(*officers)
    mcdowell.play(copy("jill_mcdowell"))
    mcdowell.play(Construct(structure="conduit", site="2A", tile="basic-conduit", mixers=3))
    jordan = sekibo(*officers)
    jordan.play(copy("solomon_p_jordan"), base())
    assert jordan.company().credits == 40 - 15


@pytest.mark.rule("BA-25.15", "BA-3.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_always_three_officers_to_copy(seats):
    for seed in range(30):
        started = set_up(seats, seed, rules="expert")
        drafted = [offer.officer for offer in started.offers]
        if "mahiri_sekibo" in drafted:
            assert len(started.spare_officers) + seats - 1 == 3
            assert len({*drafted, *started.spare_officers}) == seats + len(started.spare_officers)
            return
    raise AssertionError("nobody was dealt Mahiri Sekibo")


@pytest.mark.rule("BA-25.15")
def test_only_those_can_be_copied():
    game = sekibo("wilhelm_adler", "viktor_fiesler", "jill_mcdowell")
    game.refuse("BA-25.15", copy("solomon_p_jordan"))
    game.refuse("BA-25.15", copy("mahiri_sekibo"))
    offered = {command.officer for command in game.offered() if isinstance(command, CopyOfficer)}
    assert offered == {"wilhelm_adler", "viktor_fiesler", "jill_mcdowell"}


@pytest.mark.rule("BA-3.5", "BA-D.7")
def test_sekibo_starts_with_nine_credits():
    starting = {officer.id: officer.starting for officer in components.officers if officer.starting}
    assert {name: each.credits for name, each in starting.items()} == {"mahiri_sekibo": 9}
