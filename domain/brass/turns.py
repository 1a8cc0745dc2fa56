"""The seat to act, and the commands available to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.brass.engine.edition import Edition
from domain.brass.engine.position import AnyPosition, StateT
from domain.brass.model.commands import EndTurn, RemoveTile
from domain.brass.model.rule_ids import RuleIds
from domain.brass.model.state import State
from domain.brass.rounds import end_turn, remove_tile
from domain.game import Command, Fact, IllegalMove, ToAct
from domain.message import Seat, counted, message

AnyState = State[Any]


def decide(
    edition: Edition[StateT], act: Callable[[StateT, int, Any], list[Fact]], state: StateT, seat: int, command: Command
) -> list[Fact]:
    """Return the facts that follow from the seat's command, or raise IllegalMove; ``act`` decides actions."""
    rules = edition.rules
    require_to_act(rules, state, seat)
    if state.shortfalls:
        if isinstance(command, RemoveTile):
            return remove_tile(edition, state, seat, command.slot)
        raise IllegalMove(
            rules.shortfall_first,
            message(
                "brass.shortfall-first",
                "You owe £{owed} and have £{money}. Remove a tile first.",
                owed=state.shortfalls[0].owed,
                money=state.players[seat].money,
            ),
        )
    if isinstance(command, RemoveTile):
        raise IllegalMove(
            rules.shortfall_only,
            message("brass.no-shortfall", "You have no shortfall. You can remove tiles only to cover one."),
        )
    if isinstance(command, EndTurn):
        if state.actions_left:
            raise IllegalMove(
                rules.actions_of_a_turn,
                counted(
                    "brass.actions-left",
                    "You have {count} action left. Take it or pass.",
                    "You have {count} actions left. Take them or pass.",
                    count=state.actions_left,
                ),
            )
        return end_turn(edition, state, seat)
    if not state.actions_left:
        raise IllegalMove(
            rules.actions_of_a_turn,
            message("brass.no-actions-left", "You have taken all your actions. End your turn."),
        )
    return act(state, seat, command)


def check_hand(position: AnyPosition, cards: Sequence[str]) -> None:
    """Check that the cards an action costs are in the hand."""
    left = list(position.player.hand)
    for card in cards:
        if card not in left:
            raise IllegalMove(
                position.rules.card_in_hand,
                message(
                    "brass.card-not-in-hand",
                    "The {card} card isn't in your hand. Choose a card from your hand.",
                    card=position.name_if_known(card),
                ),
            )
        left.remove(card)


def require_to_act(rules: RuleIds, state: AnyState, seat: int) -> None:
    """Check that the seat is to act."""
    if state.finished:
        raise IllegalMove(rules.game_over, message("brass.game-over", "The game is over."))
    if _being_settled(state):
        raise IllegalMove(
            rules.end_of_round,
            message("brass.round-being-settled", "The round is being settled. Wait for the next round."),
        )
    acting = _acting_seat(state)
    if seat == acting:
        return
    if state.shortfalls:
        raise IllegalMove(
            rules.shortfall_order,
            message("brass.waiting-for-shortfall", "{seat} must settle a shortfall first.", seat=Seat(acting)),
        )
    raise IllegalMove(rules.turn_order, message("brass.not-your-turn", "It's {seat}'s turn.", seat=Seat(acting)))


def _acting_seat(state: AnyState) -> int:
    """Return the seat that must act, in a position that has one."""
    return state.shortfalls[0].seat if state.shortfalls else state.turn_order[state.turn]


def _being_settled(state: AnyState) -> bool:
    """Return whether a round is being settled: all have had their turn, and the next round has not begun."""
    return not state.shortfalls and state.turn == len(state.turn_order)


def to_act(state: AnyState) -> tuple[ToAct, ...]:
    """Return the seat that must act, and the reason; none after the end, and between the facts that settle a round."""
    if state.finished or _being_settled(state):
        return ()
    if state.shortfalls:
        shortfall = state.shortfalls[0]
        reason = message(
            "brass.awaiting-tile-removal",
            "Remove tiles to pay £{owed} of negative income (£{missing} short)",
            owed=shortfall.owed,
            missing=shortfall.owed - state.players[shortfall.seat].money,
        )
    elif state.actions_left:
        reason = message("brass.awaiting-action", "Take an action ({actions} left)", actions=state.actions_left)
    else:
        reason = message("brass.awaiting-end-of-turn", "End the turn")
    return (ToAct(_acting_seat(state), reason),)


def confirmation(state: AnyState) -> Command | None:
    """Return the end of the turn, when the actions are taken."""
    if state.finished or state.shortfalls or state.actions_left or _being_settled(state):
        return None
    return EndTurn()
