"""Comparison of a branch with its game: the moves of a seat that the game does not have, and those still legal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from domain import log, play, visibility
from domain.aggregate import Game
from domain.game import Command, Fact, IllegalMove
from domain.message import Message, message
from domain.play import Acted
from domain.table.refusals import Refused


class BranchStep(msgspec.Struct, frozen=True):
    """One command of a seat, and its fact in the stream where it was given."""

    seat: int
    command: Command
    fact: Fact


class Fitting(msgspec.Struct, frozen=True):
    """The longest initial part of some steps that a game allows, and the steps left over.

    ``refusal`` is the refusal of the first step in ``left``; None if nothing is left.
    """

    acted: list[Acted]
    left: tuple[BranchStep, ...] = ()
    refusal: IllegalMove | Refused | None = None

    @property
    def rule(self) -> str | None:
        """The rule that refuses the first step left, if it is one of the game's rules."""
        return self.refusal.rule if isinstance(self.refusal, IllegalMove) else None

    @property
    def detail(self) -> Message | None:
        """The reason why the first step left does not fit."""
        return None if self.refusal is None else self.refusal.detail


def to_come(streams: Sequence[Game], seat: int) -> list[BranchStep]:
    """Return the steps of a seat in a branch beyond the present of its game, in order.

    ``streams`` are the game, and the branches that continue it one after the other, the branch in question last. Steps
    that the seat has made in the game as in the branch are left out; steps undone in the game since count as the
    branch's.
    """
    beyond, had = _apart(streams)
    own = [step for step in beyond if step.seat == seat]
    return _without(own, [step.command for step in had if step.seat == seat])


def goes_on(streams: Sequence[Game], seats: Collection[int]) -> bool:
    """Return whether the game has followed a branch, move by move, to where one of these seats acts next in it."""
    beyond, had = _apart(streams)
    reached = [(step.seat, step.command) for step in had]
    known = [(step.seat, step.command) for step in beyond]
    return known[: len(reached)] == reached and any(step.seat in seats for step in beyond[len(reached) :][:1])


def _apart(streams: Sequence[Game]) -> tuple[list[BranchStep], list[BranchStep]]:
    """Return the steps of all seats in a branch and in its game since the two diverged."""
    game = streams[0]
    at = [stream.origin.opened.at_version for stream in streams[1:] if stream.origin is not None]
    before, now = log.line(game.tree, at[0]), log.line(game.tree)
    shared = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False))))
    beyond = _steps(game, before[shared:])
    for stream, upto in zip(streams[1:], [*at[1:], None], strict=True):
        beyond += _steps(stream, log.line(stream.tree, upto))
    return beyond, _steps(game, now[shared:])


def _steps(game: Game, versions: Iterable[int]) -> list[BranchStep]:
    records = [game.records[version - 1] for version in versions]
    recovered = [(record.seat, game.ruleset.recover(record.fact), record.fact) for record in records]
    return [
        BranchStep(seat, command, fact) for seat, command, fact in recovered if seat is not None and command is not None
    ]


def _without(steps: list[BranchStep], had: Sequence[Command]) -> list[BranchStep]:
    """Return the steps without the initial ones that the game already has, in the same order."""
    same = takewhile(lambda pair: pair[0].command == pair[1], zip(steps, had, strict=False))
    return steps[len(list(same)) :]


def fitting(game: Game, position: Any, seat: int, steps: Sequence[BranchStep]) -> Fitting:
    """Return as many of the steps as the game allows one after the other; the position is updated.

    A move that reveals something hidden is the last: whether the next one fits would disclose hidden information before
    anything is played.
    """
    acted: list[Acted] = []
    left = list(steps)
    while left:
        if any(visibility.reveals(game.ruleset, fact) for fact, _ in acted):
            refusal = Refused(
                message(
                    "branches.hidden-information-revealed",
                    "An earlier move reveals information that was unknown in the branch.",
                )
            )
            return Fitting(acted, tuple(left), refusal)
        try:
            more = play.move(game, position, seat, left[0].command)
        except (IllegalMove, Refused) as error:
            return Fitting(acted, tuple(left), error)
        acted += more
        # A turn may end automatically in only one of the two.
        left = _without(left[1:], list(_commands(game, seat, more))[1:])
    return Fitting(acted)


def _commands(game: Game, seat: int, acted: Iterable[Acted]) -> Iterable[Command]:
    moves = frozenset(game.ruleset.facts)
    recovered = (game.ruleset.recover(fact) for fact, acting in acted if acting == seat and type(fact) in moves)
    return (command for command in recovered if command is not None)
