"""Commands that a click on a factory, or an action, may mean, to find the reason for a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import (
    AddDistribution,
    AddQuality,
    Automate,
    Build,
    Cargo,
    DistributionAt,
    EarlyShipping,
    ExtraProduction,
    Hire,
    QualityAt,
    StockExchange,
    UseDeveloper,
)
from domain.arkwright.model.state import State
from domain.arkwright.rounds import asked
from domain.game import Command

Tries = Callable[[Position, Sequence[str]], Iterable[Command]]


def _builds(position: Position, goods: Sequence[str]) -> Iterable[Command]:
    for good in goods:
        yield Build(upgrade=(good,)) if good in position.open_goods else Build(build=(good,))


def _hires(position: Position, goods: Sequence[str]) -> Iterable[Command]:
    return (Hire(workers=(good,)) for good in goods)


def _machines(position: Position, goods: Sequence[str]) -> Iterable[Command]:
    """Yield a machine at each worker card; at a factory without any, at its first."""
    for good in goods:
        factory = position.player.factories.get(good)
        cards = len(factory.workers) if factory is not None else 1
        yield from (Automate(machines=(f"{good}/{place}",)) for place in range(1, max(cards, 1) + 1))


def _shares(position: Position, goods: Sequence[str]) -> Iterable[Command]:
    yield from (StockExchange(half_price=1), StockExchange(full_price=1), StockExchange(loans=1))
    yield StockExchange(ships=True)


def _qualities(position: Position, goods: Sequence[str]) -> Iterable[Command]:
    """Yield each card of the seat, alone and with the lowest value it shows."""
    own = position.components.laid_cards("quality")
    for card in position.own_cards("quality"):
        yield from (AddQuality(cards=(QualityAt(card, good, min(own[card].values), "price"),)) for good in goods)


def _distributions(position: Position, goods: Sequence[str]) -> Iterable[Command]:
    own = position.components.laid_cards("distribution")
    for card in position.own_cards("distribution"):
        yield from (AddDistribution(cards=(DistributionAt(card, good, min(own[card].values)),)) for good in goods)


def _extra_productions(position: Position, goods: Sequence[str]) -> Iterable[Command]:
    """Yield extra productions, which are possible with any factory; none at tables without this action."""
    if position.state.options.extra_production and not position.open_goods:
        yield ExtraProduction(runs=())


def _early_shippings(position: Position, goods: Sequence[str]) -> Iterable[Command]:
    """Yield one of the goods of a warehouse; none at tables without this action."""
    if not position.state.options.early_shipping:
        return
    filled = [warehouse for warehouse in position.player.warehouses if warehouse.goods]
    if not filled:
        yield EarlyShipping(cargo=())
    for warehouse in filled:
        yield from (EarlyShipping(cargo=(Cargo(warehouse.id, 1),), trading_office=used) for used in (False, True))


def _developers(position: Position, goods: Sequence[str]) -> Iterable[Command]:
    """Yield each other card of a seat that holds a developer."""
    if position.holds("developer"):
        yield from (UseDeveloper(card=held.type) for held in position.player.cards)


_ACTIONS: Mapping[str, Tries] = {
    "build": _builds,
    "hire": _hires,
    "automate": _machines,
    "quality": _qualities,
    "distribution": _distributions,
    "stock_exchange": _shares,
    "extra_production": _extra_productions,
    "early_shipping": _early_shippings,
    "developer": _developers,
}


def tries(state: State, seat: int, about: str) -> Iterable[Command]:
    """Return commands that a click on a part of the drawing, or an action, may mean; only in the step of actions."""
    awaited = None if state.finished else asked(state)
    if awaited is None or awaited.kind != "action":
        return ()
    position = Position(state, seat)
    goods = tuple(position.components.worker_cards)
    kind, _, name = about.partition(":")
    if kind == "factory" and name in goods:
        return [command for action in ("build", "hire", "automate") for command in _ACTIONS[action](position, [name])]
    good = name.partition("/")[0]
    if kind in ("quality", "distribution") and good in goods:
        return _ACTIONS[kind](position, [good])
    return _ACTIONS[name](position, goods) if kind == "action" and name in _ACTIONS else ()
