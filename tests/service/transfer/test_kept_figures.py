"""Corrected component files: they never change a running or finished game, in any game."""

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
"""Moves before the correction, and after it."""


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
"""For each game a correction of a frequent payment and of a text in the history."""


@contextmanager
def corrected(rules: str, file: Path) -> Iterator[None]:
    """Yield a process that starts after the correction: it knows the new file and nothing of the former one."""
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
        game = playing.moved(handler, game, chance)
    return game


def recorded(game: Game) -> list[bytes]:
    """Return the events of the game."""
    return [msgspec.json.encode(record.fact) for record in game.records]


def told(game: Game) -> list[bytes]:
    """Return the events of the game, their sentences, and its last position."""
    seats = game.table.opened.seats
    sentences = [visibility.narrated(game.ruleset, game.figures, seats, record.fact) for record in game.records]
    return [*recorded(game), *map(msgspec.json.encode, sentences), msgspec.json.encode(aggregate.state(game))]


def beginning(handler: CommandHandler, rules: str, name: str) -> Game:
    return playing.started(handler, 2, rules=rules, name=name)


def test_every_game_is_put_to_the_proof() -> None:
    assert set(CORRECTIONS) == set(rulesets()) - {"toy"}


@pytest.mark.parametrize("rules", sorted(CORRECTIONS))
def test_a_running_game_goes_on_with_the_figures_it_was_started_with(rules: str, tmp_path: Path) -> None:
    straight = playing.new_daybook(_directory(tmp_path, "straight"))
    whole = played(straight, beginning(straight, rules, "running"), random.Random(5), 2 * MOVES)

    chance, handler = random.Random(5), playing.new_daybook(_directory(tmp_path, "interrupted"))
    half = played(handler, beginning(handler, rules, "running"), chance, MOVES)
    first_half, both_halves = told(half), told(whole)
    with corrected(rules, tmp_path / "components.toml"):
        later = CommandHandler(handler.storage)
        assert told(later.games.game(half.id)) == first_half
        assert told(played(later, later.games.game(half.id), chance, MOVES)) == both_halves
        anew = playing.opened(later, 2, rules=rules, name="new")
        assert anew.figures == ruleset(rules).current_figures() != half.figures


@pytest.mark.parametrize("rules", sorted(CORRECTIONS))
def test_a_game_started_after_the_correction_is_played_with_it(rules: str, tmp_path: Path) -> None:
    """The same seed and the same random numbers: so the correction is one that the proof above would have noticed."""
    before = playing.new_daybook(_directory(tmp_path, "before"))
    one = played(before, beginning(before, rules, "running"), random.Random(5), 2 * MOVES)
    after = playing.new_daybook(_directory(tmp_path, "after"))
    with corrected(rules, tmp_path / "components.toml"):
        other = played(after, beginning(after, rules, "running"), random.Random(5), 2 * MOVES)
        assert recorded(other) != [line.replace(one.figures.encode(), other.figures.encode()) for line in recorded(one)]


@pytest.mark.parametrize("rules", sorted(CORRECTIONS))
def test_a_finished_game_stays_as_it_was_played(rules: str, tmp_path: Path) -> None:
    handler, chance = playing.new_daybook(tmp_path), random.Random(3)
    game = beginning(handler, rules, "finished")
    while game.table.phase == "running":
        game = playing.moved(handler, game, chance)
    lines, before = list(export_lines(handler, game, "spectator")), told(game)
    with corrected(rules, tmp_path / "components.toml"):
        later = CommandHandler(handler.storage)
        again = later.games.game(game.id)
        assert told(again) == before
        assert {finding.verdict for finding in audit(later, again)} == {"identical"}
        assert list(export_lines(later, again, "spectator")) == lines
    with corrected(rules, tmp_path / "components.toml"):
        assert verify(lines).problem is None


def test_a_game_is_read_however_many_other_figures_were_brought_since(tmp_path: Path) -> None:
    """Only so many are cached; the others are read again from the log, with the game."""
    handler = playing.new_daybook(tmp_path)
    game = beginning(handler, "brass-birmingham", "Old")
    folds = Folds(reader(handler.storage))
    folds.changes(game.records)
    with corrected("brass-birmingham", _directory(tmp_path, "new") / "components.toml"):
        handler.games.game(game.id)
        crowd_out(game, "before the move")
        after = played(handler, handler.games.game(game.id), random.Random(1), 1)
        crowd_out(game, "after it")
        [change] = folds.changes(after.records[game.version :])
        assert change.state == aggregate.state(after)


def crowd_out(game: Game, why: str) -> None:
    """Bring so many other figures that those of the game are forgotten."""
    content = game.ruleset.figures_content(game.figures)
    for number in range(KEPT):
        game.ruleset.record_figures(content + f"# {number} {why}".encode())
    with pytest.raises(UnknownFigures):
        game.ruleset.figures_content(game.figures)


def _directory(tmp_path: Path, name: str) -> Path:
    directory = tmp_path / name
    directory.mkdir()
    return directory
