"""The parts of a turn that have no effect of their own: taking no action, and ending the turn (AW-3.5, AW-D.26)."""

from __future__ import annotations

from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import EndTurn, PassAction
from domain.arkwright.model.facts import ActionPassed, TurnEnded
from domain.game import Fact, Script


def decide_pass_action(position: Position, command: PassAction) -> list[Fact]:
    """Take no action (AW-D.26)."""
    return [ActionPassed(seat=position.seat, pending=position.after_action())]


def script_pass_action(position: Position) -> Script:
    """Ask nothing."""
    yield from ()
    return PassAction()


def decide_end_turn(position: Position, command: EndTurn) -> list[Fact]:
    """End the turn."""
    return [TurnEnded(seat=position.seat, pending=position.state.rest)]


def script_end_turn(position: Position) -> Script:
    """Ask nothing."""
    yield from ()
    return EndTurn()
