"""Whole random games that prefer building and producing, so that the map fills up."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

from domain.barrage import EDITION, ruleset
from domain.barrage.engine.apply import initial
from domain.barrage.engine.pool import Expansion
from domain.barrage.engine.script import script as questions
from domain.barrage.model.facts import Started
from domain.barrage.model.figures import figures
from domain.barrage.model.state import State
from domain.barrage.setup import setup
from domain.game import Command, Fact, FinalField, Script, Table
from domain.verifiable_random import Seeded
from tests.domain.every_game import whole_games
from tests.domain.every_game.whole_games import Move

LIKING = {
    "construct": 9,
    "turbine_station": 30,
    "contract_office": 3,
    "patent_office": 4,
    "workshop": 3,
    "bank": 0.5,
    "copy_officer": 6,
    "water_management": 1.5,
    "external_works": 9,
    "private_buildings": 9,
    "powerhouse": 3,
    "building": 3,
    "decline": 0.15,
}
EVERYTHING = {
    "external_works": True,
    "private_buildings": True,
    "netherlands": True,
    "leeghwater_officers": True,
}
"""The options of a game with all modules of the expansion."""

script = partial(questions, EDITION)


def lively(asked: Script, numbers: random.Random) -> Command:
    """Return a random command."""
    try:
        choose = next(asked)
        while True:
            weights = [LIKING.get(value, 1) for value in choose.values]
            choose = asked.send(numbers.choices(choose.values, weights)[0])
    except StopIteration as stop:
        outcome = stop.value
    if isinstance(outcome, FinalField):
        return outcome.command(numbers.choice(outcome.choose.values))
    assert isinstance(outcome, Command)
    return outcome


def set_up(seats: int, seed: int, **options: Any) -> Started:
    """The set-up of a game."""
    table = Table(seats=seats, options=options, figures=figures.current())
    return setup(table, Seeded(seed.to_bytes(8, "big")), EDITION.all(Expansion).values())


def moves(seats: int, seed: int, **options: Any) -> Iterator[Move]:
    """Return every move of a game; its facts are applied after it."""
    numbers = random.Random(seed)
    state = initial(set_up(seats, seed, **options))
    return whole_games.moves(ruleset, state, lambda at, seat: lively(script(at, seat), numbers))


def facts_of_game(seats: int, seed: int, **options: Any) -> tuple[Fact, ...]:
    """Return the facts of a game, the set-up first."""
    played = moves(seats, seed, **options)
    return (set_up(seats, seed, **options), *(fact for *_, facts in played for fact in facts))


def replay(facts: tuple[Any, ...]) -> State:
    """Return the position after these facts."""
    state = initial(facts[0])
    for fact in facts[1:]:
        ruleset.apply(state, fact)
    return state
