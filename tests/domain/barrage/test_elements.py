"""Whatever an option points at is drawn, on the board or before the seat that decides."""

import random

import pytest

from domain.barrage import ruleset
from domain.game import Lastly
from domain.message import plain
from tests.domain.barrage.playing import EVERYTHING, moves
from tests.domain.barrage.test_draw import NAMES, elements


def asked(state, seat, numbers):
    """The questions on the way to some command."""
    script = ruleset.script(state, seat)
    try:
        choose = next(script)
        while True:
            yield choose
            choose = script.send(numbers.choice(choose.values))
    except StopIteration as stop:
        if isinstance(stop.value, Lastly):
            yield stop.value.choose


@pytest.mark.parametrize(
    ("seats", "seed", "options"),
    [(2, 1, {"rules": "beginner"}), (3, 2, {}), (4, 3, EVERYTHING), (2, 5, EVERYTHING)],
)
def test_every_option_that_names_a_part_names_one_that_is_drawn(seats, seed, options):
    numbers = random.Random(seed)
    named = 0
    for number, (state, seat, *_) in enumerate(moves(seats, seed, **options)):
        if number % 7:
            continue
        drawn = set(elements(ruleset.draw(ruleset.view(state, seat), NAMES[:seats], plain)))
        drawn |= set(elements(ruleset.draw_seat(ruleset.view(state, seat), seat, NAMES[:seats], plain)))
        for choose in asked(state, seat, numbers):
            for value in choose.values:
                missing = set(choose.elements(value)) - drawn
                assert not missing, (number, plain(choose.label(value)))
                named += len(choose.elements(value))
    assert named > 50
