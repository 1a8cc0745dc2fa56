"""The end of turns and rounds: drawing cards, turn order, income and shortfalls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.brass import income_track, turn_order
from domain.brass.engine.edition import AnyEdition, Edition, actions_per_turn
from domain.brass.engine.position import StateT, name_if_known
from domain.brass.eras import end_era, last_era
from domain.brass.model.components import Components
from domain.brass.model.facts import IncomePaid, Owed, ShortfallSettled, TileRemoved
from domain.brass.model.state import State, Tile
from domain.brass.scoring import cards_used_up
from domain.game import Fact, IllegalMove
from domain.game_kit.course import Course
from domain.message import message

AnyComponents = Components[Any, Any]
AnyState = State[Any]


# --------------------------------------------------------------------------------------------------------------------
# The end of a turn
# --------------------------------------------------------------------------------------------------------------------


def end_turn(edition: Edition[StateT], state: StateT, seat: int) -> list[Fact]:
    """Refill the seat's hand; after the last seat of the round settle the round."""
    course, constants = Course(edition.apply, state), edition.components(state).constants
    following = state.turn + 1 < len(state.turn_order)
    actions = actions_per_turn(constants, state.era, state.round) if following else 0
    drawn = _refill(state, seat, constants.hand_size)
    course.happen(edition.topics.turn_ended(seat=seat, drawn=drawn, next_actions=actions))
    if not following:
        _settle_round(edition, course)
    return course.facts


def _refill(state: AnyState, seat: int, hand_size: int) -> tuple[str, ...]:
    """Draw cards until the hand is full or the deck empty."""
    missing = hand_size - len(state.players[seat].hand)
    return tuple(state.deck[: max(0, missing)])


# --------------------------------------------------------------------------------------------------------------------
# The end of a round
# --------------------------------------------------------------------------------------------------------------------


def _settle_round(edition: AnyEdition, course: Course[Any]) -> None:
    """Set the turn order, then pay income, except in the last round of the game."""
    state = course.state
    spent = tuple(player.spent for player in state.players)
    order = tuple(turn_order.by_money_spent(state.turn_order, spent))
    course.happen(edition.topics.turn_order_set(order=order, spent=spent))
    if not (cards_used_up(state) and last_era(state)):
        course.happen(_income(edition, state, state.turn_order))
    _settle_shortfalls(edition, course)


def _income(edition: AnyEdition, state: AnyState, due: Sequence[int]) -> IncomePaid:
    """Pay the income of the seats that are due; a player who cannot pay a negative one in full has a shortfall.

    If the game settles shortfalls seat by seat, the income of the seats after the first shortfall remains due.
    """
    levels = {seat: _income_level(edition, state, seat) for seat in due}
    short = [seat for seat in due if levels[seat] + state.players[seat].money < 0]
    seats = due[: due.index(short[0]) + 1] if short and edition.income_by_seat else due
    shortfalls = tuple(Owed(seat=seat, owed=-levels[seat]) for seat in seats if seat in short)
    paid = {seat: levels[seat] for seat in seats if seat not in short}
    return edition.topics.income_paid(
        income=tuple(paid.get(seat, 0) for seat in range(len(state.players))),
        shortfalls=shortfalls,
        seats=() if len(seats) == len(state.players) else tuple(seats),
        due=tuple(due[len(seats) :]),
    )


def _income_level(edition: AnyEdition, state: AnyState, seat: int) -> int:
    return income_track.level(edition.components(state).income_track, state.players[seat].income_space)


def value(components: AnyComponents, tile: Tile) -> int:
    """Return the pounds that removing a tile raises."""
    price: int = components.tile(tile.industry, tile.level).money
    return price // components.constants.shortfall.tile_value_divisor


def removable(components: AnyComponents, state: AnyState, seat: int) -> list[str]:
    """Return the slots of the seat's tiles that have a value."""
    return [slot for slot, tile in state.board.items() if tile.owner == seat and value(components, tile)]


def _settle_shortfalls(edition: AnyEdition, course: Course[Any]) -> None:
    """Settle shortfalls, and pay the income due after each, until a seat has to choose a tile; then end the round."""
    state, components = course.state, edition.components(course.state)
    while state.shortfalls or state.income_due:
        if not state.shortfalls:
            course.happen(_income(edition, state, state.income_due or ()))
            continue
        shortfall = state.shortfalls[0]
        slots = removable(components, state, shortfall.seat)
        if state.players[shortfall.seat].money >= shortfall.owed or not slots:
            course.happen(_settlement(edition, state))
        elif len(slots) == 1:
            course.happen(_removal(edition, state, slots[0], chosen=False))
        else:
            return
    if cards_used_up(state):
        end_era(edition, course)
    else:
        following = state.round + 1
        actions = actions_per_turn(components.constants, state.era, following)
        course.happen(edition.topics.round_began(round=following, actions=actions))


def _settlement(edition: AnyEdition, state: AnyState) -> ShortfallSettled:
    """Pay the debt, or all of the money and one VP for each pound still owed."""
    shortfall = state.shortfalls[0]
    player = state.players[shortfall.seat]
    paid = min(player.money, shortfall.owed)
    owed_points = (shortfall.owed - paid) * edition.components(state).constants.shortfall.vp_per_pound
    return edition.topics.shortfall_settled(seat=shortfall.seat, paid=paid, points_lost=min(player.points, owed_points))


def _removal(edition: AnyEdition, state: AnyState, slot: str, *, chosen: bool) -> TileRemoved:
    tile = state.board[slot]
    return edition.topics.tile_removed(
        seat=tile.owner, slot=slot, tile=tile, raised=value(edition.components(state), tile), chosen=chosen
    )


def remove_tile(edition: Edition[StateT], state: StateT, seat: int, slot: str) -> list[Fact]:
    """Remove a tile for a shortfall."""
    tile = state.board.get(slot)
    if tile is None or tile.owner != seat:
        raise IllegalMove(
            edition.rules.shortfall_tile,
            message(
                "brass.not-your-tile",
                "You have no tile on that slot in {place}. Choose one of your own tiles.",
                place=name_if_known(edition.components(state).names, slot),
            ),
        )
    if slot not in removable(edition.components(state), state, seat):
        raise IllegalMove(
            edition.rules.shortfall_worthless,
            message("brass.tile-worthless", "This tile raises no money. Remove another tile."),
        )
    course = Course(edition.apply, state)
    course.happen(_removal(edition, course.state, slot, chosen=True))
    _settle_shortfalls(edition, course)
    return course.facts
