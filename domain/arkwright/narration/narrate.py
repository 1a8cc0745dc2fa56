"""Narration of Arkwright in complete sentences: one message per fact, veiled or not, with all its figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.arkwright.model.components import Components
from domain.arkwright.narration import actions, production, rounds, setup, solo, turns
from domain.arkwright.narration.words import Names
from domain.game_kit.narration import narrator
from domain.message import Message

_narrate: Callable[[Any, Names], Message] = narrator(
    setup.NARRATIONS
    | actions.NARRATIONS
    | turns.NARRATIONS
    | production.NARRATIONS
    | rounds.NARRATIONS
    | solo.NARRATIONS
)


def narrate(fact: Any, known: Components, seats: int) -> Message:
    """Narrate a fact with the names and figures of its table."""
    return _narrate(fact, Names(known, seats))
