"""Whole games by chance, with a liking for building, so that the board fills up."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.state import State
from domain.chance import Seeded
from domain.game import Command, Fact, Lastly
from tests.domain.brass.birmingham.builder import table

_LIKING = {"build": 6, "network": 4, "sell": 8, "develop": 0.5, "loan": 0.2, "scout": 0.3, "pass": 0.05}
_POOR = _LIKING | {"loan": 12}


def lively_command(state: State, seat: int, numbers: random.Random) -> Command:
    """A command by chance."""
    liking = _POOR if state.players[seat].money < 12 else _LIKING
    script = ruleset.script(state, seat)
    try:
        asked = next(script)
        while True:
            weights = [liking.get(value, 1) for value in asked.values]
            asked = script.send(numbers.choices(asked.values, weights)[0])
    except StopIteration as stop:
        outcome = stop.value
    if isinstance(outcome, Lastly):
        return outcome.command(numbers.choice(outcome.choose.values))
    return outcome


def moves(
    seats: int, seed: int, *, introductory: bool = False, choose: Callable[..., Command] = lively_command
) -> Iterator[tuple[State, int, Command, list[Fact]]]:
    """Every move of a game: the position before it, the seat, the command and its facts, which are applied after."""
    numbers = random.Random(seed)
    started = ruleset.setup(table(seats, introductory=introductory), Seeded(seed.to_bytes(8, "big")))
    state = ruleset.initial(started)
    while not state.finished:
        seat = ruleset.to_act(state)[0].seat
        command = choose(state, seat, numbers)
        facts = ruleset.decide(state, seat, command)
        yield state, seat, command, facts
        for fact in facts:
            ruleset.apply(state, fact)


@cache
def whole_game(seats: int, seed: int, *, introductory: bool = False) -> tuple[Fact, ...]:
    """The facts of a game, the set-up first."""
    started = ruleset.setup(table(seats, introductory=introductory), Seeded(seed.to_bytes(8, "big")))
    return (started, *(fact for *_, facts in moves(seats, seed, introductory=introductory) for fact in facts))


def replay(facts: tuple[Fact, ...]) -> State:
    """The position after these facts."""
    state = ruleset.initial(facts[0])
    for fact in facts[1:]:
        ruleset.apply(state, fact)
    return state
