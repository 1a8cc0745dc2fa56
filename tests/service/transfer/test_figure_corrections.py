"""Corrected component files never change a running or finished game of any ruleset."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain import aggregate, visibility
from domain.aggregate import Game
from domain.components import KEPT, Figures, UnknownFigures
from domain.game import ruleset, rulesets
from projections.stream_folder import Folds
from service.readmodels.rebuilding import reader
from service.transfer.audit import audit
from service.transfer.export import export_lines
from service.transfer.verification import verify
from service.usecases.command_handler import CommandHandler
from tests.service import playing

Correct = Callable[[str], str]
MOVES = 16
"""Number of moves before the correction, and again after it."""


def _one_more(before: str) -> Correct:
    """Increase every figure after these words by 1, and change every name's spelling."""

    def correct(text: str) -> str:
        raised = re.sub(rf"({before})(\d+)", lambda found: f"{found[1]}{int(found[2]) + 1}", text)
        return re.sub(r'(\bname = "[^"]+)"', r'\1e"', raised)

    return correct


CORRECTIONS: dict[str, Correct] = {
    "arkwright": _one_more(r"fixed_cost = "),
    "barrage": lambda text: (
        text.replace("base = {mountain = 5, hills = 4, plains = 3}", "base = {mountain = 4, hills = 3, plains = 2}")
        .replace(
            "elevation = {mountain = 4, hills = 3, plains = 2}", "elevation = {mountain = 3, hills = 2, plains = 1}"
        )
        .replace("conduit_per_value = 2", "conduit_per_value = 1")
        .replace("{credits = 5}", "{credits = 6}")
    ),
    "brass-birmingham": _one_more(r"count = \d+, money = "),
    "brass-lancashire": _one_more(r"count = \d+, money = "),
}
"""For each ruleset, a correction to a frequent payment and to a text in the history."""


@contextmanager
def corrected(rules: str, file: Path) -> Iterator[None]:
    """Simulate a process that starts after the correction, and knows only the new file."""
    game = ruleset(rules)
    method: Any = game.current_figures
    figures = method.__self__
    assert isinstance(figures, Figures)
    before = dict(vars(figures))
    file.write_text(CORRECTIONS[rules](game.figures_content(game.current_figures()).decode()))
    fresh = Figures(file, before["_shape"], before["_check"], before["_removed"])
    vars(figures).clear()
    vars(figures).update(vars(fresh))
    try:
        yield
    finally:
        vars(figures).clear()
        vars(figures).update(before)


def played(handler: CommandHandler, game: Game, chance: random.Random, moves: int) -> Game:
    for _ in range(moves):
        game = playing.make_random_move(handler, game, chance)
    return game


def events(game: Game) -> list[bytes]:
    """Return the events of the game."""
    return [msgspec.json.encode(record.fact) for record in game.records]


def snapshot(game: Game) -> list[bytes]:
    """Return the events of the game, their sentences, and its last position."""
    seats = game.table.opened.seats
    sentences = [visibility.narrated(game.ruleset, game.figures, seats, record.fact) for record in game.records]
    return [*events(game), *map(msgspec.json.encode, sentences), msgspec.json.encode(aggregate.state(game))]


def started_game(handler: CommandHandler, rules: str, name: str) -> Game:
    return playing.start_game(handler, 2, rules=rules, name=name)


def test_every_ruleset_has_a_correction() -> None:
    assert set(CORRECTIONS) == set(rulesets()) - {"toy"}


@pytest.mark.parametrize("rules", sorted(CORRECTIONS))
def test_running_game_keeps_its_original_figures(rules: str, tmp_path: Path) -> None:
    straight = playing.new_daybook(_directory(tmp_path, "straight"))
    whole = played(straight, started_game(straight, rules, "running"), random.Random(5), 2 * MOVES)

    chance, handler = random.Random(5), playing.new_daybook(_directory(tmp_path, "interrupted"))
    half = played(handler, started_game(handler, rules, "running"), chance, MOVES)
    first_half, both_halves = snapshot(half), snapshot(whole)
    with corrected(rules, tmp_path / "components.toml"):
        later = CommandHandler(handler.storage)
        assert snapshot(later.games.game(half.id)) == first_half
        assert snapshot(played(later, later.games.game(half.id), chance, MOVES)) == both_halves
        new_game = playing.open_table(later, 2, rules=rules, name="new")
        assert new_game.figures == ruleset(rules).current_figures() != half.figures


@pytest.mark.parametrize("rules", sorted(CORRECTIONS))
def test_game_started_after_the_correction_uses_it(rules: str, tmp_path: Path) -> None:
    """Seed and random numbers are the same, so the test above would have noticed this correction."""
    before = playing.new_daybook(_directory(tmp_path, "before"))
    one = played(before, started_game(before, rules, "running"), random.Random(5), 2 * MOVES)
    after = playing.new_daybook(_directory(tmp_path, "after"))
    with corrected(rules, tmp_path / "components.toml"):
        other = played(after, started_game(after, rules, "running"), random.Random(5), 2 * MOVES)
        assert events(other) != [line.replace(one.figures.encode(), other.figures.encode()) for line in events(one)]


@pytest.mark.parametrize("rules", sorted(CORRECTIONS))
def test_finished_game_is_unchanged_by_a_correction(rules: str, tmp_path: Path) -> None:
    handler, chance = playing.new_daybook(tmp_path), random.Random(3)
    game = started_game(handler, rules, "finished")
    while game.table.phase == "running":
        game = playing.make_random_move(handler, game, chance)
    lines, before = list(export_lines(handler, game, "spectator")), snapshot(game)
    with corrected(rules, tmp_path / "components.toml"):
        later = CommandHandler(handler.storage)
        again = later.games.game(game.id)
        assert snapshot(again) == before
        assert {finding.verdict for finding in audit(later, again)} == {"identical"}
        assert list(export_lines(later, again, "spectator")) == lines
    with corrected(rules, tmp_path / "components.toml"):
        assert verify(lines).problem is None


def test_game_is_readable_after_its_figures_leave_the_cache(tmp_path: Path) -> None:
    """Only a limited number is cached; the others are read again from the log, with the game."""
    handler = playing.new_daybook(tmp_path)
    game = started_game(handler, "brass-birmingham", "Old")
    folds = Folds(reader(handler.storage))
    folds.changes(game.records)
    with corrected("brass-birmingham", _directory(tmp_path, "new") / "components.toml"):
        handler.games.game(game.id)
        evict_figures(game, "before the move")
        after = played(handler, handler.games.game(game.id), random.Random(1), 1)
        evict_figures(game, "after it")
        [change] = folds.changes(after.records[game.version :])
        assert change.state == aggregate.state(after)


def evict_figures(game: Game, why: str) -> None:
    """Record enough other figures to evict those of the game from the cache."""
    content = game.ruleset.figures_content(game.figures)
    for number in range(KEPT):
        game.ruleset.record_figures(content + f"# {number} {why}".encode())
    with pytest.raises(UnknownFigures):
        game.ruleset.figures_content(game.figures)


def _directory(tmp_path: Path, name: str) -> Path:
    directory = tmp_path / name
    directory.mkdir()
    return directory
