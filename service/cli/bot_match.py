"""Matches between bots."""

from __future__ import annotations

import random
import secrets
import statistics
import time
from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import Progress

from domain import play
from domain.game import Command, Ruleset
from domain.game import Table as SetUp
from domain.keyed_names import automa_level
from domain.message import plain
from domain.presentation import Standing
from domain.table.seating import seat_states
from domain.verifiable_random import Seeded
from service.cli.terminal.tables import Table, show


class MatchResult(msgspec.Struct, frozen=True):
    """The result of one game: its moves, its duration in seconds, and how it ended."""

    moves: int
    seconds: float
    standing: Standing


def play_match(rules: Ruleset[Any], bots: Sequence[str], table: SetUp, games: int, seed: int | None) -> None:
    """Let bots (one strategy name per seat) play against each other and against automas, and print a table of the
    results.
    """
    first = secrets.randbelow(2**32) if seed is None else seed
    with Progress(console=Console(stderr=True), transient=True) as progress:
        numbers = progress.track(range(games), description=f"{rules.title}, {table.seats} seats")
        results = [played(rules, bots, table, first + number) for number in numbers]
    show(_table(rules, [*bots, *_automas(rules, table)], results, first))


def _automas(rules: Ruleset[Any], table: SetUp) -> list[str]:
    chairs = seat_states(rules, msgspec.convert(table.options, rules.options), table.seats)
    return [f"automa: {plain(automa_level(chair.automa))}" for chair in chairs if chair.automa]


def played(rules: Ruleset[Any], bots: Sequence[str], table: SetUp, seed: int) -> MatchResult:
    """Play one game; the same seed always gives the same game. Each bot sees no more than its seat may see."""
    numbers = random.Random(seed)
    chance = Seeded(seed.to_bytes(32, "big"))
    began = time.perf_counter()
    position = rules.initial(rules.setup(table, chance))

    def choose(position: Any, seat: int) -> Command:
        return play.chosen(rules, rules.bots[bots[seat]], position, seat, numbers)

    moves = sum(1 for _ in play.self_play(rules, position, choose))
    return MatchResult(moves, time.perf_counter() - began, rules.standing(position))


def _table(rules: Ruleset[Any], players: Sequence[str], results: Sequence[MatchResult], seed: int) -> Table:
    moves = sum(result.moves for result in results)
    seconds = sum(result.seconds for result in results)
    table = Table(
        title=f"{rules.title}: {len(results)} games from seed {seed}",
        caption=f"{moves} moves, {1000 * seconds / max(moves, 1):.2f} ms each",
    )
    for column in ("seat", "player", "wins", "lowest", "average", "highest"):
        table.add_column(column, justify="left" if column == "player" else "right")
    for seat, player in enumerate(players):
        points = [result.standing.points[seat] for result in results]
        wins = sum(
            1 for result in results for place in result.standing.ranking if (place.place, place.seat) == (1, seat)
        )
        average = f"{statistics.mean(points):.1f}"
        table.add_row(str(seat + 1), player, str(wins), str(min(points)), average, str(max(points)))
    return table
