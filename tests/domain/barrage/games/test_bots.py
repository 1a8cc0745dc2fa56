"""The greedy bot: it builds a system of dam, conduit and powerhouse, and produces with it."""

from __future__ import annotations

import random

import pytest

from domain.barrage import ruleset
from domain.barrage.model.facts import Produced
from domain.game import Table
from domain.verifiable_random import Seeded
from tests.domain.barrage.playing import EVERYTHING

GREEDY, RANDOM = 0, 1


def play(seed: int, **options: object) -> tuple[list[int], int]:
    """Return the points of a game of greedy against chance, and how often greedy produced."""
    numbers = random.Random(seed)
    table = Table(seats=2, options=options, figures=ruleset.current_figures())
    state = ruleset.initial(ruleset.setup(table, Seeded(seed.to_bytes(8, "big"))))
    productions = 0
    while not state.finished:
        (acting,) = ruleset.to_act(state)
        bot = ruleset.bots["greedy" if acting.seat == GREEDY else "random"]
        command = bot(ruleset, ruleset.view(state, acting.seat), acting.seat, numbers)
        for fact in ruleset.decide(state, acting.seat, command):
            ruleset.apply(state, fact)
            productions += isinstance(fact, Produced) and fact.seat == GREEDY
    return ruleset.standing(state).points, productions


@pytest.mark.parametrize("options", [{"rules": "beginner"}, EVERYTHING])
def test_greedy_produces_and_does_far_better_than_chance(options):
    points, productions = play(1, **options)
    assert points[GREEDY] > points[RANDOM] + 25
    assert productions >= 5


def test_greedy_takes_the_same_command_for_the_same_numbers():
    table = Table(seats=2, options={"rules": "beginner"}, figures=ruleset.current_figures())
    state = ruleset.initial(ruleset.setup(table, Seeded(b"seed")))
    (acting,) = ruleset.to_act(state)
    view = ruleset.view(state, acting.seat)
    first, second = (ruleset.bots["greedy"](ruleset, view, acting.seat, random.Random(3)) for _ in range(2))
    assert first == second
