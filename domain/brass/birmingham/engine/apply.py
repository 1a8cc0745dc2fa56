"""Application of facts: the set-up, and the parts that only this game has (merchants, beer and wild cards)."""

from __future__ import annotations

from domain.brass.birmingham.model.components import WILD_INDUSTRY, WILD_LOCATION
from domain.brass.birmingham.model.facts import (
    FACTS,
    Built,
    Developed,
    EraBegan,
    Linked,
    LoanTaken,
    Passed,
    Scouted,
    Sold,
    SoldTile,
    Started,
)
from domain.brass.birmingham.model.state import Merchant, Player, State
from domain.brass.engine import apply as brass
from domain.brass.engine.apply import applying
from domain.brass.model.facts import Taken


def initial(started: Started) -> State:
    """Return the position right after the set-up."""
    return State(
        **brass.at_the_start(started),
        players=[
            Player(**brass.seated(started, seat), face_down=[started.face_down[seat]])
            for seat in range(len(started.hands))
        ],
        merchants={space: Merchant(tile, space in started.barrels) for space, tile in started.merchants.items()},
        wild_location=started.wild_location,
        wild_industry=started.wild_industry,
    )


# --------------------------------------------------------------------------------------------------------------------
# Actions
# --------------------------------------------------------------------------------------------------------------------


def _act(state: State, seat: int, card: str) -> Player:
    """Remove the card of an action from the hand."""
    state.actions_left -= 1
    player = state.players[seat]
    _discard(state, player, card)
    return player


def _discard(state: State, player: Player, card: str) -> None:
    """Discard a card; wild cards go back to their piles (BB-4.14)."""
    if card == WILD_LOCATION:
        player.hand.remove(card)
        state.wild_location += 1
    elif card == WILD_INDUSTRY:
        player.hand.remove(card)
        state.wild_industry += 1
    else:
        brass.discard(player, card)


def _take_beer(state: State, taken: Taken) -> None:
    if taken.source in state.merchants:
        state.merchants[taken.source].barrel = False
    else:
        brass.take_piece(state, taken)


def _built(state: State, fact: Built) -> None:
    brass.build(state, _act(state, fact.seat, fact.card), fact)


def _linked(state: State, fact: Linked) -> None:
    brass.link(state, _act(state, fact.seat, fact.card), fact)
    if fact.beer:
        _take_beer(state, fact.beer)


def _developed(state: State, fact: Developed) -> None:
    brass.develop(state, _act(state, fact.seat, fact.card), fact)


def _sold(state: State, fact: Sold) -> None:
    player = _act(state, fact.seat, fact.card)
    for sale in fact.sales:
        _sell(state, player, sale)


def _sell(state: State, player: Player, sale: SoldTile) -> None:
    for taken in sale.beer:
        _take_beer(state, taken)
    if sale.bonus:
        player.points += sale.bonus.points
        player.money += sale.bonus.money
        if sale.bonus.developed:
            brass.remove_from_mat(player, sale.bonus.developed)
        if sale.bonus.income:
            player.income_space = sale.bonus.income.income_to
    brass.flip(state, sale.slot, sale.flip)


def _loan_taken(state: State, fact: LoanTaken) -> None:
    brass.borrow(_act(state, fact.seat, fact.card), fact)


def _scouted(state: State, fact: Scouted) -> None:
    state.actions_left -= 1
    player = state.players[fact.seat]
    for card in fact.cards:
        _discard(state, player, card)
    player.hand.extend(fact.gained)
    state.wild_location -= fact.gained.count(WILD_LOCATION)
    state.wild_industry -= fact.gained.count(WILD_INDUSTRY)


def _passed(state: State, fact: Passed) -> None:
    _act(state, fact.seat, fact.card)


def _era_began(state: State, fact: EraBegan) -> None:
    brass.begin_rail_era(state, fact.actions, fact.removed, fact.hands)
    for space in fact.barrels:
        state.merchants[space].barrel = True
    for player in state.players:
        player.face_down = []


apply = applying(
    {
        Built: _built,
        Linked: _linked,
        Developed: _developed,
        Sold: _sold,
        LoanTaken: _loan_taken,
        Scouted: _scouted,
        Passed: _passed,
        EraBegan: _era_began,
    },
    FACTS,
)
