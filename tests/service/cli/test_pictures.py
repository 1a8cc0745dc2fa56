"""Pictures of boards from the command line, for every game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from domain.aggregate import Game, move_ends, sampled_move_ends
from domain.game import rulesets
from service.presenters.animation import END, MOST, STEP
from service.usecases.command_handler import CommandHandler
from tests.service import playing
from tests.service.cli.conftest import Run


def test_image_shows_the_board_now_and_before(run: Run, finished: Game, tmp_path: Path) -> None:
    now, before = tmp_path / "now.png", tmp_path / "before.png"
    assert run("image", finished.id, str(now)).exit_code == 0
    assert run("image", finished.id, str(before), "--at", str(move_ends(finished)[0])).exit_code == 0
    with Image.open(now) as picture:
        assert picture.format == "PNG"
    assert now.read_bytes() != before.read_bytes()
    assert run("image", finished.id, str(now), "--at", "1").exit_code == 3
    assert run("animation", "0" * 32, str(now)).exit_code == 3


@pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))
def test_animation_shows_every_position_of_a_short_game(
    run: Run, handler: CommandHandler, tmp_path: Path, rules: str
) -> None:
    game = playing.start_game(handler, rules=rules)
    for _ in range(3):
        game = playing.make_random_move(handler, game, random.Random(1))
    file = tmp_path / "film.webp"
    assert run("animation", game.id, str(file)).exit_code == 0
    with Image.open(file) as animation:
        shown = [frame.copy().info["duration"] for frame in ImageSequence.Iterator(animation)]
    assert len(shown) > 1
    assert sum(shown) == STEP * (len(sampled_move_ends(game, MOST)) - 1) + END


def test_sampling_a_long_game_keeps_the_first_and_last_positions(finished: Game) -> None:
    ends = move_ends(finished)
    sampled = sampled_move_ends(finished, 5)
    assert (len(sampled), sampled[0], sampled[-1]) == (5, ends[0], ends[-1])
    assert sampled == sorted(sampled)
    assert set(sampled) <= set(ends)
