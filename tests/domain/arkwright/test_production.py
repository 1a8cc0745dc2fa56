"""The production phase: selling, storing, shipping, costs, share value, decay (AW-12 to AW-16)."""

from __future__ import annotations

import pytest

from domain.arkwright.model.commands import EndTurn, Held, Produce
from domain.arkwright.model.facts import (
    Bankrupted,
    DistributionWorn,
    GameEnded,
    Produced,
    ProductionBegan,
    RoundBegan,
    SharesValued,
)
from domain.arkwright.model.state import Sale
from domain.game import choices
from tests.domain.arkwright.builder import ENGINE, Game


def producing(seats: int = 3) -> Game:
    """Seat 0 has to produce food."""
    return Game(seats).open("food").produces(0)


@pytest.mark.rule("AW-3.6", "AW-12.1", "AW-D.27", "AW-3.3")
def test_after_the_last_turn_all_players_with_an_active_factory_produce_in_turn_order() -> None:
    game = Game(4).turns(2).open("food", 1).open("food", 3).open("lamps", 0).step("end", 1)
    game.state.pending = game.state.pending[:1] + game.state.pending[-1:]
    game.play(EndTurn(), 1)
    assert game.next(ProductionBegan).seats == (3, 1)
    assert game.acting == 3


@pytest.mark.rule("AW-12.2", "AW-12.3", "AW-12.6", "AW-12.8", "AW-14.1", "AW-14.2", "AW-14.3")
def test_a_production_without_choices_is_automatic_and_records_every_figure() -> None:
    game = Game().open("food", workers="I I", machines=(1,), appeal=6, space=3).demand(food=1).having(funds=0)
    game.state.wage_space = 4
    game.awaits("begin_production")
    game.followed = game.run()
    fact = game.next(Produced)
    assert not fact.chosen
    assert (fact.produced, fact.limit, fact.fresh_sold, fact.price, fact.sales_income) == (5, 5, 5, 7, 35)
    costs = fact.costs
    assert (costs.fixed, costs.workers, costs.wage, costs.wages, costs.machines, costs.upkeep) == (3, 3, 3, 9, 1, 1)
    assert (costs.total, fact.paid, fact.profit) == (13, 13, 22)
    assert game.player().funds == 22


@pytest.mark.rule("AW-7.6", "AW-14.1")
def test_a_machine_costs_upkeep_instead_of_the_wage() -> None:
    game = producing().open("food", workers="I", machines=(1,), appeal=5).produces(0)
    costs = game.play(Produce()).costs
    assert (costs.workers, costs.wages, costs.machines, costs.upkeep) == (1, 2, 1, 1)


@pytest.mark.rule("AW-12.5", "AW-12.6", "AW-13.13")
def test_goods_that_cannot_be_sold_are_lost_if_nothing_else_is_done_with_them() -> None:
    game = producing().demand(food=2).open("food", appeal=2).produces(0)
    fact = game.play(Produce())
    assert (fact.limit, fact.fresh_sold, fact.lost) == (0, 0, 3)


@pytest.mark.rule("AW-12.7", "AW-12.8", "AW-D.29", "AW-13.4")
def test_stored_goods_may_be_sold_up_to_the_limit() -> None:
    game = producing().open("food", appeal=5, space=0).demand(food=0).stored("W1", "food", 2).produces(0)
    game.refuse("AW-12.7", Produce(stored_sold=3))
    fact = game.play(Produce(stored_sold=2))
    assert (fact.produced, fact.limit, fact.fresh_sold, fact.sales_income) == (3, 5, 3, 20)
    assert game.player().warehouses[0].good == ""


@pytest.mark.rule("AW-12.7", "AW-D.29", "AW-13.4")
def test_stored_goods_may_be_held_back_and_repacked() -> None:
    game = producing().open("food", appeal=5).demand(food=0).stored("W1", "food", 1).stored("W2", "food", 1)
    game.produces(0).play(Produce(stored_sold=0, store=(Held("W2", 2),)))
    assert [(house.good, house.goods) for house in game.player().warehouses] == [("", 0), ("food", 2)]


