"""Section 11: the energy production action, step by step."""

import pytest

from domain.barrage.model.changes import DropFlowed, Gained, Paid, Segment
from domain.barrage.model.commands import BuildFree, Decline, EndTurn, FulfilContract, PlaceDrop, Produce, UseSpace
from tests.domain.barrage.builder import Game


def system(drops=3, level=3, **options):
    """Seat 0 has a dam in basin 6, a conduit of value 2 to basin 7 and a powerhouse there."""
    return Game(2, **options).dam("B6U", level, drops).conduit("6B").powerhouse("P7-1")


def produce(drops=1, dam="B6U", conduit="6B", powerhouse="P7-1"):
    return Produce(dam=dam, conduit=conduit, powerhouse=powerhouse, drops=drops)


def changes(facts, kind):
    return [change for fact in facts for change in fact.changes if isinstance(change, kind)]


# --------------------------------------------------------------------------------------------------------------------
# Structures that produce
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BA-11.1", "BA-5.10", "BA-D.29")
def test_dam_conduit_and_powerhouse_must_be_connected():
    game = system().dam("B5L", 1, 1).conduit("6A").powerhouse("P5-1").dam("B9L", 1, 1).conduit("9A")
    game.use("TS-0/left")
    game.refuse("BA-5.10", produce(dam="B5L"))
    game.refuse("BA-5.10", produce(powerhouse="P5-1"))
    game.refuse("BA-5.10", produce(conduit="6A"))
    assert game.offered() == {produce(1), produce(2), produce(3)}


@pytest.mark.rule("BA-5.10")
def test_being_in_one_basin_connects_nothing():
    game = Game(2).dam("B7L", 1, 1).powerhouse("P7-1", "P10-1").conduit("7B")
    game.refuse("BA-8.5", UseSpace(space="TS-0/left"))


@pytest.mark.rule("BA-11.2")
def test_the_powerhouse_is_the_producers_own():
    game = system().powerhouse("P7-2", owner=1)
    game.use("TS-0/left")
    game.refuse("BA-11.2", produce(powerhouse="P7-2"))
    game.refuse("BA-11.2", produce(powerhouse="P6-1"))
    game.refuse("BA-11.2", produce(powerhouse="nowhere"))
    game.refuse("BA-11.2", produce(powerhouse="6B"))


@pytest.mark.rule("BA-11.3")
def test_the_dam_is_own_or_neutral():
    game = system().neutral("B6L", 2, 1).dam("B2L", 1, 1, owner=1)
    game.use("TS-0/left")
    game.refuse("BA-11.3", produce(dam="B2L"))
    game.refuse("BA-11.3", produce(dam="B1L"))
    game.refuse("BA-11.3", produce(dam="nowhere"))
    assert produce(dam="B6L") in game.offered()
    game.play(produce(dam="B6L"))
    assert game.company().energy == 2


@pytest.mark.rule("BA-11.3")
def test_another_companys_dam_cannot_be_used():
    game = Game(2).dam("B6U", 3, 3, owner=1).conduit("6B").powerhouse("P7-1")
    game.refuse("BA-8.5", UseSpace(space="TS-P2/left"))


@pytest.mark.rule("BA-11.3")
def test_the_dam_holds_water():
    Game(2).dam("B6U", 3, 0).conduit("6B").powerhouse("P7-1").refuse("BA-8.5", UseSpace(space="TS-P2/left"))
    game = system().neutral("B6L", 2, 0)
    game.use("TS-0/left")
    game.refuse("BA-11.3", produce(dam="B6L"))


@pytest.mark.rule("BA-11.4")
def test_the_conduit_must_be_built_and_may_be_any_players():
    game = system().conduit("6A", owner=1).powerhouse("P9-1")
    game.use("TS-0/left")
    game.refuse("BA-11.4", produce(conduit="9B"))
    game.refuse("BA-11.4", produce(conduit="nowhere"))
    game.refuse("BA-11.4", produce(conduit="P7-1"))
    game.play(produce(conduit="6A", powerhouse="P9-1"))
    bare = Game(2).dam("B6U", 3, 3).powerhouse("P7-1")
    bare.refuse("BA-8.5", UseSpace(space="TS-0/left"))


