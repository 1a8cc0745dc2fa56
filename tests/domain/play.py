"""Toy games without a service: facts are appended by hand, or decided by a seat."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from domain import aggregate, play
from domain.aggregate import Game
from domain.game import Command, Fact, Table
from domain.log import BranchOpened, HeadMoved, Recorded
from domain.table.facts import SeatTaken, TableOpened, UndoPolicy
from domain.verifiable_random import Stated
from tests import toy

USERS = ("ada", "ben", "cleo")


def record(game: Game | None, fact: Fact, seat: int | None = None, command: str = "", actor: str = "") -> Recorded[Any]:
    version = game.version + 1 if game else 1
    return Recorded(
        originator_id=game.id if game else "game",
        originator_version=version,
        at=datetime(2026, 1, 1, tzinfo=UTC),
        actor=actor,
        seat=seat,
        command=command or f"command-{version}",
        previous=f"hash-{version - 1}" if version > 1 else "",
        fact=fact,
    )


def append_facts(game: Game, *facts: Fact, seat: int | None = None, actor: str = "", command: str = "") -> Game:
    """Return the game with the facts of one command appended."""
    command = command or f"command-{game.version + 1}"
    for fact in facts:
        added = record(game, fact, seat, command, actor)
        game = aggregate.extended(game, [added], f"hash-{added.originator_version}")
    return game


def table(seats: int = 2, undo: UndoPolicy = "turn", automas: Sequence[str] = ()) -> Game:
    """Return a table with all seats taken."""
    opened = TableOpened(
        ruleset="toy",
        figures=toy.DIGEST,
        owner="ada",
        seats=seats,
        options={"automas": list(automas)},
        undo=undo,
        private=False,
        commitment="",
        seed="",
    )
    game = aggregate.rebuilt("game", [record(None, opened)], "hash-1")
    for seat, user in enumerate(USERS[: seats - len(automas)]):
        game = append_facts(game, SeatTaken(seat=seat, user=user), actor=user)
    return game


def started_game(seats: int = 2, undo: UndoPolicy = "turn", automas: Sequence[str] = ()) -> Game:
    """Return a started game with numbers dealt in order: seat 0 holds 1 and 2, seat 1 holds 3 and 4 …"""
    game = table(seats, undo, automas)
    chance = Stated({"numbers": [str(number) for number in range(1, 10)]})
    options = game.table.opened.options
    return append_facts(game, toy.RULESET.setup(Table(seats=seats, options=options, figures=toy.DIGEST), chance))


def apply_command(game: Game, command: Command, seat: int | None = None) -> Game:
    """Return the game after a command of the acting seat (or of ``seat``)."""
    position = aggregate.state(game)
    acting = play.to_act(game.ruleset, game.table, position)[0].seat if seat is None else seat
    return append_facts(game, *game.ruleset.decide(position, acting, command), seat=acting, actor=USERS[acting])


def play_command(game: Game, command: Command, seat: int = 0) -> Game:
    """Return the game after a command of a seat and all automatic steps, in one write as in the service."""
    write = f"command-{game.version + 1}"
    for fact, acting in play.move(game, aggregate.state(game), seat, command):
        game = append_facts(game, fact, seat=acting, actor=USERS[seat], command=write)
    return game


def undo_to(game: Game, to: int) -> Game:
    return append_facts(game, HeadMoved(to=to))


def open_branch(game: Game, at: int, imagined: dict[str, Any] | None = None) -> Game:
    opened = BranchOpened(
        origin=game.id,
        at_version=at,
        ruleset="toy",
        figures=toy.DIGEST,
        owner="ada",
        viewer=None,
        imagined=imagined,
    )
    first = record(None, opened)
    return aggregate.rebuilt("branch", [first], "hash-1", aggregate.origin_at(game, opened))
