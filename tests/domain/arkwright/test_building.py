"""Action 1: build and upgrade (AW-5), with the inventor (AW-19.16)."""

from __future__ import annotations

import pytest

from domain.arkwright.model.commands import Build, Hire
from domain.arkwright.model.state import Worker
from tests.domain.arkwright.builder import Game


@pytest.mark.rule(
    "AW-4.1", "AW-4.2", "AW-5.1", "AW-5.2", "AW-5.4", "AW-5.5", "AW-5.6", "AW-5.7", "AW-5.8", "AW-D.2", "AW-D.67"
)
def test_any_number_of_factories_is_built_in_one_action() -> None:
    game = Game().open("food").demand(food=1, clothes=1, cutlery=2, lamps=2)
    fact = game.play(Build(build=("clothes", "lamps")))
    for good in ("clothes", "lamps"):
        factory = game.factory(good)
        assert (factory.level, factory.space, factory.office, factory.workers) == (1, 3, "price", [])
        assert game.player().appeal[good] == 0
    assert game.state.demand == {"food": 0, "clothes": 0, "cutlery": 1, "lamps": 1}
    assert game.state.wage_space == 1
    assert game.player().funds == 50
    assert fact.demand == game.state.demand
    assert game.awaited == "price"


@pytest.mark.rule("AW-5.1")
def test_something_must_be_built_or_upgraded_that_is_there() -> None:
    game = Game().open("food")
    game.refuse("AW-5.1", Build())
    game.refuse("AW-5.1", Build(build=("food",)))
    game.refuse("AW-5.1", Build(build=("lamps", "clothes")))
    game.refuse("AW-5.1", Build(build=("gold",)))
    game.at(2).refuse("AW-5.1", Build(upgrade=("clothes",)))


@pytest.mark.rule("AW-5.2", "AW-D.7")
def test_a_factory_built_in_a_later_era_has_side_ii_up() -> None:
    game = Game().at(2)
    game.play(Build(build=("food",)))
    assert game.factory().level == 2
    game = Game().at(3)
    game.play(Build(build=("food",)))
    assert game.factory().level == 3


@pytest.mark.rule("AW-5.3", "AW-D.14")
def test_in_era_iii_only_goods_still_to_be_produced_are_built() -> None:
    game = Game().at(3, "cutlery")
    game.refuse("AW-5.3", Build(build=("clothes",)))
    game.play(Build(build=("cutlery", "lamps")))


@pytest.mark.rule("AW-5.9", "AW-5.10", "AW-5.11", "AW-5.13", "AW-D.9", "AW-D.10")
def test_an_upgrade_in_era_ii_turns_the_factory_and_the_card_of_position_1() -> None:
    game = Game().at(2).open("clothes", workers="I I", machines=(0, 1), space=1).demand(clothes=1)
    game.play(Build(upgrade=("clothes",)))
    factory = game.factory("clothes")
    assert (factory.level, factory.space) == (2, 1)
    assert factory.workers == [Worker("II", 0), Worker("I", 1)]
    assert game.state.demand["clothes"] == 1
    assert game.state.wage_space == 0


@pytest.mark.rule("AW-5.12", "AW-D.7")
def test_an_upgrade_in_era_iii_turns_all_cards() -> None:
    game = Game().at(3).open(workers="I I", machines=(1, 1))
    game.play(Build(upgrade=("food",)))
    assert game.factory().level == 3
    assert game.factory().workers == [Worker("II", 1), Worker("III", 1)]


@pytest.mark.rule("AW-5.10")
def test_nothing_is_upgraded_in_era_i() -> None:
    Game().open().refuse("AW-5.10", Build(upgrade=("food",)))


@pytest.mark.rule("AW-D.8", "AW-D.13")
def test_a_factory_at_the_level_of_the_era_with_its_cards_turned_is_not_upgraded() -> None:
    game = Game().at(2).open(level=2, workers="II I")
    game.refuse("AW-D.8", Build(upgrade=("food",)))
    game.refuse("AW-5.1", Build(build=("clothes",), upgrade=("clothes",)))
    game = Game().at(2).open(level=2, workers="I")
    game.play(Build(upgrade=("food",)))
    assert game.factory().workers == [Worker("II")]


