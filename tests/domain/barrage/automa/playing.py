"""Whole games of a human against automas, with all automatic steps."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from domain import play
from domain.barrage import ruleset
from domain.game import Fact
from tests.domain.barrage.playing import lively, script, set_up

GAMES: list[tuple[int, int, dict[str, Any]]] = [
    (4, 11, {"automas": ("overpowered", "high_voltage", "normal"), "leeghwater": True}),
    (3, 3, {"automas": ("low_voltage", "normal")}),
    (4, 5, {"automas": ("overpowered", "overpowered", "overpowered"), "leeghwater": True}),
]
"""Seats, seed and options."""


def facts_of(seats: int, seed: int, **options: Any) -> tuple[Fact, ...]:
    """Return the facts of a game, the set-up first."""
    return _facts_of(seats, seed, tuple(options.items()))


@cache
def _facts_of(seats: int, seed: int, options: tuple[tuple[str, Any], ...]) -> tuple[Fact, ...]:
    numbers = random.Random(seed)
    started = set_up(seats, seed, **dict(options))
    state = ruleset.initial(started)
    played = play.self_play(ruleset, state, lambda at, seat: lively(script(at, seat), numbers))
    return (started, *(fact for step in played for fact in step.facts))
