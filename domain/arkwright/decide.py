"""Decisions: turn commands into facts, or refuse them with the id of the rule that forbids them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.arkwright import development, start_player, starting, turn
from domain.arkwright.actions.automate import decide_automate
from domain.arkwright.actions.build import decide_build
from domain.arkwright.actions.hire import decide_hire
from domain.arkwright.actions.quality import decide_distribution, decide_quality
from domain.arkwright.actions.stock_exchange import decide_buy_at_start, decide_stock_exchange
from domain.arkwright.development_cards import decide_take
from domain.arkwright.engine.apply import apply
from domain.arkwright.engine.out_of_step import forbidding
from domain.arkwright.engine.position import Position
from domain.arkwright.expert.early_shipping import decide_early_shipping
from domain.arkwright.expert.extra_production import decide_extra_production
from domain.arkwright.model.commands import (
    AddDistribution,
    AddQuality,
    Advance,
    Automate,
    BreakTie,
    Build,
    BuyAtStart,
    ChooseAchievements,
    ChooseFactory,
    DiscardEntrepreneur,
    EarlyShipping,
    EndTurn,
    ExtraProduction,
    Hire,
    KeepEntrepreneur,
    NameStartPlayer,
    PassAction,
    PassDevelopment,
    PlaceSupervisor,
    Produce,
    SetPrice,
    StockExchange,
    TakeCard,
    UseBroker,
    UseDeveloper,
    UseInventor,
)
from domain.arkwright.model.state import State
from domain.arkwright.pricing import decide_set_price
from domain.arkwright.production import decide_produce
from domain.arkwright.rounds import asked, followed_by, run
from domain.arkwright.share_value import decide_break_tie
from domain.arkwright.solo.achievements import decide_achievements
from domain.game import Command, Fact, IllegalMove, ToAct
from domain.game_kit.course import Course
from domain.message import Message, Seat, message

Decide = Callable[[Position, Any], list[Fact]]

_DEVELOPER: dict[type[Command], Decide] = {UseDeveloper: development.decide_developer}
_ANSWERS: dict[str, dict[type[Command], Decide]] = {
    "factory": {ChooseFactory: starting.decide_choose_factory},
    "bonus": {Advance: development.decide_advance, TakeCard: decide_take},
    "supervisor": {PlaceSupervisor: starting.decide_place_supervisor},
    "shares": {BuyAtStart: decide_buy_at_start},
    "action": _DEVELOPER
    | {
        Build: decide_build,
        Hire: decide_hire,
        Automate: decide_automate,
        AddQuality: decide_quality,
        AddDistribution: decide_distribution,
        StockExchange: decide_stock_exchange,
        ExtraProduction: decide_extra_production,
        EarlyShipping: decide_early_shipping,
        PassAction: turn.decide_pass_action,
    },
    "price": _DEVELOPER | {SetPrice: decide_set_price},
    "development": _DEVELOPER
    | {
        Advance: development.decide_advance,
        TakeCard: decide_take,
        UseBroker: development.decide_broker,
        UseInventor: development.decide_inventor,
        PassDevelopment: development.decide_pass_development,
    },
    "end": _DEVELOPER | {EndTurn: turn.decide_end_turn},
    "production": {Produce: decide_produce},
    "tie": {BreakTie: decide_break_tie},
    "entrepreneur": {
        DiscardEntrepreneur: start_player.decide_discard,
        KeepEntrepreneur: start_player.decide_keep,
    },
    "start_player": {NameStartPlayer: start_player.decide_name},
    "achievements": {ChooseAchievements: decide_achievements},
}
_AWAITED: dict[str, Message] = {
    "factory": message("arkwright.open-starting-factory", "Choose a starting factory"),
    "bonus": message("arkwright.take-bonus", "Choose a development point or card"),
    "supervisor": message("arkwright.place-supervisor", "Place the supervisor at a factory"),
    "shares": message("arkwright.buy-starting-shares", "Buy shares before the game"),
    "action": message("arkwright.take-action", "Choose an action"),
    "price": message("arkwright.set-price-and-appeal", "Set price and appeal"),
    "development": message("arkwright.develop", "Choose a development"),
    "end": message("arkwright.end-turn", "End the turn"),
    "production": message("arkwright.sell-ship-and-store", "Sell, ship and store"),
    "tie": message("arkwright.decide-appeal-tie", "Choose whether to break the tie for the highest appeal"),
    "entrepreneur": message("arkwright.decide-entrepreneur", "Keep or discard the entrepreneur"),
    "start_player": message("arkwright.name-start-player", "Choose the start player"),
    "achievements": message("arkwright.decide-achievements", "Choose achievements"),
}


def require_to_act(state: State, seat: int) -> str:
    """Return the pending step of this seat. Raise IllegalMove if it is not to act."""
    awaited = None if state.finished else asked(state)
    if awaited is None:
        rule = "AW-17.7" if state.finished else "AW-3.3"
        raise IllegalMove(
            rule,
            message("arkwright.no-move-after-end", "The game is over.")
            if state.finished
            else message("arkwright.no-player-to-act", "No player can act now."),
        )
    if awaited.seat != seat:
        raise IllegalMove("AW-3.4", message("arkwright.not-your-turn", "It's {seat}'s turn.", seat=Seat(awaited.seat)))
    return awaited.kind


def move(state: State, seat: int, command: Command) -> Fact:
    """Return the command's own fact, without automatic steps, or raise IllegalMove."""
    kind = require_to_act(state, seat)
    answer = _ANSWERS[kind].get(type(command))
    if answer is None:
        rule = forbidding(state, kind, command)
        raise IllegalMove(
            rule,
            message(
                "arkwright.other-decision-awaited", "Another decision comes first: {decision}.", decision=_AWAITED[kind]
            ),
        )
    (fact,) = answer(Position(state, seat), command)
    return fact


def decide(state: State, seat: int, command: Command) -> list[Fact]:
    """Return the facts that follow from the seat's command, or raise IllegalMove."""
    fact = move(state, seat, command)
    course = Course(apply, state)
    followed_by(course, fact)
    run(course)
    return course.facts


def to_act(state: State) -> tuple[ToAct, ...]:
    """Return the seat that must act, and the reason; none during automatic steps and after the end."""
    awaited = None if state.finished else asked(state)
    return () if awaited is None else (ToAct(awaited.seat, _AWAITED[awaited.kind]),)


def confirmation(state: State) -> Command | None:
    """Return the end of the turn, if it is the only command left."""
    awaited = None if state.finished else asked(state)
    if awaited is None or awaited.kind != "end":
        return None
    return None if development.refreshable(Position(state, awaited.seat)) else EndTurn()
