"""Worked examples of the rulebook (BA-X) that take a whole phase, played in a game of four."""

import pytest

from domain.barrage.model.changes import DropFlowed, Gained
from domain.barrage.model.commands import Construct, EndTurn, FulfilContract, Produce, UseSpace
from domain.barrage.model.facts import BonusScored, EnergyScored, IncomeGained, WaterFlowed
from tests.domain.barrage.builder import Game
from tests.domain.barrage.test_rounds import finish_round, gains, of_kind

USA, GERMANY, ITALY, FRANCE = range(4)


def energies(usa, germany, italy, france):
    """Return a game of four whose companies have this much energy."""
    game = Game(4)
    for seat, energy in enumerate((usa, germany, italy, france)):
        game.has(seat, energy=energy)
    return game


@pytest.mark.rule("BA-X.1", "BA-20.1", "BA-6.2")
def test_most_energy_and_second_most():
    facts = finish_round(energies(9, 1, 5, 2))
    (scored,) = of_kind(facts, EnergyScored)
    assert gains(scored) == {USA: 6, ITALY: 2}
    kinds = [type(fact) for fact in facts]
    assert kinds.index(WaterFlowed) < kinds.index(EnergyScored) < kinds.index(BonusScored)


@pytest.mark.rule("BA-X.2", "BA-20.7", "BA-27.3")
@pytest.mark.parametrize("bases", [1, 2, 3])
def test_four_points_for_each_base_of_the_usa(bases):
    game = energies(6, 5, 0, 1)
    for site in ("B5L", "B6L", "B9L")[:bases]:
        game.dam(site)
    game.dam("B8L", owner=GERMANY)
    game.state.bonus_tiles[0] = "bonus-bases"
    (scored,) = of_kind(finish_round(game), BonusScored)
    assert gains(scored) == {USA: 4 * bases}


@pytest.mark.rule("BA-X.21", "BA-X.22", "BA-20.3", "BA-20.4", "BA-D.15", "BA-D.63")
@pytest.mark.parametrize("most", [7, 10])
@pytest.mark.parametrize("tied", [4, 6])
def test_two_are_second_and_one_has_no_energy(most, tied):
    (scored,) = of_kind(finish_round(energies(most, tied, 0, tied)), EnergyScored)
    assert gains(scored) == {USA: 6, GERMANY: 1, ITALY: -3, FRANCE: 1}
    assert gains(scored, "credits") == {USA: 4, GERMANY: 3, ITALY: 3, FRANCE: 3}


@pytest.mark.rule("BA-X.23", "BA-20.5", "BA-20.6", "BA-20.7", "BA-20.8", "BA-27.2")
def test_the_bonus_for_powerhouses_in_the_third_round():
    game = energies(usa=5, germany=6, italy=12, france=18)
    game.powerhouse("P5-1", "P6-1", "P8-1").powerhouse("P7-1", owner=GERMANY)
    game.powerhouse("P8-2", "P9-1", "P11-1", owner=ITALY).powerhouse("P10-1", "P12-1", owner=FRANCE)
    game.state.round, game.state.bonus_tiles[2] = 3, "bonus-powerhouses"
    (scored,) = of_kind(finish_round(game), BonusScored)
    assert gains(scored) == {FRANCE: 10, ITALY: 11}


@pytest.mark.rule("BA-X.24", "BA-21.1", "BA-21.2")
@pytest.mark.parametrize("order", [[USA, GERMANY, FRANCE, ITALY], [FRANCE, ITALY, GERMANY, USA]])
def test_the_least_energy_plays_first_and_equals_change_places(order):
    game = energies(usa=9, germany=4, italy=1, france=4)
    game.state.turn_order = order
    game.state.pending[-1] = type(game.state.pending[-1])(kind="turn", seat=order[0])
    finish_round(game)
    equals = [seat for seat in order if seat in (GERMANY, FRANCE)][::-1]
    assert game.state.turn_order == [ITALY, *equals, USA]


@pytest.mark.rule("BA-X.3", "BA-9.9", "BA-7.1")
def test_germanys_second_base_brings_points_at_once_and_every_round():
    game = Game(4).named("germany").dam("B6U")
    game.play(Construct(structure="base", site="B9L", tile="basic-base", excavators=3), EndTurn())
    assert game.company().vp == 13
    for _ in range(3):
        incomes = of_kind(finish_round(game), IncomeGained)
        assert [gains(fact) for fact in incomes] == [{0: 3}]


@pytest.mark.rule("BA-X.27", "BA-24.5", "BA-24.7")
def test_drops_of_italys_production_flow_by_a_powerhouse_of_the_usa():
    game = Game(4).powerhouse("P8-1", "P11-1", "P6-1")
    game.dam("B5L", 2, 2, owner=ITALY).conduit("5A", owner=ITALY).powerhouse("P8-2", owner=ITALY)
    game.state.turn_order = [ITALY, USA, GERMANY, FRANCE]
    game.state.pending[-1] = type(game.state.pending[-1])(kind="turn", seat=ITALY)
    facts = game.play(UseSpace(space="TS-0/left"), Produce(dam="B5L", conduit="5A", powerhouse="P8-2", drops=2))
    assert [change.basins for change in facts[1].changes if isinstance(change, DropFlowed)] == [(11,), (11,)]
    assert gains_of(facts, USA) == game.company(USA).energy == 2


@pytest.mark.rule("BA-X.27", "BA-24.5", "BA-24.7", "BA-19.1")
def test_a_drop_that_overflows_a_french_dam_counts_in_the_water_flow_phase():
    game = Game(4).powerhouse("P10-1", "P5-1", "P8-1").dam("B6L", 1, 1, owner=FRANCE).drops(C=1)
    (flowed,) = of_kind(finish_round(game), WaterFlowed)
    (drop,) = [change for change in flowed.changes if isinstance(change, DropFlowed)]
    assert (drop.stop, drop.basins) == ("", (3, 6, 10, 12))
    assert gains(flowed, "energy") == {USA: 1}
    assert game.state.dams["B6L"].drops == 1


@pytest.mark.rule("BA-X.28", "BA-24.8", "BA-24.9", "BA-24.10")
def test_germany_pumps_two_drops_and_uses_three():
    """Both drops stop in its dam below, which then holds three; these go through France's conduit."""
    game = Game(4).named("germany").named("usa", seat=GERMANY)
    game.dam("B6L", 2, 2).conduit("6B").powerhouse("P7-1", "P12-1", "P5-1").dam("B7U", 3, 1)
    game.conduit("7B", owner=FRANCE).contracts("yellow-11", "red-07")
    (_, first) = game.play(UseSpace(space="TS-P2/left"), Produce(dam="B6L", conduit="6B", powerhouse="P7-1", drops=2))
    assert first.energy == 2 * 2 + 2 + 1
    assert game.state.dams["B7U"].drops == 3
    game.refuse("BA-12.1", FulfilContract(contract="red-07"))
    game.play(FulfilContract(contract="yellow-11"))
    (second, *_) = game.play(Produce(dam="B7U", conduit="7B", powerhouse="P12-1", drops=3))
    assert second.energy == 3 * 3
    assert (game.company().credits, game.company(FRANCE).credits) == (37, 43)
    assert game.company(FRANCE).vp == 13
    game.play(FulfilContract(contract="red-07"))
    assert game.company().energy == 7 + 9


def gains_of(facts, seat):
    """Energy that these facts bring a seat."""
    changes = [change for fact in facts for change in fact.changes if isinstance(change, Gained)]
    return sum(change.energy for change in changes if change.seat == seat)
