"""Whole turns and their limits: one action, its discards, and the options left in each era."""

from __future__ import annotations

import pytest

from domain.arkwright.model.commands import (
    AddDistribution,
    AddQuality,
    Advance,
    Automate,
    Build,
    DistributionAt,
    EndTurn,
    Hire,
    PassAction,
    PassDevelopment,
    Produce,
    QualityAt,
    SetPrice,
    StockExchange,
    TakeCard,
)
from domain.arkwright.model.facts import ProductionBegan
from domain.arkwright.model.state import Worker
from domain.game import Command
from tests.domain.arkwright.builder import Game

ACTIONS: tuple[Command, ...] = (
    Build(build=("lamps",)),
    Hire(workers=("clothes",)),
    Automate(machines=("clothes/1",)),
    AddQuality(cards=(QualityAt("Q1", "clothes", 1, "price"),)),
    AddDistribution(cards=(DistributionAt("T1", "clothes", 1),)),
    StockExchange(loans=1),
    PassAction(),
)


@pytest.mark.rule("AW-3.4", "AW-3.5", "AW-4.1")
@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_a_turn_has_one_action_then_price_then_development(action: Command) -> None:
    game = Game().open("food").open("clothes")
    for early in (SetPrice(space=3, office="price"), Advance(track="quality"), EndTurn()):
        game.refuse("AW-3.5", early)
    game.play(action)
    for second in ACTIONS:
        game.refuse("AW-8.1" if isinstance(second, AddQuality | AddDistribution) else "AW-3.5", second)
    game.play(SetPrice(space=3, office="price"))
    game.refuse("AW-8.1" if isinstance(action, AddQuality | AddDistribution) else "AW-3.5", action)
    game.play(Advance(track="quality"))
    game.refuse("AW-11.1", Advance(track="machines"))
    game.refuse("AW-3.4", PassAction(), 1)
    game.play(EndTurn())
    assert (game.acting, game.awaited) == (1, "action")


@pytest.mark.rule("AW-3.4", "AW-3.6", "AW-2.1")
def test_every_player_has_one_turn_clockwise_before_production() -> None:
    game = Game(4).turns(2)
    acted = []
    for _ in range(4):
        seat = game.acting
        acted.append(seat)
        game.play(PassAction(), seat)
        game.play(PassDevelopment(), seat)
        assert not game.happened(ProductionBegan)
        game.play(EndTurn(), seat)
    assert acted == [2, 3, 0, 1]
    assert game.happened(ProductionBegan)


@pytest.mark.rule("AW-8.1", "AW-8.13", "AW-10.9")
def test_quality_and_distribution_are_not_added_in_one_turn() -> None:
    game = Game().at(1, "clothes").open("food", appeal=2).open("clothes")
    game.play(AddQuality(cards=(QualityAt("Q1", "food", 1, "appeal"),)))
    distribution = AddDistribution(cards=(DistributionAt("T1", "food", 1),))
    game.refuse("AW-8.1", distribution)
    game.play(SetPrice(space=3, office="price"))
    game.refuse("AW-8.1", distribution)
    assert game.player().appeal == {"food": 2, "clothes": 0}


@pytest.mark.rule("AW-11.7", "AW-D.40", "AW-19.3")
def test_an_inventor_discarded_in_the_action_is_not_taken_in_the_same_turn_but_by_the_next_player() -> None:
    game = Game().at(1, "lamps").open("food").holding("inventor")
    game.play(Build(inventor=("food",)))
    game.refuse("AW-D.40", TakeCard(card="inventor"))
    game.play(TakeCard(card="contract"))
    game.play(EndTurn())
    game.play(PassAction(), 1)
    game.play(TakeCard(card="inventor"), 1)


@pytest.mark.rule("AW-11.7", "AW-19.3", "AW-19.10")
def test_overtime_discarded_in_a_production_can_be_taken_in_the_next_turn() -> None:
    game = Game().open("food", appeal=5).demand(food=1).holding("overtime").produces(0)
    game.play(Produce(overtime=True))
    seat = game.acting
    assert game.state.round == 2
    game.play(PassAction(), seat)
    game.play(TakeCard(card="overtime"), seat)


@pytest.mark.rule("AW-11.5", "AW-D.39")
def test_only_one_card_is_discarded_in_a_turn_and_only_for_another() -> None:
    game = Game().open("food").holding("contract", "workshop").step("development")
    game.play(TakeCard(card="broker", discard="contract"))
    assert [card.type for card in game.player().cards] == ["workshop", "broker"]
    game.refuse("AW-11.1", TakeCard(card="overtime", discard="workshop"))