@pytest.mark.rule("AW-13.1", "AW-13.2", "AW-13.3", "AW-1.18", "AW-D.28")
def test_goods_left_over_are_stored_in_any_warehouses() -> None:
    game = producing().open("food", workers="I I", appeal=0)
    game.refuse("AW-1.18", Produce(store=(Held("W1", 3),)))
    game.refuse("AW-13.2", Produce(store=(Held("W2", 1), Held("W1", 1))))
    game.refuse("AW-13.2", Produce(store=(Held("WL", 1),)))
    game.refuse("AW-13.1", Produce(shipped=4, store=(Held("W1", 2),)))
    fact = game.play(Produce(store=(Held("W1", 2), Held("W2", 1))))
    assert (fact.stored, fact.lost, fact.income) == (3, 2, 0)


@pytest.mark.rule("AW-19.25", "AW-1.18")
def test_a_large_warehouse_holds_four_goods() -> None:
    game = producing().open("food", workers="I I").holding("large_warehouse")
    assert game.play(Produce(store=(Held("WL", 4),))).stored == 4


@pytest.mark.rule("AW-13.5")
def test_goods_in_a_warehouse_taken_from_another_factory_are_lost() -> None:
    game = producing().open("food").open("lamps").stored("W1", "lamps", 2)
    fact = game.play(Produce(store=(Held("W1", 1),)))
    assert [(lost.warehouse, lost.good, lost.goods) for lost in fact.taken_away] == [("W1", "lamps", 2)]
    assert game.player().warehouses[0].good == "food"


@pytest.mark.rule("AW-13.6", "AW-13.7", "AW-13.8", "AW-13.9", "AW-13.11", "AW-D.28")
def test_ready_ships_carry_goods_for_the_shipping_price() -> None:
    game = producing().open("food", workers="I I").having(ships=2)
    fact = game.play(Produce(shipped=3))
    assert (fact.ships, fact.tokens, fact.shipping_price, fact.shipping_income) == (2, 2, 2, 6)
    assert (game.player().ships, game.player().shipping_tokens) == (0, 2)
    game = producing().open("food", workers="I I").having(ships=2).levels(shipping=3).produces(0)
    assert game.play(Produce(shipped=4)).ships == 1
    assert game.player().ships == 1


@pytest.mark.rule("AW-13.6", "AW-13.10", "AW-D.30", "AW-13.1")
def test_ships_and_their_tokens_are_limited() -> None:
    game = producing().open("food", workers="I I").having(ships=1)
    game.refuse("AW-13.6", Produce(shipped=3))
    game.refuse("AW-13.1", Produce(shipped=6))
    game.having(ships=2, shipping_tokens=8).refuse("AW-13.10", Produce(shipped=3))
    game.play(Produce(shipped=2))
    assert game.player().shipping_tokens == 9


@pytest.mark.rule("AW-14.4", "AW-14.5", "AW-D.24", "AW-D.72")
def test_emergency_loans_pay_half_the_share_value_each_as_long_as_needed() -> None:
    game = producing().having(funds=0, share_value=11).open("food", workers="I I").produces(0)
    fact = game.play(Produce())
    assert fact.costs.total == 11
    assert (fact.emergency.loans, fact.emergency.each, fact.emergency.money) == (2, 6, 12)
    assert (game.player().loans, game.player().funds) == (2, 1)


