"""The questions that lead to a command."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from domain.arkwright import development, start_player, starting, turn
from domain.arkwright.actions.automate import can_automate, script_automate
from domain.arkwright.actions.build import can_build, script_build
from domain.arkwright.actions.hire import can_hire, script_hire
from domain.arkwright.actions.quality import can_lay, script_distribution, script_quality
from domain.arkwright.actions.stock_exchange import can_trade, script_buy_at_start, script_stock_exchange
from domain.arkwright.decide import require_to_act
from domain.arkwright.engine.position import Position
from domain.arkwright.expert.early_shipping import can_ship_early, script_early_shipping
from domain.arkwright.expert.extra_production import can_produce_extra, script_extra_production
from domain.arkwright.model.state import State
from domain.arkwright.pricing import script_set_price
from domain.arkwright.production import script_produce
from domain.arkwright.share_value import script_break_tie
from domain.arkwright.solo.achievements import script_achievements
from domain.game import Script
from domain.game_kit.memory import latest
from domain.game_kit.menu import Menu, MenuEntry, always, ask
from domain.message import message

_position = latest(Position)


_DEVELOPER = MenuEntry(
    message("arkwright.use-developer", "Make a card ready with the developer"),
    development.refreshable,
    development.script_developer,
)
_ACTIONS: Menu[Position] = {
    "build": MenuEntry(message("arkwright.build-or-upgrade", "Build or upgrade factories"), can_build, script_build),
    "hire": MenuEntry(message("arkwright.hire-workers", "Hire workers"), can_hire, script_hire),
    "automate": MenuEntry(message("arkwright.automate", "Automate"), can_automate, script_automate),
    "quality": MenuEntry(message("arkwright.add-quality", "Add quality"), can_lay, script_quality),
    "distribution": MenuEntry(message("arkwright.add-distribution", "Add distribution"), can_lay, script_distribution),
    "stock_exchange": MenuEntry(
        message("arkwright.use-stock-exchange", "Use the stock exchange"), can_trade, script_stock_exchange
    ),
    "extra_production": MenuEntry(
        message("arkwright.produce-extra", "Produce extra goods"), can_produce_extra, script_extra_production
    ),
    "early_shipping": MenuEntry(
        message("arkwright.ship-early", "Ship goods early"), can_ship_early, script_early_shipping
    ),
    "developer": _DEVELOPER,
    "pass": MenuEntry(message("arkwright.take-no-action", "Take no action"), always, turn.script_pass_action),
}
_PRICE: Menu[Position] = {
    "price": MenuEntry(message("arkwright.set-price-and-appeal", "Set price and appeal"), always, script_set_price),
    "developer": _DEVELOPER,
}
_END: Menu[Position] = {
    "end": MenuEntry(message("arkwright.end-turn", "End the turn"), always, turn.script_end_turn),
    "developer": _DEVELOPER,
}


_SCRIPTS: dict[str, Callable[[Position], Script]] = {
    "factory": starting.script_choose_factory,
    "bonus": development.script_development,
    "supervisor": starting.script_place_supervisor,
    "shares": script_buy_at_start,
    "action": partial(ask, message("arkwright.choose-action", "Step (a): choose an action"), _ACTIONS),
    "price": partial(ask, message("arkwright.choose-price-and-appeal", "Step (b): set price and appeal"), _PRICE),
    "development": development.script_development,
    "end": partial(ask, message("arkwright.confirm-end-turn", "End your turn?"), _END),
    "production": script_produce,
    "tie": script_break_tie,
    "entrepreneur": start_player.script_entrepreneur,
    "start_player": start_player.script_name,
    "achievements": script_achievements,
}


def script(state: State, seat: int) -> Script:
    """Ask for the fields of the seat's next command. Raise IllegalMove if the seat is not to act."""
    kind = require_to_act(state, seat)
    return (yield from _SCRIPTS[kind](_position(state, seat)))
