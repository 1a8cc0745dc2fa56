"""Whole random games that prefer building, so that the board fills up."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from domain.game import Command, Fact, FinalField, Ruleset, Table
from domain.verifiable_random import Seeded
from tests.domain.every_game import whole_games
from tests.domain.every_game.whole_games import Move

_LIKING = {
    "build": 6,
    "double_build": 0.4,
    "network": 4,
    "sell": 8,
    "develop": 0.5,
    "loan": 0.2,
    "scout": 0.3,
    "pass": 0.05,
}
_POOR = _LIKING | {"loan": 12}
_FEW_POUNDS = 12

Choice = Callable[[Ruleset[Any], Any, int, random.Random], Command]


def lively_command(ruleset: Ruleset[Any], state: Any, seat: int, numbers: random.Random) -> Command:
    """Return a random command."""
    liking = _POOR if state.players[seat].money < _FEW_POUNDS else _LIKING
    script = ruleset.script(state, seat)
    try:
        asked = next(script)
        while True:
            weights = [liking.get(value, 1) for value in asked.values]
            asked = script.send(numbers.choices(asked.values, weights)[0])
    except StopIteration as stop:
        outcome = stop.value
    if isinstance(outcome, FinalField):
        return outcome.command(numbers.choice(outcome.choose.values))
    assert isinstance(outcome, Command)
    return outcome


def set_up(ruleset: Ruleset[Any], seats: int, seed: int, **options: Any) -> Fact:
    """The set-up of a game."""
    table = Table(seats=seats, options=options, figures=ruleset.current_figures())
    return ruleset.setup(table, Seeded(seed.to_bytes(8, "big")))


def moves(
    ruleset: Ruleset[Any], seats: int, seed: int, choose: Choice = lively_command, **options: Any
) -> Iterator[Move]:
    """Return every move of a game; its facts are applied after it."""
    numbers = random.Random(seed)
    state = ruleset.initial(set_up(ruleset, seats, seed, **options))
    return whole_games.moves(ruleset, state, lambda at, seat: choose(ruleset, at, seat, numbers))


def facts_of_game(ruleset: Ruleset[Any], seats: int, seed: int, **options: Any) -> tuple[Fact, ...]:
    """Return the facts of a game, the set-up first."""
    played = moves(ruleset, seats, seed, **options)
    return (set_up(ruleset, seats, seed, **options), *(fact for *_, facts in played for fact in facts))


def replay(ruleset: Ruleset[Any], facts: tuple[Fact, ...]) -> Any:
    """Return the position after these facts."""
    state = ruleset.initial(facts[0])
    for fact in facts[1:]:
        ruleset.apply(state, fact)
    return state


def bots_points(ruleset: Ruleset[Any], seats: int, bot: str, seed: int, **options: Any) -> list[int]:
    """Return the final points of a game played by bots of one kind, each from its own view."""

    def seeing(ruleset: Ruleset[Any], state: Any, seat: int, numbers: random.Random) -> Command:
        return ruleset.bots[bot](ruleset, ruleset.view(state, seat), seat, numbers)

    *_, (state, _, _, _) = moves(ruleset, seats, seed, seeing, **options)
    return ruleset.standing(state).points
