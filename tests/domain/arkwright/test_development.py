"""Step (c): choose a development (AW-11), and the cards it concerns (AW-19)."""

from __future__ import annotations

import pytest

from domain.arkwright.decide import confirmation
from domain.arkwright.model.commands import (
    Advance,
    EndTurn,
    Held,
    PassDevelopment,
    Produce,
    QualityAt,
    TakeCard,
    UseBroker,
    UseDeveloper,
    UseInventor,
)
from domain.arkwright.model.facts import Produced
from domain.arkwright.model.state import Quality
from tests.domain.arkwright.builder import COMPONENTS, Game


def developing(seats: int = 3, **options: bool) -> Game:
    return Game(seats, **options).open("food").step("development")


@pytest.mark.rule("AW-11.1", "AW-11.2", "AW-11.3")
def test_a_marker_advances_by_one_level_up_to_the_third() -> None:
    game = developing()
    fact = game.play(Advance(track="machines"))
    assert (fact.level, fact.value, game.player().levels["machines"]) == (2, 3, 2)
    assert game.awaited == "end"
    game.step("development").levels(machines=3).refuse("AW-11.3", Advance(track="machines"))
    game.refuse("AW-11.2", Advance(track="luck"))
    values = {track: figures.levels for track, figures in COMPONENTS.development_tracks.items()}
    assert values == {
        "quality": (1, 2, 3),
        "distribution": (2, 3, 4),
        "development_cards": (2, 3, 4),
        "machines": (2, 3, 4),
        "shipping": (2, 3, 4),
        "stock_exchange": (0, 1, 2),
    }


@pytest.mark.rule("AW-11.1")
def test_nothing_need_be_developed() -> None:
    game = developing()
    game.play(PassDevelopment())
    assert game.awaited == "end"


@pytest.mark.rule("AW-11.1", "AW-D.49", "AW-19.4")
def test_any_card_of_the_supply_can_be_taken() -> None:
    game = developing()
    types = {card.type for card in game.state.supply}
    offered = {command.card for command in game.offered() if isinstance(command, TakeCard)}
    assert offered == types
    game.play(TakeCard(card="contract"))
    assert [card.type for card in game.player().cards] == ["contract"]
    assert "contract" not in {card.type for card in game.state.supply}


@pytest.mark.rule("AW-11.4", "AW-11.5", "AW-19.1", "AW-D.39", "AW-19.3")
def test_at_the_limit_a_card_is_discarded_first_wherever_it_lies() -> None:
    game = developing().holding("contract", "supervisor", at="food")
    game.refuse("AW-11.4", TakeCard(card="broker"))
    game.refuse("AW-19.1", TakeCard(card="broker", discard="workshop"))
    game.play(TakeCard(card="broker", discard="supervisor"))
    assert [card.type for card in game.player().cards] == ["contract", "broker"]
    assert "supervisor" in {card.type for card in game.state.supply}
    room = developing().holding("contract")
    room.refuse("AW-D.39", TakeCard(card="broker", discard="contract"))


@pytest.mark.rule("AW-11.6", "AW-1.21")
def test_no_type_is_held_twice_but_patrons_are_four_types() -> None:
    game = developing().supply("patent", "patron_food", "patron_lamps")
    game.holding("patent").supply("patent", "patron_lamps", "patron_food")
    game.refuse("AW-11.6", TakeCard(card="patent"))
    game.play(TakeCard(card="patron_food"))
    game.levels(development_cards=2).step("development").play(TakeCard(card="patron_lamps"))


@pytest.mark.rule("AW-11.7", "AW-D.40")
def test_a_type_discarded_in_this_turn_cannot_be_taken_but_later_it_can() -> None:
    game = developing().supply("engineer", "contract", "overtime").holding("engineer", "contract")
    game.supply("engineer", "overtime").refuse("AW-11.6", TakeCard(card="engineer", discard="engineer"))
    game.state.discarded = ["overtime"]
    game.refuse("AW-D.40", TakeCard(card="overtime", discard="contract"))
    game.play(PassDevelopment())
    game.play(EndTurn())
    game.step("development").play(TakeCard(card="overtime", discard="contract"))


@pytest.mark.rule("AW-D.41", "AW-19.12")
def test_the_supervisor_is_put_at_an_open_factory_and_cuts_its_wages() -> None:
    game = developing()
    game.refuse("AW-D.41", TakeCard(card="supervisor"))
    game.refuse("AW-D.41", TakeCard(card="supervisor", at="lamps"))
    game.refuse("AW-D.41", TakeCard(card="contract", at="food"))
    game.supply("supervisor").play(TakeCard(card="supervisor", at="food"))
    game.open("lamps", workers="I I").at(1, "lamps")
    game.state.wage_space = 3
    game.player().cards[0].at = "lamps"
    costs = game.produces(0).play(Produce()).costs
    assert (costs.workers, costs.wage, costs.wages, costs.supervisor) == (6, 3, 18, 8)


