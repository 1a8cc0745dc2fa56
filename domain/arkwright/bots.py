"""The greedy bot of Arkwright: looks one step ahead and chooses the most valuable of several random commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from domain.arkwright.decide import move
from domain.arkwright.engine.apply import apply
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import BreakTie, NameStartPlayer, SetPrice
from domain.arkwright.model.factories import capacity, costs, quality_total, side
from domain.arkwright.model.facts import Produced
from domain.arkwright.model.market import arrows_crossed, moved_demand, sales_limit, wage
from domain.arkwright.model.state import State
from domain.arkwright.pricing import outlook, settings
from domain.arkwright.rounds import asked
from domain.arkwright.share_value import FOR_HIGHEST_APPEAL, FOR_SALES
from domain.game import Command, copier
from domain.game_kit.memory import remembered

_LEVELS = {"stock_exchange": 20.0, "quality": 15.0, "distribution": 10.0, "machines": 10.0, "development_cards": 2.0}


class Weights(msgspec.Struct, frozen=True):
    """The bot's values, in points of the final score."""

    sample: int = 120
    """Commands proposed for a decision."""
    sale: float = 0.1
    """The value of a good sold at home beyond its revenue, when a price is set."""
    lead: float = 0.5
    """The chance that the seat with the highest appeal now still has it in a later era."""
    levels: dict[str, float] = msgspec.field(default_factory=_LEVELS.copy)
    """A level of a development track, by track; shares at half price and quality are worth most."""
    card: float = 5.0
    """A held development card."""
    ship: float = 3.0
    """A ready ship."""
    stored: float = 1.5
    """A good in a warehouse, in pounds."""


WEIGHTS = Weights()


def greedy(state: State, seat: int, propose: Callable[[], Command], weights: Weights = WEIGHTS) -> Command:
    """Return the best of the commands proposed; ``state`` is the view of the seat."""
    awaited = asked(state)
    kind = awaited.kind if awaited else ""
    if kind == "price":
        return _best_price(Position(state, seat), weights)
    if kind in ("end", "achievements", "start_player", "entrepreneur", "tie"):
        return _at_once(kind, seat, propose)
    found = dict.fromkeys(propose() for _ in range(weights.sample))
    if len(found) == 1:
        return next(iter(found))
    copy = copier(state)
    return max(found, key=lambda command: _worth_of(state, copy(), seat, command, weights))


def _at_once(kind: str, seat: int, propose: Callable[[], Command]) -> Command:
    if kind == "tie":
        return BreakTie(use=True)
    if kind == "start_player":
        return NameStartPlayer(start_player=seat)
    return propose()


def _best_price(position: Position, weights: Weights) -> SetPrice:
    """Return the setting with the most profit, including the value of share value steps."""

    def worth(command: SetPrice) -> float:
        promised = outlook(position, command)
        steps = _steps(position, position.good, promised.sales, promised.appeal, 1.0)
        return promised.profit + position.player.shares * steps + weights.sale * promised.sales

    return max(settings(position), key=worth)


def _worth_of(state: State, after: State, seat: int, command: Command, weights: Weights) -> float:
    """Return the worth of the position after a command's own fact; ``after`` is a copy of the state for it."""
    fact: Any = move(state, seat, command)
    apply(after, fact)
    extra = _settled(Position(state, seat), fact, weights) if isinstance(fact, Produced) else 0.0
    return extra + position_worth(Position(after, seat), weights)


def _settled(position: Position, fact: Produced, weights: Weights) -> float:
    """Return the value of an ended production's effects: goods in warehouses and the rise of the share value."""
    steps = _steps(position, fact.good, fact.fresh_sold + fact.stored_sold, fact.appeal, 1.0)
    return weights.stored * fact.stored + position.player.shares * steps


# --------------------------------------------------------------------------------------------------------------------
# The worth of a position
# --------------------------------------------------------------------------------------------------------------------


def position_worth(position: Position, weights: Weights) -> float:
    """Estimate the final score of the seat."""
    player, components = position.player, position.components
    money, steps = float(player.funds), 0.0
    for good in position.open_goods:
        cost = _cost(position, good)
        for number in range(_productions_left(position, good)):
            profit, step = _production(position, good, number, cost, weights)
            money += profit
            steps += step
    lost = components.player_board.shipping_penalty[player.shipping_tokens]
    value = min(player.share_value + steps, components.tracks.share_value.last) - lost
    price = (player.share_value + value) / 2
    lost_shares = player.loans * components.constants.loan_penalty_shares
    shares = min(player.shares + money / max(price, 1), components.tracks.shares.last) - lost_shares
    levels = sum(weights.levels.get(track, 0.0) * level for track, level in player.levels.items())
    return value * shares + levels + weights.card * len(player.cards) + weights.ship * player.ships


def _productions_left(position: Position, good: str) -> int:
    """Return how often a good will still be produced, including this round."""
    eras = len(position.components.eras) - position.state.era
    return eras + position.to_be_produced(good)


def _steps(position: Position, good: str, sales: int, appeal: int, lead: float) -> float:
    """Return expected steps of the share value: for enough sales, and for the highest appeal if it lasts (AW-15)."""
    if sales < position.components.constants.goods_for_share_value:
        return 0.0
    return FOR_SALES + lead * FOR_HIGHEST_APPEAL * (appeal > _highest_other(position, good))


@remembered
def _highest_other(position: Position, good: str) -> int:
    """Return the highest appeal marker of any other seat on a track."""
    state = position.state
    others = [player.appeal for seat, player in enumerate(state.players) if seat != position.seat]
    others += [automa.appeal for automa in state.solo.automas] if state.solo else []
    return max((appeal[good] for appeal in others if good in appeal), default=-1)


def _cost(position: Position, good: str) -> int:
    """Return the cost of a production."""
    return costs(
        position.components,
        position.player,
        good,
        wage(position.components, position.state),
        developer=position.holds("developer"),
        workshop=position.holds("workshop"),
    ).total


def _production(position: Position, good: str, number: int, cost: int, weights: Weights) -> tuple[float, float]:
    """Return profit and share value steps of a production at the best appeal; ``number`` others come before it."""
    components, state, player = position.components, position.state, position.player
    factory = player.factories[good]
    top = side(components, good, factory).spaces[0]
    distribution = max(0, factory.distribution.value - number) if factory.distribution else 0
    free = top.appeal + components.office_cards[good] + quality_total(factory)
    made = capacity(components, good, factory)
    best = (-float(cost), 0.0)
    for appeal in range(distribution, free + distribution + 1):
        space = position.marker(appeal)
        arrows = arrows_crossed(components, state, good, player.appeal[good], space)
        sales = min(made, sales_limit(space, moved_demand(components, state.demand[good], arrows)))
        price = top.price + free - (appeal - distribution)
        step = _steps(position, good, sales, space, weights.lead if number else 1.0)
        best = max(best, (sales * price - cost, step), key=lambda found: found[0] + player.shares * found[1])
    return best
