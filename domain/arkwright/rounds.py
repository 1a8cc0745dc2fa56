"""Automatic steps: the phases of a round, the end of rounds and eras, bankruptcy (AW-3, AW-17)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.arkwright.engine.opening import round_of
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import Produce
from domain.arkwright.model.facts import (
    Bankrupted,
    EraBegan,
    ExtraProduced,
    FactoryChosen,
    NeutralsRaised,
    Produced,
    ProductionBegan,
    RoundBegan,
)
from domain.arkwright.model.lookup import active_good, clockwise, components_of
from domain.arkwright.model.market import arrows_crossed, moved_demand
from domain.arkwright.model.state import KINDS, Awaiting, State, SupplyCard
from domain.arkwright.production import decide_produce, script_produce
from domain.arkwright.scoring import end_game
from domain.arkwright.share_value import tie_holder, value_shares, wear
from domain.arkwright.solo import opponents
from domain.arkwright.start_player import OPPONENTS, chooser, entrepreneur_holder, last_round
from domain.game import follow
from domain.game_kit.course import Course


def asked(state: State) -> Awaiting | None:
    """Return the decision that must be made now, if there is one."""
    if not state.pending:
        return None
    first = state.pending[0]
    if first.kind in KINDS:
        return first
    if first.kind == "valuation":
        holder = tie_holder(state)
        return None if holder is None else Awaiting("tie", holder)
    if first.kind == "round_end":
        holder = entrepreneur_holder(state)
        return None if holder is None else Awaiting("entrepreneur", holder)
    return None


def run(course: Course[State]) -> None:
    """Take all automatic steps until a decision is needed."""
    while course.state.pending:
        awaited = asked(course.state)
        if awaited is None:
            _HAPPENINGS[course.state.pending[0].kind](course)
        elif awaited.kind != "production" or not _produce_at_once(course, awaited.seat):
            return


def followed_by(course: Course[State], fact: Any) -> None:
    """Add a move's fact and those that accompany it: bankruptcy, or the automas' preparation."""
    course.happen(fact)
    if _cannot_pay(fact):
        _bankrupt(course, fact.seat)
    elif isinstance(fact, FactoryChosen) and course.state.solo and len(course.state.players[0].factories) == 1:
        opponents.prepare(course)


def _cannot_pay(fact: Any) -> bool:
    if isinstance(fact, ExtraProduced):
        return fact.paid < fact.cost
    return isinstance(fact, Produced) and fact.paid < fact.costs.total


# --------------------------------------------------------------------------------------------------------------------
# Production
# --------------------------------------------------------------------------------------------------------------------


def _begin_production(course: Course[State]) -> None:
    """Let everyone with an active factory produce, in turn order (AW-12.1, AW-D.27)."""
    players, good = course.state.players, active_good(course.state)
    seats = tuple(seat for seat in clockwise(course.state) if good in players[seat].factories)
    pending = [Awaiting("production", seat) for seat in seats]
    if opponents.automas_on_track(course):
        pending.append(Awaiting("automas"))
    if pending:
        pending += (Awaiting("valuation"), Awaiting("wear"))
    course.happen(ProductionBegan(good=good, seats=seats, pending=(*pending, Awaiting("round_end"))))


def _produce_at_once(course: Course[State], seat: int) -> bool:
    """Produce without a decision if there is no choice; return whether that was so."""
    position = Position(course.state, seat)
    command = follow(script_produce(position), ())
    if not isinstance(command, Produce):
        return False
    for fact in decide_produce(position, command, chosen=False):
        followed_by(course, fact)
    return True


def _bankrupt(course: Course[State], seat: int) -> None:
    """Remove a bankrupt player; with one player left, or in the solo game, end the game (AW-14.6, AW-D.25, AW-D.66)."""
    state = course.state
    cards = tuple(SupplyCard(held.id, held.type) for held in state.players[seat].cards)
    course.happen(
        Bankrupted(
            seat=seat, returned=cards, pending=tuple(awaited for awaited in state.pending if awaited.seat != seat)
        )
    )
    if len(clockwise(course.state)) <= 1:
        end_game(course)


# --------------------------------------------------------------------------------------------------------------------
# Rounds and eras
# --------------------------------------------------------------------------------------------------------------------


def _next_round(course: Course[State]) -> None:
    state = course.state
    if last_round(state):
        end_game(course)
    elif state.round == len(components_of(course.state).goods):
        _next_era(course)
    else:
        following = (state.start_player + 1) % len(state.players)
        named = state.next_start_player
        _begin_round(course, state.round + 1, following if named is None else named)


def _next_era(course: Course[State]) -> None:
    """Begin the next era with its start player and the neutral company's step, in this order (AW-17.2, AW-D.54)."""
    state = course.state
    pending = [Awaiting("first_round")]
    if state.neutral:
        pending.insert(0, Awaiting("neutrals"))
    if state.next_start_player is None and not state.solo:
        pending.insert(0, Awaiting("start_player", chooser(state)))
    course.happen(
        EraBegan(
            era=state.era + 1,
            ready=tuple(
                (seat, card.type) for seat, player in enumerate(state.players) for card in player.cards if card.used
            ),
            markers_returned=tuple(state.solo.drawn) if state.solo else (),
            pending=tuple(pending),
        )
    )


def _raise_neutrals(course: Course[State]) -> None:
    """Move every neutral marker one space up, and demand over arrows (AW-17.6)."""
    components, state = components_of(course.state), course.state
    track = components.market_board.appeal
    neutral = {good: track.clamp(appeal + components.neutral.step) for good, appeal in state.neutral.items()}
    demand = {
        good: moved_demand(components, state.demand[good], arrows_crossed(components, state, good, old, neutral[good]))
        for good, old in state.neutral.items()
    }
    course.happen(NeutralsRaised(neutral=neutral, demand=demand, pending=course.state.rest))


def _first_round(course: Course[State]) -> None:
    named = course.state.next_start_player
    _begin_round(course, 1, course.state.start_player if named is None else named)


def _begin_round(course: Course[State], number: int, start_player: int) -> None:
    """Begin the next good's round."""
    solo = course.state.solo is not None
    opponents_first = solo and start_player == OPPONENTS
    order = clockwise(course.state, 0 if solo else start_player)
    course.happen(
        RoundBegan(
            era=course.state.era,
            round=number,
            good=components_of(course.state).goods[number - 1].id,
            start_player=order[0],
            opponents_first=opponents_first,
            pending=round_of(order, solo=solo, opponents_first=opponents_first),
        )
    )


_HAPPENINGS: dict[str, Callable[[Course[State]], None]] = {
    "opponents": opponents.take_turn,
    "begin_production": _begin_production,
    "automas": opponents.produce,
    "valuation": value_shares,
    "valued": value_shares,
    "wear": wear,
    "round_end": _next_round,
    "next_round": _next_round,
    "neutrals": _raise_neutrals,
    "first_round": _first_round,
}
