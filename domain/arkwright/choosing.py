"""Small decisions: starting factories, the bonus supervisor, ties, passing, the end of a turn."""

from __future__ import annotations

from domain.arkwright.commands import BreakTie, ChooseFactory, EndTurn, PassAction, PlaceSupervisor
from domain.arkwright.facts import ActionPassed, FactoryChosen, SupervisorPlaced, TieBroken, TurnEnded
from domain.arkwright.position import Position
from domain.arkwright.production import ask_whether
from domain.arkwright.state import Awaiting
from domain.arkwright.taking import which_factory
from domain.game import Fact, IllegalMove, Script
from domain.message import message


def _closed(position: Position) -> tuple[str, ...]:
    return tuple(good for good in position.goods if good not in position.player.factories)


def decide_choose_factory(position: Position, command: ChooseFactory) -> list[Fact]:
    """A starting factory is opened (AW-E.8, AW-S.10, AW-S.13)."""
    if command.good not in _closed(position):
        rule = "AW-S.13" if position.state.solo else "AW-E.8"
        raise IllegalMove(rule, message("Choose a factory that you have not opened yet."))
    space = position.components.start.token_space - 1
    return [FactoryChosen(seat=position.seat, good=command.good, space=space, pending=position.state.rest)]


def script_choose_factory(position: Position) -> Script:
    """Which factory."""
    good = yield which_factory(position, _closed(position), message("Which factory do you open?"))
    return ChooseFactory(good=good)


def decide_place_supervisor(position: Position, command: PlaceSupervisor) -> list[Fact]:
    """The supervisor of the bonus is put at a starting factory (AW-D.50)."""
    if command.good not in position.player.factories:
        raise IllegalMove("AW-D.50", message("Choose one of your starting factories."))
    return [SupervisorPlaced(seat=position.seat, good=command.good, pending=position.state.rest)]


def script_place_supervisor(position: Position) -> Script:
    """At which factory."""
    prompt = message("At which factory do you put the supervisor?")
    return PlaceSupervisor(good=(yield which_factory(position, position.open_goods, prompt)))


def decide_break_tie(position: Position, command: BreakTie) -> list[Fact]:
    """The entrepreneur is used for the tie, or not (AW-19.6)."""
    return [
        TieBroken(seat=position.seat, used=command.use, pending=(Awaiting("valued"), *position.state.rest)),
    ]


def script_break_tie(position: Position) -> Script:
    """Whether the entrepreneur is used."""
    prompt = message("Use the entrepreneur to win the tie for the highest appeal?")
    return BreakTie(use=(yield from ask_whether(prompt, True, "card:entrepreneur")))


def decide_pass_action(position: Position, command: PassAction) -> list[Fact]:
    """No action is taken (AW-D.26)."""
    return [ActionPassed(seat=position.seat, pending=position.after_action())]


def decide_end_turn(position: Position, command: EndTurn) -> list[Fact]:
    """The turn is over."""
    return [TurnEnded(seat=position.seat, pending=position.state.rest)]
