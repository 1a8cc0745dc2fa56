"""Upgrades of a factory and its worker cards, in every way (AW-5.10 to AW-5.13, AW-D.7 to AW-D.13)."""

from __future__ import annotations

from itertools import product

import pytest

from domain.arkwright.model.commands import Build, Hire
from tests.domain.arkwright.builder import COMPONENTS, Game

GOODS = ("food", "clothes", "cutlery", "lamps")


def sides(game: Game, good: str = "food") -> str:
    return " ".join(worker.side for worker in game.factory(good).workers)


@pytest.mark.rule("AW-5.10", "AW-1.11", "AW-1.12")
@pytest.mark.parametrize(("good", "space"), [*product(GOODS, range(4))])
def test_the_token_returns_to_the_space_with_the_same_appeal(good: str, space: int) -> None:
    game = Game().at(2).open(good, space=space)
    first, second = COMPONENTS.factory_side(good, 1).spaces, COMPONENTS.factory_side(good, 2).spaces
    game.play(Build(upgrade=(good,)))
    assert game.factory(good).level == 2
    assert second[game.factory(good).space].appeal == first[space].appeal
    assert game.player().appeal[good] == 0


UPGRADES = [
    # era, level and sides before, level and sides after
    (2, 1, "", 2, ""),
    (2, 1, "I", 2, "II"),
    (2, 1, "II", 2, "II"),
    (2, 1, "I I", 2, "II I"),
    (2, 1, "II I", 2, "II I"),
    (2, 2, "I", 2, "II"),
    (2, 2, "I I", 2, "II I"),
    (3, 1, "", 3, ""),
    (3, 1, "I I", 3, "II III"),
    (3, 2, "II", 3, "II"),
    (3, 2, "II I", 3, "II III"),
    (3, 2, "II III", 3, "II III"),
    (3, 3, "II I", 3, "II III"),
]


@pytest.mark.rule("AW-5.10", "AW-5.11", "AW-5.12", "AW-D.7", "AW-D.8", "AW-D.9", "AW-D.10")
@pytest.mark.parametrize(("era", "level", "before", "then", "afterwards"), UPGRADES)
def test_an_upgrade_turns_the_cards_that_the_era_allows(
    era: int, level: int, before: str, then: int, afterwards: str
) -> None:
    game = Game().at(era).open(level=level, workers=before)
    demand, wage_space = dict(game.state.demand), game.state.wage_space
    game.play(Build(upgrade=("food",)))
    assert (game.factory().level, sides(game)) == (then, afterwards)
    assert (game.state.demand, game.state.wage_space) == (demand, wage_space)


@pytest.mark.rule("AW-D.8")
@pytest.mark.parametrize(
    ("era", "level", "cards"),
    [(2, 2, ""), (2, 2, "II"), (2, 2, "II I"), (2, 3, "II I"), (2, 3, "II III"), (3, 3, ""), (3, 3, "II III")],
)
def test_an_upgrade_must_turn_something(era: int, level: int, cards: str) -> None:
    Game().at(era).open(level=level, workers=cards).refuse("AW-D.8", Build(upgrade=("food",)))


@pytest.mark.rule("AW-D.8", "AW-D.7", "AW-5.12")
def test_an_upgrade_in_era_ii_never_lowers_what_the_inventor_raised() -> None:
    game = Game().at(2).open(level=3, workers="I I")
    game.play(Build(upgrade=("food",)))
    assert (game.factory().level, sides(game)) == (3, "II I")


@pytest.mark.rule("AW-5.13", "AW-7.2", "AW-7.4")
@pytest.mark.parametrize(("good", "era"), [*product(GOODS, (2, 3))])
def test_the_number_of_machines_is_the_same_before_and_after(good: str, era: int) -> None:
    first, second = COMPONENTS.worker_cards[good]
    for machines in product(range(first.machines + 1), range(second.machines + 1)):
        game = Game().at(era).open(good, workers="I I", machines=machines)
        game.play(Build(upgrade=(good,)))
        assert tuple(worker.machines for worker in game.factory(good).workers) == machines


