"""Section TA-27: executive officers of automas at Overpowered."""

import pytest

from domain.barrage import ruleset
from domain.barrage.automa.actions.engineers import board
from domain.barrage.automa.commands import TakeTurn
from domain.barrage.automa.facts import AutomaDecided
from domain.barrage.leeghwater.setup import WORKS
from domain.barrage.model.changes import Segment, Taken
from domain.barrage.model.commands import UseSpace
from tests.domain.barrage.automa.actions.test_construction import BASE, CONDUIT, DOWN, ELEVATION, POWERHOUSE, UP, built
from tests.domain.barrage.automa.builder import Game, changes

NO_BONUS = "6-3A-5"


def led_by(officer, company="italy", **options):
    return Game(2, "overpowered", **options).named(company, officer)


# --------------------------------------------------------------------------------------------------------------------
# Bases, dams, energy
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-27.2")
def test_adler_builds_in_the_mountain_first_for_3_excavators():
    def adler():
        return led_by("wilhelm_adler").tiles("basic-base").has(excavators=3)

    assert built(adler().cards(BASE, "8-8A-11")) == ["B1L"]
    assert built(adler().conduit("5A").powerhouse("P8-1").cards(BASE, "8-8A-11")) == ["B1L"]
    crowded = adler()
    for basin in range(1, 5):
        crowded.dam(f"B{basin}U", owner=0).neutral(f"B{basin}L")
    assert built(crowded.cards(BASE, "8-8A-11")) == ["B5L"]
    assert crowded.company().excavators == 0


@pytest.mark.rule("TA-27.3")
def test_del_monte_raises_a_dam_instead_of_the_printed_construction():
    def del_monte():
        return led_by("graziano_del_monte").tiles("basic-base", "basic-elevation", "basic-conduit")

    assert built(del_monte().dam("B5L", 1, 1).cards(BASE)) == ["B5L"]
    assert built(del_monte().dam("B5L", 1, 1).cards("4-2B-11")) == ["B5L"]
    assert built(del_monte().dam("B5L", 1, 1).has(excavators=0).cards("4-2B-11")) == ["B5L"]
    assert built(del_monte().dam("B5L", 3, 3).cards(BASE)) == ["B1L"]
    assert built(del_monte().dam("B5L", 1, 1).has(mixers=2).cards(BASE)) == ["B1L"]
    game = del_monte().dam("B5L", 1, 1).cards(BASE)
    game.turn()
    assert game.crews == {board(game.seat): 2}


@pytest.mark.rule("TA-27.4")
@pytest.mark.parametrize(
    ("dam", "conduit", "powerhouse", "drops", "energy", "left"),
    [
        ("B6U", "6B", "P7-1", 3, 4, 2),
        ("B6U", "6B", "P7-1", 1, 4, 0),
        ("B9U", "9A", "P11-1", 3, 4, 2),
        ("B5U", "5A", "P8-1", 1, 4, 0),
        ("B5U", "5A", "P8-1", 3, 9, 0),
    ],
)
def test_fiesler_uses_one_drop_with_a_weak_conduit(dam, conduit, powerhouse, drops, energy, left):
    game = led_by("viktor_fiesler").tiles().dam(dam, 3, drops).conduit(conduit).powerhouse(powerhouse).cards(NO_BONUS)
    game.row(green=("green-01", ""), yellow=(), red=()).turn()
    assert game.company().energy == energy
    assert game.state.dams[dam].drops == left


@pytest.mark.rule("TA-27.4", "TA-6.7")
def test_fieslers_one_drop_counts_when_systems_are_compared():
    game = led_by("viktor_fiesler").tiles().dam("B6U", 3, 3).conduit("6B").powerhouse("P7-1").cards(NO_BONUS)
    game.dam("B8U", 2, 2).conduit("8A").powerhouse("P11-1").row(green=("green-01", ""), yellow=(), red=()).turn()
    assert (game.state.dams["B6U"].drops, game.state.dams["B8U"].drops) == (3, 0)


