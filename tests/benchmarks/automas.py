"""The time to respond to a move after which all automas of a table take their turns."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

from domain import play
from domain.game import Ruleset, Table, copied, random_command
from domain.verifiable_random import Seeded
from tests.benchmarks.row import Row
from tests.benchmarks.timing import best, quantile, spread, undisturbed

AUTOMAS = 3
OPTIONS = {"automas": ["overpowered"] * AUTOMAS, "leeghwater": True}
"""Options for automas with the most to consider."""


def measure(ruleset: Ruleset[Any], games: int, positions: int) -> Iterator[Row]:
    """Measure this many positions of each game right before the turns of all automas."""
    if "automas" not in ruleset.options.__struct_fields__:
        return
    sample = [state for number in range(games) for state in spread(list(_handed_on(ruleset, number)), positions)]
    with undisturbed():
        times = [best(partial(_answer, ruleset), partial(copied, state)) for state in sample]
    note = f"{len(sample)} positions of {games} games, best of 3: decide, apply; p50 {quantile(times, 0.5):.2f} ms"
    yield Row(measure=f"a turn of {AUTOMAS} automas, p99", value=quantile(times, 0.99), unit="ms", target=20, note=note)


def _handed_on(ruleset: Ruleset[Any], number: int) -> Iterator[Any]:
    """Yield positions of a random game in which every automa takes one turn before a human decides again."""
    table = Table(seats=1 + AUTOMAS, options=OPTIONS, figures=ruleset.current_figures())
    position = ruleset.initial(ruleset.setup(table, Seeded(b"%d" % number)))
    numbers = random.Random(number)
    while waiting := ruleset.to_act(position):
        play.decided(ruleset, position, waiting[0].seat, random_command(ruleset, position, waiting[0].seat, numbers))
        before = copied(position)
        if _answer(ruleset, position) == AUTOMAS:
            yield before


def _answer(ruleset: Ruleset[Any], position: Any) -> int:
    """Take the turns of automas that are due, and return their number."""
    turns = 0
    while (by_rules := ruleset.by_rules(position)) is not None:
        play.decided(ruleset, position, *by_rules)
        turns += 1
    return turns
