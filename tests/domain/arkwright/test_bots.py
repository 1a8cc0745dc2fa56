"""The bots play whole games from what their seats may see."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain.arkwright import ruleset
from tests.domain.arkwright.builder import started
from tests.domain.arkwright.playing import EXPERT


def played(kinds: tuple[str, ...], seed: int, **options: Any) -> Any:
    numbers = random.Random(seed)
    state = ruleset.initial(started(len(kinds), seed, **options))
    while not state.finished:
        (who,) = ruleset.to_act(state)
        seen = ruleset.view(state, who.seat)
        command = ruleset.bots[kinds[who.seat]](ruleset, seen, who.seat, numbers)
        for fact in ruleset.decide(state, who.seat, command):
            ruleset.apply(state, fact)
    return state


def test_the_greedy_bot_beats_random_ones() -> None:
    for seed in (1, 2):
        standing = ruleset.standing(played(("random", "greedy"), seed))
        assert standing.ranking[0].seat == 1


@pytest.mark.parametrize("options", [{}, EXPERT | {"choose_achievements": True}])
def test_the_greedy_bot_plays_alone(options: dict[str, Any]) -> None:
    state = played(("greedy",), 3, **options)
    assert state.scores[0].score > 150
