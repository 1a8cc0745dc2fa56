"""Clicks for recorded moves: fewer than field by field, and within these limits for usual moves."""

from __future__ import annotations

from functools import cache
from itertools import islice
from statistics import median

import pytest

from domain.aggregate import Game
from tests.golden import clicks, logs

ENOUGH = 8
"""The number of usual moves checked in each game."""

SHARE = {
    "birmingham-2-seats": 0.455,
    "lancashire-2-seats": 0.43,
    "barrage-2-seats": 0.525,
    "arkwright-2-seats": 0.44,
}
"""The largest share of the clicks field by field that a whole game takes with defaults accepted."""


@cache
def game_of(name: str) -> Game:
    return logs.game_of(logs.lines_of(logs.DIRECTORY / f"{name}.ndjson.gz"))


@pytest.mark.parametrize(("name", "share"), SHARE.items())
def test_a_whole_game_takes_fewer_clicks_than_field_by_field(name: str, share: float) -> None:
    found = list(clicks.of_game(game_of(name)))
    taken = sum(each.fewest_accepting for each in found)
    assert taken <= share * sum(each.fields for each in found)


@pytest.mark.parametrize("usual", clicks.USUAL.values(), ids=clicks.USUAL)
def test_usual_moves_take_few_clicks(usual: clicks.Usual) -> None:
    found = list(islice(usual.found(game_of(usual.log)), ENOUGH))
    assert found
    assert median(each.fewest for each in found) <= usual.most