@pytest.mark.rule("TA-D.53", "TA-27.4", "TA-26.3", "BA-25.4", "BA-D.26")
@pytest.mark.parametrize(("drops", "energy"), [(1, 2), (3, 6)])
def test_fiesler_does_not_limit_germanys_second_production(drops, energy):
    """It uses all drops, also with a conduit of value 2, and less than 4 counts as it is."""
    game = led_by("viktor_fiesler", "germany").tiles().cards(NO_BONUS).row(green=("green-01", ""), yellow=(), red=())
    game.dam("B5U", 3, 3).conduit("5A").powerhouse("P8-1", "P7-1", "P12-1")
    game.dam("B6U", 3, drops).conduit("6B")
    game.state.piles.update(green=[], yellow=[], red=[])
    game.turn()
    assert (game.state.dams["B5U"].drops, game.state.dams["B6U"].drops) == (0, 0)
    assert game.company().energy == 9 + 1 + energy


# --------------------------------------------------------------------------------------------------------------------
# Machineries
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-27.5")
@pytest.mark.parametrize(
    ("supply", "site", "paid"),
    [
        ((10, 10), "1A", (0, 5)),
        ((11, 10), "1A", (10, 0)),
        ((10, 4), "1A", (10, 0)),
        ((4, 5), "1A", (0, 5)),
        ((9, 5), "1A", (0, 5)),
        ((2, 3), "2A", (0, 3)),
    ],
)
def test_mcdowell_pays_for_a_conduit_with_her_more_numerous_machinery(supply, site, paid):
    game = led_by("jill_mcdowell").tiles("basic-conduit").has(excavators=supply[0], mixers=supply[1])
    assert built(game.cards(CONDUIT, "1-1A-5")) == [site]
    assert game.company().wheel[-1] == Segment("basic-conduit", *paid)


@pytest.mark.rule("TA-27.5", "TA-11.4", "TA-15.3")
def test_mcdowell_always_chooses_mixers():
    game = led_by("jill_mcdowell").tiles().has(excavators=0, mixers=9).cards("1-1A-5")
    game.turn()
    assert (game.company().excavators, game.company().mixers) == (0, 10)
    game = led_by("jill_mcdowell").tiles().has(excavators=0, mixers=9).cards(NO_BONUS).dam("B6U", 3, 1).conduit("6A")
    game.powerhouse("P9-1").row(green=("green-02", ""), yellow=(), red=()).turn()
    assert (game.company().excavators, game.company().mixers) == (0, 11)


@pytest.mark.rule("TA-27.6")
@pytest.mark.parametrize(
    ("excavators", "site", "vp"), [(5, "B1L", 50), (4, "B1L", 47), (3, "B5L", 47), (2, "B8L", 47), (1, None, 50)]
)
def test_jordan_replaces_one_missing_machinery_by_3_points(excavators, site, vp):
    game = led_by("solomon_p_jordan").tiles("basic-base").has(excavators=excavators)
    assert built(game.cards(BASE)) == ([site] if site else [])
    if site:
        assert (game.company().vp, game.company().excavators) == (vp, 0)


@pytest.mark.rule("TA-27.6", "TA-D.35")
def test_jordan_replaces_one_in_all_and_none_of_an_external_work():
    game = led_by("solomon_p_jordan", expansion=True).tiles("basic-building").works().cards(DOWN)
    assert built(game.has(excavators=1, mixers=0)) == []
    game = led_by("solomon_p_jordan", expansion=True).tiles("basic-building").works().cards(DOWN)
    assert built(game.has(excavators=1, mixers=1)) == ["PB1-a"]
    game = led_by("solomon_p_jordan", expansion=True).tiles().works("work-b4").cards("7-3B-6")
    game.has(excavators=2, mixers=0).turn()
    assert game.company().fulfilled == []