@pytest.mark.rule("AW-14.6", "AW-D.25")
def test_a_player_with_nine_loans_who_cannot_pay_leaves_and_the_game_continues() -> None:
    game = Game().open("food").having(funds=1, loans=9).open("food", 1, appeal=5).having(1, ships=0)
    game.holding("broker").demand(food=2).produces(0, 1)
    supply = len(game.state.supply)
    game.play(Produce())
    assert game.happened(Bankrupted)
    assert game.player().bankrupt
    assert game.player().appeal == {}
    assert game.state.demand["food"] == 2
    assert len(game.state.supply) == supply + 1
    assert game.next(Produced).seat == 1
    began = game.next(RoundBegan)
    assert [awaited.seat for awaited in began.pending if awaited.kind == "action"] == [1, 2]


@pytest.mark.rule("AW-D.25", "AW-18.1")
def test_the_last_player_left_has_won() -> None:
    game = Game(2).open("food").having(funds=0, loans=9).produces(0)
    game.play(Produce())
    ended = game.next(GameEnded)
    assert ended.decided_by == "last_player"
    assert [(place.place, place.seat) for place in ended.ranking] == [(1, 1), (2, 0)]
    assert [score.seat for score in ended.scores] == [1]


def sold(*sales: tuple[int, int]) -> Game:
    """Pairs of goods sold and appeal, seat by seat; nothing but the valuation is left of the phase."""
    game = Game(max(2, len(sales))).awaits("valuation", "wear", "round_end")
    for seat, (goods, appeal) in enumerate(sales):
        game.open("food", seat, appeal=appeal)
        game.state.sales.append(Sale(seat, goods, appeal))
    return game


@pytest.mark.rule("AW-15.1", "AW-15.2", "AW-3.6", "AW-13.12")
def test_two_goods_sold_raise_the_share_value_and_the_highest_appeal_once_more() -> None:
    game = sold((2, 4), (3, 5), (1, 9))
    game.followed = game.run()
    assert [player.share_value for player in game.state.players] == [11, 12, 10]
    raises = game.next(SharesValued).raises
    assert [(each.seat, each.for_sales, each.for_appeal) for each in raises] == [(0, 1, 0), (1, 1, 1)]


@pytest.mark.rule("AW-15.3", "AW-D.20")
def test_no_player_gets_the_extra_step_in_a_tie() -> None:
    game = sold((2, 5), (3, 5))
    game.having(1, share_value=30)
    game.followed = game.run()
    assert [player.share_value for player in game.state.players] == [11, 30]
    assert game.next(SharesValued).tied


@pytest.mark.rule("AW-13.12")
def test_shipped_goods_do_not_count() -> None:
    game = producing().open("food", workers="I I", appeal=2).demand(food=1)
    game.play(Produce(shipped=4))
    assert game.player().share_value == 10


@pytest.mark.rule("AW-D.31", "AW-2.17")
def test_neutral_markers_take_no_part() -> None:
    game = sold((2, 3), (0, 0))
    game.state.neutral = {"food": 9, "clothes": 3, "cutlery": 2, "lamps": 2}
    game.run()
    assert game.player().share_value == 12


@pytest.mark.rule("AW-16.1", "AW-16.2", "AW-16.3", "AW-8.12")
def test_the_distribution_of_factories_that_produced_falls() -> None:
    game = sold((2, 4), (0, 0)).distribution("T1", "food", 3).distribution("T1", "food", 1, seat=1)
    game.open("lamps").distribution("T2", "lamps", 2)
    game.followed = game.run()
    distribution = game.factory("food").distribution
    assert distribution
    assert distribution.value == 2
    assert game.factory("food", 1).distribution is None
    lamps = game.factory("lamps").distribution
    assert lamps
    assert lamps.value == 2
    assert game.player().appeal["food"] == 4
    assert len(game.next(DistributionWorn).worn) == 2


def test_shipping_is_offered_with_the_profit_it_leads_to() -> None:
    game = producing().open("food", workers="I I", appeal=3).demand(food=1)
    choice = choices(ENGINE, game.state, 0, [])
    two = next(option.label.parts for option in choice.options if option.value == "2")
    assert two == {"goods": 2, "ships": 1, "income": 4, "profit": 2 * 7 + 4 - 3 - 8}