@pytest.mark.rule("BA-11.5")
def test_the_producer_chooses_the_drops():
    game = system(drops=2)
    game.use("TS-0/left")
    for drops in (0, -1, 3):
        game.refuse("BA-11.5", produce(drops))
    game.play(produce(1))
    assert game.state.dams["B6U"].drops == 1


# --------------------------------------------------------------------------------------------------------------------
# The energy
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BA-11.6", "BA-11.7", "BA-11.11")
@pytest.mark.parametrize(("space", "bonus"), [("TS-P2", 2), ("TS-P1", 1), ("TS-0", 0), ("TS-M1", -1), ("TS-M2", -2)])
@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("drops", [2, 3])
def test_drops_times_value_with_the_bonus_of_the_action(space, bonus, side, drops):
    game = Game(4).dam("B6U", 3, 3).conduit("6B").powerhouse("P7-1").has(energy=3)
    game.use(f"{space}/{side}")
    (fact, *_) = game.play(produce(drops))
    assert fact.energy == 2 * drops + bonus
    assert game.company().energy == 3 + fact.energy


@pytest.mark.rule("BA-11.7", "BA-24.2", "BA-24.4")
@pytest.mark.parametrize(("powerhouses", "bonus"), [(1, 0), (2, 1), (3, 1), (4, 3)])
def test_the_company_board_adds_its_bonus(powerhouses, bonus):
    game = system().powerhouse(*("P5-1", "P11-1", "P12-1")[: powerhouses - 1])
    game.use("TS-P2/left")
    assert game.play(produce(2))[0].energy == 4 + 2 + bonus


@pytest.mark.rule("BA-X.7", "BA-11.6")
def test_one_drop_through_a_conduit_of_value_3():
    game = Game(2).dam("B5L", 1, 1).conduit("5A").powerhouse("P8-1")
    game.use("TS-0/left")
    assert game.play(produce(1, "B5L", "5A", "P8-1"))[0].energy == 3


@pytest.mark.rule("BA-11.8", "BA-X.29")
def test_at_least_1_energy():
    game = system(drops=1)
    game.refuse("BA-8.5", UseSpace(space="TS-M2/left"))
    enough = Game(2).dam("B5L", 1, 1).conduit("5A").powerhouse("P8-1")
    enough.use("TS-M2/left")
    assert enough.play(produce(1, "B5L", "5A", "P8-1"))[0].energy == 1


@pytest.mark.rule("BA-11.8")
def test_more_drops_or_a_bonus_may_lift_it():
    game = system(drops=2)
    game.use("TS-M2/left")
    game.refuse("BA-11.8", produce(1))
    assert game.offered() == {produce(2)}
    bonus = system(drops=1).powerhouse("P5-1")
    bonus.use("TS-M2/left")
    assert bonus.play(produce(1))[0].energy == 1


@pytest.mark.rule("BA-11.11", "BA-X.15")
def test_the_marker_advances_by_the_production():
    game = Game(2).dam("B1L", 1, 1).conduit("1A").powerhouse("P8-1").has(energy=5)
    game.use("TS-P2/left")
    assert game.play(produce(1, "B1L", "1A", "P8-1"))[0].energy == 7
    assert game.company().energy == 12


@pytest.mark.rule("BA-11.12", "BA-D.32")
def test_energy_counts_on_beyond_30():
    game = Game(2).dam("B1L", 1, 1).conduit("1A").powerhouse("P8-1").has(energy=29)
    game.use("TS-P2/left")
    game.play(produce(1, "B1L", "1A", "P8-1"))
    assert game.company().energy == 36


# --------------------------------------------------------------------------------------------------------------------
# Another company's conduit
# --------------------------------------------------------------------------------------------------------------------


def foreign(conduit="5A", drops=2, **options):
    """Seat 0 has a powerhouse at the end of a conduit of seat 1, below a neutral dam."""
    end = {"5A": "P8-1", "5B": "P10-1"}[conduit]
    return Game(2, **options).neutral("B5L", 2, drops).conduit(conduit, owner=1).powerhouse(end)


@pytest.mark.rule("BA-X.8", "BA-11.6", "BA-11.9")
def test_two_drops_through_germanys_conduit():
    game = foreign("5A")
    game.use("TS-0/left")
    facts = game.play(produce(2, "B5L", "5A", "P8-1"))
    assert facts[0].energy == 6
    assert [company.credits for company in game.state.companies] == [38, 42]
    assert [company.vp for company in game.state.companies] == [10, 12]


