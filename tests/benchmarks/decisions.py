"""What a seat may do: the first step of its choices, all of its commands, and random play to the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.game import Ruleset, choices, legal_commands
from tests.benchmarks.play import middle, play
from tests.benchmarks.row import Row
from tests.benchmarks.timing import milliseconds, quantile, spread, undisturbed


def measure(ruleset: Ruleset[Any], seats: int, games: int, positions: int) -> Iterator[Row]:
    """Over random games with this many seats, and this many positions from the middle half of each."""
    played = []
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
    sample = [position for game in played for position in spread(middle(game), positions)]
    with undisturbed():
        first = [milliseconds(lambda: choices(ruleset, state, seat, ())) for seat, state in sample]  # noqa: B023
    note = f"{len(sample)} positions of the middle half of {games} games, p50 {quantile(first, 0.5):.2f} ms"
    yield Row(measure="first choices step, p99", value=quantile(first, 0.99), unit="ms", target=5, note=note)
    yield from _all_commands(ruleset, sample)


def _all_commands(ruleset: Ruleset[Any], sample: list[tuple[int, Any]]) -> Iterator[Row]:
    counts: list[int] = []
    with undisturbed():
        times = [
            milliseconds(lambda: counts.append(sum(1 for _ in legal_commands(ruleset, state, seat))))  # noqa: B023
            for seat, state in sample
        ]
    note = f"commands: median {quantile(counts, 0.5)}, most {max(counts)}"
    yield Row(measure="all legal commands, median", value=quantile(times, 0.5), unit="ms", target=80, note=note)
    yield Row(measure="all legal commands, p99", value=quantile(times, 0.99), unit="ms", note=note)
