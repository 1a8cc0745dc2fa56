"""Section 24: the boards and powers of the companies."""

import pytest

from domain.barrage.model.changes import Gained
from domain.barrage.model.commands import Decline, FulfilContract, PlaceDrop, Produce, UseSpace
from domain.barrage.model.facts import EffectFollowed
from tests.domain.barrage.builder import Game, components


def gained(facts, seat, name="energy"):
    """The gains of a seat in the changes of these facts."""
    changes = [change for fact in facts for change in fact.changes if isinstance(change, Gained)]
    return sum(getattr(change, name) for change in changes if change.seat == seat)


@pytest.mark.rule("BA-24.1", "BA-7.3")
def test_the_fifth_piece_gives_all_companies_seven_points():
    for company in components.companies:
        incomes = company.income
        for structure in (incomes.base, incomes.elevation, incomes.conduit):
            assert [effect.vp for effect in structure[5]] == [7]
            assert sorted(structure) == [2, 4, 5]


@pytest.mark.rule("BA-24.2", "BA-24.4", "BA-11.7", "BA-24.14")
@pytest.mark.parametrize(("powerhouses", "bonus"), [(1, 0), (2, 1), (3, 1), (4, 3)])
def test_powerhouses_add_to_every_own_production(powerhouses, bonus):
    sites = ("P7-1", "P8-1", "P9-1", "P11-1")[:powerhouses]
    game = Game().dam("B6U", 1, 1).conduit("6B").powerhouse(*sites)
    produced = game.play(UseSpace(space="TS-0/left"), Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=1))
    assert produced[1].energy == 2 + bonus


@pytest.mark.rule("BA-24.3", "BA-24.5", "BA-24.7", "BA-X.27")
@pytest.mark.parametrize(("powerhouses", "steps"), [(("P9-1", "P8-1"), 0), (("P9-1", "P8-1", "P11-1"), 4)])
def test_the_usa_gain_a_step_for_every_drop_that_flows_by_a_powerhouse(powerhouses, steps):
    """Two drops flow from basin 7 on past basins 10 and 12; two pass basins 9 and 11."""
    game = Game(3).powerhouse(*powerhouses).named("italy", seat=2)
    game.named("france", seat=1).dam("B6U", 2, 2, owner=1).conduit("6A", owner=1).powerhouse("P9-2", owner=1)
    game.state.turn_order = [1, 0, 2]
    game.state.pending[-1] = type(game.state.pending[-1])(kind="turn", seat=1)
    facts = game.play(UseSpace(space="TS-0/left"), Produce(dam="B6U", conduit="6A", powerhouse="P9-2", drops=2))
    assert gained(facts, 0) == steps // 2
    assert gained(facts, 1) == 8


@pytest.mark.rule("BA-24.5", "BA-24.7", "BA-X.27")
def test_a_drop_that_flows_from_a_headstream_counts_in_each_basin_with_a_powerhouse():
    game = Game().powerhouse("P5-1", "P9-1", "P11-1").contracts("start-3")
    facts = game.play(UseSpace(space="WM-1/left"), PlaceDrop(headstream="B"))
    assert gained(facts, 0) == 3
    assert game.state.pending[-1].kind == "end_turn"
    assert game.company().contracts == ["start-3"]


@pytest.mark.rule("BA-24.6", "BA-D.27")
def test_a_drop_led_by_a_conduit_does_not_count_where_it_comes_out():
    game = Game().dam("B6U", 1, 1).conduit("6A").powerhouse("P9-1", "P9-2", "P8-1")
    facts = game.play(UseSpace(space="TS-0/left"), Produce(dam="B6U", conduit="6A", powerhouse="P9-1", drops=1))
    assert facts[1].energy == 4 + 1
    assert gained(facts, 0) == 5
    assert game.state.dams["B6U"].drops == 0


@pytest.mark.rule("BA-24.8", "BA-24.9", "BA-24.10", "BA-D.30", "BA-X.28")
def test_germany_produces_a_second_time_with_another_powerhouse():
    """Rule X.28: two drops through a green tube stop in its dam, which then holds three."""
    game = Game().named("germany").dam("B6U", 2, 2).dam("B7U", 3, 1).conduit("6B").powerhouse("P7-1", "P10-1", "P8-1")
    game.conduit("7A", owner=1).has(credits=9).contracts("green-03", "start-4")
    facts = game.play(UseSpace(space="TS-P2/left"), Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=2))
    assert facts[1].energy == 4 + 2 + 1
    assert game.state.dams["B7U"].drops == 3
    game.play(FulfilContract(contract="green-03"))
    game.refuse("BA-5.10", Produce(dam="B7U", conduit="7A", powerhouse="P8-1", drops=3))
    credits = game.company().credits
    second = game.play(Produce(dam="B7U", conduit="7A", powerhouse="P10-1", drops=3))
    assert second[0].energy == 6
    assert game.company().credits == credits - 3
    assert game.company(1).credits == 43
    assert game.company().energy == 13
    game.play(FulfilContract(contract="start-4"))
    assert game.state.pending[-1].kind in ("machinery", "end_turn")


