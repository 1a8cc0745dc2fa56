"""The end of turns and rounds: drawing cards, turn order, income and shortfalls."""

from __future__ import annotations

from typing import Any

from domain.brass import income_track, turn_order
from domain.brass.components import Components
from domain.brass.course import AnyCourse, Course, Edition, actions_per_turn
from domain.brass.eras import end_era, last_era
from domain.brass.facts import IncomePaid, Owed, ShortfallSettled, TileRemoved
from domain.brass.position import StateT
from domain.brass.state import State, Tile
from domain.game import Fact, IllegalMove
from domain.message import message

AnyComponents = Components[Any, Any]


# --------------------------------------------------------------------------------------------------------------------
# The end of a turn
# --------------------------------------------------------------------------------------------------------------------


def end_turn(edition: Edition[StateT], state: StateT, seat: int) -> list[Fact]:
    """The seat refills its hand; after the last seat of the round the round is settled."""
    course = Course(edition, state)
    following = state.turn + 1 < len(state.turn_order)
    actions = actions_per_turn(course.components.constants, state.era, state.round) if following else 0
    course.happen(edition.topics.turn_ended(seat=seat, drawn=_refill(course, seat), next_actions=actions))
    if not following:
        _settle_round(course)
    return course.facts


def _refill(course: AnyCourse, seat: int) -> tuple[str, ...]:
    """Cards from the deck until the hand is full again or the deck empty."""
    missing = course.components.constants.hand_size - len(course.state.players[seat].hand)
    return tuple(course.state.deck[: max(0, missing)])


# --------------------------------------------------------------------------------------------------------------------
# The end of a round
# --------------------------------------------------------------------------------------------------------------------


def _cards_used_up(state: State[Any]) -> bool:
    """True when deck and all hands are empty, so that the era ends with this round."""
    return not state.deck and not any(player.hand for player in state.players)


def _settle_round(course: AnyCourse) -> None:
    """First the turn order, then income, which the last round of the game goes without."""
    state = course.state
    spent = tuple(player.spent for player in state.players)
    order = tuple(turn_order.by_money_spent(state.turn_order, spent))
    course.happen(course.edition.topics.turn_order_set(order=order, spent=spent))
    if not (_cards_used_up(state) and last_era(state)):
        course.happen(_income(course))
    _settle_shortfalls(course)


def _income(course: AnyCourse) -> IncomePaid:
    """Everybody's income; who cannot pay a negative one in full has a shortfall."""
    state, track = course.state, course.components.income_track
    income = [income_track.level(track, player.income_space) for player in state.players]
    shortfalls = [
        Owed(seat=seat, owed=-income[seat]) for seat in state.turn_order if income[seat] + state.players[seat].money < 0
    ]
    for owed in shortfalls:
        income[owed.seat] = 0
    return course.edition.topics.income_paid(income=tuple(income), shortfalls=tuple(shortfalls))


def value(components: AnyComponents, tile: Tile) -> int:
    """Pounds that removing a tile raises."""
    price: int = components.tile(tile.industry, tile.level).money
    return price // components.constants.shortfall.tile_value_divisor


def removable(components: AnyComponents, state: State[Any], seat: int) -> list[str]:
    """The slots of the seat's tiles that are worth something."""
    return [slot for slot, tile in state.board.items() if tile.owner == seat and value(components, tile)]


def _settle_shortfalls(course: AnyCourse) -> None:
    """Settle shortfalls until a seat has to choose a tile; when none is left the round is over."""
    state = course.state
    while state.shortfalls:
        shortfall = state.shortfalls[0]
        slots = removable(course.components, state, shortfall.seat)
        if state.players[shortfall.seat].money >= shortfall.owed or not slots:
            course.happen(_settlement(course))
        elif len(slots) == 1:
            course.happen(_removal(course, slots[0], chosen=False))
        else:
            return
    if _cards_used_up(state):
        end_era(course)
    else:
        following = state.round + 1
        actions = actions_per_turn(course.components.constants, state.era, following)
        course.happen(course.edition.topics.round_began(round=following, actions=actions))


def _settlement(course: AnyCourse) -> ShortfallSettled:
    """Pay what is owed, or all there is and a VP for each pound still owed."""
    shortfall = course.state.shortfalls[0]
    player = course.state.players[shortfall.seat]
    paid = min(player.money, shortfall.owed)
    owed_points = (shortfall.owed - paid) * course.components.constants.shortfall.vp_per_pound
    return course.edition.topics.shortfall_settled(
        seat=shortfall.seat, paid=paid, points_lost=min(player.points, owed_points)
    )


def _removal(course: AnyCourse, slot: str, *, chosen: bool) -> TileRemoved:
    tile = course.state.board[slot]
    return course.edition.topics.tile_removed(
        seat=tile.owner, slot=slot, tile=tile, raised=value(course.components, tile), chosen=chosen
    )


def remove_tile(edition: Edition[StateT], state: StateT, seat: int, slot: str) -> list[Fact]:
    """A tile is removed for a shortfall."""
    tile = state.board.get(slot)
    if tile is None or tile.owner != seat:
        raise IllegalMove(
            edition.rules.shortfall_tile,
            message("You have no industry tile on {slot}; remove one of your own.", slot=slot),
        )
    course = Course(edition, state)
    if slot not in removable(course.components, state, seat):
        raise IllegalMove(
            edition.rules.shortfall_worthless, message("That tile is worth nothing; remove one that cost money.")
        )
    course.happen(_removal(course, slot, chosen=True))
    _settle_shortfalls(course)
    return course.facts
