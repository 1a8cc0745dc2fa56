"""The bots: legal to the end, and greedy is worth its name."""

import random
from statistics import mean

import pytest

from domain.brass.birmingham import ruleset
from domain.chance import Seeded
from domain.game import Table


def play(seats, bot, seed, **options):
    """The points at the end of a game that bots of one kind play from what each of them may see."""
    table = Table(seats=seats, options=options, figures=ruleset.current_figures())
    state = ruleset.initial(ruleset.setup(table, Seeded(bytes([seed]) * 32)))
    numbers = random.Random(seed)
    while not state.finished:
        seat = ruleset.to_act(state)[0].seat
        command = ruleset.bots[bot](ruleset.view(state, seat), seat, numbers)
        for fact in ruleset.decide(state, seat, command):
            ruleset.apply(state, fact)
    return [player.points for player in state.players]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_plays_whole_games_far_better_than_chance(seats):
    greedy = [point for seed in (1, 2) for point in play(seats, "greedy", seed)]
    chance = [point for seed in (1, 2) for point in play(seats, "random", seed)]
    assert mean(greedy) > mean(chance) + 40


def test_greedy_plays_the_introductory_game():
    assert mean(play(3, "greedy", 5, introductory=True)) > mean(play(3, "random", 5, introductory=True))


def test_greedy_plays_the_same_game_for_the_same_numbers():
    assert play(2, "greedy", 3) == play(2, "greedy", 3)
