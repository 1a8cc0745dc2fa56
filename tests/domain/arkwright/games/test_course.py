"""The course of whole games, and cards that wait for their action (AW-3, AW-11.8, AW-2.16)."""

from __future__ import annotations

from itertools import groupby, product

import pytest

from domain.arkwright.model.commands import (
    AddDistribution,
    AddQuality,
    Automate,
    Build,
    DistributionAt,
    EndTurn,
    Held,
    Hire,
    PassAction,
    PassDevelopment,
    Produce,
    QualityAt,
    SetPrice,
    StockExchange,
    TakeCard,
)
from domain.arkwright.model.facts import Bankrupted, GameEnded, RoundBegan
from domain.game import Command
from tests.domain.arkwright.builder import COMPONENTS, Game
from tests.domain.arkwright.playing import facts_of_game, moves

ACTIONS = (Build, Hire, Automate, AddQuality, AddDistribution, StockExchange, PassAction)


@pytest.mark.rule("AW-3.1", "AW-3.2", "AW-17.7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_twelve_rounds_in_three_eras_with_the_goods_in_their_order(seats: int) -> None:
    facts = facts_of_game(seats, 41)
    rounds = [(fact.era, fact.round, fact.good) for fact in facts if isinstance(fact, RoundBegan)]
    goods = ("food", "clothes", "cutlery", "lamps")
    everything = [(era, number, goods[number - 1]) for era, number in product((1, 2, 3), (1, 2, 3, 4))]
    assert rounds == everything[1:]
    assert sum(isinstance(fact, GameEnded) for fact in facts) == 1


@pytest.mark.rule("AW-3.3", "AW-3.4", "AW-3.5", "AW-3.6", "AW-10.1")
@pytest.mark.parametrize(("seats", "seed"), [(2, 42), (3, 43), (4, 46)])
def test_in_every_round_all_players_act_once_clockwise_and_end_their_turn_before_the_next(
    seats: int, seed: int
) -> None:
    facts = facts_of_game(seats, seed)
    assert not any(isinstance(fact, Bankrupted) for fact in facts)
    played = [
        ((state.era, state.round), state.start_player, seat, command)
        for state, seat, command, _ in moves(seats, seed)
        if isinstance(command, (*ACTIONS, SetPrice, EndTurn))
    ]
    rounds = 0
    for _, in_round in groupby(played, key=lambda move: move[0]):
        turns = list(in_round)
        rounds += 1
        first = turns[0][1]
        assert [seat for _, _, seat, command in turns if isinstance(command, ACTIONS)] == [
            (first + step) % seats for step in range(seats)
        ]
        for _, turn in groupby(turns, key=lambda move: move[2]):
            commands = [command for *_, command in turn]
            assert isinstance(commands[0], ACTIONS)
            assert isinstance(commands[-1], EndTurn)
            assert all(isinstance(command, SetPrice) for command in commands[1:-1])
            assert len(commands) <= 3
    assert rounds == 12


@pytest.mark.rule("AW-2.16", "AW-2.17")
def test_the_third_company_of_two_players_only_has_markers() -> None:
    start = Game.from_the_start(2).state
    assert start.demand == COMPONENTS.board(2).demand_start
    assert set(start.neutral.values()) == {2, 3}
    ended = [fact for fact in facts_of_game(2, 44) if isinstance(fact, GameEnded)]
    assert {place.seat for place in ended[0].ranking} == {0, 1}
    assert {seat for _, seat, *_ in moves(2, 44)} == {0, 1}


TWO_FACTORIES: tuple[tuple[Command, int], ...] = (
    (Build(upgrade=("clothes", "lamps")), 2),
    (Hire(workers=("clothes", "lamps")), 1),
    (Automate(machines=("clothes/1", "lamps/1")), 1),
    (AddQuality(cards=(QualityAt("Q1", "clothes", 1, "price"), QualityAt("Q2", "lamps", 1, "appeal"))), 1),
    (AddDistribution(cards=(DistributionAt("T1", "clothes", 1), DistributionAt("T2", "lamps", 1))), 1),
)


@pytest.mark.rule("AW-4.2", "AW-5.1", "AW-6.1", "AW-7.1", "AW-8.2")
@pytest.mark.parametrize(("command", "era"), TWO_FACTORIES, ids=lambda value: type(value).__name__)
def test_one_action_serves_two_factories(command: Command, era: int) -> None:
    game = Game().at(era).open("clothes").open("lamps").levels(quality=2)
    before = {good: repr(game.factory(good)) for good in ("clothes", "lamps")}
    game.play(command)
    assert all(repr(game.factory(good)) != before[good] for good in before)


@pytest.mark.rule("AW-4.2", "AW-7.1")
def test_no_action_serves_the_factory_of_another_player() -> None:
    game = Game().open("food").open("lamps", 1)
    game.refuse("AW-7.1", Automate(machines=("lamps/1",)))
    game.refuse("AW-6.8", Hire(workers=("lamps",)))
    game.refuse("AW-8.2", AddDistribution(cards=(DistributionAt("T1", "lamps", 1),)))
    game.at(2).refuse("AW-5.1", Build(upgrade=("lamps",)))


@pytest.mark.rule("AW-11.8", "AW-19.21", "AW-19.20", "AW-19.25")
def test_engineer_patent_and_large_warehouse_change_nothing_until_they_are_placed() -> None:
    for card in ("engineer", "patent", "large_warehouse"):
        game = Game().open("food", appeal=2).step("development").supply(card)
        factory = repr(game.factory())
        game.play(TakeCard(card=card))
        assert repr(game.factory()) == factory
        assert game.player().appeal == {"food": 2}
        assert all(not house.goods for house in game.player().warehouses)


@pytest.mark.rule("AW-11.8", "AW-19.16")
def test_an_inventor_taken_in_step_c_serves_the_next_build_only() -> None:
    game = Game().open("food").step("development").supply("inventor")
    game.play(TakeCard(card="inventor"))
    assert game.factory().level == 1
    game.refuse("AW-3.5", Build(inventor=("food",)))
    game.step("action").play(Build(inventor=("food",)))
    assert game.factory().level == 2


@pytest.mark.rule("AW-1.19", "AW-9.8", "AW-13.11", "AW-2.15")
def test_the_shipping_card_shows_two_ships_then_one_then_none_and_then_two_again() -> None:
    game = Game().open("food", workers="I I")
    shown = [game.player().ships]
    for _ in range(2):
        game.produces(0, 1).open("food", 1).play(Produce(shipped=2, store=(Held("W1", 2), Held("W2", 1))))
        shown.append(game.player().ships)
    game.produces(0).refuse("AW-13.6", Produce(shipped=1))
    game.turns().play(StockExchange(ships=True))
    shown.append(game.player().ships)
    assert shown == [2, 1, 0, 2]


@pytest.mark.rule("AW-11.1", "AW-D.26")
def test_a_turn_may_do_nothing_but_price_and_appeal() -> None:
    game = Game().open("food")
    before = game.copy().players[0]
    game.play(PassAction())
    game.play(SetPrice(space=3, office="price"))
    game.play(PassDevelopment())
    game.play(EndTurn())
    assert game.player() == before
