"""Elements that options point at: all drawn, on the board or in front of the seat that decides."""

import random
import re

import pytest

from domain.barrage import ruleset
from domain.game import FinalField
from domain.message import plain
from tests.domain.barrage.narration.test_draw import NAMES, elements
from tests.domain.barrage.playing import EVERYTHING, moves


def asked(state, seat, numbers):
    """The questions on the way to some command."""
    script = ruleset.script(state, seat)
    try:
        choose = next(script)
        while True:
            yield choose
            choose = script.send(numbers.choice(choose.values))
    except StopIteration as stop:
        if isinstance(stop.value, FinalField):
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


@pytest.mark.parametrize(("seats", "seed", "options"), [(2, 1, {"rules": "beginner"}), (3, 2, {}), (4, 3, EVERYTHING)])
def test_options_of_a_question_have_different_texts_and_name_no_zero_amounts(seats, seed, options):
    numbers = random.Random(seed)
    texts = set()
    for number, (state, seat, *_) in enumerate(moves(seats, seed, **options)):
        if number % 5:
            continue
        for choose in asked(state, seat, numbers):
            labels = [plain(choose.label(value)) for value in choose.values]
            assert len(set(labels)) == len(labels), labels
            texts |= set(labels)
    assert len(texts) > 50
    for label in texts:
        assert not re.search(r"(?<![\d.+\-−])0 (credit|engineer|excavator|concrete)", label), label
        assert not re.search(r"(?<!\d)1 (credits|engineers|excavators|concrete mixers|drops)", label), label


@pytest.mark.rule("BA-5.9", "BA-8.4", "BA-18.1")
def test_options_show_their_cost_and_reward():
    state = next(state for state, *_ in moves(3, 2) if state.round == 1 and state.pending[-1].kind == "turn")
    seat = state.pending[-1].seat
    questions = [choose for seed in range(60) for choose in asked(state, seat, random.Random(seed))]
    known = {plain(choose.label(value)) for choose in questions for value in choose.values}
    assert "B1U in basin 1 (red: 3 credits)" in known
    assert "B1L in basin 1" in known
    assert "rotate the wheel by 2 segments for 2 engineers, 2 credits (WS-2, left space)" in known
    assert "5 excavators" in known


@pytest.mark.rule("BA-13.1", "BA-23.3")
def test_a_question_says_how_many_drops_or_contracts_there_are_still_to_come():
    asked_for = set()
    for number, (state, seat, *_) in enumerate(moves(3, 2)):
        if number < 150 and state.pending[-1].kind in {"drops", "take_contract"}:
            asked_for |= {plain(choose.prompt) for choose in asked(state, seat, random.Random(1))}
    assert "Choose a headstream for a drop (2 left)" in asked_for
    assert "Choose a headstream for a drop (1 left)" in asked_for
    assert "Choose a headstream for a drop that flows immediately (1 left)" in asked_for
    assert "Choose a contract to take (1 left)" in asked_for
