"""Application of the facts of a turn to the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from domain.arkwright.engine.shared_changes import borrow, discard, held_by, move_markers, ship, solo_of, store
from domain.arkwright.model import facts
from domain.arkwright.model.commands import QualityAt
from domain.arkwright.model.state import Distribution, Factory, HeldCard, Player, Quality, State, Warehouse, Worker


def _built(state: State, fact: facts.Built) -> None:
    player = state.players[fact.seat]
    for good in fact.built:
        player.factories[good] = Factory(level=fact.level, space=fact.space, office="price", workers=[], quality=[])
        player.appeal[good] = 0
    for upgraded in (*fact.upgraded, *fact.by_inventor):
        factory = player.factories[upgraded.good]
        factory.level = upgraded.level
        if upgraded.space is not UNSET:
            factory.space = upgraded.space
        for worker, side in zip(factory.workers, upgraded.sides, strict=True):
            worker.side = side
    move_markers(state, fact.demand, fact.wage_space)
    discard(state, fact.seat, fact.discarded, fact.discarded_to)


def _hired(state: State, fact: facts.Hired) -> None:
    player = state.players[fact.seat]
    for new in fact.workers:
        player.factories[new.good].workers.append(Worker(new.side))
    move_markers(state, fact.demand, fact.wage_space)


def _automated(state: State, fact: facts.Automated) -> None:
    player = state.players[fact.seat]
    for card in fact.cards:
        player.factories[card.good].workers[card.position - 1].machines = card.machines
    player.tally.automate_actions += 1


def _quality_added(state: State, fact: facts.QualityAdded) -> None:
    player = state.players[fact.seat]
    for good, factory in player.factories.items():
        factory.quality = [_quality(card) for card in fact.cards if card.good == good]
    _used(player, fact)


def _quality(card: QualityAt) -> Quality:
    return Quality(card.card, card.value, card.end)


def _distribution_added(state: State, fact: facts.DistributionAdded) -> None:
    player = state.players[fact.seat]
    for factory in player.factories.values():
        factory.distribution = None
    for card in fact.cards:
        player.factories[card.good].distribution = Distribution(card.card, card.value)
    _used(player, fact)


def _used(player: Player, fact: facts.QualityAdded | facts.DistributionAdded) -> None:
    if fact.used:
        player.tally.cards_used = sorted({*(player.tally.cards_used or ()), *fact.used})


def _stock_traded(state: State, fact: facts.StockTraded) -> None:
    player = state.players[fact.seat]
    player.shares += fact.half_price + fact.full_price
    player.funds += fact.borrowed - fact.paid
    player.loans += fact.loans
    if fact.ships is not None:
        player.ships = fact.ships


def _extra_produced(state: State, fact: facts.ExtraProduced) -> None:
    player = state.players[fact.seat]
    store(
        player,
        (run.good for run in fact.runs),
        {stored.warehouse: (stored.good, stored.goods) for stored in fact.store},
    )
    borrow(player, fact.emergency)
    player.funds -= fact.paid
    discard(state, fact.seat, fact.discarded, fact.discarded_to)


def _shipped_early(state: State, fact: facts.ShippedEarly) -> None:
    player = state.players[fact.seat]
    shipped = {cargo.warehouse: cargo.goods for cargo in fact.cargo}
    for warehouse in player.warehouses:
        warehouse.goods -= shipped.get(warehouse.id, 0)
        if not warehouse.goods:
            warehouse.good = ""
    player.funds += fact.income
    ship(player, fact)


def _price_set(state: State, fact: facts.PriceSet) -> None:
    player = state.players[fact.seat]
    factory = player.factories[fact.good]
    factory.space, factory.office = fact.space, fact.office
    factory.quality = [
        Quality(card.card, card.value, "appeal" if card.card in fact.quality_on_appeal else "price")
        for card in factory.quality
    ]
    player.appeal[fact.good] = fact.appeal_to
    state.demand[fact.good] = fact.demand_to


def _advanced(state: State, fact: facts.Advanced) -> None:
    _advance(state.players[fact.seat], fact.track, fact.level)


def _advance(player: Player, track: str, level: int) -> None:
    player.tally.stock_exchange_advances += track == "stock_exchange"
    player.levels[track] = level


def _card_taken(state: State, fact: facts.CardTaken) -> None:
    player = state.players[fact.seat]
    discard(state, fact.seat, fact.discarded, fact.discarded_to)
    if fact.lost_quality:
        factory = player.factories[fact.lost_quality.good]
        factory.quality = [card for card in factory.quality if card.card != fact.lost_quality.card]
        if fact.replacement:
            factory.quality.append(_quality(fact.replacement))
    if fact.lost_distribution:
        player.factories[fact.lost_distribution.good].distribution = None
    if fact.discarded and fact.lost_warehouse:
        player.warehouses = [house for house in player.warehouses if house.id != fact.lost_warehouse]
    state.supply = [card for card in state.supply if card.id != fact.card.id]
    if fact.place is not None:
        solo_of(state).display[fact.place] = ""
    player.cards.append(HeldCard(fact.card.id, fact.card.type, at=fact.at))
    player.max_quality = fact.max_quality
    if fact.gained_warehouse:
        player.warehouses.append(Warehouse(fact.gained_warehouse))
    player.tally.cards_gained.append(fact.card.type)


def _broker_used(state: State, fact: facts.BrokerUsed) -> None:
    player = state.players[fact.seat]
    player.shares += fact.shares
    player.funds -= fact.paid
    if fact.counted:
        player.tally.brokers_used = (player.tally.brokers_used or 0) + 1
    discard(state, fact.seat, fact.discarded, fact.discarded_to)


def _inventor_used(state: State, fact: facts.InventorUsed) -> None:
    for track, level in fact.levels.items():
        _advance(state.players[fact.seat], track, level)
    discard(state, fact.seat, fact.discarded, fact.discarded_to)


def _developer_used(state: State, fact: facts.DeveloperUsed) -> None:
    player = state.players[fact.seat]
    held_by(player, "developer").used = True
    held_by(player, fact.card).used = False


def _turn_ended(state: State, fact: facts.TurnEnded) -> None:
    state.discarded = []


def nothing(state: State, fact: facts.LaterFact) -> None:
    """Change nothing but the pending steps."""


WRITES: dict[type[Any], Callable[[State, Any], None]] = {
    facts.Built: _built,
    facts.Hired: _hired,
    facts.Automated: _automated,
    facts.QualityAdded: _quality_added,
    facts.DistributionAdded: _distribution_added,
    facts.StockTraded: _stock_traded,
    facts.ExtraProduced: _extra_produced,
    facts.ShippedEarly: _shipped_early,
    facts.ActionPassed: nothing,
    facts.PriceSet: _price_set,
    facts.Advanced: _advanced,
    facts.CardTaken: _card_taken,
    facts.BrokerUsed: _broker_used,
    facts.InventorUsed: _inventor_used,
    facts.DevelopmentPassed: nothing,
    facts.DeveloperUsed: _developer_used,
    facts.TurnEnded: _turn_ended,
}
