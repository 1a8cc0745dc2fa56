"""Choosing a move by touching parts of a drawing: what can be touched, and why an action is not possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain import board_input
from domain.game import Option
from domain.message import Say
from domain.play import require_turn
from domain.refusals import impossible, why_not
from service.auth import SeatContext
from service.http import messages
from service.presenters import games


def touchable(acting: SeatContext) -> dict[str, Any]:
    """The parts of the drawing that some move of the acting seat concerns, and what of its menu is not possible."""
    rules, view = acting.now.ruleset, games.viewed(acting)
    require_turn(rules, acting.now.table, view, acting.seat)
    say = messages.saying(acting.names)
    return {
        "version": acting.now.version,
        "seat": acting.seat,
        "elements": board_input.touchable(rules, view, acting.seat),
        "impossible": [games.option(say, option) for option in impossible(rules, view, acting.seat)],
    }


def refusals(acting: SeatContext, about: str) -> dict[str, Any]:
    """Why what the acting seat may mean by it is not possible now, each with its rule."""
    rules, view = acting.now.ruleset, games.viewed(acting)
    require_turn(rules, acting.now.table, view, acting.seat)
    say = messages.saying(acting.names)
    reasons = [
        {"rule": each.rule, "rule_text": rules.rule_text(each.rule), "detail": say(each.detail)}
        for each in why_not(rules, view, acting.seat, about)
    ]
    return {"version": acting.now.version, "seat": acting.seat, "about": about, "reasons": reasons}


def way(acting: SeatContext, picks: Sequence[str], touched: Sequence[str]) -> dict[str, Any]:
    """The picks so far, with those that were touched or are usual, and what is to be decided then, or the preview."""
    rules, view = acting.now.ruleset, games.viewed(acting)
    require_turn(rules, acting.now.table, view, acting.seat)
    found = board_input.way(rules, view, acting.seat, picks, touched)
    say = messages.saying(acting.names)
    taken = [_taken(say, option) for option in found.taken]
    return games.asked(acting, found.choice, [option.value for option in found.taken]) | {"taken": taken}


def _taken(say: Say, option: Option) -> dict[str, Any]:
    return games.option(say, option) | {
        "prompt": say(option.prompt) if option.prompt else "",
        "fewer": option.fewer,
        "more": option.more,
        "among": [games.option(say, other) for other in option.among],
    }