@pytest.mark.rule("BA-X.14", "BA-11.7", "BA-11.9")
def test_two_drops_through_italys_conduit_with_a_bonus():
    game = Game(4).neutral("B5L", 2, 2).conduit("5B", owner=2).powerhouse("P10-1")
    game.use("TS-P1/left")
    facts = game.play(produce(2, "B5L", "5B", "P10-1"))
    assert facts[0].energy == game.company().energy == 9
    assert [company.credits for company in game.state.companies] == [38, 40, 42, 40]
    assert [company.vp for company in game.state.companies] == [10, 10, 12, 10]


@pytest.mark.rule("BA-11.9")
def test_without_the_credits_those_drops_cannot_be_used():
    game = foreign().has(credits=1)
    game.use("TS-0/left")
    game.refuse("BA-11.9", produce(2, "B5L", "5A", "P8-1"))
    assert game.offered() == {produce(1, "B5L", "5A", "P8-1")}
    foreign().has(credits=0).refuse("BA-8.5", UseSpace(space="TS-0/left"))


@pytest.mark.rule("BA-11.9", "BA-8.5", "BA-D.64")
def test_credits_for_the_red_space_are_not_left_for_the_conduit():
    foreign().has(credits=3).refuse("BA-8.5", UseSpace(space="TS-0/right"))
    game = foreign().has(credits=4)
    game.use("TS-0/right")
    game.refuse("BA-11.9", produce(2, "B5L", "5A", "P8-1"))
    game.play(produce(1, "B5L", "5A", "P8-1"))
    assert (game.company().credits, game.company(1).credits) == (0, 41)


@pytest.mark.rule("BA-11.8", "BA-11.9")
def test_the_drops_that_can_be_paid_must_yield_energy():
    game = Game(2).neutral("B7L", 2, 2).conduit("7A", owner=1).powerhouse("P10-1").has(credits=1)
    game.refuse("BA-8.5", UseSpace(space="TS-M2/left"))
    game.has(credits=2).use("TS-M2/left")
    assert game.play(produce(2, "B7L", "7A", "P10-1"))[0].energy == 2


@pytest.mark.rule("BA-11.10")
def test_an_own_conduit_costs_nothing():
    game = system().has(credits=0)
    game.use("TS-0/left")
    facts = game.play(produce(3))
    assert not changes(facts, Paid)
    assert [company.vp for company in game.state.companies] == [10, 10]


# --------------------------------------------------------------------------------------------------------------------
# The water, and what follows
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BA-11.13", "BA-4.8")
def test_used_drops_flow_on_from_the_basin_of_the_powerhouse():
    game = system().dam("B7U", 1, 0, owner=1).neutral("B7L", 1, 0).dam("B10L", 1, 0, owner=1)
    game.use("TS-0/left")
    facts = game.play(produce(3))
    assert [change.stop for change in changes(facts, DropFlowed)] == ["B7U", "B7L", "B10L"]
    assert {site: dam.drops for site, dam in game.state.dams.items()} == {"B6U": 0, "B7U": 1, "B7L": 1, "B10L": 1}


@pytest.mark.rule("BA-11.13")
@pytest.mark.parametrize(("conduit", "powerhouse"), [("7B", "P12-1"), ("8A", "P11-1")])
def test_from_the_lowest_basins_they_leave_the_map(conduit, powerhouse):
    basin = conduit[0]
    game = Game(2).dam(f"B{basin}L", 1, 1).conduit(conduit).powerhouse(powerhouse).dam("B10L", 3)
    game.use("TS-0/left")
    facts = game.play(produce(1, f"B{basin}L", conduit, powerhouse))
    assert [change.stop for change in changes(facts, DropFlowed)] == [""]
    assert sum(dam.drops for dam in game.state.dams.values()) == 0


@pytest.mark.rule("BA-X.18", "BA-11.13", "BA-4.9")
def test_a_drop_passes_the_own_full_dam_and_stops_in_italys():
    game = Game(4).dam("B5L", 1, 1).conduit("5A").powerhouse("P8-1").dam("B8U", 1, 1).dam("B8L", 1, 0, owner=2)
    game.use("TS-0/left")
    game.play(produce(1, "B5L", "5A", "P8-1"))
    assert {site: dam.drops for site, dam in game.state.dams.items()} == {"B5L": 0, "B8U": 1, "B8L": 1}


