"""Whole games checked by a second implementation of production, rounds, scoring and the solo opponents.

Each fact is recomputed from the position before it, step by step as in the catalogue and with the printed
figures, without any function of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from typing import Any

import pytest

from domain.arkwright.engine.apply import apply, initial
from domain.arkwright.model import facts
from domain.arkwright.model.state import Player, State
from tests.domain.arkwright.builder import COMPONENTS as FIGURES
from tests.domain.arkwright.playing import EXPERT, facts_of_game

GAMES = [(seats, seed, options) for seats in (1, 2, 3, 4) for seed in (11, 12) for options in ({}, EXPERT)]
GOODS = [good.id for good in FIGURES.goods]


def halved(pounds: int) -> int:
    return pounds // 2 + pounds % 2


def board(state: State) -> Any:
    return next(side for side in FIGURES.market_board.sides if len(state.players) in side.seats)


def demand_after(state: State, good: str, old: int, new: int, demand: int) -> int:
    """Return the marker walks space by space; an arrow on the border moves demand in the same direction."""
    while old != new:
        step = 1 if new > old else -1
        if min(old, old + step) in board(state).arrows[good]:
            demand += step
        old += step
    return min(max(demand, FIGURES.market_board.demand.first), FIGURES.market_board.demand.last)


def held(player: Player, type: str) -> Any:
    return next((card for card in player.cards if card.type == type), None)


@singledispatch
def judge(fact: Any, state: State, production: list[Any]) -> None:
    """Facts of other sections are judged elsewhere."""


# Sections 12 to 14


@judge.register
def _(fact: facts.Produced, state: State, production: list[Any]) -> None:
    player, good = state.players[fact.seat], fact.good
    factory = player.factories[good]
    printed = FIGURES.factories[good].I if factory.level == 1 else FIGURES.factories[good].II
    icons = printed.goods + sum(
        FIGURES.worker_cards[good][place].goods[worker.side] for place, worker in enumerate(factory.workers)
    )
    made = icons + (1 if fact.discarded else 0)
    limit = max(0, player.appeal[good] - state.demand[good])
    limit = min(limit, player.appeal[good])
    if fact.patron:
        patron = held(player, f"patron_{good}")
        assert patron and not patron.used
        limit = min(limit + 1, player.appeal[good])
    fresh = min(made, limit)
    stored = sum(house.goods for house in player.warehouses if house.good == good)
    assert (fact.produced, fact.limit, fact.fresh_sold, fact.stored_before) == (made, limit, fresh, stored)
    assert 0 <= fact.stored_sold <= min(stored, limit - fresh)
    left = made + stored - fresh - fact.stored_sold
    assert fact.shipped + sum(each.goods for each in fact.store) + fact.lost == left
    price = printed.spaces[factory.space].price + (FIGURES.office_cards[good] if factory.office == "price" else 0)
    price += sum(card.value for card in factory.quality if card.end == "price")
    ships(fact, player, fact.shipped)
    table = FIGURES.player_board.contract_table
    contract = table[fact.shipped] if fact.shipped and held(player, "contract") else 0
    income = (fresh + fact.stored_sold) * price + fact.shipped * printed.shipping_price + contract
    assert fact.income == income
    assert fact.costs.total == cost(state, player, good, printed.fixed_cost)
    paid(fact, player, player.funds + income, fact.costs.total)
    production.append((fact.seat, fresh + fact.stored_sold, player.appeal[good]))


def ships(fact: Any, player: Player, goods: int) -> None:
    """Check that each ship carries its capacity and needs a space of the track, except that of the trading office."""
    capacity = FIGURES.development_tracks["shipping"].levels[player.levels["shipping"] - 1]
    used = 0
    while used * capacity < goods:
        used += 1
    tokens = used - 1 if fact.trading_office else used
    assert (fact.ships, fact.tokens) == (used, tokens)
    assert used <= player.ships
    assert player.shipping_tokens + tokens <= 9
    if fact.trading_office:
        assert used
        assert not held(player, "trading_office").used


def cost(state: State, player: Player, good: str, fixed: int) -> int:
    """Return the fixed cost, a wage for each worker and a pound for each machine, less what cards take off."""
    wage = board(state).wages[state.wage_space]
    factory = player.factories[good]
    machines = sum(worker.machines for worker in factory.workers)
    workers = sum(card.workers for card, _ in zip(FIGURES.worker_cards[good], factory.workers, strict=False)) - machines
    supervisor = held(player, "supervisor")
    supervised = min(4, workers) if supervisor and supervisor.at == good else 0
    wages = (workers - supervised) * wage + supervised * max(0, wage - 2)
    upkeep = max(0, machines - 2) if held(player, "workshop") else machines
    return max(0, fixed - 2 if held(player, "developer") else fixed) + wages + upkeep


def paid(fact: Any, player: Player, funds: int, due: int) -> None:
    """Check emergency loans: one at a time, each for half of the share value, then bankruptcy."""
    loans = 0
    while funds < due and player.loans + loans < 9:
        funds += halved(player.share_value)
        loans += 1
    assert (fact.emergency.loans if fact.emergency else 0) == loans
    assert fact.paid == min(funds, due)


@judge.register
def _(fact: facts.Bankrupted, state: State, production: list[Any]) -> None:
    player = state.players[fact.seat]
    assert player.loans == 9
    assert player.funds == 0
    assert {card.id for card in fact.returned} == {card.id for card in player.cards}
    production[:] = [sale for sale in production if sale[0] != fact.seat]


# Sections 15 and 16


@judge.register
def _(fact: facts.ProductionBegan, state: State, production: list[Any]) -> None:
    production.clear()
    count = len(state.players)
    order = [(state.start_player + step) % count for step in range(count)]
    assert fact.good == GOODS[state.round - 1]
    assert list(fact.seats) == [
        seat for seat in order if fact.good in state.players[seat].factories and not state.players[seat].bankrupt
    ]


@judge.register
def _(fact: facts.SharesValued, state: State, production: list[Any]) -> None:
    automas = {automa.colour: automa for automa in state.solo.automas} if state.solo else {}
    sellers = [sale for sale in production if sale[1] >= 2]
    highest = [sale[0] for sale in sellers if sale[2] == max(each[2] for each in sellers)]
    extra = highest[0] if len(highest) == 1 else state.tie_broken
    found = {each.colour or each.seat: each.share_value for each in fact.raises}
    for owner, _, _ in sellers:
        before = automas[owner].share_value if owner in automas else state.players[owner].share_value
        assert found.pop(owner) == min(30, before + (2 if owner == extra else 1))
    assert not found


@judge.register
def _(fact: facts.DistributionWorn, state: State, production: list[Any]) -> None:
    good = GOODS[state.round - 1]
    producers = [seat for seat, _, _ in production if isinstance(seat, int)]
    laid = {seat: state.players[seat].factories[good].distribution for seat in producers}
    assert {worn.seat: worn.value for worn in fact.worn} == {
        seat: card.value - 1 for seat, card in laid.items() if card
    }
    assert {worn.good for worn in fact.worn} == {good}


# Sections 17 and 18


@judge.register
def _(fact: facts.StartPlayerNamed, state: State, production: list[Any]) -> None:
    count = len(state.players)
    clockwise = [(state.start_player + step) % count for step in range(count)]
    there = [seat for seat in clockwise if not state.players[seat].bankrupt]
    products = {seat: state.players[seat].shares * state.players[seat].share_value for seat in there}
    lowest = [seat for seat in there if products[seat] == min(products.values())]
    poorest = min(state.players[seat].funds for seat in lowest)
    assert fact.seat == next(seat for seat in lowest if state.players[seat].funds == poorest)


@judge.register
def _(fact: facts.NeutralsRaised, state: State, production: list[Any]) -> None:
    assert state.round == 1
    for good, appeal in state.neutral.items():
        assert fact.neutral[good] == min(appeal + 1, FIGURES.market_board.appeal.last)
        assert fact.demand[good] == demand_after(state, good, appeal, fact.neutral[good], state.demand[good])


@judge.register
def _(fact: facts.RoundBegan, state: State, production: list[Any]) -> None:
    named, count = state.next_start_player, len(state.players)
    if state.solo:
        assert fact.opponents_first == (named == 1)
        return
    new_era = fact.round == 1
    first = named if named is not None else state.start_player if new_era else (state.start_player + 1) % count
    while state.players[first].bankrupt:
        first = (first + 1) % count
    assert fact.start_player == first


@judge.register
def _(fact: facts.GameEnded, state: State, production: list[Any]) -> None:
    for score in fact.scores:
        player = state.players[score.seat]
        funds = player.funds + sum(
            FIGURES.final_sale[house.good] * house.goods for house in player.warehouses if house.good
        )
        shares = player.shares
        while funds >= player.share_value and shares < 30:
            funds, shares = funds - player.share_value, shares + 1
        value = player.share_value - FIGURES.player_board.shipping_penalty[player.shipping_tokens]
        assert score.score == max(0, shares - player.loans) * max(0, value)
        assert score.funds == funds
    for automa in fact.automa_scores:
        assert automa.score == automa.shares * automa.share_value
    if not state.solo:
        best = max((score.score, score.funds) for score in fact.scores)
        first = {score.seat for score in fact.scores if (score.score, score.funds) == best}
        assert first == {place.seat for place in fact.ranking if place.place == 1}


# The solo opponents


@judge.register
def _(fact: facts.AutomaAdvanced, state: State, production: list[Any]) -> None:
    assert fact.appeal_to == min(fact.appeal_from + 2, FIGURES.market_board.appeal.last)
    assert fact.demand_to == demand_after(state, fact.good, fact.appeal_from, fact.appeal_to, state.demand[fact.good])


@judge.register
def _(fact: facts.AutomaOpened, state: State, production: list[Any]) -> None:
    good = GOODS[state.round - 1]
    target = (3 if good in ("food", "clothes") else 2) + state.era
    lowered = {each: max(demand - 1, FIGURES.market_board.demand.first) for each, demand in state.demand.items()}
    assert fact.appeal == target
    assert fact.demand == lowered | {good: demand_after(state, good, 0, target, lowered[good])}
    assert fact.wage_space == min(state.wage_space + 1, len(board(state).wages) - 1)


@judge.register
def _(fact: facts.AutomasGained, state: State, production: list[Any]) -> None:
    assert state.solo
    drawn = state.solo.drawn[-1]
    others = {automa.colour: min(30, automa.shares + 1) for automa in state.solo.automas if automa.colour != drawn}
    assert {gain.colour: gain.shares for gain in fact.gains} == others


@judge.register
def _(fact: facts.FundsMarkerMoved, state: State, production: list[Any]) -> None:
    """The marker goes card by card over the display."""
    solo, good = state.solo, GOODS[state.round - 1]
    assert solo
    steps = sum(good in player.appeal for player in state.players) + sum(good in each.appeal for each in solo.automas)
    place, others = fact.place_from, {at for colour, at in solo.markers.items() if colour != fact.colour}
    walked = 0
    while walked < steps or (steps and place in others):
        place = (place + 1) % len(solo.display)
        walked += bool(solo.display[place])
        while not solo.display[place]:
            place = (place + 1) % len(solo.display)
            walked += bool(solo.display[place])
    assert fact.place_to == place


@judge.register
def _(fact: facts.AutomaProduced, state: State, production: list[Any]) -> None:
    assert state.solo
    automa = next(each for each in state.solo.automas if each.colour == fact.colour)
    sold = min(automa.appeal[fact.good], max(0, automa.appeal[fact.good] - state.demand[fact.good]))
    assert fact.sold == sold
    assert fact.shares == (automa.shares if sold >= 2 else min(30, automa.shares + 1))
    production.append((fact.colour, sold, automa.appeal[fact.good]))


def judged(seats: int, seed: int, options: dict[str, Any]) -> Iterator[type[Any]]:
    started, *others = facts_of_game(seats, seed, **options)
    state, production = initial(started), list[Any]()
    for fact in others:
        judge(fact, state, production)
        apply(state, fact)
        yield type(fact)


@pytest.mark.rule("AW-12.2", "AW-12.3", "AW-13.8", "AW-13.10", "AW-14.1", "AW-14.5", "AW-14.6", "AW-15.1", "AW-15.2")
@pytest.mark.rule("AW-16.1", "AW-17.1", "AW-17.3", "AW-17.6", "AW-18.1", "AW-19.9", "AW-19.11", "AW-19.12", "AW-D.34")
@pytest.mark.rule("AW-S.19", "AW-S.20", "AW-S.21", "AW-S.22", "AW-S.24", "AW-S.27", "AW-S.29", "AW-D.60", "AW-D.61")
@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
def test_a_second_implementation_of_the_rules_gives_the_same_results(
    seats: int, seed: int, options: dict[str, Any]
) -> None:
    happened = set(judged(seats, seed, options))
    assert {facts.Produced, facts.SharesValued, facts.RoundBegan, facts.GameEnded} <= happened
    if seats == 1:
        assert {facts.FundsMarkerMoved, facts.AutomaAdvanced, facts.AutomaProduced} <= happened
    if seats == 2:
        assert facts.NeutralsRaised in happened
