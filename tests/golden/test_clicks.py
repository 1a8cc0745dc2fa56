"""Clicks for recorded moves: fewer than field by field, and no more for the usual ones than these."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from statistics import median
from typing import Any

import pytest

from domain.aggregate import Game
from tests.golden import clicks, logs

ENOUGH = 8
"""Of the usual moves of a game so many are looked at."""

SHARE = {
    "birmingham-2-seats": 0.69,
    "lancashire-2-seats": 0.74,
    "barrage-2-seats": 0.65,
    "arkwright-2-seats": 0.84,
}
"""Of the clicks that a whole game took field by field those that it takes at most, turns ending by themselves. These
games were played by chance, which seldom means what is usual."""


@cache
def game_of(name: str) -> Game:
    return logs.game_of(logs.lines_of(logs.DIRECTORY / f"{name}.ndjson.gz"))


@pytest.mark.parametrize(("name", "share"), SHARE.items())
def test_a_whole_game_takes_fewer_clicks_than_field_by_field(name: str, share: float) -> None:
    found = list(clicks.of_game(game_of(name)))
    taken = sum(each.fewest for each in found if type(each.command).__name__ != "EndTurn")
    assert taken <= share * sum(each.fields for each in found)


Usual = Callable[[Any], bool]

USUAL: dict[str, tuple[str, str, Usual, float]] = {
    "a build": ("birmingham-2-seats", "Build", lambda command: True, 3),
    "a tile sold with beer": ("birmingham-2-seats", "Sell", lambda command: len(command.sales) == 1, 4),
    "two links": ("birmingham-2-seats", "Network", lambda command: len(command.links) == 2, 5),
    "a construction": ("barrage-2-seats", "Construct", lambda command: True, 3),
    "a production of energy": ("barrage-2-seats", "Produce", lambda command: True, 3),
    "a worker card": ("arkwright-2-seats", "Hire", lambda command: len(command.workers) == 1, 3),
}


@pytest.mark.parametrize(("name", "kind", "usual", "most"), USUAL.values(), ids=USUAL)
def test_usual_moves_take_few_clicks(name: str, kind: str, usual: Usual, most: float) -> None:
    found = list(islice((each for each in clicks.of_game(game_of(name), kind) if usual(each.command)), ENOUGH))
    assert found
    assert median(each.fewest for each in found) <= most
