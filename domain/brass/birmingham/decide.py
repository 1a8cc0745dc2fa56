"""Commands become facts, or are refused with the id of the rule that forbids them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.brass.birmingham.build import decide_build
from domain.brass.birmingham.commands import (
    Build,
    Develop,
    EndTurn,
    Loan,
    Network,
    Pass,
    RemoveTile,
    Scout,
    Sell,
)
from domain.brass.birmingham.develop import decide_develop
from domain.brass.birmingham.loan_scout_pass import decide_loan, decide_pass, decide_scout
from domain.brass.birmingham.network import decide_network
from domain.brass.birmingham.position import Position
from domain.brass.birmingham.rounds import end_turn, remove_tile
from domain.brass.birmingham.sell import decide_sell
from domain.brass.birmingham.state import State
from domain.game import Command, Fact, IllegalMove, ToAct
from domain.message import Seat, message

_ACTIONS: dict[type[Command], Callable[[Position, Any], list[Fact]]] = {
    Build: decide_build,
    Network: decide_network,
    Develop: decide_develop,
    Sell: decide_sell,
    Loan: decide_loan,
    Scout: decide_scout,
    Pass: decide_pass,
}


def decide(state: State, seat: int, command: Command) -> list[Fact]:
    """The facts that follow from the seat's command, or IllegalMove."""
    require_to_act(state, seat)
    if state.shortfalls:
        if isinstance(command, RemoveTile):
            return remove_tile(state, seat, command.slot)
        raise IllegalMove("BB-24.5", message("You owe money to the bank; first remove a tile to raise it."))
    if isinstance(command, RemoveTile):
        raise IllegalMove("BB-24.13", message("Tiles are removed for a shortfall only, and you have none."))
    if isinstance(command, EndTurn):
        if state.actions_left:
            raise IllegalMove(
                "BB-1.7", message("You have {actions} actions left; take them, or pass.", actions=state.actions_left)
            )
        return end_turn(state, seat)
    if not state.actions_left:
        raise IllegalMove("BB-1.7", message("You have taken all actions of this turn; end it."))
    return _act(state, seat, command)


def _act(state: State, seat: int, command: Command) -> list[Fact]:
    position = Position(state, seat)
    _check_hand(position, command)
    return _ACTIONS[type(command)](position, command)


def _check_hand(position: Position, command: Any) -> None:
    """The cards an action costs are in the hand (BB-4.1)."""
    left = list(position.player.hand)
    for card in command.cards if isinstance(command, Scout) else (command.card,):
        if card not in left:
            raise IllegalMove(
                "BB-4.1", message("You do not hold the card {card}; discard one of your hand.", card=card)
            )
        left.remove(card)


def require_to_act(state: State, seat: int) -> None:
    """Only the seat that must act may give a command."""
    if state.finished:
        raise IllegalMove("BB-26.1", message("The game is over."))
    if _being_settled(state):
        raise IllegalMove("BB-24.1", message("The round is being settled; nobody acts before the next one."))
    acting = acting_seat(state)
    if seat == acting:
        return
    if state.shortfalls:
        raise IllegalMove("BB-24.14", message("{seat} has to settle a shortfall first.", seat=Seat(acting)))
    raise IllegalMove("BB-1.6", message("It is the turn of {seat}.", seat=Seat(acting)))


def acting_seat(state: State) -> int:
    """The seat that must act, in a position in which somebody must."""
    return state.shortfalls[0].seat if state.shortfalls else state.turn_order[state.turn]


def _being_settled(state: State) -> bool:
    """True between the facts that end a round: all have had their turn, and the next round has not begun."""
    return not state.shortfalls and state.turn == len(state.turn_order)


def to_act(state: State) -> tuple[ToAct, ...]:
    """The seat that must act, and why; nobody when the game is over, and between the facts that settle a round."""
    if state.finished or _being_settled(state):
        return ()
    if state.shortfalls:
        shortfall = state.shortfalls[0]
        reason = message("Remove tiles to pay a negative income of £{owed}", owed=shortfall.owed)
    elif state.actions_left:
        reason = message("Take an action ({actions} left)", actions=state.actions_left)
    else:
        reason = message("End the turn")
    return (ToAct(acting_seat(state), reason),)


def confirmation(state: State) -> Command | None:
    """Ending the turn, when the actions are taken."""
    if state.finished or state.shortfalls or state.actions_left or _being_settled(state):
        return None
    return EndTurn()
