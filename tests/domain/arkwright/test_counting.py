"""What a player reads counts one thing as one, at every step of whole games and in what they tell."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from domain.arkwright.narrate import narrate
from domain.arkwright.state import State
from domain.game import Choose, Lastly
from domain.message import plain
from tests.domain.arkwright.builder import ENGINE
from tests.domain.arkwright.playing import EXPERT, moves

ONE_OF_MANY = re.compile(r"\b1 (worker cards|cards|goods|ships|shares|loans|machines|points|are|need)\b")


def asked(state: State, seat: int, numbers: random.Random) -> Iterator[Choose]:
    """The questions on the way to some command."""
    script = ENGINE.script(state, seat)
    try:
        choose = next(script)
        while True:
            yield choose
            choose = script.send(numbers.choice(choose.values))
    except StopIteration as stop:
        if isinstance(stop.value, Lastly):
            yield stop.value.choose


@pytest.mark.parametrize(("seats", "options"), [(1, {}), (2, EXPERT), (4, {})])
def test_one_is_never_many(seats: int, options: dict[str, bool]) -> None:
    numbers, read = random.Random(1), []
    for state, seat, _, facts in moves(seats, 1, **options):
        for choose in asked(state, seat, numbers):
            read += [plain(choose.prompt), *(plain(choose.label(value)) for value in choose.values)]
        read += [plain(narrate(fact)) for fact in facts]
    assert len(read) > 500
    assert {said for said in read if ONE_OF_MANY.search(said)} == set()
