"""Actions 3 and 4: automate (AW-7), add quality or distribution (AW-8)."""

from __future__ import annotations

import pytest

from domain.arkwright.model.commands import AddDistribution, AddQuality, Automate, DistributionAt, QualityAt
from domain.arkwright.model.state import Distribution, Quality
from tests.domain.arkwright.builder import Game


def machines(game: Game, good: str) -> list[int]:
    return [worker.machines for worker in game.factory(good).workers]


@pytest.mark.rule("AW-7.1", "AW-7.2", "AW-7.7")
def test_machines_replace_workers_in_several_factories_up_to_the_level() -> None:
    game = Game().open("food", workers="I I").open("clothes").levels(machines=2)
    demand, wages = dict(game.state.demand), game.state.wage_space
    game.play(Automate(machines=("food/1", "food/2", "clothes/1")))
    assert machines(game, "food") == [1, 1]
    assert machines(game, "clothes") == [1]
    assert (game.state.demand, game.state.wage_space) == (demand, wages)


@pytest.mark.rule("AW-7.1", "AW-7.2")
def test_the_level_and_the_card_limit_the_machines() -> None:
    game = Game().open("food", workers="I I").open("clothes")
    game.refuse("AW-7.1", Automate(machines=("food/1", "food/2", "clothes/1")))
    game.refuse("AW-7.2", Automate(machines=("food/1", "food/1")))
    game.refuse("AW-7.1", Automate(machines=("lamps/1",)))
    game.refuse("AW-7.1", Automate(machines=()))
    game.refuse("AW-7.1", Automate(machines=("clothes/1", "food/1")))


@pytest.mark.rule("AW-7.3", "AW-7.4", "AW-D.15")
def test_one_of_two_machines_is_shown_by_the_machine_token() -> None:
    game = Game().open("cutlery").open("lamps")
    game.refuse("AW-D.15", Automate(machines=("cutlery/1", "lamps/1")))
    fact = game.play(Automate(machines=("cutlery/1",)))
    assert machines(game, "cutlery") == [1]
    assert fact.cards[0].most == 2


@pytest.mark.rule("AW-7.5", "AW-D.15")
def test_the_card_with_the_token_is_completed_first() -> None:
    game = Game().open("cutlery", machines=(1,)).open("lamps")
    game.refuse("AW-7.5", Automate(machines=("lamps/1", "lamps/1")))
    game.play(Automate(machines=("cutlery/1", "lamps/1")))
    assert machines(game, "cutlery") == [2]
    assert machines(game, "lamps") == [1]


@pytest.mark.rule("AW-7.5", "AW-D.15")
def test_as_many_cards_are_half_automated_as_there_are_machine_tokens() -> None:
    two = Game().open("cutlery").open("lamps").with_figure("machine_tokens = 1", "machine_tokens = 2")
    two.play(Automate(machines=("cutlery/1", "lamps/1")))
    two.step("action").refuse("AW-7.5", Automate(machines=("lamps/1",)))
    two.play(Automate(machines=("cutlery/1", "lamps/1")))
    assert (machines(two, "cutlery"), machines(two, "lamps")) == ([2], [2])
    none = Game().open("cutlery").with_figure("machine_tokens = 1", "machine_tokens = 0")
    none.refuse("AW-D.15", Automate(machines=("cutlery/1",)))
    none.play(Automate(machines=("cutlery/1", "cutlery/1")))


@pytest.mark.rule("AW-8.1", "AW-8.2", "AW-8.3", "AW-8.8", "AW-8.13", "AW-D.16")
def test_quality_is_added_up_to_the_level_and_the_markers_stay() -> None:
    game = Game().open("food").open("clothes").levels(quality=2)
    cards = (QualityAt("Q1", "food", 1, "price"), QualityAt("Q2", "clothes", 1, "appeal"))
    fact = game.play(AddQuality(cards=cards))
    assert game.factory("food").quality == [Quality("Q1", 1, "price")]
    assert game.factory("clothes").quality == [Quality("Q2", 1, "appeal")]
    assert (fact.points, fact.totals) == (2, {"food": 1, "clothes": 1})
    assert game.player().appeal == {"food": 0, "clothes": 0}