@pytest.mark.rule("BA-11.15", "BA-D.62")
def test_the_order_of_a_production():
    game = foreign("5A").named("italy").powerhouse("P11-1", "P12-1").contracts("start-3")
    game.use("TS-0/left")
    (produced,) = game.play(produce(2, "B5L", "5A", "P8-1"))
    order = [type(change) for change in produced.changes]
    assert order == [Paid, Gained, Gained, DropFlowed, DropFlowed]
    paid, owners, own, *_ = produced.changes
    assert (paid.to, paid.credits, owners.seat, owners.vp, own.seat, own.energy) == (1, 2, 1, 2, 0, 7)
    assert [pending.kind for pending in produced.opens] == ["contract", "after_production"]
    fulfilled, power = game.play(FulfilContract(contract="start-3"))
    assert [change.credits for change in changes([fulfilled], Gained)] == [3]
    assert [change.energy for change in changes([power], Gained)] == [3]


@pytest.mark.rule("BA-11.14", "BA-12.4")
def test_the_final_energy_may_fulfil_one_contract():
    game = system(drops=1).contracts("green-10", "start-4", "yellow-01")
    game.use("TS-P2/left")
    game.play(produce(1))
    assert game.offered() == {FulfilContract(contract="green-10"), FulfilContract(contract="start-4"), Decline()}
    game.refuse("BA-12.1", FulfilContract(contract="yellow-01"))
    game.play(FulfilContract(contract="start-4"))
    assert game.company().fulfilled == ["start-4"]


@pytest.mark.rule("BA-11.16", "BA-12.1", "BA-24.11")
def test_energy_gained_in_another_way_does_not_add_to_a_production():
    game = system(drops=1).named("italy").powerhouse("P11-1", "P12-1").has(energy=10).contracts("start-4", "yellow-01")
    game.use("TS-0/left")
    game.play(produce(1))
    assert game.company().energy == 10 + 3 + 3
    assert game.offered() == {EndTurn()}
    river = Game(2).dam("B6U", 1, 1).conduit("6B").powerhouse("P7-1", "P10-1", "P12-1").contracts("start-4")
    river.use("TS-0/left")
    river.play(produce(1))
    assert river.company().energy == 3 + 2
    assert river.offered() == {EndTurn()}


@pytest.mark.rule("BA-11.16", "BA-12.1", "BA-24.5")
def test_energy_from_the_river_fulfils_no_contract():
    game = Game(2).powerhouse("P7-1", "P10-1", "P12-1").contracts("start-3")
    game.use("WM-1/left")
    game.play(PlaceDrop(headstream="D"))
    assert game.company().energy == 3
    assert game.offered() == {EndTurn()}


@pytest.mark.rule("BA-11.15", "BA-24.3", "BA-24.14", "BA-23.7")
def test_a_powerhouse_that_a_contract_brings_gives_its_power_to_the_same_production():
    def fulfilled(company):
        game = system(drops=3).named(company).powerhouse("P11-1").dam("B5L", 1, 1).conduit("5B").contracts("yellow-02")
        game.use("TS-0/left")
        game.play(produce(3), FulfilContract(contract="yellow-02"))
        return game

    italy = fulfilled("italy")
    assert italy.company().energy == 7
    italy.play(BuildFree(structure="powerhouse", site="P10-1"))
    assert italy.company().energy == 7 + 3
    declined = fulfilled("italy")
    declined.play(Decline())
    assert declined.company().energy == 7
    germany = fulfilled("germany")
    germany.play(BuildFree(structure="powerhouse", site="P10-1"))
    assert germany.offered() == {produce(1, "B5L", "5B", "P10-1"), Decline()}


@pytest.mark.rule("BA-11.14")
def test_without_a_contract_in_reach_none_is_asked_for():
    game = system(drops=1).wheel(1, "basic-base", 5).contracts("start-4")
    game.use("TS-0/left")
    game.play(produce(1))
    assert game.offered() == {EndTurn()}
    assert game.company().wheel[1] == Segment("basic-base", 5, 0)
