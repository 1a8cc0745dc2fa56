"""Changes to a position that several facts share."""

from __future__ import annotations

from collections.abc import Iterable

from domain.arkwright.model.facts import EmergencyLoans, Produced, ShippedEarly
from domain.arkwright.model.state import Automa, HeldCard, Player, Solo, State, SupplyCard


def solo_of(state: State) -> Solo:
    """Return the additional state of the solo game."""
    assert state.solo is not None
    return state.solo


def automa_of(solo: Solo, colour: str) -> Automa:
    """Return the automa of a colour."""
    return next(automa for automa in solo.automas if automa.colour == colour)


def held_by(player: Player, card: str) -> HeldCard:
    """Return the held development card of a type."""
    return next(held for held in player.cards if held.type == card)


def discard(state: State, seat: int, card: SupplyCard | None, place: int | None) -> None:
    """Move a development card from its player to the supply."""
    if card is None:
        return
    player = state.players[seat]
    player.cards = [held for held in player.cards if held.type != card.type]
    state.discarded.append(card.type)
    state.supply.append(card)
    if place is not None:
        solo_of(state).display[place] = card.id


def move_markers(state: State, demand: dict[str, int] | None, wage_space: int | None) -> None:
    """Move demand and wage markers, if they move."""
    if demand is not None:
        state.demand = dict(demand)
    if wage_space is not None:
        state.wage_space = wage_space


def borrow(player: Player, emergency: EmergencyLoans | None) -> None:
    """Take emergency loans."""
    if emergency:
        player.loans += emergency.loans
        player.funds += emergency.money


def ship(player: Player, fact: Produced | ShippedEarly) -> None:
    """Let ships sail: they are no longer ready, and tokens go on the track."""
    player.ships -= fact.ships
    player.shipping_tokens += fact.tokens
    player.tally.ships_used += fact.ships
    if fact.counted:
        player.tally.shippings = (player.tally.shippings or 0) + 1
    if fact.trading_office:
        held_by(player, "trading_office").used = True


def store(player: Player, goods: Iterable[str], store: dict[str, tuple[str, int]]) -> None:
    """Empty warehouses of these factories, and fill those used."""
    emptied = set(goods)
    for warehouse in player.warehouses:
        if warehouse.id in store:
            warehouse.good, warehouse.goods = store[warehouse.id]
        elif warehouse.good in emptied:
            warehouse.good, warehouse.goods = "", 0
