"""Positions of games in progress, for diagrams in the rules and the pictures of games."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from typing import Any

from domain import play
from domain.game import Table, random_command, ruleset
from domain.verifiable_random import Seeded

_SEED = b"figures in the rules".ljust(32, b".")
_NAMES = ("Ada", "Ben", "Cleo")
_MOVES = 24
"""Moves after which a position is suitable for diagrams."""


@cache
def sample_position(name: str, figures: str) -> tuple[Any, tuple[str, ...]]:
    """Return a position some moves after the start, and its players: three, or a possible number."""
    rules = ruleset(name)
    seats = min(len(_NAMES), max(rules.seats))
    position = rules.initial(rules.setup(Table(seats=seats, figures=figures), Seeded(_SEED)))
    numbers = random.Random(1)
    bot = rules.bots.get("greedy", random_command)
    steps = play.self_play(rules, position, lambda at, seat: play.chosen(rules, bot, at, seat, numbers))
    for _step in islice(steps, _MOVES):
        pass
    return position, _NAMES[:seats]
