"""Action 4 and step (c): cards laid, exchanged, taken back and lost at factories (AW-8, AW-11.5, AW-19.24)."""

from __future__ import annotations

import pytest

from domain.arkwright.model.commands import AddDistribution, AddQuality, DistributionAt, QualityAt, SetPrice, TakeCard
from domain.arkwright.model.state import Distribution, Quality
from tests.domain.arkwright.builder import Game


def totals(game: Game) -> dict[str, int]:
    return {good: sum(card.value for card in factory.quality) for good, factory in game.player().factories.items()}


@pytest.mark.rule("AW-8.5", "AW-D.17", "AW-8.7")
def test_the_quality_of_a_factory_is_the_sum_of_several_cards_up_to_4() -> None:
    game = Game().open("food").quality("Q1", "food", 2).quality("Q2", "food", 1).levels(quality=3)
    lying = (QualityAt("Q1", "food", 2, "price"), QualityAt("Q2", "food", 1, "price"))
    game.refuse("AW-8.5", AddQuality(cards=(*lying, QualityAt("Q3", "food", 3, "price"))))
    game.play(AddQuality(cards=(lying[0], QualityAt("Q2", "food", 2, "price"))))
    assert totals(game) == {"food": 4}


@pytest.mark.rule("AW-8.8", "AW-8.2", "AW-D.19")
def test_a_card_can_be_turned_to_the_other_end_by_the_action_for_nothing() -> None:
    game = Game().open("food").quality("Q1", "food", 2, "price")
    fact = game.play(AddQuality(cards=(QualityAt("Q1", "food", 2, "appeal"),)))
    assert fact.points == 0
    assert game.factory().quality == [Quality("Q1", 2, "appeal")]


@pytest.mark.rule("AW-8.11", "AW-8.12", "AW-8.3")
def test_a_value_does_not_move_with_its_card_to_another_factory() -> None:
    game = Game().open("food").open("clothes").quality("Q3", "food", 4).levels(quality=3)
    game.refuse("AW-8.3", AddQuality(cards=(QualityAt("Q3", "clothes", 4, "price"),)))
    fact = game.play(AddQuality(cards=(QualityAt("Q3", "clothes", 3, "price"),)))
    assert (fact.points, totals(game)) == (3, {"food": 0, "clothes": 3})


@pytest.mark.rule("AW-8.12", "AW-8.10")
def test_removed_quality_must_be_added_again() -> None:
    game = Game().open("food").quality("Q1", "food", 2)
    game.play(AddQuality(cards=()))
    again = AddQuality(cards=(QualityAt("Q1", "food", 2, "price"),))
    game.step("action").refuse("AW-8.3", again)
    game.levels(quality=2).play(again)


@pytest.mark.rule("AW-8.4", "AW-8.6", "AW-8.10", "AW-8.11", "AW-D.18")
def test_distribution_cards_change_places_freely_but_points_count_by_factory() -> None:
    game = Game().open("food").open("clothes").distribution("T1", "food", 3).distribution("T2", "clothes", 1)
    swapped = (DistributionAt("T1", "clothes", 1), DistributionAt("T2", "food", 3))
    assert game.play(AddDistribution(cards=swapped)).points == 0
    lowered = (DistributionAt("T1", "clothes", 4), DistributionAt("T2", "food", 1))
    game.step("action").refuse("AW-8.4", AddDistribution(cards=lowered))
    three = (DistributionAt("T1", "clothes", 3), DistributionAt("T2", "food", 1))
    assert game.play(AddDistribution(cards=three)).points == 2
    assert game.factory("food").distribution == Distribution("T2", 1)


@pytest.mark.rule("AW-8.6", "AW-D.18")
def test_no_distribution_card_shows_more_than_4() -> None:
    game = Game().open("food").distribution("T1", "food", 3).levels(distribution=3)
    game.refuse("AW-D.18", AddDistribution(cards=(DistributionAt("T1", "food", 5),)))
    game.play(AddDistribution(cards=(DistributionAt("T1", "food", 4),)))


@pytest.mark.rule("AW-8.9", "AW-10.5", "AW-10.6", "AW-8.13")
def test_distribution_adds_to_the_appeal_in_step_b_and_never_to_the_price() -> None:
    game = Game().open("food")
    game.play(AddDistribution(cards=(DistributionAt("T1", "food", 2),)))
    assert game.player().appeal == {"food": 0}
    fact = game.play(SetPrice(space=3, office="price"))
    assert (fact.total_appeal, fact.price) == (2, 5 + 2)
    assert game.player().appeal == {"food": 2}


@pytest.mark.rule("AW-8.2", "AW-8.5", "AW-D.48")
def test_without_its_card_the_maximum_of_6_stays_but_only_own_cards_reach_it() -> None:
    game = Game().open("food").holding("engineer", "contract").step("development")
    game.play(TakeCard(card="broker", discard="engineer"))
    game.step("action").levels(quality=3).quality("Q1", "food", 2).quality("Q2", "food", 1)
    cards = (QualityAt("Q1", "food", 2, "price"), QualityAt("Q2", "food", 1, "price"))
    game.refuse("AW-8.7", AddQuality(cards=(*cards, QualityAt("QE", "food", 2, "price"))))
    game.play(AddQuality(cards=(*cards, QualityAt("Q3", "food", 3, "price"))))
    assert totals(game) == {"food": 6}


@pytest.mark.rule("AW-19.24", "AW-D.47", "AW-11.5")
def test_an_engineer_without_a_factory_is_not_replaced() -> None:
    game = Game().open("food").holding("engineer", "contract").step("development")
    replacement = QualityAt("Q1", "food", 1, "price")
    game.refuse("AW-19.24", TakeCard(card="broker", discard="engineer", replacement=replacement))
    fact = game.play(TakeCard(card="broker", discard="engineer"))
    assert fact.lost_quality is None


@pytest.mark.rule("AW-19.24")
def test_the_engineer_is_replaced_at_its_own_factory_by_a_card_that_lies_nowhere() -> None:
    game = Game().open("food").open("lamps").holding("engineer", "contract").step("development")
    game.quality("QE", "lamps", 2).quality("Q1", "food", 1)
    for wrong in (QualityAt("Q1", "lamps", 1, "price"), QualityAt("Q2", "food", 1, "price")):
        game.refuse("AW-19.24", TakeCard(card="broker", discard="engineer", replacement=wrong))
    game.play(TakeCard(card="broker", discard="engineer", replacement=QualityAt("Q2", "lamps", 1, "price")))
    assert totals(game) == {"food": 1, "lamps": 1}


@pytest.mark.rule("AW-11.4", "AW-11.5", "AW-19.1")
def test_cards_at_factories_and_advanced_levels_count_for_the_limit() -> None:
    game = Game().open("food").holding("engineer", "patent").step("development")
    game.quality("QE", "food", 1).distribution("TP", "food", 2)
    game.refuse("AW-11.4", TakeCard(card="contract"))
    game.levels(development_cards=2).play(TakeCard(card="contract"))
    game.step("development").refuse("AW-11.4", TakeCard(card="broker"))
    game.levels(development_cards=3).play(TakeCard(card="broker"))
    assert len(game.player().cards) == 4
    game.step("development").play(TakeCard(card="workshop", discard="patent"))
    assert game.factory().distribution is None