@pytest.mark.rule("AW-5.3", "AW-5.10", "AW-5.12", "AW-D.8", "AW-D.14")
def test_in_era_iii_a_factory_of_a_finished_good_may_be_upgraded_but_not_manned() -> None:
    game = Game().at(3, "lamps").open("food", level=2, workers="II I", machines=(1, 0))
    game.refuse("AW-5.3", Build(build=("clothes",), upgrade=("food",)))
    game.play(Build(upgrade=("food",)))
    assert game.factory().level == 3
    assert game.factory().workers == [Worker("II", 1), Worker("III", 0)]
    game.step("action").refuse("AW-D.8", Build(upgrade=("food",)))


@pytest.mark.rule("AW-6.5", "AW-6.2", "AW-6.3", "AW-6.4")
def test_in_era_iii_one_finished_good_prevents_the_whole_hire() -> None:
    game = Game().at(3, "cutlery").open("clothes", workers="I").open("cutlery", level=3, workers="")
    game.open("lamps", level=3, workers="II")
    game.refuse("AW-6.5", Hire(workers=("clothes", "cutlery")))
    game.play(Hire(workers=("cutlery", "cutlery", "lamps")))
    assert game.factory("cutlery").workers == [Worker("II", 0), Worker("III", 0)]
    assert game.factory("lamps").workers == [Worker("II", 0), Worker("III", 0)]


@pytest.mark.rule("AW-5.13", "AW-7.4", "AW-7.5")
def test_a_machine_token_stays_on_its_card_through_an_upgrade() -> None:
    game = Game().at(2).open("lamps", workers="I", machines=(1,)).open("food")
    game.play(Build(upgrade=("lamps",)))
    assert game.factory("lamps").workers == [Worker("II", 1)]
    game.step("action").refuse("AW-7.5", Automate(machines=("food/1",)))
    game.play(Automate(machines=("food/1", "lamps/1")))
    assert game.factory("lamps").workers == [Worker("II", 2)]


@pytest.mark.rule("AW-5.7", "AW-5.8", "AW-5.9", "AW-5.1")
def test_building_and_upgrading_together_move_demand_and_wages_once() -> None:
    game = Game().at(2).open("food").demand(food=4, clothes=4, cutlery=4, lamps=4)
    game.play(Build(build=("clothes", "cutlery", "lamps"), upgrade=("food",)))
    assert set(game.state.demand.values()) == {3}
    assert game.state.wage_space == 1
    assert [game.factory(good).level for good in ("food", "clothes", "lamps")] == [2, 2, 2]


@pytest.mark.rule("AW-8.3", "AW-8.12", "AW-D.16")
def test_quality_lost_at_one_factory_gives_nothing_back_for_another() -> None:
    game = Game().open("food").open("clothes").quality("Q1", "food", 2).quality("Q2", "clothes", 1)
    exchanged = (QualityAt("Q1", "clothes", 2, "price"), QualityAt("Q2", "food", 2, "price"))
    fact = game.play(AddQuality(cards=exchanged))
    assert (fact.points, fact.totals) == (1, {"food": 2, "clothes": 2})
    swapped = (QualityAt("Q2", "food", 1, "price"), QualityAt("Q3", "clothes", 4, "price"))
    game.step("action").refuse("AW-8.3", AddQuality(cards=swapped))


@pytest.mark.rule("AW-8.10", "AW-8.11", "AW-D.18")
def test_a_card_is_exchanged_for_another_of_the_same_value_for_nothing() -> None:
    game = Game().open("food").quality("Q1", "food", 2)
    fact = game.play(AddQuality(cards=(QualityAt("Q2", "food", 2, "appeal"),)))
    assert (fact.points, fact.totals) == (0, {"food": 2})


@pytest.mark.rule("AW-9.6", "AW-14.5")
def test_emergency_loans_count_among_the_nine() -> None:
    game = Game().open("food", workers="I I").having(funds=0, loans=7).produces(0)
    game.play(Produce())
    taken = game.player().loans
    assert taken == 9
    game.step("action").refuse("AW-9.6", StockExchange(loans=1))


@pytest.mark.rule("AW-9.1", "AW-9.3", "AW-D.23")
def test_money_of_a_loan_buys_shares_in_a_later_turn_only() -> None:
    game = Game().open("food").having(funds=0)
    game.refuse("AW-9.2", StockExchange(full_price=1, loans=1))
    game.play(StockExchange(loans=1))
    assert game.player().funds == 10
    game.step("action").play(StockExchange(full_price=1))
    assert (game.player().funds, game.player().shares) == (0, 11)
