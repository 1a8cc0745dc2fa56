"""Choices of a seat: the first step, all legal commands, and random play to the end."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import partial
from typing import Any

from domain.game import Ruleset, choices, legal_commands
from tests.benchmarks.play import Play, Position, middle, play
from tests.benchmarks.row import Row
from tests.benchmarks.timing import best, milliseconds, quantile, spread, undisturbed


def measure(games: list[Play], positions: int) -> Iterator[Row]:
    """Measure the choices at this many positions from the middle half of each game."""
    sample = [position for game in games for position in spread(middle(game), positions)]
    with undisturbed():
        times = [best(partial(_first_choice, at), at.state) for at in sample]
    where = f"{len(sample)} positions of the middle half of {len(games)} games, best of 3"
    note = f"{where}; p50 {quantile(times, 0.5):.2f} ms"
    yield Row(measure="first choices step, p99", value=quantile(times, 0.99), unit="ms", target=5, note=note)
    yield from _all_commands(sample)


def measure_play(ruleset: Ruleset[Any], seats: int, games: int) -> Iterator[Row]:
    """Measure whole random games with this many seats."""
    played: list[Play] = []
    with undisturbed():
        took = milliseconds(lambda: played.extend(play(ruleset, seats, number) for number in range(games)))
    steps = sum(len(game.steps) for game in played)
    yield Row(
        measure="random self-play, per action",
        value=took / steps,
        unit="ms",
        target=2,
        note=f"{games} games, {steps} actions: choose, decide, apply",
    )


def _first_choice(at: Position, state: Any) -> None:
    choices(at.ruleset, state, at.seat, ())


def _all_commands(sample: list[Position]) -> Iterator[Row]:
    counts = [sum(1 for _ in legal_commands(at.ruleset, at.state(), at.seat)) for at in sample]
    with undisturbed():
        times = [best(partial(_every_command, at), at.state) for at in sample]
    note = f"the same positions; commands: median {quantile(counts, 0.5)}, most {max(counts)}"
    yield Row(measure="all legal commands, median", value=quantile(times, 0.5), unit="ms", target=80, note=note)
    yield Row(measure="all legal commands, p99", value=quantile(times, 0.99), unit="ms", target=80, note=note)


def _every_command(at: Position, state: Any) -> None:
    deque(legal_commands(at.ruleset, state, at.seat), maxlen=0)
