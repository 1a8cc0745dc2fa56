"""Whole random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from domain.arkwright import ruleset
from domain.arkwright.engine.apply import initial
from domain.game import Fact, random_command
from tests.domain.arkwright.builder import started
from tests.domain.every_game import whole_games
from tests.domain.every_game.whole_games import Move

EXPERT = {
    "open_card_pool": True,
    "era_limits": True,
    "free_start": True,
    "no_ships_at_start": True,
    "buy_shares_at_start": True,
    "extra_production": True,
    "early_shipping": True,
    "expert_card_texts": True,
}
"""All expert rules together (AW-E.1)."""


def moves(seats: int, seed: int, **options: Any) -> Iterator[Move]:
    """Return every move of a game; its facts are applied after it."""
    numbers = random.Random(seed)
    state = initial(started(seats, seed, **options))
    return whole_games.moves(ruleset, state, lambda at, seat: random_command(ruleset, at, seat, numbers))


def facts_of_game(seats: int, seed: int, **options: Any) -> list[Fact]:
    """Return the facts of a game, the set-up first."""
    return [started(seats, seed, **options), *(fact for *_, facts in moves(seats, seed, **options) for fact in facts)]
