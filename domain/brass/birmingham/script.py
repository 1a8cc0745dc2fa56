"""The questions that lead to a command (BB-1.11)."""

from __future__ import annotations

from domain.brass.birmingham.build import can_build, script_build
from domain.brass.birmingham.engine.position import Position
from domain.brass.birmingham.loan_scout_pass import can_borrow, can_scout, script_loan, script_scout
from domain.brass.birmingham.model.rule_ids import RULES
from domain.brass.birmingham.model.state import State
from domain.brass.birmingham.network import script_network
from domain.brass.birmingham.sell import saleable, script_sell
from domain.brass.develop import can_develop, script_develop
from domain.brass.menu import ask, script_pass
from domain.brass.narration import costs
from domain.brass.network import first_lines
from domain.brass.turns import require_to_act
from domain.game import Script
from domain.game_kit.memory import latest
from domain.game_kit.menu import Menu, MenuEntry, always
from domain.message import Message, counted, message


def _income_lost(position: Position) -> Message:
    return counted(
        "birmingham.income-levels",
        "{count} income level",
        "{count} income levels",
        count=position.components.constants.loan.income_levels,
    )


def _cards_given(position: Position) -> Message:
    return counted("birmingham.cards", "{count} card", "{count} cards", count=position.components.constants.scout.cards)


_MENU: Menu[Position] = {
    "build": MenuEntry(message("brass.build", "Build"), can_build, script_build),
    "network": MenuEntry(message("brass.network", "Network"), first_lines, script_network, costs.of_link),
    "develop": MenuEntry(message("brass.develop", "Develop"), can_develop, script_develop, costs.of_development),
    "sell": MenuEntry(message("brass.sell", "Sell"), lambda position: saleable(position, ()), script_sell),
    "loan": MenuEntry(message("brass.take-loan", "Loan"), can_borrow, script_loan, _income_lost),
    "scout": MenuEntry(message("birmingham.scout", "Scout"), can_scout, script_scout, _cards_given),
    "pass": MenuEntry(message("brass.pass", "Pass"), always, script_pass),
}
_ABOUT_A_TILE = ("build", "network", "develop")
"""Actions that a click on a slot or a tile may mean, best first."""
_position = latest(Position)


def script(state: State, seat: int) -> Script:
    """Ask for the fields of the seat's next command. Raise IllegalMove if the seat is not to act."""
    require_to_act(RULES, state, seat)
    return (yield from ask(_MENU, _position(state, seat), lambda: _ABOUT_A_TILE))
