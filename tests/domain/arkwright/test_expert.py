"""The actions of the expert rules: extra production and early shipping (AW-E.12 to AW-E.21)."""

from __future__ import annotations

import pytest

from domain.arkwright.model.commands import Cargo, EarlyShipping, ExtraProduction, PassAction, Run, Stored
from domain.arkwright.model.facts import Bankrupted, GameEnded
from tests.domain.arkwright.builder import Game


def extra(**options: bool) -> Game:
    return Game(extra_production=True, **options).open("food", workers="I I").open("lamps")


@pytest.mark.rule("AW-4.1", "AW-E.1", "AW-E.12", "AW-E.17")
def test_the_actions_are_there_only_if_the_table_plays_with_them() -> None:
    game = Game().open("food").stored("W1", "food", 1)
    game.refuse("AW-E.12", ExtraProduction(runs=(Run("food", 0),), store=(Stored("W1", "food", 2),)))
    game.refuse("AW-E.17", EarlyShipping(cargo=(Cargo("W1", 1),)))


@pytest.mark.rule("AW-E.12", "AW-E.13", "AW-E.14", "AW-E.15", "AW-E.16", "AW-D.35")
def test_factories_produce_with_none_one_or_both_cards_for_the_warehouses() -> None:
    game = extra().at(1, "clothes").distribution("T1", "food", 2)
    fact = game.play(
        ExtraProduction(
            runs=(Run("food", 1), Run("lamps", 0)), store=(Stored("W1", "food", 2), Stored("W2", "lamps", 1))
        )
    )
    food, lamps = fact.runs
    assert (food.produced, food.stored, food.lost) == (3, 2, 1)
    assert (lamps.produced, lamps.stored, lamps.lost) == (1, 1, 0)
    assert (food.costs.fixed, food.costs.workers, food.costs.total) == (3, 2, 7)
    assert (lamps.costs.workers, lamps.costs.total) == (0, 5)
    assert (fact.cost, fact.paid, game.player().funds) == (12, 12, 38)
    assert game.player().share_value == 10
    worn = game.factory("food").distribution
    assert worn
    assert worn.value == 2
    assert game.awaited == "development"


@pytest.mark.rule("AW-E.12", "AW-E.13")
def test_only_own_factories_and_cards_produce() -> None:
    game = extra()
    game.refuse("AW-E.12", ExtraProduction(runs=()))
    game.refuse("AW-E.12", ExtraProduction(runs=(Run("clothes", 0),)))
    game.refuse("AW-E.12", ExtraProduction(runs=(Run("lamps", 0), Run("food", 0))))
    game.refuse("AW-E.13", ExtraProduction(runs=(Run("lamps", 2),)))


@pytest.mark.rule("AW-E.14", "AW-13.5")
def test_goods_are_stored_as_far_as_the_warehouses_hold_them() -> None:
    game = extra()
    game.refuse("AW-E.14", ExtraProduction(runs=(Run("food", 0),)))
    game.refuse("AW-E.14", ExtraProduction(runs=(Run("food", 2),), store=(Stored("W1", "food", 2),)))
    game.play(ExtraProduction(runs=(Run("food", 2),), store=(Stored("W1", "food", 2), Stored("W2", "food", 2))))
    game.step("action").stored("W1", "food", 1)
    store = (Stored("W1", "lamps", 2), Stored("W2", "lamps", 1))
    fact = game.play(ExtraProduction(runs=(Run("lamps", 1),), store=store))
    assert [(lost.good, lost.goods) for lost in fact.taken_away] == [("food", 1), ("food", 2)]


@pytest.mark.rule("AW-E.15", "AW-14.5", "AW-14.6")
def test_emergency_loans_and_bankruptcy_apply() -> None:
    game = extra().having(funds=0)
    fact = game.play(ExtraProduction(runs=(Run("food", 0),), store=(Stored("W1", "food", 1),)))
    assert (fact.emergency.loans, game.player().funds) == (1, 2)
    game = extra().having(funds=0, loans=9)
    game.play(ExtraProduction(runs=(Run("food", 0),), store=(Stored("W1", "food", 1),)))
    assert game.happened(Bankrupted)
    assert not game.happened(GameEnded)
    assert (game.acting, game.awaited) == (1, "action")
    game.play(PassAction(), 1)


@pytest.mark.rule("AW-E.21")
def test_overtime_makes_one_good_more_under_the_expert_texts() -> None:
    command = ExtraProduction(runs=(Run("food", 0),), overtime="food", store=(Stored("W1", "food", 2),))
    game = extra(expert_card_texts=True).holding("overtime")
    fact = game.play(command)
    assert (fact.runs[0].overtime, fact.runs[0].produced) == (1, 2)
    assert not game.player().cards
    extra().holding("overtime").refuse("AW-E.21", command)
    extra(expert_card_texts=True).refuse("AW-19.1", command)


@pytest.mark.rule("AW-D.42", "AW-19.11", "AW-19.17")
def test_workshop_and_developer_serve_one_factory_of_an_extra_production() -> None:
    game = extra().open("food", workers="I", machines=(1,)).holding("workshop", "developer")
    store = (Stored("W1", "food", 2), Stored("W2", "food", 1))
    game.refuse("AW-D.42", ExtraProduction(runs=(Run("food", 1),), store=store))
    fact = game.play(ExtraProduction(runs=(Run("food", 1),), workshop="food", developer="food", store=store))
    costs = fact.runs[0].costs
    assert (costs.workshop, costs.developer, costs.total) == (1, 2, 1 + 2)


def shipping() -> Game:
    game = Game(early_shipping=True).open("food").open("lamps")
    return game.stored("W1", "food", 2).stored("W2", "lamps", 2)


@pytest.mark.rule("AW-E.17", "AW-E.18", "AW-E.19", "AW-E.20", "AW-13.9")
def test_goods_of_several_factories_sail_on_the_same_ship() -> None:
    game = shipping()
    fact = game.play(EarlyShipping(cargo=(Cargo("W1", 1), Cargo("W2", 1))))
    assert [(each.good, each.goods, each.income) for each in fact.shipments] == [("food", 1, 2), ("lamps", 1, 5)]
    assert (fact.ships, fact.tokens, fact.income, game.player().funds) == (1, 1, 7, 57)
    assert [(house.good, house.goods) for house in game.player().warehouses] == [("food", 1), ("lamps", 1)]
    assert (game.player().ships, game.player().shipping_tokens) == (1, 1)


@pytest.mark.rule("AW-E.19", "AW-E.20", "AW-19.9", "AW-19.19", "AW-D.44")
def test_contract_and_trading_office_serve_early_shipping() -> None:
    game = shipping().holding("contract", "trading_office")
    fact = game.play(EarlyShipping(cargo=(Cargo("W1", 2), Cargo("W2", 2)), trading_office=True))
    assert (fact.contract, fact.income, fact.ships, fact.tokens) == (6, 4 + 10 + 6, 2, 1)
    assert [house.good for house in game.player().warehouses] == ["", ""]


@pytest.mark.rule("AW-E.17", "AW-E.19")
def test_only_stored_goods_and_ready_ships_serve() -> None:
    game = shipping()
    game.refuse("AW-E.17", EarlyShipping(cargo=()))
    game.refuse("AW-E.19", EarlyShipping(cargo=(Cargo("W1", 3),)))
    game.having(ships=1).refuse("AW-13.6", EarlyShipping(cargo=(Cargo("W1", 2), Cargo("W2", 1))))
    game.having(ships=0).refuse("AW-13.6", EarlyShipping(cargo=(Cargo("W1", 1),)))
