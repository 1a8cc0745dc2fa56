"""Selling at home, with all its limits: appeal, demand, the patron, stored goods, overtime (AW-12)."""

from __future__ import annotations

import pytest

from domain.arkwright.model.commands import Held, Produce
from domain.arkwright.model.facts import Produced
from tests.domain.arkwright.builder import Game


@pytest.mark.rule("AW-12.4", "AW-D.4", "AW-12.3")
def test_with_demand_below_0_no_more_is_sold_than_the_appeal() -> None:
    game = Game().open("food", workers="I I", appeal=2).demand(food=-3).produces(0)
    fact = game.play(Produce())
    assert (fact.produced, fact.limit, fact.fresh_sold) == (5, 2, 2)


@pytest.mark.rule("AW-12.4", "AW-19.15", "AW-D.34", "AW-D.73")
def test_a_patron_that_adds_nothing_because_of_the_appeal_is_used_nevertheless() -> None:
    game = Game().open("food", workers="I I", appeal=2).demand(food=-1).holding("patron_food").produces(0)
    fact = game.play(Produce(patron=True))
    assert (fact.limit, fact.fresh_sold) == (2, 2)
    assert game.player().cards[0].used


@pytest.mark.rule("AW-12.5", "AW-D.34")
def test_a_patron_sells_one_good_even_where_demand_is_above_the_appeal() -> None:
    game = Game().open("food", appeal=2).demand(food=6).holding("patron_food").produces(0)
    fact = game.play(Produce(patron=True))
    assert (fact.limit, fact.fresh_sold) == (1, 1)
    nobody = Game().open("food", appeal=0).demand(food=6).holding("patron_food").produces(0)
    assert nobody.play(Produce(patron=True)).limit == 0


@pytest.mark.rule("AW-12.6", "AW-13.1")
def test_fresh_goods_within_the_limit_can_be_neither_stored_nor_shipped() -> None:
    game = Game().open("food", workers="I I", appeal=4).demand(food=1).produces(0)
    game.refuse("AW-13.1", Produce(shipped=3))
    game.refuse("AW-13.1", Produce(store=(Held("W1", 2), Held("W2", 1))))
    fact = game.play(Produce(shipped=1, store=(Held("W1", 1),)))
    assert (fact.fresh_sold, fact.shipped, fact.stored, fact.lost) == (3, 1, 1, 0)


@pytest.mark.rule("AW-12.6", "AW-12.7")
def test_stored_goods_are_sold_only_where_fresh_ones_leave_room() -> None:
    game = Game().open("food", workers="I I", appeal=5).demand(food=1).stored("W1", "food", 2).produces(0)
    game.refuse("AW-12.7", Produce(stored_sold=1))
    game.play(Produce(store=(Held("W1", 2), Held("W2", 1))))
    assert [house.goods for house in game.player().warehouses] == [2, 1]


@pytest.mark.rule("AW-12.7", "AW-13.5")
def test_goods_stored_at_another_factory_are_not_sold() -> None:
    game = Game().open("food", appeal=5).open("lamps").demand(food=0).stored("W1", "lamps", 2).produces(0)
    game.refuse("AW-12.7", Produce(stored_sold=1))
    fact = game.play(Produce())
    assert (fact.fresh_sold, fact.taken_away) == (3, ())
    assert (game.player().warehouses[0].good, game.player().warehouses[0].goods) == ("lamps", 2)


@pytest.mark.rule("AW-12.7", "AW-15.1")
def test_stored_goods_count_for_the_share_value_like_fresh_ones() -> None:
    game = Game().open("food", workers="", appeal=2, level=1).demand(food=0).stored("W1", "food", 1).produces(0)
    fact = game.play(Produce(stored_sold=1))
    assert (fact.produced, fact.fresh_sold, fact.stored_sold) == (1, 1, 1)
    assert game.player().share_value == 12


@pytest.mark.rule("AW-12.2", "AW-5.5", "AW-14.1")
def test_a_factory_without_workers_produces_the_goods_of_its_icons() -> None:
    for level, goods, fixed in ((1, 1, 3), (2, 2, 5), (3, 2, 5)):
        game = Game().at(1 if level == 1 else 2).open("food", workers="", level=level, appeal=5).demand(food=1)
        fact = game.having(ships=1).produces(0).play(Produce())
        assert (fact.produced, fact.costs.fixed, fact.costs.total) == (goods, fixed, fixed)


@pytest.mark.rule("AW-12.2", "AW-1.14")
def test_machines_make_as_many_goods_as_the_workers_they_replace() -> None:
    made = []
    for machines in ((0, 0), (1, 0), (1, 1)):
        game = Game().open("food", workers="I I", machines=machines).produces(0)
        made.append(game.play(Produce()).produced)
    assert made == [5, 5, 5]


@pytest.mark.rule("AW-10.6", "AW-12.8")
def test_the_price_is_that_of_the_token_the_office_and_quality_on_the_price() -> None:
    game = Game().open("food", space=1, office="price", appeal=5).demand(food=2)
    game.quality("Q1", "food", 2, "price").quality("Q2", "food", 1, "appeal").distribution("T1", "food", 2)
    fact = game.produces(0).play(Produce())
    assert (fact.fresh_sold, fact.price, fact.sales_income) == (3, 3 + 2 + 2, 21)
    turned = Game().open("food", space=1, office="appeal", appeal=5).demand(food=2)
    assert turned.produces(0).play(Produce()).price == 3


@pytest.mark.rule("AW-10.9", "AW-16.3", "AW-12.3")
def test_the_limit_is_read_from_the_marker_and_not_from_the_factory() -> None:
    game = Game().open("food", appeal=3).demand(food=1).quality("Q1", "food", 2, "appeal").produces(0)
    fact = game.play(Produce())
    assert (fact.appeal, fact.limit, fact.fresh_sold) == (3, 2, 2)


@pytest.mark.rule("AW-12.1", "AW-3.6")
def test_without_active_factories_no_one_produces() -> None:
    game = Game().open("lamps").awaits("begin_production")
    before = [(player.funds, player.share_value) for player in game.state.players]
    game.followed = game.run()
    assert not game.happened(Produced)
    assert [(player.funds, player.share_value) for player in game.state.players] == before
    assert game.state.round == 2
