"""Application of facts to the position. Facts contain every outcome, so this module decides and looks up nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from domain.brass.model import facts
from domain.brass.model.commands import MARKET
from domain.brass.model.facts import SUPPLY, Flip, MatTile, Taken
from domain.brass.model.state import Player, Shortfall, State, Tile

AnyState = State[Any]
Write = Callable[[Any, Any], None]
"""Writes a fact into a position."""


# --------------------------------------------------------------------------------------------------------------------
# The start
# --------------------------------------------------------------------------------------------------------------------


def at_the_start(started: Any) -> dict[str, Any]:
    """Return the fields of the initial position that both games have, except for the players."""
    return {
        "figures": started.figures,
        "options": started.options,
        "era": "canal",
        "round": 1,
        "turn_order": list(started.turn_order),
        "turn": 0,
        "actions_left": started.actions,
        "board": {},
        "links": {},
        "coal_market": started.coal_market,
        "iron_market": started.iron_market,
        "deck": list(started.deck),
        "rail_hands": [list(hand) for hand in started.rail_hands],
        "rail_deck": list(started.rail_deck),
        "shortfalls": [],
        "facts": 1,
    }


def seated(started: Any, seat: int) -> dict[str, Any]:
    """Return the initial belongings of a player that both games have."""
    return {
        "money": started.money,
        "income_space": started.income_space,
        "points": 0,
        "spent": 0,
        "links_left": started.links,
        "mat": {industry: list(levels) for industry, levels in started.mat.items()},
        "hand": list(started.hands[seat]),
        "discards": [],
    }


# --------------------------------------------------------------------------------------------------------------------
# Pieces of facts
# --------------------------------------------------------------------------------------------------------------------


def act(state: AnyState, seat: int, card: str) -> Player:
    """Move the card of an action from the hand to the discards."""
    state.actions_left -= 1
    player: Player = state.players[seat]
    discard(player, card)
    return player


def discard(player: Player, card: str) -> None:
    """Move a card from the hand to the discards."""
    player.hand.remove(card)
    player.discards.append(card)


def pay(player: Player, pounds: int) -> None:
    """Spend money."""
    player.money -= pounds
    player.spent += pounds


def flip(state: AnyState, slot: str, flipped: Flip | None) -> None:
    """Flip a tile, if there is one to flip."""
    if flipped:
        state.board[slot].flipped = True
        state.players[flipped.owner].income_space = flipped.income_to


def take_coal(state: AnyState, payer: Player, taken: Taken) -> None:
    """Consume a cube of coal."""
    if taken.source == MARKET:
        state.coal_market -= 1
    _take(state, payer, taken)


def take_iron(state: AnyState, payer: Player, taken: Taken) -> None:
    """Consume a cube of iron."""
    if taken.source == MARKET:
        state.iron_market -= 1
    _take(state, payer, taken)


def _take(state: AnyState, payer: Player, taken: Taken) -> None:
    if taken.source in (MARKET, SUPPLY):
        pay(payer, taken.price)
    else:
        take_piece(state, taken)


def take_piece(state: AnyState, taken: Taken) -> None:
    """Take a cube or barrel from a tile."""
    state.board[taken.source].cubes -= 1
    flip(state, taken.source, taken.flip)


def remove_from_mat(player: Player, tile: MatTile) -> None:
    """Remove a tile from the game without building it."""
    player.mat[tile.industry].remove(tile.level)


def add_points(state: AnyState, points: Sequence[int]) -> None:
    """Score points for all seats."""
    for player, gained in zip(state.players, points, strict=True):
        player.points += gained


# --------------------------------------------------------------------------------------------------------------------
# Tiles, links and money of a seat
# --------------------------------------------------------------------------------------------------------------------


def build(state: AnyState, player: Player, fact: facts.Built) -> None:
    """Build a tile, without discarding its card."""
    player.mat[fact.industry].remove(fact.level)
    tile = state.board[fact.slot] = Tile(fact.seat, fact.industry, fact.level)
    pay(player, fact.price)
    for taken in fact.coal:
        take_coal(state, player, taken)
    for taken in fact.iron:
        take_iron(state, player, taken)
    tile.cubes = fact.cubes - len(fact.moved)
    player.money += sum(fact.moved)
    if fact.industry == "coal_mine":
        state.coal_market += len(fact.moved)
    else:
        state.iron_market += len(fact.moved)
    flip(state, fact.slot, fact.flip)


def link(state: AnyState, player: Player, fact: facts.Linked) -> None:
    """Place links."""
    pay(player, fact.price)
    for laid in fact.links:
        state.links[laid.line] = fact.seat
        player.links_left -= 1
        if laid.coal:
            take_coal(state, player, laid.coal)


def develop(state: AnyState, player: Player, fact: facts.Developed) -> None:
    """Remove tiles by developing."""
    for tile in fact.removed:
        remove_from_mat(player, tile)
    for taken in fact.iron:
        take_iron(state, player, taken)


def borrow(player: Player, fact: facts.LoanTaken) -> None:
    """Take a loan."""
    player.money += fact.money
    player.income_space = fact.income_to


# --------------------------------------------------------------------------------------------------------------------
# Turns, rounds, eras
# --------------------------------------------------------------------------------------------------------------------


def _turn_ended(state: AnyState, fact: facts.TurnEnded) -> None:
    state.players[fact.seat].hand.extend(fact.drawn)
    del state.deck[: len(fact.drawn)]
    state.turn += 1
    state.actions_left = fact.next_actions


def _turn_order_set(state: AnyState, fact: facts.TurnOrderSet) -> None:
    state.turn_order = list(fact.order)
    for player in state.players:
        player.spent = 0


def _income_paid(state: AnyState, fact: facts.IncomePaid) -> None:
    for player, pounds in zip(state.players, fact.income, strict=True):
        player.money += pounds
    state.shortfalls = [Shortfall(owed.seat, owed.owed) for owed in fact.shortfalls]
    state.income_due = list(fact.due) or UNSET


def _tile_removed(state: AnyState, fact: facts.TileRemoved) -> None:
    del state.board[fact.slot]
    state.players[fact.seat].money += fact.raised


def _shortfall_settled(state: AnyState, fact: facts.ShortfallSettled) -> None:
    player = state.players[fact.seat]
    player.money -= fact.paid
    player.points -= fact.points_lost
    del state.shortfalls[0]


def _round_began(state: AnyState, fact: facts.RoundBegan) -> None:
    state.round = fact.round
    state.turn = 0
    state.actions_left = fact.actions


def _era_scored(state: AnyState, fact: facts.EraScored) -> None:
    add_points(state, fact.points)
    for owner in state.links.values():
        state.players[owner].links_left += 1
    state.links.clear()


def _introductory_scored(state: AnyState, fact: facts.IntroductoryScored) -> None:
    add_points(state, fact.points)


def begin_rail_era(state: AnyState, actions: int, removed: Sequence[str], hands: Sequence[Sequence[str]]) -> None:
    """Remove the tiles on these slots from the board, and deal new hands from the deck of the rail era."""
    state.era = "rail"
    state.round = 1
    state.turn = 0
    state.actions_left = actions
    for slot in removed:
        del state.board[slot]
    for player, hand in zip(state.players, hands, strict=True):
        player.hand = list(hand)
        player.discards = []
    state.deck, state.rail_deck, state.rail_hands = state.rail_deck, [], []


def _game_ended(state: AnyState, fact: facts.GameEnded) -> None:
    state.finished = True
    state.ranking = list(fact.ranking)
    state.decided_by = fact.decided_by


_SHARED: dict[type[Any], Write] = {
    facts.TurnEnded: _turn_ended,
    facts.TurnOrderSet: _turn_order_set,
    facts.IncomePaid: _income_paid,
    facts.TileRemoved: _tile_removed,
    facts.ShortfallSettled: _shortfall_settled,
    facts.RoundBegan: _round_began,
    facts.EraScored: _era_scored,
    facts.IntroductoryScored: _introductory_scored,
    facts.GameEnded: _game_ended,
}


def applying(own: Mapping[type[Any], Write], every: Sequence[type[Any]]) -> Write:
    """Return the function that applies a game's facts: its own for a kind of fact, or the one of its base class."""
    shared = {fact: write for fact in every for base, write in _SHARED.items() if issubclass(fact, base)}
    writes = shared | dict(own)

    def apply(state: AnyState, fact: Any) -> None:
        writes[type(fact)](state, fact)
        state.facts += 1

    return apply
