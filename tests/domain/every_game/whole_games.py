"""Whole games, move by move, for checks before each move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from domain.game import Command, Fact, Ruleset

Move = tuple[Any, int, Command, list[Fact]]
"""The position before a move, the seat, the command and its facts."""


def moves(rules: Ruleset[Any], position: Any, choose: Callable[[Any, int], Command]) -> Iterator[Move]:
    """Yield each command to the end of a game, including those that end turns, and then apply its facts."""
    while waiting := rules.to_act(position):
        seat = waiting[0].seat
        command = choose(position, seat)
        facts = rules.decide(position, seat, command)
        yield position, seat, command, facts
        for fact in facts:
            rules.apply(position, fact)