@pytest.mark.rule("AW-D.32")
def test_a_wage_does_not_fall_below_0() -> None:
    game = Game().open("food", workers="I").holding("supervisor", at="food").produces(0)
    costs = game.play(Produce()).costs
    assert (costs.wage, costs.wages, costs.supervisor) == (2, 4, 4)


@pytest.mark.rule("AW-19.17", "AW-19.11", "AW-D.42")
def test_developer_and_workshop_lower_the_costs() -> None:
    game = Game().at(1, "lamps").open("lamps", workers="I I", machines=(2, 1)).holding("developer", "workshop")
    costs = game.produces(0).play(Produce()).costs
    assert (costs.fixed, costs.developer) == (5, 2)
    assert (costs.machines, costs.upkeep, costs.workshop) == (3, 3, 2)
    assert costs.total == 3 + 2 * 3 + 1


@pytest.mark.rule("AW-19.18", "AW-D.43", "AW-19.2")
def test_the_developer_makes_another_card_ready_at_any_moment_of_the_turn() -> None:
    for kind in ("action", "price", "development", "end"):
        game = Game().open("food").step(kind).holding("developer", "trading_office").used("trading_office")
        assert confirmation(game.state) is None
        game.play(UseDeveloper(card="trading_office"))
        assert [card.used for card in game.player().cards] == [True, False]
        assert game.awaited == kind
        game.refuse("AW-19.18", UseDeveloper(card="trading_office"))


@pytest.mark.rule("AW-D.43")
def test_the_developer_serves_another_used_card_only() -> None:
    game = developing().holding("developer", "trading_office")
    game.refuse("AW-D.43", UseDeveloper(card="trading_office"))
    game.refuse("AW-D.43", UseDeveloper(card="developer"))


@pytest.mark.rule("AW-19.13", "AW-19.14", "AW-D.46", "AW-D.73")
def test_the_broker_buys_two_shares_at_half_price_instead_of_developing() -> None:
    game = developing().holding("broker").having(share_value=11, funds=12).levels(stock_exchange=3)
    game.refuse("AW-19.13", UseBroker(shares=3))
    fact = game.play(UseBroker(shares=2))
    assert (fact.each, fact.paid) == (6, 12)
    assert (game.player().funds, game.player().shares) == (0, 12)
    assert game.awaited == "end"
    poor = developing().holding("broker").having(funds=0)
    poor.play(UseBroker(shares=0))
    assert not poor.player().cards
    developing().refuse("AW-19.1", UseBroker(shares=0))


@pytest.mark.rule("AW-19.15", "AW-D.34", "AW-12.4")
def test_a_patron_lets_one_good_more_be_sold_once_per_era() -> None:
    game = Game().open("food", appeal=3).demand(food=2).holding("patron_food").produces(0)
    fact = game.play(Produce(patron=True))
    assert (fact.limit, fact.patron, fact.fresh_sold) == (2, 1, 2)
    assert game.player().cards[0].used
    assert game.player().share_value == 12
    assert (game.state.demand["food"], game.player().appeal["food"]) == (2, 3)
    again = Game().open("food", appeal=3).holding("patron_food").used("patron_food").produces(0)
    again.refuse("AW-19.15", Produce(patron=True))
    other = Game().open("food", appeal=3).holding("patron_lamps").produces(0)
    other.refuse("AW-19.15", Produce(patron=True))


@pytest.mark.rule("AW-19.10", "AW-D.33", "AW-19.4")
def test_overtime_makes_one_good_more() -> None:
    game = Game().open("food", appeal=5).demand(food=1).holding("overtime").produces(0)
    fact = game.play(Produce(overtime=True))
    assert (fact.overtime, fact.produced, fact.fresh_sold) == (1, 4, 4)
    assert fact.discarded.type == "overtime"
    assert not game.player().cards
    Game().open("food").produces(0).refuse("AW-19.1", Produce(overtime=True))


@pytest.mark.rule("AW-19.9", "AW-D.45", "AW-D.30")
def test_the_trading_office_spares_a_token_once_per_era() -> None:
    game = Game().open("food", workers="I I").holding("trading_office").having(shipping_tokens=8).produces(0)
    game.refuse("AW-19.9", Produce(trading_office=True))
    fact = game.play(Produce(shipped=4, trading_office=True))
    assert (fact.ships, fact.tokens) == (2, 1)
    assert game.player().shipping_tokens == 9
    game = Game().open("food").holding("trading_office").used("trading_office").produces(0)
    game.refuse("AW-19.9", Produce(shipped=2, trading_office=True))


@pytest.mark.rule("AW-19.19", "AW-D.44")
def test_the_contract_pays_for_all_goods_shipped_at_once() -> None:
    game = Game().open("food", workers="I I").holding("contract").produces(0)
    fact = game.play(Produce(shipped=3))
    assert (fact.shipping_income, fact.contract, fact.income) == (6, 4, 10)
    assert Game().open("food").holding("contract").produces(0).play(Produce()).contract == 0


