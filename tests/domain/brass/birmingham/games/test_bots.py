"""Bots: their moves are legal to the end, and the greedy one beats the random one."""

from functools import partial
from statistics import mean

import pytest

from domain.brass.birmingham import ruleset
from tests.domain.brass.playing import bots_points

play = partial(bots_points, ruleset)


@pytest.mark.usefixtures("quick_bots")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_plays_whole_games_far_better_than_chance(seats):
    greedy = [point for seed in (1, 2) for point in play(seats, "greedy", seed)]
    chance = [point for seed in (1, 2) for point in play(seats, "random", seed)]
    assert mean(greedy) > mean(chance) + 40


def test_greedy_plays_the_introductory_game():
    assert mean(play(3, "greedy", 5, introductory=True)) > mean(play(3, "random", 5, introductory=True))


@pytest.mark.usefixtures("quick_bots")
def test_greedy_plays_the_same_game_for_the_same_numbers():
    assert play(2, "greedy", 3) == play(2, "greedy", 3)
