"""Decisions: turn commands into facts, or refuse them with the id of the rule that forbids them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from domain.brass import turns
from domain.brass.birmingham.build import decide_build
from domain.brass.birmingham.develop import decide_develop
from domain.brass.birmingham.engine.position import Position
from domain.brass.birmingham.loan_scout_pass import decide_loan, decide_pass, decide_scout
from domain.brass.birmingham.model.commands import Build, Develop, Loan, Network, Pass, Scout, Sell
from domain.brass.birmingham.model.state import State
from domain.brass.birmingham.network import decide_network
from domain.brass.birmingham.rounds import EDITION
from domain.brass.birmingham.sell import decide_sell
from domain.game import Command, Fact

_ACTIONS: dict[type[Command], Callable[[Position, Any], list[Fact]]] = {
    Build: decide_build,
    Network: decide_network,
    Develop: decide_develop,
    Sell: decide_sell,
    Loan: decide_loan,
    Scout: decide_scout,
    Pass: decide_pass,
}


def act(position_of: Callable[[State, int], Position], state: State, seat: int, command: Any) -> list[Fact]:
    """Return the facts of an action, or raise IllegalMove."""
    position = position_of(state, seat)
    turns.check_hand(position, command.cards if isinstance(command, Scout) else (command.card,))
    return _ACTIONS[type(command)](position, command)


decide = partial(turns.decide, EDITION, partial(act, Position))
"""Returns the facts that follow from a seat's command (state, seat, command), or raises IllegalMove."""
