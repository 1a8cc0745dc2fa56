"""A bot that looks one step ahead: it proposes commands by chance and takes the one of most worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from domain.arkwright.apply import apply
from domain.arkwright.commands import BreakTie, NameStartPlayer, SetPrice
from domain.arkwright.decide import move
from domain.arkwright.factories import capacity, costs, quality_total, side
from domain.arkwright.facts import Produced
from domain.arkwright.market import arrows_crossed, moved_demand, sales_limit, wage
from domain.arkwright.position import Position
from domain.arkwright.pricing import outlook, settings
from domain.arkwright.rounds import asked
from domain.arkwright.state import State
from domain.game import Command, copied


class Weights(msgspec.Struct, frozen=True):
    """What the bot likes, in points of the final score."""

    sample: int = 40
    """Commands proposed for a decision."""
    step: float = 12.0
    """A step of the share value, when a price is set."""
    lead: float = 0.5
    """The chance of the highest appeal, given enough sales."""
    level: float = 4.0
    """A level of a development track."""
    card: float = 5.0
    """A held development card."""
    ship: float = 3.0
    """A ready ship."""
    stored: float = 1.5
    """A good in a warehouse, in pounds."""
    usable: float = 0.8
    """The part of future money that becomes shares."""


WEIGHTS = Weights()


def greedy(state: State, seat: int, propose: Callable[[], Command], weights: Weights = WEIGHTS) -> Command:
    """The best of the commands proposed; ``state`` is the view of the seat."""
    awaited = asked(state)
    kind = awaited.kind if awaited else ""
    if kind == "price":
        return _best_price(Position(state, seat), weights)
    if kind in ("end", "achievements", "start_player", "entrepreneur", "tie"):
        return _at_once(kind, seat, propose)
    found = dict.fromkeys(propose() for _ in range(weights.sample))
    if len(found) == 1:
        return next(iter(found))
    return max(found, key=lambda command: _worth_of(state, seat, command, weights))


def _at_once(kind: str, seat: int, propose: Callable[[], Command]) -> Command:
    if kind == "tie":
        return BreakTie(use=True)
    if kind == "start_player":
        return NameStartPlayer(start_player=seat)
    return propose()


def _best_price(position: Position, weights: Weights) -> SetPrice:
    """The setting with the most profit, a step of the share value counted in."""
    enough = position.components.constants.goods_for_share_value

    def worth(command: SetPrice) -> float:
        promised = outlook(position, command)
        return promised.profit + weights.step * (promised.sales >= enough) + 0.1 * promised.sales

    return max(settings(position), key=worth)


def _worth_of(state: State, seat: int, command: Command, weights: Weights) -> float:
    """The worth of the position after a command's own fact."""
    fact: Any = move(state, seat, command)
    after = copied(state)
    apply(after, fact)
    extra = weights.stored * fact.stored if isinstance(fact, Produced) else 0.0
    return extra + position_worth(Position(after, seat), weights)


# --------------------------------------------------------------------------------------------------------------------
# The worth of a position
# --------------------------------------------------------------------------------------------------------------------


def position_worth(position: Position, weights: Weights) -> float:
    """The final score that the seat may hope for, roughly."""
    player, components = position.player, position.components
    money, steps = float(player.funds), 0.0
    for good in position.open_goods:
        profit, step = _production(position, good, weights)
        rounds = _productions_left(position, good)
        money += rounds * profit
        steps += rounds * step
    lost = components.player_board.shipping_penalty[player.shipping_tokens]
    track = components.tracks
    value = min(player.share_value + steps, track.share_value.last) - lost
    price = (player.share_value + value) / 2
    shares = min(player.shares + weights.usable * money / max(price, 1), track.shares.last) - player.loans
    extras = weights.level * sum(player.levels.values()) + weights.card * len(player.cards)
    return value * shares + extras + weights.ship * player.ships


def _productions_left(position: Position, good: str) -> int:
    """How often a good is still to be produced, this round included."""
    eras = len(position.components.eras) - position.state.era
    return eras + position.to_be_produced(good)


def _production(position: Position, good: str, weights: Weights) -> tuple[float, float]:
    """Profit and steps of the share value of a production at the best appeal."""
    components, state, player = position.components, position.state, position.player
    factory = player.factories[good]
    top = side(components, good, factory).spaces[0]
    distribution = factory.distribution.value if factory.distribution else 0
    free = top.appeal + components.office_cards[good] + quality_total(factory)
    made = capacity(components, good, factory)
    cost = costs(
        components,
        player,
        good,
        wage(components, state),
        developer=position.holds("developer"),
        workshop=position.holds("workshop"),
    ).total
    best = (-float(cost), 0.0)
    for appeal in range(distribution, free + distribution + 1):
        space = position.marker(appeal)
        arrows = arrows_crossed(components, state, good, player.appeal[good], space)
        sales = min(made, sales_limit(space, moved_demand(components, state.demand[good], arrows)))
        price = top.price + free - (appeal - distribution)
        step = (1 + weights.lead) * (sales >= components.constants.goods_for_share_value)
        best = max(best, (sales * price - cost, step), key=lambda found: found[0] + weights.step * found[1])
    return best
