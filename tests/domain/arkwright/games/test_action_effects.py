"""Effects of each action in random games: it changes what its rules say, and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.arkwright.engine.apply import apply
from domain.arkwright.model.commands import (
    AddDistribution,
    AddQuality,
    Advance,
    Automate,
    Build,
    Hire,
    PassAction,
    PassDevelopment,
    SetPrice,
    StockExchange,
    TakeCard,
    UseBroker,
)
from domain.arkwright.model.factories import appeal, price, quality_total
from domain.arkwright.model.facts import PriceSet
from domain.arkwright.model.lookup import components_of
from domain.arkwright.model.state import Factory, State
from domain.game import Command
from tests.domain.arkwright.playing import Move, moves

GAMES = ((2, 31), (2, 34), (3, 32), (3, 37), (4, 33), (4, 36))


def after(state: State, facts: list[Any]) -> State:
    """Return the position after the command's own fact."""
    copy = msgspec.json.decode(msgspec.json.encode(state), type=State)
    apply(copy, facts[0])
    return copy


def played(seats: int, seed: int, *kinds: type[Command]) -> list[tuple[State, State, Move]]:
    """Positions before and after each move of these kinds; there must have been some."""
    found = []
    for state, seat, command, facts in moves(seats, seed):
        if isinstance(command, kinds):
            before = msgspec.json.decode(msgspec.json.encode(state), type=State)
            found.append((before, after(state, facts), (before, seat, command, facts)))
    assert found
    return found


def markers(state: State) -> list[dict[str, int]]:
    return [player.appeal for player in state.players]


@pytest.mark.rule("AW-5.7", "AW-5.8", "AW-5.9", "AW-6.6", "AW-6.7", "AW-D.3", "AW-D.6")
@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_building_and_hiring_move_every_demand_and_the_wage_by_one_or_not_at_all(seats: int, seed: int) -> None:
    for before, now, (_, _, command, _) in played(seats, seed, Build, Hire):
        components = components_of(before)
        moved = isinstance(command, Hire) or bool(isinstance(command, Build) and command.build)
        lowest, last = components.market_board.demand.first, len(components.board(seats).wages) - 1
        assert now.demand == {good: max(lowest, demand - moved) for good, demand in before.demand.items()}
        assert now.wage_space == min(last, before.wage_space + moved)


@pytest.mark.rule("AW-7.7", "AW-8.13", "AW-10.9", "AW-D.26")
@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_other_actions_move_neither_demand_nor_wages_nor_appeal(seats: int, seed: int) -> None:
    kinds = (Automate, AddQuality, AddDistribution, StockExchange, PassAction, Advance, TakeCard, PassDevelopment)
    for before, now, _ in played(seats, seed, *kinds, UseBroker):
        assert (now.demand, now.wage_space, now.neutral) == (before.demand, before.wage_space, before.neutral)
        assert markers(now) == markers(before)


@pytest.mark.rule("AW-D.67", "AW-D.68")
@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_no_action_has_a_fee_and_shares_are_never_sold(seats: int, seed: int) -> None:
    free = (Build, Hire, Automate, AddQuality, AddDistribution, SetPrice, Advance, TakeCard)
    for before, now, (_, seat, command, _) in played(seats, seed, *free, StockExchange, UseBroker):
        mine, then = now.players[seat], before.players[seat]
        assert mine.shares >= then.shares
        if isinstance(command, free):
            assert (mine.funds, mine.shares, mine.loans) == (then.funds, then.shares, then.loans)


@pytest.mark.rule("AW-10.4", "AW-10.5", "AW-10.7", "AW-10.8", "AW-10.9", "AW-D.1")
@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_step_b_preserves_the_sum_and_moves_one_marker_and_its_demand(seats: int, seed: int) -> None:
    for before, now, (_, seat, _, facts) in played(seats, seed, SetPrice):
        fact: Any = facts[0]
        assert isinstance(fact, PriceSet)
        components, good = components_of(before), fact.good
        factories = (before.players[seat].factories[good], now.players[seat].factories[good])
        sums = {price(components, good, factory) + appeal(components, good, factory) for factory in factories}
        assert len(sums) == 1
        assert now.players[seat].appeal[good] == min(15, appeal(components, good, factories[1]))
        assert now.players[seat].appeal | {good: 0} == before.players[seat].appeal | {good: 0}
        assert now.demand | {good: 0} == before.demand | {good: 0}
        borders, scale = components.board(seats).arrows[good], components.market_board.demand
        way = sorted((fact.appeal_from, fact.appeal_to))
        passed = sum(way[0] <= border < way[1] for border in borders)
        arrows = passed if fact.appeal_to > fact.appeal_from else -passed
        assert now.demand[good] == max(scale.first, min(scale.last, before.demand[good] + arrows))


def machines(state: State, seat: int) -> int:
    return sum(worker.machines for factory in state.players[seat].factories.values() for worker in factory.workers)


@pytest.mark.rule("AW-7.1", "AW-5.13", "AW-6.9", "AW-6.4")
@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_machines_grow_by_automating_only_and_no_worker_card_is_ever_lost(seats: int, seed: int) -> None:
    for before, now, (_, seat, command, _) in played(seats, seed, Build, Hire, Automate):
        added = machines(now, seat) - machines(before, seat)
        if isinstance(command, Automate):
            level = before.players[seat].levels["machines"]
            assert added == len(command.machines) <= (2, 3, 4)[level - 1]
        else:
            assert added == 0
        for good, factory in before.players[seat].factories.items():
            assert len(now.players[seat].factories[good].workers) >= len(factory.workers)
            assert len(now.players[seat].factories[good].workers) <= 2


def _quality(factory: Factory) -> int:
    return quality_total(factory)


def _distribution(factory: Factory) -> int:
    return factory.distribution.value if factory.distribution else 0


@pytest.mark.rule("AW-8.3", "AW-8.4", "AW-8.5", "AW-8.6", "AW-D.16", "AW-8.1")
@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_points_added_stay_within_the_level_and_the_other_kind_stays(seats: int, seed: int) -> None:
    for before, now, (_, seat, command, _) in played(seats, seed, AddQuality, AddDistribution):
        then, mine = before.players[seat], now.players[seat]
        kind, other = (_quality, _distribution) if isinstance(command, AddQuality) else (_distribution, _quality)
        rises = [max(0, kind(mine.factories[good]) - kind(factory)) for good, factory in then.factories.items()]
        most = then.levels["quality"] if kind is _quality else then.levels["distribution"] + 1
        assert sum(rises) <= most
        assert all(
            kind(factory) <= (mine.max_quality if kind is _quality else 4) for factory in mine.factories.values()
        )
        assert all(other(mine.factories[good]) == other(factory) for good, factory in then.factories.items())


@pytest.mark.rule("AW-11.1", "AW-11.2", "AW-11.4", "AW-11.6")
@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_a_development_is_one_level_or_one_card_and_cards_stay_within_the_limit(seats: int, seed: int) -> None:
    for before, now, (_, seat, command, _) in played(seats, seed, Advance, TakeCard):
        then, mine = before.players[seat], now.players[seat]
        steps = sum(mine.levels.values()) - sum(then.levels.values())
        new = [card.type for card in mine.cards if card.id not in {held.id for held in then.cards}]
        assert (steps, len(new)) == ((1, 0) if isinstance(command, Advance) else (0, 1))
        assert len(mine.cards) <= (2, 3, 4)[mine.levels["development_cards"] - 1]
        assert len({card.type for card in mine.cards}) == len(mine.cards)
