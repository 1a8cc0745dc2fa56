"""Choices before the first turn: starting factories, and the place of a bonus supervisor (AW-E.8, AW-D.50)."""

from __future__ import annotations

from domain.arkwright.engine.asking import which_factory
from domain.arkwright.engine.position import Position
from domain.arkwright.model.commands import ChooseFactory, PlaceSupervisor
from domain.arkwright.model.facts import FactoryChosen, SupervisorPlaced
from domain.game import Fact, IllegalMove, Script
from domain.message import message


def _closed(position: Position) -> tuple[str, ...]:
    return tuple(good for good in position.goods if good not in position.player.factories)


def decide_choose_factory(position: Position, command: ChooseFactory) -> list[Fact]:
    """Open a starting factory (AW-E.8, AW-S.10, AW-S.13)."""
    if command.good not in _closed(position):
        rule = "AW-S.13" if position.state.solo else "AW-E.8"
        raise IllegalMove(
            rule,
            message(
                "arkwright.starting-factory-already-open", "You have already opened this factory. Choose another one."
            ),
        )
    space = position.components.start.token_space - 1
    return [FactoryChosen(seat=position.seat, good=command.good, space=space, pending=position.state.rest)]


def script_choose_factory(position: Position) -> Script:
    """Ask for the factory."""
    good = yield which_factory(
        position, _closed(position), message("arkwright.choose-starting-factory", "Which factory will you open?")
    )
    return ChooseFactory(good=good)


def decide_place_supervisor(position: Position, command: PlaceSupervisor) -> list[Fact]:
    """Place the bonus supervisor at a starting factory (AW-D.50)."""
    if command.good not in position.player.factories:
        raise IllegalMove(
            "AW-D.50", message("arkwright.not-own-starting-factory", "Choose one of your starting factories.")
        )
    return [SupervisorPlaced(seat=position.seat, good=command.good, pending=position.state.rest)]


def script_place_supervisor(position: Position) -> Script:
    """Ask for the supervisor's factory."""
    prompt = message("arkwright.choose-supervisor-factory", "At which factory will you place the supervisor?")
    return PlaceSupervisor(good=(yield which_factory(position, position.open_goods, prompt)))