# --------------------------------------------------------------------------------------------------------------------
# Special tiles
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TA-27.7")
def test_krylov_copies_the_highest_tile_on_the_wheel_with_its_effect():
    game = led_by("anton_krylov").tiles("special-anton").wheel(3, "basic-base").wheel(4, "adv-wild-3").cards(BASE)
    assert built(game) == ["B1L"]
    assert game.company().wheel[-1] == Segment("special-anton", 5, 0)
    assert game.company().vp == 53
    tie = led_by("anton_krylov").tiles("special-anton").wheel(3, "adv-wild-2").wheel(4, "adv-base-2").cards(BASE)
    tie.turn()
    assert tie.company().energy == 1


@pytest.mark.rule("TA-27.7")
def test_krylovs_tile_is_used_only_for_want_of_another():
    game = led_by("anton_krylov").tiles("special-anton", "basic-base").wheel(3, "adv-base-2").cards(BASE)
    game.turn()
    assert game.company().wheel[-1].tile == "basic-base"
    without = led_by("anton_krylov").tiles("special-anton").wheel(3, "adv-conduit-2").cards(BASE)
    assert built(without) == []


@pytest.mark.rule("TA-27.11", "TA-D.39")
def test_spencer_does_an_external_work_instead_and_its_machineries_go_on_the_wheel():
    def spencer():
        return (
            led_by("leslie_spencer", expansion=True).tiles("special-leslie", "basic-base").has(excavators=9, mixers=9)
        )

    game = spencer().works("work-a2", "work-b3", "work-b4").cards("1-1A-5")
    game.turn()
    company = game.company()
    assert (company.fulfilled, company.built["base"]) == (["work-a2"], 0)
    assert company.wheel[3] == Segment("special-leslie", 0, 1)
    assert company.vp == 53
    assert game.crews == {board(game.seat): 1}
    assert (company.excavators, company.mixers) == (9, 8)
    ordered = spencer().works("work-a2", "work-b3", "work-b4").cards("7-3B-6")
    ordered.turn()
    assert ordered.company().fulfilled == ["work-b4"]
    assert ordered.company().wheel[-1] == Segment("special-leslie", 3, 0)
    assert "work-b4" not in ordered.state.displays[WORKS]
    for card in ("5-9A-8", "5-10A-12"):  # On these no works are printed.
        unordered = spencer().tiles("special-leslie").works("work-a2", "work-b3", "work-b4").cards(card)
        unordered.turn()
        assert unordered.company().fulfilled == ["work-a2"]


@pytest.mark.rule("TA-27.11")
def test_spencer_builds_as_usual_without_her_tile_or_a_work():
    game = led_by("leslie_spencer", expansion=True).tiles("special-leslie", "basic-base").works().cards("1-1A-5")
    assert built(game) == ["B1L"]
    game = led_by("leslie_spencer", expansion=True).tiles("basic-base").wheel(3, "special-leslie").works("work-a2")
    assert built(game.cards("1-1A-5")) == ["B1L"]


@pytest.mark.rule("TA-27.12", "TA-D.40")
def test_fouche_builds_a_building_instead_with_one_engineer():
    def fouche():
        return led_by("margot_fouche", expansion=True).works().tiles("basic-base", "basic-building", "basic-powerhouse")

    game = fouche().cards("1-1A-5")
    assert built(game) == ["PB1-a"]
    assert game.crews == {board(game.seat): 1}
    assert built(fouche().cards(UP)) == ["PB5-a"]
    assert built(fouche().has(mixers=0).cards("1-1A-5")) == ["B1L"]
    assert built(fouche().tiles("basic-base").cards("1-1A-5")) == ["B1L"]


# --------------------------------------------------------------------------------------------------------------------
# Contracts, further turns, turns of people
# --------------------------------------------------------------------------------------------------------------------


SYSTEMS = {9: ("B5U", "5A", "P8-1"), 12: ("B6U", "6A", "P9-1"), 15: ("B1U", "1A", "P8-1")}
"""A site where 3 drops produce this much."""