@pytest.mark.rule("AW-19.16", "AW-19.3", "AW-D.12", "AW-D.13")
def test_the_inventor_upgrades_as_if_the_next_era_had_begun() -> None:
    game = Game().open(workers="I").holding("inventor")
    fact = game.play(Build(build=("clothes",), inventor=("food", "clothes")))
    assert game.factory("food").level == game.factory("clothes").level == 2
    assert game.factory("food").workers == [Worker("II")]
    assert not game.player().cards
    assert fact.discarded.type == "inventor"
    assert any(card.type == "inventor" for card in game.state.supply)
    assert game.state.era == 1


@pytest.mark.rule("AW-D.12")
def test_in_era_ii_the_inventor_needs_level_ii_perhaps_by_the_same_action() -> None:
    game = Game().at(2).open(workers="I I").holding("inventor")
    game.refuse("AW-D.12", Build(inventor=("food",)))
    game.play(Build(upgrade=("food",), inventor=("food",)))
    assert game.factory().level == 3
    assert game.factory().workers == [Worker("II"), Worker("III")]


@pytest.mark.rule("AW-D.12", "AW-19.16")
def test_the_inventor_is_limited() -> None:
    game = Game().open("food").open("clothes").open("lamps")
    game.refuse("AW-19.1", Build(inventor=("food",)))
    game.holding("inventor").refuse("AW-19.16", Build(inventor=("food", "clothes", "lamps")))
    game.refuse("AW-19.16", Build(inventor=("cutlery",)))
    game.at(3).refuse("AW-D.12", Build(inventor=("food",)))


@pytest.mark.rule("AW-6.1", "AW-6.4", "AW-6.6", "AW-6.7")
def test_any_number_of_worker_cards_is_hired_in_one_action() -> None:
    game = Game().open("food", workers="").open("lamps").demand(food=1, clothes=1, cutlery=2, lamps=2)
    fact = game.play(Hire(workers=("food", "food", "lamps")))
    assert game.factory("food").workers == [Worker("I"), Worker("I")]
    assert [new.position for new in fact.workers] == [1, 2, 2]
    assert game.state.demand == {"food": 0, "clothes": 0, "cutlery": 1, "lamps": 1}
    assert game.state.wage_space == 1


@pytest.mark.rule("AW-6.2", "AW-6.8", "AW-6.1")
def test_a_card_needs_its_open_factory_with_room() -> None:
    game = Game().open("food", workers="I I").open("clothes")
    game.refuse("AW-6.2", Hire(workers=("food",)))
    game.refuse("AW-6.2", Hire(workers=("clothes", "clothes")))
    game.refuse("AW-6.8", Hire(workers=("lamps",)))
    game.refuse("AW-6.1", Hire(workers=()))


@pytest.mark.rule("AW-6.3", "AW-D.11", "AW-6.9")
def test_a_hired_card_shows_the_side_of_the_era() -> None:
    game = Game().at(2).open("food", workers="", level=1)
    game.play(Hire(workers=("food", "food")))
    assert [worker.side for worker in game.factory().workers] == ["II", "I"]
    game = Game().at(3).open("food", workers="", level=1)
    game.play(Hire(workers=("food", "food")))
    assert [worker.side for worker in game.factory().workers] == ["II", "III"]


@pytest.mark.rule("AW-6.5", "AW-D.14")
def test_in_era_iii_workers_are_hired_for_goods_still_to_be_produced() -> None:
    game = Game().at(3, "clothes").open("food").open("clothes")
    game.refuse("AW-6.5", Hire(workers=("food",)))
    game.play(Hire(workers=("clothes",)))


@pytest.mark.rule("AW-D.6", "AW-D.3")
def test_markers_stay_at_the_ends_of_their_tracks() -> None:
    game = Game().open("food").demand(food=-3)
    game.state.wage_space = 13
    game.play(Hire(workers=("food",)))
    assert game.state.wage_space == 13
    assert game.state.demand["food"] == -3