INVENTIONS = [
    # era, level and sides before, ordinary upgrade as well?, level and sides after
    (1, 1, "", False, 2, ""),
    (1, 1, "I", False, 2, "II"),
    (1, 1, "I I", False, 2, "II I"),
    (2, 2, "II I", False, 3, "II III"),
    (2, 2, "I I", False, 3, "II III"),
    (2, 1, "I I", True, 3, "II III"),
    (2, 2, "I I", True, 3, "II III"),
]


@pytest.mark.rule("AW-19.16", "AW-D.12", "AW-D.13", "AW-5.11", "AW-5.12")
@pytest.mark.parametrize(("era", "level", "before", "ordinary", "then", "afterwards"), INVENTIONS)
def test_the_inventor_turns_the_cards_of_the_next_era(
    era: int, level: int, before: str, ordinary: bool, then: int, afterwards: str
) -> None:
    game = Game().at(era).open(level=level, workers=before).holding("inventor")
    game.play(Build(upgrade=("food",) if ordinary else (), inventor=("food",)))
    assert (game.factory().level, sides(game)) == (then, afterwards)
    assert not game.player().cards


@pytest.mark.rule("AW-D.12", "AW-D.8")
@pytest.mark.parametrize(("rule", "era", "level", "cards"), [("AW-D.12", 2, 1, "I"), ("AW-D.8", 1, 2, "II")])
def test_the_inventor_goes_one_step_ahead_of_the_era_only(rule: str, era: int, level: int, cards: str) -> None:
    game = Game().at(era).open(level=level, workers=cards).holding("inventor")
    game.refuse(rule, Build(inventor=("food",)))
    assert [card.type for card in game.player().cards] == ["inventor"]


@pytest.mark.rule("AW-19.16", "AW-D.8", "AW-D.12")
@pytest.mark.parametrize(
    ("era", "level", "before", "afterwards"), [(1, 2, "I", "II"), (1, 2, "I I", "II I"), (2, 3, "II I", "II III")]
)
def test_the_inventor_turns_cards_hired_after_an_earlier_one(
    era: int, level: int, before: str, afterwards: str
) -> None:
    game = Game().at(era).open(level=level, workers=before).holding("inventor")
    game.play(Build(inventor=("food",)))
    assert (game.factory().level, sides(game)) == (level, afterwards)
    game.step("action").holding("inventor").refuse("AW-D.8", Build(inventor=("food",)))


@pytest.mark.rule("AW-D.11", "AW-6.3", "AW-19.16", "AW-D.8")
def test_a_card_hired_after_the_inventor_shows_the_side_of_the_era_and_is_turned_in_the_next() -> None:
    game = Game().open(workers="").holding("inventor")
    game.play(Build(inventor=("food",)))
    game.step("action").play(Hire(workers=("food",)))
    assert (game.factory().level, sides(game)) == (2, "I")
    game.at(2).step("action").play(Build(upgrade=("food",)))
    assert (game.factory().level, sides(game)) == (2, "II")


@pytest.mark.rule("AW-5.2", "AW-5.4", "AW-5.6", "AW-D.7", "AW-D.13")
@pytest.mark.parametrize(("era", "side"), [(1, 1), (2, 2), (3, 2)])
def test_a_factory_built_shows_the_side_of_the_era_and_is_not_upgraded_at_once(era: int, side: int) -> None:
    for good in GOODS:
        game = Game().at(era)
        game.refuse("AW-5.1", Build(build=(good,), upgrade=(good,)))
        game.play(Build(build=(good,)))
        factory = game.factory(good)
        assert COMPONENTS.factory_side(good, factory.level) == COMPONENTS.factory_side(good, side)
        assert COMPONENTS.factory_side(good, factory.level).spaces[factory.space].appeal == 0
        game.step("action").refuse("AW-5.10" if era == 1 else "AW-D.8", Build(upgrade=(good,)))