def luciani(energy, yellow=("yellow-09", "yellow-08")):
    """Contracts for 2 and 3, these yellow ones (for 6 both), and for 9 and 10."""
    dam, conduit, powerhouse = SYSTEMS[energy]
    game = led_by("simone_luciani", expansion=True).tiles().works().dam(dam, 3, 3).conduit(conduit)
    game.powerhouse(powerhouse).row(green=("green-03", "green-10"), yellow=yellow, red=("red-07", "red-12"))
    return game.cards("9-4B-12")


@pytest.mark.rule("TA-27.9", "TA-X.23", "TA-X.24")
@pytest.mark.parametrize(
    ("energy", "fulfilled"), [(9, {"green-10", "yellow-08"}), (12, {"green-03", "green-10", "yellow-08"})]
)
def test_luciani_fulfils_as_many_contracts_as_possible(energy, fulfilled):
    game = luciani(energy)
    game.turn()
    assert set(game.company().fulfilled) == fulfilled


@pytest.mark.rule("TA-27.9")
def test_luciani_takes_a_national_contract_first_if_one_is_in_reach():
    game = luciani(15, ("yellow-01", "yellow-09")).national("national-1")
    game.turn()
    assert set(game.company().fulfilled) == {"national-1", "green-03"}
    poor = luciani(12, ("yellow-01", "yellow-09")).national("national-1")
    poor.turn()
    assert set(poor.company().fulfilled) == {"green-03", "green-10", "yellow-09"}


def machinery(game):
    return game.company().excavators, game.company().mixers


def choosing(yellow=("yellow-09", ""), **options):
    """Two contracts for 9 energy in all: one with 2 machinery of choice, and one with an excavator."""
    return luciani(9, yellow).row(green=("green-06", ""), red=()).has(excavators=4, mixers=3, **options)


@pytest.mark.rule("TA-D.52", "TA-27.9", "TA-6.13")
def test_luciani_gains_each_reward_in_full_before_the_next_contract():
    game = choosing()
    game.turn()
    assert game.company().fulfilled == ["yellow-09", "green-06"]
    assert machinery(game) == (6, 4)


@pytest.mark.rule("TA-D.52", "TA-6.14")
def test_a_structure_of_one_reward_is_built_before_the_next_contract():
    """The base opens an income of its own, and the contracts are replaced one by one."""
    game = choosing(("yellow-06", ""))
    facts = game.turn()
    decided = [(fact.kind, len(changes([fact], Taken))) for fact in facts if isinstance(fact, AutomaDecided)]
    assert decided[:4] == [("produce", 0), ("contract", 1), ("build", 0), ("contract", 1)]
    assert machinery(game) == (5, 3)
    assert len([contract for contract in game.state.displays["green"] if contract]) == 2


@pytest.mark.rule("TA-D.52")
def test_rewards_without_choices_follow_one_another_in_one_step():
    game = luciani(12)
    contracts = [fact for fact in game.turn() if isinstance(fact, AutomaDecided) and fact.kind == "contract"]
    assert [taken.item for taken in changes(contracts[:1], Taken)] == ["yellow-08"]
    assert [taken.item for taken in changes(contracts[1:], Taken)] == ["green-10", "green-03"]
    assert len(contracts) == 2


@pytest.mark.rule("TA-D.52")
def test_all_choices_came_last_formerly():
    game = choosing()
    facts = ruleset.formerly["TA-D.52"](game.copy(), game.seat, TakeTurn())
    for fact in facts:
        ruleset.apply(game.state, fact)
    assert machinery(game) == (5, 5)


def battista(*pile, **supply):
    """Nothing can be built or taken from the patent office."""
    game = led_by("tommaso_battista", expansion=True).tiles().works().pile(*pile).has(**supply)
    return game.patents("adv-base-1", "adv-conduit-1", "adv-elevation-1")


