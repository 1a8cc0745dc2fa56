"""Choosing a move by clicking parts of a drawing: the selectable parts, and reasons why an action is not possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from domain import board_input
from domain.game import Option, Ruleset
from domain.message import Say, named
from domain.play import require_turn
from domain.refusals import impossible, why_not
from domain.tutorials import guides
from service.auth import SeatContext
from service.http import i18n, messages
from service.presenters import games
from service.schemas.play import BoardChoice, BoardElements, Refusal, Refusals, TakenOption


def selectable(acting: SeatContext) -> BoardElements:
    """Return the parts of the drawing that some move of the acting seat concerns, and the impossible entries of its
    menu.
    """
    rules, view = acting.now.ruleset, games.viewed(acting)
    require_turn(rules, acting.now.table, view, acting.seat)
    say = messages.saying(acting.names)
    return BoardElements(
        version=acting.now.version,
        seat=acting.seat,
        elements=board_input.selectable(rules, view, acting.seat),
        impossible=[games.option(say, option) for option in impossible(rules, view, acting.seat)],
    )


def refusals(acting: SeatContext, about: str) -> Refusals:
    """Return the reasons why the acting seat's possible intentions are not possible now, each with its rule."""
    rules, view = acting.now.ruleset, games.viewed(acting)
    require_turn(rules, acting.now.table, view, acting.seat)
    say = messages.saying(acting.names)
    reasons = [
        Refusal(each.rule, rules.rule_text(each.rule, i18n.language()), say(each.detail))
        for each in why_not(rules, view, acting.seat, about)
    ]
    return Refusals(acting.now.version, acting.seat, about, reasons)


def select(acting: SeatContext, picks: Sequence[str], touched: Sequence[str]) -> BoardChoice:
    """Return the picks so far, with clicked or usual ones, and the next decision, or the preview."""
    rules, view = acting.now.ruleset, games.viewed(acting)
    require_turn(rules, acting.now.table, view, acting.seat)
    # The logs of games without a guide need not be read.
    is_guided = guides.of_table(rules, acting.now.table, acting.now.origin) is not None
    guided = guides.suggesting_rules(acting.game, view, acting.seat) if is_guided else rules
    found = board_input.select(guided, view, acting.seat, picks, touched)
    say = messages.saying(acting.names)
    taken = [_taken(rules, say, option) for option in found.taken]
    asked = games.asked(acting, found.choice, [option.value for option in found.taken])
    return BoardChoice(**asdict(asked), taken=taken)


def _taken(rules: Ruleset[Any], say: Say, option: Option) -> TakenOption:
    return TakenOption(
        **asdict(games.option(say, option)),
        prompt=say(option.prompt) if option.prompt else "",
        name=say(named(option.prompt, rules.choice_names)) if option.prompt else "",
        decrement=option.fewer,
        increment=option.more,
        alternatives=[games.option(say, other) for other in option.among],
    )