@pytest.mark.rule("AW-19.21", "AW-19.22", "AW-19.23", "AW-D.48", "AW-11.8", "AW-8.5")
def test_the_engineer_raises_the_maximum_for_the_rest_of_the_game() -> None:
    game = developing().levels(development_cards=1)
    assert game.play(TakeCard(card="engineer")).max_quality == 6
    game.step("development").play(TakeCard(card="contract"))
    game.step("development").play(TakeCard(card="broker", discard="engineer"))
    assert game.player().max_quality == 6


@pytest.mark.rule("AW-19.24", "AW-D.47", "AW-8.12")
def test_a_discarded_engineer_takes_its_value_with_it_or_is_replaced() -> None:
    game = developing().holding("engineer", "contract").quality("Q1", "food", 1).quality("QE", "food", 2)
    too_much = QualityAt("Q3", "food", 3, "price")
    game.refuse("AW-19.24", TakeCard(card="broker", discard="engineer", replacement=too_much))
    game.refuse(
        "AW-19.24", TakeCard(card="broker", discard="contract", replacement=QualityAt("Q2", "food", 1, "price"))
    )
    replaced = QualityAt("Q2", "food", 2, "appeal")
    game.play(TakeCard(card="broker", discard="engineer", replacement=replaced))
    assert game.factory().quality == [Quality("Q1", 1, "price"), Quality("Q2", 2, "appeal")]
    game = developing().holding("engineer", "contract").quality("QE", "food", 2)
    fact = game.play(TakeCard(card="broker", discard="engineer"))
    assert fact.lost_quality.value == 2
    assert game.factory().quality == []


@pytest.mark.rule("AW-D.47", "AW-19.20")
def test_a_discarded_patent_takes_its_distribution_with_it() -> None:
    game = developing().holding("patent", "contract").distribution("TP", "food", 3)
    fact = game.play(TakeCard(card="broker", discard="patent"))
    assert fact.lost_distribution.value == 3
    assert game.factory().distribution is None


@pytest.mark.rule("AW-D.47", "AW-19.25")
def test_a_discarded_large_warehouse_loses_its_goods() -> None:
    game = developing()
    game.play(TakeCard(card="large_warehouse"))
    assert [house.id for house in game.player().warehouses] == ["W1", "W2", "WL"]
    game.stored("WL", "food", 4).holding("contract").step("development")
    fact = game.play(TakeCard(card="broker", discard="large_warehouse"))
    assert fact.lost_goods.goods == 4
    assert [house.id for house in game.player().warehouses] == ["W1", "W2"]


@pytest.mark.rule("AW-19.4")
def test_a_card_serves_from_the_moment_it_is_taken() -> None:
    game = Game().open("food", workers="I").step("development", 2).open("food", 2).supply("overtime")
    game.play(TakeCard(card="overtime"), 2)
    game.play(EndTurn(), 2)
    game.play(Produce(store=(Held("W1", 1),)), 0)
    assert not game.happened(Produced)
    game.play(Produce(overtime=True), 2)


@pytest.mark.rule("AW-E.22", "AW-D.46", "AW-D.53")
def test_the_expert_inventor_brings_two_points_ignoring_era_limits() -> None:
    game = developing(expert_card_texts=True, era_limits=True).holding("inventor")
    game.refuse("AW-E.22", UseInventor(tracks=("quality",)))
    game.refuse("AW-E.22", UseInventor(tracks=("stock_exchange", "quality")))
    game.play(UseInventor(tracks=("machines", "machines")))
    assert game.player().levels["machines"] == 3
    two = developing(expert_card_texts=True).holding("inventor")
    two.play(UseInventor(tracks=("quality", "shipping")))
    assert (two.player().levels["quality"], two.player().levels["shipping"]) == (2, 2)
    base = developing().holding("inventor")
    base.refuse("AW-E.22", UseInventor(tracks=("quality", "shipping")))


@pytest.mark.rule("AW-E.5", "AW-D.52")
def test_era_limits_close_levels_of_four_tracks() -> None:
    game = developing(era_limits=True)
    for track in ("quality", "distribution", "machines", "shipping"):
        game.refuse("AW-E.5", Advance(track=track))
    game.play(Advance(track="stock_exchange"))
    game.step("development").play(Advance(track="development_cards"))
    game.at(2).step("development").play(Advance(track="quality"))
    game.step("development").refuse("AW-E.5", Advance(track="quality"))


@pytest.mark.rule("AW-E.6", "AW-E.7")
def test_a_held_card_lifts_the_limit_of_its_track() -> None:
    lifting = {"shipping": "trading_office", "machines": "workshop", "distribution": "patent", "quality": "engineer"}
    for track, card in lifting.items():
        game = developing(era_limits=True).holding(card)
        game.play(Advance(track=track))
        game.player().cards = []
        game.step("development").refuse("AW-E.5", Advance(track=track))
        assert game.player().levels[track] == 2
