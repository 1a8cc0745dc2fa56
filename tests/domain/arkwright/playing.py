"""Whole games by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from domain.arkwright.decide import decide, to_act
from domain.arkwright.machinery.apply import apply, initial
from domain.arkwright.vocabulary.state import State
from domain.game import Command, Fact, random_command
from tests.domain.arkwright.builder import ENGINE, started

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

Move = tuple[State, int, Command, list[Fact]]
"""The position before a move, the seat, the command and its facts."""


def moves(seats: int, seed: int, **options: Any) -> Iterator[Move]:
    """Every move of a game; its facts are applied after it."""
    numbers = random.Random(seed)
    state = initial(started(seats, seed, **options))
    while not state.finished:
        (who,) = to_act(state)
        command = random_command(ENGINE, state, who.seat, numbers)
        facts = decide(state, who.seat, command)
        yield state, who.seat, command, facts
        for fact in facts:
            apply(state, fact)


def facts_of_game(seats: int, seed: int, **options: Any) -> list[Fact]:
    """The facts of a game, the set-up first."""
    return [started(seats, seed, **options), *(fact for *_, facts in moves(seats, seed, **options) for fact in facts)]
