"""Facts become the position. Nothing is decided here and nothing is looked up: a fact says what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.brass.birmingham.commands import MARKET
from domain.brass.birmingham.components import WILD_INDUSTRY, WILD_LOCATION
from domain.brass.birmingham.facts import (
    SUPPLY,
    Built,
    Developed,
    EraBegan,
    EraScored,
    Flip,
    GameEnded,
    IncomePaid,
    IntroductoryScored,
    Linked,
    LoanTaken,
    MatTile,
    Passed,
    RoundBegan,
    Scouted,
    ShortfallSettled,
    Sold,
    SoldTile,
    Started,
    Taken,
    TileRemoved,
    TurnEnded,
    TurnOrderSet,
)
from domain.brass.birmingham.state import Merchant, Player, Shortfall, State, Tile


def initial(started: Started) -> State:
    """The position right after the set-up."""
    return State(
        figures=started.figures,
        options=started.options,
        era="canal",
        round=1,
        turn_order=list(started.turn_order),
        turn=0,
        actions_left=started.actions,
        players=[_player(started, seat) for seat in range(len(started.hands))],
        board={},
        links={},
        merchants={space: Merchant(tile, space in started.barrels) for space, tile in started.merchants.items()},
        coal_market=started.coal_market,
        iron_market=started.iron_market,
        wild_location=started.wild_location,
        wild_industry=started.wild_industry,
        deck=list(started.deck),
        rail_hands=[list(hand) for hand in started.rail_hands],
        rail_deck=list(started.rail_deck),
        shortfalls=[],
        facts=1,
    )


def _player(started: Started, seat: int) -> Player:
    return Player(
        money=started.money,
        income_space=started.income_space,
        points=0,
        spent=0,
        links_left=started.links,
        mat={industry: list(levels) for industry, levels in started.mat.items()},
        hand=list(started.hands[seat]),
        discards=[],
        face_down=[started.face_down[seat]],
    )


def apply(state: State, fact: Any) -> None:
    """Write a fact into the position."""
    _WRITE[type(fact)](state, fact)
    state.facts += 1


# --------------------------------------------------------------------------------------------------------------------
# Pieces of facts
# --------------------------------------------------------------------------------------------------------------------


def _act(state: State, seat: int, card: str) -> Player:
    """An action was taken: its card leaves the hand."""
    state.actions_left -= 1
    player = state.players[seat]
    _discard(state, player, card)
    return player


def _discard(state: State, player: Player, card: str) -> None:
    player.hand.remove(card)
    if card == WILD_LOCATION:
        state.wild_location += 1
    elif card == WILD_INDUSTRY:
        state.wild_industry += 1
    else:
        player.discards.append(card)


def _pay(player: Player, pounds: int) -> None:
    player.money -= pounds
    player.spent += pounds


def _flip(state: State, slot: str, flip: Flip | None) -> None:
    if flip:
        state.board[slot].flipped = True
        state.players[flip.owner].income_space = flip.income_to


def _take_coal(state: State, payer: Player, taken: Taken) -> None:
    if taken.source == MARKET:
        state.coal_market -= 1
    _take(state, payer, taken)


def _take_iron(state: State, payer: Player, taken: Taken) -> None:
    if taken.source == MARKET:
        state.iron_market -= 1
    _take(state, payer, taken)


def _take(state: State, payer: Player, taken: Taken) -> None:
    if taken.source in (MARKET, SUPPLY):
        _pay(payer, taken.price)
    else:
        state.board[taken.source].cubes -= 1
        _flip(state, taken.source, taken.flip)


def _take_beer(state: State, taken: Taken) -> None:
    if taken.source in state.merchants:
        state.merchants[taken.source].barrel = False
    else:
        state.board[taken.source].cubes -= 1
        _flip(state, taken.source, taken.flip)


def _remove_from_mat(player: Player, tile: MatTile) -> None:
    player.mat[tile.industry].remove(tile.level)


def _add_points(state: State, points: tuple[int, ...]) -> None:
    for player, gained in zip(state.players, points, strict=True):
        player.points += gained


# --------------------------------------------------------------------------------------------------------------------
# Actions
# --------------------------------------------------------------------------------------------------------------------


def _built(state: State, fact: Built) -> None:
    player = _act(state, fact.seat, fact.card)
    player.mat[fact.industry].remove(fact.level)
    tile = state.board[fact.slot] = Tile(fact.seat, fact.industry, fact.level)
    _pay(player, fact.price)
    for taken in fact.coal:
        _take_coal(state, player, taken)
    for taken in fact.iron:
        _take_iron(state, player, taken)
    tile.cubes = fact.cubes - len(fact.moved)
    player.money += sum(fact.moved)
    if fact.industry == "coal_mine":
        state.coal_market += len(fact.moved)
    else:
        state.iron_market += len(fact.moved)
    _flip(state, fact.slot, fact.flip)


def _linked(state: State, fact: Linked) -> None:
    player = _act(state, fact.seat, fact.card)
    _pay(player, fact.price)
    for laid in fact.links:
        state.links[laid.line] = fact.seat
        player.links_left -= 1
        if laid.coal:
            _take_coal(state, player, laid.coal)
    if fact.beer:
        _take_beer(state, fact.beer)


def _developed(state: State, fact: Developed) -> None:
    player = _act(state, fact.seat, fact.card)
    for tile in fact.removed:
        _remove_from_mat(player, tile)
    for taken in fact.iron:
        _take_iron(state, player, taken)


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
            _remove_from_mat(player, sale.bonus.developed)
        if sale.bonus.income:
            player.income_space = sale.bonus.income.income_to
    _flip(state, sale.slot, sale.flip)


def _loan_taken(state: State, fact: LoanTaken) -> None:
    player = _act(state, fact.seat, fact.card)
    player.money += fact.money
    player.income_space = fact.income_to


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


# --------------------------------------------------------------------------------------------------------------------
# Turns, rounds, eras
# --------------------------------------------------------------------------------------------------------------------


def _turn_ended(state: State, fact: TurnEnded) -> None:
    state.players[fact.seat].hand.extend(fact.drawn)
    del state.deck[: len(fact.drawn)]
    state.turn += 1
    state.actions_left = fact.next_actions


def _turn_order_set(state: State, fact: TurnOrderSet) -> None:
    state.turn_order = list(fact.order)
    for player in state.players:
        player.spent = 0


def _income_paid(state: State, fact: IncomePaid) -> None:
    for player, pounds in zip(state.players, fact.income, strict=True):
        player.money += pounds
    state.shortfalls = [Shortfall(owed.seat, owed.owed) for owed in fact.shortfalls]


def _tile_removed(state: State, fact: TileRemoved) -> None:
    del state.board[fact.slot]
    state.players[fact.seat].money += fact.raised


def _shortfall_settled(state: State, fact: ShortfallSettled) -> None:
    player = state.players[fact.seat]
    player.money -= fact.paid
    player.points -= fact.points_lost
    del state.shortfalls[0]


def _round_began(state: State, fact: RoundBegan) -> None:
    state.round = fact.round
    state.turn = 0
    state.actions_left = fact.actions


def _era_scored(state: State, fact: EraScored) -> None:
    _add_points(state, fact.points)
    for owner in state.links.values():
        state.players[owner].links_left += 1
    state.links.clear()


def _introductory_scored(state: State, fact: IntroductoryScored) -> None:
    _add_points(state, fact.points)


def _era_began(state: State, fact: EraBegan) -> None:
    state.era = "rail"
    state.round = 1
    state.turn = 0
    state.actions_left = fact.actions
    for slot in fact.removed:
        del state.board[slot]
    for space in fact.barrels:
        state.merchants[space].barrel = True
    for player, hand in zip(state.players, fact.hands, strict=True):
        player.hand = list(hand)
        player.discards = []
        player.face_down = []
    state.deck, state.rail_deck, state.rail_hands = state.rail_deck, [], []


def _game_ended(state: State, fact: GameEnded) -> None:
    state.finished = True
    state.ranking = list(fact.ranking)
    state.decided_by = fact.decided_by


_WRITE: dict[type[Any], Callable[[State, Any], None]] = {
    Built: _built,
    Linked: _linked,
    Developed: _developed,
    Sold: _sold,
    LoanTaken: _loan_taken,
    Scouted: _scouted,
    Passed: _passed,
    TurnEnded: _turn_ended,
    TurnOrderSet: _turn_order_set,
    IncomePaid: _income_paid,
    TileRemoved: _tile_removed,
    ShortfallSettled: _shortfall_settled,
    RoundBegan: _round_began,
    EraScored: _era_scored,
    IntroductoryScored: _introductory_scored,
    EraBegan: _era_began,
    GameEnded: _game_ended,
}