@pytest.mark.rule("AW-8.3", "AW-8.7", "AW-D.18")
def test_only_points_and_cards_one_has_can_be_added() -> None:
    game = Game().open("food")
    game.refuse("AW-8.3", AddQuality(cards=(QualityAt("Q1", "food", 2, "price"),)))
    game.refuse("AW-8.7", AddQuality(cards=(QualityAt("QE", "food", 1, "price"),)))
    game.refuse("AW-8.2", AddQuality(cards=(QualityAt("Q1", "lamps", 1, "price"),)))
    game.refuse("AW-D.18", AddQuality(cards=(QualityAt("Q1", "food", 3, "price"),)))
    twice = (QualityAt("Q1", "food", 1, "price"), QualityAt("Q1", "food", 1, "appeal"))
    game.levels(quality=3).refuse("AW-8.7", AddQuality(cards=twice))


@pytest.mark.rule("AW-8.5", "AW-19.22", "AW-19.21", "AW-D.17", "AW-8.7")
def test_a_factory_has_quality_4_or_with_the_engineer_6() -> None:
    cards = (
        QualityAt("Q1", "food", 2, "price"),
        QualityAt("Q3", "food", 3, "price"),
    )
    game = Game().open().quality("Q1", "food", 2).quality("Q2", "food", 2).levels(quality=3)
    game.refuse("AW-8.5", AddQuality(cards=cards))
    engineered = (QualityAt("Q1", "food", 2, "price"), QualityAt("Q2", "food", 2, "price"))
    game.holding("engineer").play(AddQuality(cards=(*engineered, QualityAt("QE", "food", 2, "appeal"))))
    assert sum(card.value for card in game.factory().quality) == 6


@pytest.mark.rule("AW-8.10", "AW-8.11", "AW-8.12", "AW-D.16", "AW-D.19")
def test_cards_are_exchanged_but_values_do_not_move() -> None:
    game = Game().open("food").open("clothes").quality("Q1", "food", 2).quality("Q2", "clothes", 1)
    moved = (QualityAt("Q1", "clothes", 2, "price"), QualityAt("Q2", "food", 1, "price"))
    fact = game.play(AddQuality(cards=moved))
    assert fact.points == 1
    game = Game().open("food").open("clothes").quality("Q1", "food", 2)
    game.refuse("AW-8.3", AddQuality(cards=(QualityAt("Q1", "clothes", 2, "price"),)))
    game.play(AddQuality(cards=()))
    assert game.factory("food").quality == []


@pytest.mark.rule("AW-D.70", "AW-8.2")
def test_several_cards_are_raised_by_one_action() -> None:
    game = Game().open("food").open("lamps").quality("Q1", "food", 1).quality("Q2", "lamps", 1).levels(quality=2)
    raised = (QualityAt("Q1", "food", 2, "price"), QualityAt("Q2", "lamps", 2, "price"))
    assert game.play(AddQuality(cards=raised)).points == 2


@pytest.mark.rule("AW-8.4", "AW-8.6", "AW-8.9", "AW-D.17")
def test_distribution_is_added_up_to_the_level() -> None:
    game = Game().open("food").open("clothes")
    game.refuse("AW-8.4", AddDistribution(cards=(DistributionAt("T1", "food", 3),)))
    both = (DistributionAt("T1", "food", 1), DistributionAt("T2", "food", 1))
    game.refuse("AW-D.17", AddDistribution(cards=both))
    spread = (DistributionAt("T1", "food", 1), DistributionAt("T2", "clothes", 1))
    assert game.play(AddDistribution(cards=spread)).points == 2
    assert game.factory("food").distribution == Distribution("T1", 1)


@pytest.mark.rule("AW-19.20", "AW-8.7", "AW-11.8")
def test_a_patent_is_one_more_distribution_card() -> None:
    game = Game().open("food").open("clothes").open("lamps").levels(distribution=3)
    cards = (
        DistributionAt("T1", "food", 1),
        DistributionAt("T2", "clothes", 1),
        DistributionAt("TP", "lamps", 2),
    )
    game.refuse("AW-8.7", AddDistribution(cards=cards))
    game.holding("patent").play(AddDistribution(cards=cards))
    assert game.factory("lamps").distribution == Distribution("TP", 2)


@pytest.mark.rule("AW-8.10", "AW-D.19")
def test_a_distribution_card_is_taken_back() -> None:
    game = Game().open("food").distribution("T1", "food", 3)
    game.play(AddDistribution(cards=()))
    assert game.factory().distribution is None
