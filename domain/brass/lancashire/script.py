"""The questions that lead to a command (BL-3.6)."""

from __future__ import annotations

from domain.brass.develop import can_develop, script_develop
from domain.brass.lancashire.build import can_build, can_double_build, script_build, script_double_build
from domain.brass.lancashire.engine.position import Position
from domain.brass.lancashire.loan_pass import loans, script_loan
from domain.brass.lancashire.model.rule_ids import RULES
from domain.brass.lancashire.model.state import State
from domain.brass.lancashire.network import script_network
from domain.brass.lancashire.sell import saleable, script_sell, script_sell_on
from domain.brass.menu import ask, script_pass
from domain.brass.narration import costs
from domain.brass.network import first_lines
from domain.brass.turns import require_to_act
from domain.game import Script
from domain.game_kit.memory import latest
from domain.game_kit.menu import Menu, MenuEntry, always
from domain.message import message

_MENU: Menu[Position] = {
    "build": MenuEntry(message("brass.build", "Build"), can_build, script_build),
    "double_build": MenuEntry(
        message("lancashire.build-with-two-cards", "Build with two cards"), can_double_build, script_double_build
    ),
    "network": MenuEntry(message("brass.network", "Network"), first_lines, script_network, costs.of_link),
    "develop": MenuEntry(message("brass.develop", "Develop"), can_develop, script_develop, costs.of_development),
    "sell": MenuEntry(message("brass.sell", "Sell"), saleable, script_sell),
    "loan": MenuEntry(message("brass.take-loan", "Loan"), loans, script_loan),
    "pass": MenuEntry(message("brass.pass", "Pass"), always, script_pass),
}
_ABOUT_A_TILE = ("build", "double_build", "network", "develop")
"""Actions that a click on a slot or a tile may mean, best first."""
_position = latest(Position)


def script(state: State, seat: int) -> Script:
    """Ask for the fields of the seat's next command. Raise IllegalMove if the seat is not to act."""
    require_to_act(RULES, state, seat)
    position = _position(state, seat)
    return (yield from script_sell_on(position) if state.selling else ask(_MENU, position, lambda: _ABOUT_A_TILE))
