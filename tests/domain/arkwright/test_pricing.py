"""Step (b): set price and appeal (AW-10), and the market board (AW-D.1 to AW-D.5)."""

from __future__ import annotations

import pytest

from domain.arkwright.model.commands import Build, EndTurn, PassAction, PassDevelopment, SetPrice
from domain.arkwright.model.market import sales_limit
from domain.game import choices
from tests.domain.arkwright.builder import ENGINE, Game


@pytest.mark.rule("AW-10.1", "AW-3.5", "AW-D.26")
def test_without_an_active_factory_the_step_is_skipped_and_with_one_it_is_not() -> None:
    game = Game().open("clothes")
    game.play(PassAction())
    assert game.awaited == "development"
    game = Game().open("food")
    game.play(PassAction())
    game.refuse("AW-10.1", PassDevelopment())
    game.refuse("AW-10.1", EndTurn())
    game.play(SetPrice(space=3, office="price"))
    assert game.awaited == "development"


@pytest.mark.rule("AW-10.2", "AW-10.3", "AW-10.5", "AW-10.6", "AW-10.7", "AW-10.4", "AW-10.9")
def test_token_office_and_quality_make_price_and_appeal() -> None:
    game = Game().open("food").open("lamps", appeal=2).step("price")
    game.quality("Q1", "food", 2).quality("Q3", "food", 3).distribution("T1", "food", 1)
    fact = game.play(SetPrice(space=1, office="appeal", appeal=("Q1",)))
    assert fact.total_appeal == 2 + 2 + 2 + 1
    assert fact.price == 3 + 3
    assert game.player().appeal == {"food": 7, "lamps": 2}
    assert [card.end for card in game.factory().quality] == ["appeal", "price"]


@pytest.mark.rule("AW-10.4")
def test_the_sum_of_price_and_appeal_is_always_the_same() -> None:
    game = Game().open("food").quality("Q1", "food", 2).step("price")
    sums = set()
    for command in game.offered():
        fact = game.decide(command)[0]
        sums.add(fact.price + fact.total_appeal)
    assert len(sums) == 1


@pytest.mark.rule("AW-10.2", "AW-10.3")
def test_only_cards_of_the_factory_can_be_turned() -> None:
    game = Game().open("food").step("price")
    game.refuse("AW-10.2", SetPrice(space=4, office="price"))
    game.refuse("AW-10.2", SetPrice(space=-1, office="price"))
    game.refuse("AW-10.3", SetPrice(space=0, office="price", appeal=("Q1",)))


@pytest.mark.rule("AW-10.8", "AW-D.1", "AW-D.2", "AW-10.10")
def test_demand_follows_the_marker_over_arrows_both_ways() -> None:
    game = Game().open("food").demand(food=1).step("price")
    fact = game.play(SetPrice(space=0, office="appeal"))
    assert (fact.appeal_from, fact.appeal_to, fact.arrows) == (0, 5, 2)
    assert (fact.demand_from, fact.demand_to, game.state.demand["food"]) == (1, 3, 3)
    game.step("price")
    fact = game.play(SetPrice(space=2, office="price"))
    assert (fact.appeal_from, fact.appeal_to, fact.arrows) == (5, 1, -2)
    assert game.state.demand["food"] == 1


@pytest.mark.rule("AW-D.3")
def test_steps_beyond_the_ends_of_the_demand_scale_are_lost() -> None:
    game = Game().open("food").demand(food=14).step("price")
    assert game.play(SetPrice(space=0, office="appeal")).demand_to == 15
    game = Game().open("food", appeal=5).demand(food=-2).step("price")
    fact = game.play(SetPrice(space=3, office="price"))
    assert (fact.arrows, fact.demand_to) == (-2, -3)


@pytest.mark.rule("AW-D.5")
def test_a_total_above_the_track_is_shown_at_its_top() -> None:
    game = Game().open("food", appeal=14).step("price").distribution("T1", "food", 4)
    game.quality("Q1", "food", 2).quality("Q2", "food", 2).quality("Q3", "food", 4)
    fact = game.play(SetPrice(space=0, office="appeal", appeal=("Q1", "Q2", "Q3")))
    assert (fact.total_appeal, fact.appeal_to, fact.arrows) == (17, 15, 0)


@pytest.mark.rule("AW-D.71")
def test_a_factory_built_this_turn_takes_part() -> None:
    game = Game()
    game.play(Build(build=("food",)))
    assert game.awaited == "price"
    assert game.play(SetPrice(space=2, office="price")).appeal_from == 0


@pytest.mark.rule("AW-12.3", "AW-12.4", "AW-12.5", "AW-D.4", "AW-D.34")
def test_the_home_sales_limit() -> None:
    assert sales_limit(7, 3) == 4
    assert sales_limit(3, 3) == 0
    assert sales_limit(2, 5) == 0
    assert sales_limit(4, -2) == 4
    assert sales_limit(3, 3, 1) == 1
    assert sales_limit(4, -2, 1) == 4


def test_the_options_tell_the_sales_and_the_profit_they_promise() -> None:
    game = Game().open("food").demand(food=1).step("price")
    choice = choices(ENGINE, game.state, 0, [])
    five = next(option.label.parts for option in choice.options if option.value == "5")
    assert five == {"appeal": 5, "price": 2, "demand": 3, "sales": 2, "loss": 3 + 4 - 4}
