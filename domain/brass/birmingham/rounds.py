"""Turns and rounds: drawing cards, turn order, income and shortfalls (BB-1, BB-4, BB-5, BB-24)."""

from __future__ import annotations

from domain.brass import income_track, turn_order
from domain.brass.birmingham.components import Components, figures
from domain.brass.birmingham.course import Course
from domain.brass.birmingham.eras import end_era
from domain.brass.birmingham.facts import (
    IncomePaid,
    Owed,
    RoundBegan,
    ShortfallSettled,
    TileRemoved,
    TurnEnded,
    TurnOrderSet,
)
from domain.brass.birmingham.state import State, Tile
from domain.brass.components import Era
from domain.game import Fact, IllegalMove
from domain.message import message


def actions_per_turn(components: Components, era: Era, number: int) -> int:
    """Actions of each turn in a round (BB-1.7 to 1.9)."""
    constants = components.constants
    first = era == "canal" and number == 1
    return constants.actions_first_canal_round if first else constants.actions_per_turn


# --------------------------------------------------------------------------------------------------------------------
# The end of a turn
# --------------------------------------------------------------------------------------------------------------------


def end_turn(state: State, seat: int) -> list[Fact]:
    """The seat refills its hand; after the last seat of the round the round is settled."""
    course = Course(state)
    following = state.turn + 1 < len(state.turn_order)
    actions = actions_per_turn(course.components, state.era, state.round) if following else 0
    course.happen(TurnEnded(seat=seat, drawn=_refill(course, seat), next_actions=actions))
    if not following:
        _settle_round(course)
    return course.facts


def _refill(course: Course, seat: int) -> tuple[str, ...]:
    """Cards from the deck until the hand is full again or the deck empty (BB-4.5, 4.7)."""
    missing = course.components.constants.hand_size - len(course.state.players[seat].hand)
    return tuple(course.state.deck[: max(0, missing)])


# --------------------------------------------------------------------------------------------------------------------
# 24. End of a round
# --------------------------------------------------------------------------------------------------------------------


def cards_used_up(state: State) -> bool:
    """True when deck and all hands are empty, so that the era ends with this round (BB-24.15)."""
    return not state.deck and not any(player.hand for player in state.players)


def last_era(state: State) -> bool:
    """Whether the game ends with this era (BB-25.9, BB-27.1)."""
    return state.era == "rail" or state.options.introductory


def _settle_round(course: Course) -> None:
    """First the turn order, then income (BB-24.1), which the last round of the game goes without (BB-24.3)."""
    state = course.state
    spent = tuple(player.spent for player in state.players)
    course.happen(TurnOrderSet(order=tuple(turn_order.by_money_spent(state.turn_order, spent)), spent=spent))
    if not (cards_used_up(state) and last_era(state)):
        course.happen(_income(course))
    _settle_shortfalls(course)


def _income(course: Course) -> IncomePaid:
    """Everybody's income; who cannot pay a negative one in full has a shortfall (BB-24.2, 24.5, 24.14)."""
    state, track = course.state, course.components.income_track
    income = [income_track.level(track, player.income_space) for player in state.players]
    shortfalls = [
        Owed(seat=seat, owed=-income[seat]) for seat in state.turn_order if income[seat] + state.players[seat].money < 0
    ]
    for owed in shortfalls:
        income[owed.seat] = 0
    return IncomePaid(income=tuple(income), shortfalls=tuple(shortfalls))


def value(components: Components, tile: Tile) -> int:
    """Pounds that removing a tile raises (BB-24.6)."""
    return components.tile(tile.industry, tile.level).money // components.constants.shortfall.tile_value_divisor


def removable(state: State, seat: int) -> list[str]:
    """The slots of the seat's tiles that are worth something (BB-24.11)."""
    components = figures.of(state.figures)
    return [slot for slot, tile in state.board.items() if tile.owner == seat and value(components, tile)]


def _settle_shortfalls(course: Course) -> None:
    """Settle shortfalls until a seat has to choose a tile; when none is left the round is over."""
    state = course.state
    while state.shortfalls:
        shortfall = state.shortfalls[0]
        slots = removable(state, shortfall.seat)
        if state.players[shortfall.seat].money >= shortfall.owed or not slots:
            course.happen(_settlement(course))
        elif len(slots) == 1:
            course.happen(_removal(course, slots[0], chosen=False))
        else:
            return
    if cards_used_up(state):
        end_era(course, last_era(state), actions_per_turn(course.components, "rail", 1))
    else:
        following = state.round + 1
        course.happen(RoundBegan(round=following, actions=actions_per_turn(course.components, state.era, following)))


def _settlement(course: Course) -> ShortfallSettled:
    """Pay what is owed, or all there is and a VP for each pound still owed (BB-24.12)."""
    shortfall = course.state.shortfalls[0]
    player = course.state.players[shortfall.seat]
    paid = min(player.money, shortfall.owed)
    owed_points = (shortfall.owed - paid) * course.components.constants.shortfall.vp_per_pound
    return ShortfallSettled(seat=shortfall.seat, paid=paid, points_lost=min(player.points, owed_points))


def _removal(course: Course, slot: str, *, chosen: bool) -> TileRemoved:
    tile = course.state.board[slot]
    return TileRemoved(seat=tile.owner, slot=slot, tile=tile, raised=value(course.components, tile), chosen=chosen)


def remove_tile(state: State, seat: int, slot: str) -> list[Fact]:
    """A tile is removed for a shortfall (BB-24.5 to 24.11)."""
    tile = state.board.get(slot)
    if tile is None or tile.owner != seat:
        raise IllegalMove("BB-24.5", message("You have no industry tile on {slot}; remove one of your own.", slot=slot))
    if slot not in removable(state, seat):
        raise IllegalMove("BB-24.11", message("That tile is worth nothing; remove one that cost money."))
    course = Course(state)
    course.happen(_removal(course, slot, chosen=True))
    _settle_shortfalls(course)
    return course.facts
