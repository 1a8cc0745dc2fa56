"""Clicks for recorded moves: fewer than field by field, and within these limits for usual moves."""

from __future__ import annotations

from functools import cache
from itertools import islice
from statistics import median

import pytest

from domain.aggregate import Game
from tests.golden import clicks, logs
from tests.golden.clicks import Usual

ENOUGH = 8
"""The number of usual moves checked in each game."""

SHARE = {
    "birmingham-2-seats": 0.455,
    "lancashire-2-seats": 0.43,
    "barrage-2-seats": 0.525,
    "arkwright-2-seats": 0.44,
}
"""The most clicks that a whole game may take with defaults accepted, as a share of the clicks field by field."""

ACCEPTED = (
    Usual("birmingham-2-seats", "Build", lambda command: True, 2),
    Usual("birmingham-2-seats", "Sell", lambda command: True, 2),
    Usual("birmingham-2-seats", "Network", lambda command: len(command.links) == 2, 3),
    Usual("lancashire-2-seats", "Build", lambda command: True, 2),
    Usual("lancashire-2-seats", "Sell", lambda command: True, 2),
    Usual("lancashire-2-seats", "Network", lambda command: len(command.links) == 2, 3),
    Usual("barrage-2-seats", "Construct", lambda command: True, 2),
    Usual("barrage-2-seats", "Produce", lambda command: True, 3),
    Usual("arkwright-2-seats", "Hire", lambda command: True, 2),
    Usual("arkwright-2-seats", "SetPrice", lambda command: True, 1),
    Usual("arkwright-2-seats", "StockExchange", lambda command: True, 3),
)
"""Moves with every default accepted, and the most clicks that they usually take, Confirm included; one more where a
question has no default, such as which of two tiles to build. Another choice takes two more: the page lists the choices,
each with its alternatives, or one for a step of a number.
"""


@cache
def game_of(name: str) -> Game:
    return logs.game_of(logs.lines_of(logs.DIRECTORY / f"{name}.ndjson.gz"))


def test_every_usual_move_is_checked() -> None:
    assert {usual.log for usual in (*clicks.USUAL.values(), *ACCEPTED)} <= SHARE.keys()


@pytest.mark.parametrize("name", SHARE)
def test_a_whole_game_takes_few_clicks(name: str) -> None:
    found = list(clicks.of_game(game_of(name)))
    assert sum(each.fewest_accepting for each in found) <= SHARE[name] * sum(each.fields for each in found)
    for usual in (usual for usual in clicks.USUAL.values() if usual.log == name):
        made = list(islice(filter(usual.is_one_of, found), ENOUGH))
        assert median(each.fewest for each in made) <= usual.most, usual
    for usual in (usual for usual in ACCEPTED if usual.log == name):
        accepting = [each.fewest_accepting for each in found if usual.is_one_of(each)]
        assert median(accepting) <= usual.most, usual
        assert max(accepting) <= usual.most + 1, usual