@pytest.mark.rule("TA-27.10", "TA-D.38")
def test_battista_takes_another_turn_after_an_action_for_one_engineer():
    game = battista("1-1A-5", "4-2B-11", "8-8A-11", "7-7B-11")
    game.turn()
    assert game.crews == {"MS-E/left": 1}
    game.by_rules(game.seat)
    assert (game.crews, game.beside) == ({"MS-E/left": 1, "BK": 1}, "4-2B-11")
    assert ruleset.by_rules(game.copy()) is None


@pytest.mark.rule("TA-27.10")
def test_after_an_action_for_two_engineers_the_turn_is_over():
    game = battista("1-1A-5", "10-10B-12", "8-8A-11")
    game.turn()
    assert game.crews == {"MS-E/left": 2}
    assert ruleset.by_rules(game.copy()) is None


@pytest.mark.rule("TA-27.10", "TA-D.38")
def test_the_last_engineer_of_an_action_for_two_brings_no_other_turn():
    game = battista("1-1A-5", "10-10B-12", "8-8A-11", engineers=1)
    game.turn()
    assert (game.company().engineers, game.unturned[0]) == (0, "10-10B-12")
    assert ruleset.by_rules(game.copy()) is None


@pytest.mark.rule("TA-27.8", "TA-D.36")
def test_with_sekibo_every_person_takes_the_first_turn_of_a_round_by_the_cards():
    game = led_by("mahiri_sekibo").pile("1-1A-5", "8-8A-11", "1-1A-5", "7-7B-11", "6-3A-5").tiles()
    game.patents("adv-base-1", "adv-conduit-1", "adv-elevation-1").has(seat=0, vp=20, credits=30).tiles(seat=0)
    game.turn()
    assert ruleset.by_rules(game.copy()) == (0, TakeTurn())
    game.refuse("TA-3.3", UseSpace(space="BK", engineers=1), seat=0)
    game.by_rules(0)
    assert (game.company(0).vp, game.company(0).credits) == (17, 30)
    assert [crew.engineers for crew in game.state.spaces["MS-E/left"] if crew.seat == 0] == [1]
    assert game.beside == "8-8A-11"
    game.turn()
    assert ruleset.by_rules(game.copy()) is None
    assert game.can_use("CO-1/left")


@pytest.mark.rule("TA-D.54", "TA-D.36", "TA-27.8")
def test_a_dam_keeps_its_fourth_drop_in_a_turn_played_by_the_cards():
    """The level of Normal concerns decisions, not the officer's property of a dam on the map."""
    game = led_by("mahiri_sekibo").pile("1-1A-5", "2-1B-6", "1-1A-5", "7-7B-11", "6-3A-5").tiles()
    game.named("usa", "graziano_del_monte", seat=0).dam("B5L", 3, 3, owner=0).tiles(seat=0)
    game.to_move(0)
    game.by_rules(0)
    assert game.state.dams["B5L"].drops == 4
    other = led_by("mahiri_sekibo").pile("1-1A-5", "2-1B-6", "1-1A-5", "7-7B-11", "6-3A-5").tiles()
    other.named("usa", "wilhelm_adler", seat=0).dam("B5L", 3, 3, owner=0).tiles(seat=0)
    other.to_move(0)
    other.by_rules(0)
    assert other.state.dams["B5L"].drops == 3


@pytest.mark.rule("TA-27.8")
def test_people_with_sekibo_among_them_decide_for_themselves():
    game = Game(2, "overpowered").named("usa", "wilhelm_adler").named("germany", "mahiri_sekibo", seat=0)
    game.tiles().cards("8-8A-11").turn()
    assert ruleset.by_rules(game.copy()) is None


@pytest.mark.rule("TA-27.3", "TA-27.11", "TA-27.12")
def test_a_replaced_construction_does_not_affect_elevations():
    assert built(led_by("graziano_del_monte").tiles("basic-elevation").dam("B5L", 1, 1).cards(ELEVATION)) == ["B5L"]
    assert built(led_by("graziano_del_monte").tiles("basic-powerhouse").cards(POWERHOUSE)) == ["P5-1"]
