"""Bots: they play whole games from their seats' views alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain.arkwright import ruleset
from domain.play import chosen
from tests.domain.arkwright.builder import Game, started
from tests.domain.arkwright.playing import EXPERT
from tests.domain.every_game.whole_games import moves


def played(kinds: tuple[str, ...], seed: int, **options: Any) -> Any:
    numbers = random.Random(seed)
    state = ruleset.initial(started(len(kinds), seed, **options))
    for _ in moves(ruleset, state, lambda at, seat: chosen(ruleset, ruleset.bots[kinds[seat]], at, seat, numbers)):
        pass
    return state


def test_the_greedy_bot_beats_random_ones() -> None:
    for seed in (1, 2):
        standing = ruleset.standing(played(("random", "greedy"), seed))
        assert standing.ranking[0].seat == 1


@pytest.mark.parametrize("options", [{}, EXPERT | {"choose_achievements": True}])
def test_the_greedy_bot_plays_alone(options: dict[str, Any]) -> None:
    state = played(("greedy",), 3, **options)
    assert state.scores[0].score > 300


@pytest.mark.rule("AW-S.1")
def test_the_greedy_bot_can_beat_both_automas() -> None:
    states = [played(("greedy",), seed) for seed in (1, 2, 3, 4)]
    assert any(state.ranking[0].place == 1 for state in states)
    assert all(state.scores[0].score > 300 for state in states)


@pytest.mark.rule("AW-15.2")
def test_the_bot_values_the_highest_appeal_on_the_track() -> None:
    """The bot takes twice as many sales steps for the highest appeal if the price does not matter."""
    game = Game(2).step("price").open("food", appeal=2).open("food", seat=1, appeal=4).demand(food=0)
    command = ruleset.bots["greedy"](ruleset, game.state, 0, random.Random(1))
    fact = game.play(command)
    assert fact.appeal_to > 4
    alone = Game(2).step("price").open("food", appeal=2).demand(food=0)
    other = ruleset.bots["greedy"](ruleset, alone.state, 0, random.Random(1))
    assert alone.play(other).appeal_to < fact.appeal_to