@pytest.mark.rule("BA-24.8", "BA-D.30")
def test_the_second_production_is_free_to_leave_and_needs_another_powerhouse():
    game = Game().named("germany").dam("B6U", 2, 2).conduit("6B").powerhouse("P7-1", "P8-1", "P9-1")
    game.conduit("6A", owner=1)
    game.play(UseSpace(space="TS-0/left"), Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=1))
    game.refuse("BA-24.8", Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=1))
    assert Produce(dam="B6U", conduit="6A", powerhouse="P9-1", drops=1) in game.offered()
    game.play(Decline())
    assert game.state.pending[-1].kind == "end_turn"


@pytest.mark.rule("BA-24.10")
def test_a_second_production_brings_no_third():
    game = Game().named("germany").dam("B6U", 3, 3).conduit("6B", "6A").powerhouse("P7-1", "P8-1", "P9-1")
    game.play(UseSpace(space="TS-0/left"), Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=1))
    game.play(Produce(dam="B6U", conduit="6A", powerhouse="P9-1", drops=1))
    assert game.state.dams["B6U"].drops == 1
    assert game.state.pending[-1].kind == "end_turn"


@pytest.mark.rule("BA-24.11")
def test_italy_gains_three_steps_after_each_production_which_fulfil_nothing():
    game = Game().named("italy").dam("B6U", 1, 1).conduit("6B").powerhouse("P7-1", "P8-1", "P9-1")
    game.contracts("yellow-01")
    facts = game.play(UseSpace(space="TS-0/left"), Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=1))
    assert facts[1].energy == 3
    assert game.company().energy == 6
    assert any(isinstance(fact, EffectFollowed) and fact.source == "italy" for fact in facts)
    assert game.state.pending[-1].kind == "end_turn"


@pytest.mark.rule("BA-24.12", "BA-24.13", "BA-D.23")
def test_france_needs_three_energy_less_for_every_contract():
    game = Game().named("france").dam("B6U", 1, 1).conduit("6B").powerhouse("P7-1", "P8-1", "P9-1")
    game.contracts("yellow-11", "yellow-06", "green-01")
    game.play(UseSpace(space="TS-0/left"), Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=1))
    game.refuse("BA-12.1", FulfilContract(contract="yellow-11"))
    assert {FulfilContract(contract="yellow-06"), FulfilContract(contract="green-01")} <= game.offered()


@pytest.mark.rule("BA-24.12", "BA-12.3")
def test_national_contracts_too():
    game = Game().named("france").dam("B10U", 3, 3).conduit("10A").powerhouse("P11-1", "P8-1", "P9-1")
    game.state.displays["national"] = ["national-1"]
    game.has(credits=9).play(UseSpace(space="TS-P2/left"))
    game.play(Produce(dam="B10U", conduit="10A", powerhouse="P11-1", drops=3))
    assert game.company().energy == 9
    assert game.state.pending[-1].kind == "end_turn"
    more = Game().named("france").dam("B10U", 3, 3).conduit("10A").powerhouse("P11-1", "P8-1", "P9-1", "P7-1")
    more.state.displays["national"] = ["national-1"]
    more.play(UseSpace(space="TS-P2/left"), Produce(dam="B10U", conduit="10A", powerhouse="P11-1", drops=3))
    assert more.company().energy == 11
    more.play(FulfilContract(contract="national-1"))
    assert more.company().fulfilled == ["national-1"]


@pytest.mark.rule("BA-24.3", "BA-24.14")
def test_without_the_third_powerhouse_there_is_no_power():
    game = Game().named("italy").dam("B6U", 1, 1).conduit("6B").powerhouse("P7-1", "P8-1")
    game.play(UseSpace(space="TS-0/left"), Produce(dam="B6U", conduit="6B", powerhouse="P7-1", drops=1))
    assert game.company().energy == 3
